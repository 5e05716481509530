import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '#src/config/config.ts';
import { SMTP, PRODUCTION, FIREBASE, namesOf, problemsOf } from './environments.ts';

test('firebase requires all of its keys and creates demo accounts only on request', () => {
  const config = readConfig(FIREBASE);
  assert.deepEqual(config.identity, {
    kind: 'firebase',
    projectId: 'plaza',
    apiKey: 'key',
    serviceAccount: { clientEmail: 'service@plaza.example', privateKey: 'first line\nsecond line' },
  });
  assert.equal(config.hasDemo, false);
  assert.equal(readConfig({ ...FIREBASE, DEMO: 'on' }).hasDemo, true);
  const { FIREBASE_API_KEY: _key, ...incomplete } = FIREBASE;
  assert.deepEqual(problemsOf(incomplete), ['FIREBASE_API_KEY: needed when IDENTITY is firebase.']);
});

test('mails are sent by the configured mail server, with an optional sender name', () => {
  assert.deepEqual(readConfig(SMTP).mail, {
    kind: 'smtp',
    url: 'smtp://plaza%40example.com:p%2Fss@mail.example.com:587',
    from: { name: 'Plaza', address: 'mail@example.com' },
  });
  const senders = {
    'mail@example.com': { name: '', address: 'mail@example.com' },
    ' "Plaza, the place" < mail@example.com > ': {
      name: 'Plaza, the place',
      address: 'mail@example.com',
    },
  };
  for (const [MAIL_FROM, from] of Object.entries(senders)) {
    const { mail } = readConfig({ ...SMTP, MAIL_FROM });
    assert.deepEqual(mail.kind === 'smtp' ? mail.from : null, from);
  }
  assert.equal(
    readConfig({ WEB_APP_URL: 'https://app.example.com/start/' }).webAppUrl,
    'https://app.example.com/start',
  );
  const oneClickUrl = 'https://api.example.com/callbacks/unsubscribe';
  const address = 'unsubscribe@example.com';
  assert.deepEqual(readConfig({ UNSUBSCRIBE_URL: oneClickUrl, UNSUBSCRIBE_ADDRESS: address }).unsubscribe, {
    oneClickUrl,
    address,
  });
});

test('a mail server needs an address and a sender, and production requires a mail server', () => {
  assert.deepEqual(problemsOf({ MAILER: 'smtp' }), [
    'SMTP_URL: needed when MAILER is smtp.',
    'MAIL_FROM: needed when MAILER is smtp.',
  ]);
  for (const MAILER of ['', 'embedded']) {
    assert.deepEqual(problemsOf({ ...PRODUCTION, MAILER }), [
      'MAILER: the embedded mailer sends no mails; production needs smtp.',
    ]);
  }
  for (const SMTP_URL of [
    'mail.example.com',
    'https://mail.example.com',
    'smtp://plaza:100%@mail.example.com',
    'smtp://plaza:%FF@mail.example.com',
  ])
    assert.deepEqual(namesOf(problemsOf({ ...SMTP, SMTP_URL })), ['SMTP_URL']);
  for (const MAIL_FROM of [
    'Plaza',
    'Plaza <mail>',
    'a@example.com, b@example.com',
    'Plaza\r\nX: <a@example.com>',
  ])
    assert.deepEqual(namesOf(problemsOf({ ...SMTP, MAIL_FROM })), ['MAIL_FROM']);
  assert.deepEqual(namesOf(problemsOf({ WEB_APP_URL: 'javascript:alert(1)' })), ['WEB_APP_URL']);
  for (const UNSUBSCRIBE_URL of ['http://api.example.com/unsubscribe', 'https://api.example.com/?a=b'])
    assert.deepEqual(namesOf(problemsOf({ UNSUBSCRIBE_URL })), ['UNSUBSCRIBE_URL']);
  assert.deepEqual(namesOf(problemsOf({ UNSUBSCRIBE_ADDRESS: 'Plaza <a@example.com>' })), [
    'UNSUBSCRIBE_ADDRESS',
  ]);
});

test('a configured Redis is the live bus, unless another bus is chosen', () => {
  const REDIS_URL = 'rediss://plaza:secret@redis.example:6380/2';
  assert.deepEqual(readConfig({ REDIS_URL }).liveBus, { redisUrl: REDIS_URL });
  assert.deepEqual(readConfig({ REDIS_URL, LIVE_BUS: 'redis' }).liveBus, { redisUrl: REDIS_URL });
  assert.equal(readConfig({ REDIS_URL, LIVE_BUS: 'postgres' }).liveBus, 'postgres');
  assert.deepEqual(problemsOf({ LIVE_BUS: 'redis' }), ['REDIS_URL: needed when LIVE_BUS is redis.']);
  assert.equal(problemsOf({ REDIS_URL: 'https://redis.example' }).length, 1);
});

test('files are scanned by clamd only where its address is given', () => {
  const FILE_SCANNER_URL = 'tcp://clamd.example';
  assert.deepEqual(readConfig({}).fileScanner, { kind: 'none' });
  assert.deepEqual(readConfig({ FILE_SCANNER_URL }).fileScanner, { kind: 'none' });
  const scanner = (url: string) => readConfig({ FILE_SCANNER: 'clamd', FILE_SCANNER_URL: url }).fileScanner;
  assert.deepEqual(scanner(FILE_SCANNER_URL), { kind: 'clamd', host: 'clamd.example', port: 3_310 });
  assert.deepEqual(scanner('tcp://[::1]:3311'), { kind: 'clamd', host: '::1', port: 3_311 });
  assert.deepEqual(problemsOf({ FILE_SCANNER: 'clamd' }), [
    'FILE_SCANNER_URL: needed when FILE_SCANNER is clamd.',
  ]);
  assert.equal(problemsOf({ FILE_SCANNER: 'clamd', FILE_SCANNER_URL: 'http://clamd.example' }).length, 1);
  assert.equal(problemsOf({ FILE_SCANNER: 'clamd', FILE_SCANNER_URL: 'tcp:3310' }).length, 1);
});

test('S3 requires a bucket and its keys, and needs no secret for signing links', () => {
  const S3 = {
    STORAGE: 's3',
    S3_BUCKET: 'plaza-media',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  assert.deepEqual(readConfig(S3).storage, {
    kind: 's3',
    bucket: 'plaza-media',
    region: 'us-east-1',
    endpoint: null,
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    forcePathStyle: false,
  });
  assert.deepEqual(problemsOf({ STORAGE: 's3' }), [
    'S3_BUCKET: needed when STORAGE is s3.',
    'S3_ACCESS_KEY_ID: needed when STORAGE is s3.',
    'S3_SECRET_ACCESS_KEY: needed when STORAGE is s3.',
  ]);
  assert.deepEqual(problemsOf({ ...S3, S3_BUCKET: 'Plaza/Media' }), [
    'S3_BUCKET: Must be the name of a bucket. It is "Plaza/Media".',
  ]);
  const { MEDIA_LINK_SECRET, ...production } = PRODUCTION;
  assert.deepEqual(problemsOf({ ...production, ...S3 }), []);
  assert.equal(MEDIA_LINK_SECRET.length, 32);
});

test("an S3 endpoint other than Amazon's uses path-style buckets unless configured otherwise", () => {
  const env = {
    STORAGE: 's3',
    S3_BUCKET: 'plaza-media',
    S3_REGION: 'garage',
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  const { storage } = readConfig(env);
  assert.ok(storage.kind === 's3');
  assert.deepEqual(
    [storage.endpoint, storage.region, storage.forcePathStyle],
    ['http://127.0.0.1:9000', 'garage', true],
  );
  const named = readConfig({ ...env, S3_PATH_STYLE: 'off' }).storage;
  assert.equal(named.kind === 's3' && named.forcePathStyle, false);
  assert.equal(problemsOf({ ...env, S3_ENDPOINT: 'minio:9000' }).length, 1);
});

test('payments are a sandbox outside production, and production is told what they are', () => {
  const { PAYMENTS: _embedded, ...production } = PRODUCTION;
  assert.deepEqual(problemsOf(production), [
    'PAYMENTS: needed in production: stripe, or embedded for a sandbox in which no card is real.',
  ]);
  const key = { PAYMENTS: 'stripe', STRIPE_API_KEY: 'sk_live_of_the_account' };
  assert.deepEqual(readConfig({ ...production, ...key }).payments, {
    kind: 'stripe',
    apiKey: 'sk_live_of_the_account',
    publishableKey: null,
    callbackSecret: null,
    statementDescriptor: null,
  });
  const { payments } = readConfig({
    ...production,
    ...key,
    STRIPE_PUBLISHABLE_KEY: 'pk_live_of_the_account',
  });
  assert.equal(payments.kind === 'stripe' && payments.publishableKey, 'pk_live_of_the_account');
  assert.deepEqual(problemsOf({ PAYMENTS: 'stripe' }), ['STRIPE_API_KEY: needed when PAYMENTS is stripe.']);
  const wrong = {
    PAYMENTS: 'stripe',
    STRIPE_API_KEY: 'pk_live_public',
    STRIPE_PUBLISHABLE_KEY: 'sk_live_of_the_account',
    STRIPE_CALLBACK_SECRET: 'secret',
    STRIPE_STATEMENT_DESCRIPTOR: '*',
  };
  assert.deepEqual(problemsOf(wrong), [
    'STRIPE_API_KEY: Must be a secret or restricted key: sk_live_…',
    'STRIPE_PUBLISHABLE_KEY: Must be the publishable key: pk_live_…',
    'STRIPE_CALLBACK_SECRET: Must be the signing secret of an endpoint: whsec_…',
    'STRIPE_STATEMENT_DESCRIPTOR: Must be 1 to 22 letters, digits, spaces and signs of .&+- It is "*".',
  ]);
});

test('texts are judged by rules on this machine, or by a vendor with a key', () => {
  assert.deepEqual(readConfig({}).moderation, { kind: 'embedded', judgesImages: false });
  assert.deepEqual(readConfig(PRODUCTION).moderation, { kind: 'embedded', judgesImages: true });
  assert.deepEqual(readConfig({ ...PRODUCTION, IMAGE_CLASSIFIER: 'off' }).moderation, {
    kind: 'embedded',
    judgesImages: false,
  });
  assert.deepEqual(readConfig({ IMAGE_CLASSIFIER: 'on' }).moderation, {
    kind: 'embedded',
    judgesImages: true,
  });
  assert.deepEqual(namesOf(problemsOf({ IMAGE_CLASSIFIER: 'no' })), ['IMAGE_CLASSIFIER']);
  const key = { MODERATION: 'openai', OPENAI_API_KEY: 'sk-of-the-account' };
  assert.deepEqual(readConfig({ ...key, OPENAI_BASE_URL: 'http://127.0.0.1:9/v1/' }).moderation, {
    kind: 'openai',
    apiKey: 'sk-of-the-account',
    model: 'omni-moderation-latest',
    baseUrl: 'http://127.0.0.1:9/v1',
  });
  assert.deepEqual(problemsOf({ MODERATION: 'openai' }), [
    'OPENAI_API_KEY: needed when MODERATION is openai.',
  ]);
  assert.deepEqual(namesOf(problemsOf({ ...key, OPENAI_API_KEY: 'a b', OPENAI_MODERATION_MODEL: ' ' })), [
    'OPENAI_API_KEY',
    'OPENAI_MODERATION_MODEL',
  ]);
});

test('calls are carried by the process that serves alone, and production is told by what', () => {
  const { CALL_SERVER: _none, ...production } = PRODUCTION;
  assert.deepEqual(problemsOf(production), [
    'CALL_SERVER: needed in production: livekit, embedded for a single process, or none.',
  ]);
  assert.deepEqual(readConfig({}).callServer, {
    kind: 'embedded',
    addresses: { listen: '127.0.0.1', announce: null, portFirst: 41_000, portLast: 41_999 },
    turn: null,
  });
  const several = { DATABASE_URL: 'postgres://127.0.0.1/plaza' };
  assert.deepEqual(readConfig(several, 'shared').callServer, { kind: 'none' });
  assert.throws(() => readConfig({ ...several, CALL_SERVER: 'embedded' }, 'shared'), {
    message:
      'The configuration is wrong:\n  - CALL_SERVER: the embedded one carries calls of a single process; use livekit or none.',
  });
  const embedded = { ...PRODUCTION, CALL_SERVER: 'embedded' };
  assert.deepEqual(problemsOf(embedded), [
    'CALL_SERVER_LISTEN: needed in production when CALL_SERVER is embedded.',
  ]);
  const reachable = {
    CALL_SERVER_LISTEN: '0.0.0.0',
    CALL_SERVER_ANNOUNCE: '203.0.113.7',
    CALL_SERVER_PORTS: '50000-50199',
    TURN_URLS: 'turn:turn.example.com:3478?transport=udp, turns:turn.example.com:5349',
    TURN_SECRET: 'a secret of the relays',
  };
  assert.deepEqual(readConfig({ ...embedded, ...reachable }).callServer, {
    kind: 'embedded',
    addresses: { listen: '0.0.0.0', announce: '203.0.113.7', portFirst: 50_000, portLast: 50_199 },
    turn: {
      urls: ['turn:turn.example.com:3478?transport=udp', 'turns:turn.example.com:5349'],
      secret: 'a secret of the relays',
    },
  });
  const wrong = {
    CALL_SERVER_ANNOUNCE: 'calls.example.com',
    CALL_SERVER_PORTS: '50000-40000',
    TURN_URLS: 'turn.example.com',
  };
  assert.deepEqual(problemsOf(wrong), [
    'CALL_SERVER_ANNOUNCE: Must be an IP address. It is "calls.example.com".',
    'CALL_SERVER_PORTS: Must have the lower port first. It is "50000-40000".',
    'TURN_URLS.0: Must be addresses of relays: turn:turn.example.com:3478',
    'TURN_SECRET: needed beside TURN_URLS.',
  ]);
});

test('LiveKit has an address for clients, one for us, and a key', () => {
  const livekit = {
    CALL_SERVER: 'livekit',
    LIVEKIT_URL: 'wss://calls.example.com',
    LIVEKIT_API_KEY: 'plaza',
    LIVEKIT_API_SECRET: 's'.repeat(32),
  };
  const expected = {
    kind: 'livekit',
    url: 'wss://calls.example.com',
    apiUrl: 'https://calls.example.com',
    apiKey: 'plaza',
    apiSecret: 's'.repeat(32),
  };
  assert.deepEqual(readConfig({ ...PRODUCTION, ...livekit }).callServer, expected);
  assert.deepEqual(readConfig({ ...livekit, LIVEKIT_API_URL: 'http://10.0.0.7:7880' }).callServer, {
    ...expected,
    apiUrl: 'http://10.0.0.7:7880',
  });
  assert.deepEqual(problemsOf({ CALL_SERVER: 'livekit' }), [
    'LIVEKIT_URL: needed when CALL_SERVER is livekit.',
    'LIVEKIT_API_KEY: needed when CALL_SERVER is livekit.',
    'LIVEKIT_API_SECRET: needed when CALL_SERVER is livekit.',
  ]);
});

const PROVIDERS = {
  FCM: 'on',
  FIREBASE_PROJECT_ID: 'plaza',
  FIREBASE_CLIENT_EMAIL: 'service@plaza.example',
  FIREBASE_PRIVATE_KEY: 'first line\\nsecond line',
  APNS_KEY: '-----BEGIN PRIVATE KEY-----\\nkey\\n-----END PRIVATE KEY-----',
  APNS_KEY_ID: 'ABC1234567',
  APNS_TEAM_ID: 'DEF1234567',
  VAPID_PUBLIC_KEY: Buffer.alloc(65).toString('base64url'),
  VAPID_PRIVATE_KEY: Buffer.alloc(32).toString('base64url'),
  VAPID_SUBJECT: 'mailto:ops@example.com',
};

test('notifications go to all configured providers, and to none in production without any', () => {
  const { webPushHosts } = readConfig({}).push;
  assert.equal(webPushHosts[0], 'fcm.googleapis.com');
  const none = {
    isEmbedded: false,
    hasStoredKeys: false,
    fcm: null,
    apns: null,
    webPush: null,
    webPushHosts,
  };
  assert.deepEqual(readConfig(PRODUCTION).push, none);
  assert.deepEqual(readConfig({ ...PROVIDERS, PUSH: 'none' }).push, none);
  assert.deepEqual(readConfig({ ...PROVIDERS, PUSH: 'embedded' }).push, { ...none, isEmbedded: true });
  const { webPush, ...others } = readConfig({ ...PRODUCTION, ...PROVIDERS }).push;
  assert.deepEqual(others, {
    isEmbedded: false,
    hasStoredKeys: false,
    webPushHosts,
    fcm: {
      projectId: 'plaza',
      serviceAccount: { clientEmail: 'service@plaza.example', privateKey: 'first line\nsecond line' },
    },
    apns: {
      key: '-----BEGIN PRIVATE KEY-----\nkey\n-----END PRIVATE KEY-----',
      keyId: 'ABC1234567',
      teamId: 'DEF1234567',
    },
  });
  assert.equal(webPush?.subject, 'mailto:ops@example.com');
  // The service account of the identity provider alone sends nothing.
  assert.deepEqual(readConfig(FIREBASE).push, { ...none, isEmbedded: true, hasStoredKeys: true });
});

test('a provider of notifications is complete, and production keeps no notifications', () => {
  const { FIREBASE_PRIVATE_KEY: _key, APNS_KEY_ID: _id, VAPID_SUBJECT: _subject, ...incomplete } = PROVIDERS;
  assert.deepEqual(problemsOf(incomplete), [
    'FIREBASE_PRIVATE_KEY: needed when FCM is on.',
    'APNS_KEY_ID: needed beside APNS_KEY and APNS_TEAM_ID.',
    'VAPID_SUBJECT: needed beside VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY.',
  ]);
  assert.deepEqual(problemsOf({ PUSH: 'providers' }), [
    'PUSH: providers needs FCM=on, APNS_KEY or VAPID_PUBLIC_KEY.',
  ]);
  assert.deepEqual(problemsOf({ ...PRODUCTION, PUSH: 'embedded' }), [
    'PUSH: the embedded one sends nothing; production takes providers or none.',
  ]);
  const wrong = {
    APNS_KEY: 'AuthKey.p8',
    APNS_KEY_ID: 'short',
    VAPID_PUBLIC_KEY: 'x',
    VAPID_SUBJECT: 'ops@example.com',
    WEB_PUSH_HOSTS: 'https://push.example.com',
  };
  assert.deepEqual(namesOf(problemsOf({ ...PROVIDERS, ...wrong })).toSorted(), Object.keys(wrong).toSorted());
});
