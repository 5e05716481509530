import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { ConfigError, readConfig } from '#src/config/config.ts';
import type { Environment } from '#src/config/variables.ts';

const SECRETS = {
  ADMIN_TOKEN_SECRET: 'a'.repeat(32),
  MEDIA_LINK_SECRET: 'b'.repeat(32),
  IDENTITY_SECRET: 'c'.repeat(32),
};
const SMTP = {
  MAILER: 'smtp',
  SMTP_URL: 'smtp://plaza%40example.com:p%2Fss@mail.example.com:587',
  MAIL_FROM: 'Plaza <mail@example.com>',
};
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://api.example.com/',
  ...SMTP,
  ...SECRETS,
  PAYMENTS: 'embedded',
};
const FIREBASE = {
  IDENTITY: 'firebase',
  FIREBASE_PROJECT_ID: 'plaza',
  FIREBASE_API_KEY: 'key',
  FIREBASE_CLIENT_EMAIL: 'service@plaza.example',
  FIREBASE_PRIVATE_KEY: 'first line\\nsecond line',
};

test('without any variable everything is embedded and only local requests are accepted', () => {
  const { limits, ...config } = readConfig({});
  assert.equal(limits.pageSizeMax, 100);
  assert.deepEqual(config, {
    isProduction: false,
    host: '127.0.0.1',
    port: 4_000,
    adminListener: null,
    opsHost: '127.0.0.1',
    opsPort: 4_001,
    workerOpsPort: 4_002,
    drainSeconds: 5,
    stopGraceSeconds: 20,
    dataDir: './data',
    databaseUrl: null,
    databaseLanes: 4,
    databasePool: 10,
    jobConcurrency: { default: 6, media: 2, mail: 2, payment: 2 },
    publicUrl: null,
    corsOrigins: null,
    trustedProxies: 0,
    countryHeader: null,
    hasExplorer: true,
    logLevel: 'info',
    logFormat: null,
    hasDemo: true,
    liveBus: null,
    storage: { kind: 'disk' },
    fileScanner: { kind: 'none' },
    identity: { kind: 'embedded' },
    mail: { kind: 'embedded' },
    moderation: { kind: 'embedded' },
    payments: { kind: 'embedded', callbackSecret: null, statementDescriptor: null },
    coinRates: new Map([
      ['EUR', { min: 50, max: 200 }],
      ['GBP', { min: 50, max: 240 }],
      ['USD', { min: 50, max: 200 }],
    ]),
    registration: 'direct',
    webAppUrl: null,
    secrets: {
      adminToken: null,
      mediaLink: null,
      identity: null,
      previous: { adminToken: null, mediaLink: null, identity: null },
    },
    nearMisses: [],
  });
});

test('a variable that misses one of ours by a slip is found, and those of other programs are not', () => {
  const meant = {
    DATABSE_URL: 'DATABASE_URL',
    PUBLIC_ULR: 'PUBLIC_URL',
    CORS_ORIGIN: 'CORS_ORIGINS',
    REDIS_URI: 'REDIS_URL',
    LOGLEVEL: 'LOG_LEVEL',
    data_dir: 'DATA_DIR',
    PLAZA_PORT: 'PORT',
    JOB_CONCURENCY_MEDIA: 'JOB_CONCURRENCY_MEDIA',
    EXPLORER_: 'EXPLORER',
  };
  const { nearMisses } = readConfig(Object.fromEntries(Object.keys(meant).map((name) => [name, 'x'])));
  assert.deepEqual(Object.fromEntries(nearMisses.map((miss) => [miss.given, miss.meant])), meant);
  const others = `HOME HOSTNAME HOSTTYPE IFS LANG LC_ALL LOGNAME LS_COLORS MAILTO MAILCHECK MANPATH NODE_OPTIONS NODE_PATH OLDPWD PATH PGHOST
    PGDATABASE PGPORT POST POSTGRES_URL PWD SHELL SHLVL SSH_AUTH_SOCK TERM TMPDIR TZ USER XDG_DATA_DIRS npm_config_data_dir npm_package_version INIT_CWD
    EDITOR DISPLAY AWS_REGION AWS_S3_BUCKET CI DEBUG NO_COLOR FORCE_COLOR KUBERNETES_PORT KUBERNETES_SERVICE_HOST ADMIN_PASSWORD`;
  const foreign = Object.fromEntries(others.split(/\s+/).map((name) => [name, 'x']));
  assert.deepEqual(readConfig(foreign).nearMisses, []);
});

test('an empty variable counts as not set', () => {
  assert.equal(readConfig({ PORT: '', DATABASE_URL: '', LIMIT_PAGE_SIZE_MAX: '' }).port, 4_000);
});

test('the jobs of each kind at a time are set apart, down to none', () => {
  const { jobConcurrency } = readConfig({ JOB_CONCURRENCY_MEDIA: '0', JOB_CONCURRENCY_MAIL: '20' });
  assert.deepEqual(jobConcurrency, { default: 6, media: 0, mail: 20, payment: 2 });
  assert.deepEqual(problemsOf({ JOB_CONCURRENCY_DEFAULT: '-1' }), [
    'JOB_CONCURRENCY_DEFAULT: Must be at least 0. It is "-1".',
  ]);
});

test('a limit is set by its name in capitals', () => {
  const { limits } = readConfig({ LIMIT_PAGE_SIZE_MAX: '40', LIMIT_UPLOAD_IMAGE_BYTES: '1024' });
  assert.equal(limits.pageSizeMax, 40);
  assert.equal(limits.uploadImageBytes, 1_024);
});

test('production lets in no origin, and has no demo world and no explorer unless it is asked for', () => {
  const config = readConfig(PRODUCTION);
  assert.equal(config.publicUrl, 'https://api.example.com');
  assert.deepEqual(config.corsOrigins, []);
  assert.equal(config.hasDemo, false);
  assert.equal(config.hasExplorer, false);
  assert.equal(config.registration, 'confirmed');
  assert.equal(readConfig({ ...PRODUCTION, REGISTRATION: 'direct' }).registration, 'direct');
  assert.equal(readConfig({ ...PRODUCTION, EXPLORER: 'on' }).hasExplorer, true);
  const open = readConfig({ ...PRODUCTION, CORS_ORIGINS: ' https://a.example , ,https://b.example' });
  assert.deepEqual(open.corsOrigins, ['https://a.example', 'https://b.example']);
});

test('production requires its secrets, all of them different', () => {
  const { ADMIN_TOKEN_SECRET, MEDIA_LINK_SECRET, IDENTITY_SECRET, ...bare } = PRODUCTION;
  assert.deepEqual(problemsOf(bare), [
    'ADMIN_TOKEN_SECRET: needed in production, at least 32 characters.',
    'MEDIA_LINK_SECRET: needed in production, at least 32 characters.',
    'IDENTITY_SECRET: needed in production, at least 32 characters.',
  ]);
  assert.deepEqual(problemsOf({ ...PRODUCTION, MEDIA_LINK_SECRET: 'b'.repeat(31) }), [
    'MEDIA_LINK_SECRET: Must have at least 32 characters.',
  ]);
  assert.deepEqual(problemsOf({ ...PRODUCTION, MEDIA_LINK_SECRET: ADMIN_TOKEN_SECRET }), [
    'The secrets must differ from one another in production.',
  ]);
  // Also with Firebase: it encrypts refresh tokens and waiting mails.
  assert.deepEqual(problemsOf({ ...bare, ...FIREBASE, ADMIN_TOKEN_SECRET, MEDIA_LINK_SECRET }), [
    'IDENTITY_SECRET: needed in production, at least 32 characters.',
  ]);
  assert.equal(IDENTITY_SECRET.length, 32);
});

test('production refuses known passwords and an unknown address', () => {
  const { PUBLIC_URL, ...bare } = PRODUCTION;
  assert.deepEqual(problemsOf({ ...bare, DEMO: 'on' }), [
    'PUBLIC_URL: needed in production, such as https://api.example.com.',
    'DEMO: its accounts have known passwords; production refuses it.',
  ]);
  assert.equal(PUBLIC_URL, 'https://api.example.com/');
});

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
});

test('the variables of a login shell set nothing, such as the mailbox in MAIL', () => {
  const shell = { HOME: '/root', LOGNAME: 'root', MAIL: '/var/mail/root', SHELL: '/bin/bash', USER: 'root' };
  assert.deepEqual(problemsOf(shell), []);
  assert.deepEqual(readConfig(shell).mail, { kind: 'embedded' });
  const { mail } = readConfig({ ...PRODUCTION, ...shell });
  assert.equal(mail.kind, 'smtp');
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

test('all invalid numbers, addresses and choices are reported together', () => {
  const problems = problemsOf({
    PORT: '70000',
    OPS_PORT: '4.5',
    DATABASE_URL: 'mysql://somewhere/plaza',
    DATABASE_LANES: 'four',
    EXPLORER: 'maybe',
    LIMIT_QUERY_DEPTH: '0',
    LIMIT_QUERY_DEPHT: '10',
  });
  assert.deepEqual(namesOf(problems), [
    'PORT',
    'OPS_PORT',
    'DATABASE_URL',
    'DATABASE_LANES',
    'EXPLORER',
    'LIMIT_QUERY_DEPHT',
    'LIMIT_QUERY_DEPTH',
  ]);
});

const namesOf = (problems: readonly string[]): (string | undefined)[] =>
  problems.map((problem) => problem.split(':')[0]);

function problemsOf(env: Environment): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    const [title, ...problems] = error.message.split('\n');
    assert.equal(title, 'The configuration is wrong:');
    return problems.map((problem) => problem.replace(/^ {2}- /, ''));
  }
}

test('payments are a sandbox outside production, and production is told what they are', () => {
  const { PAYMENTS: _embedded, ...production } = PRODUCTION;
  assert.deepEqual(problemsOf(production), [
    'PAYMENTS: needed in production: stripe, or embedded for a sandbox in which no card is real.',
  ]);
  const key = { PAYMENTS: 'stripe', STRIPE_API_KEY: 'sk_live_of_the_account' };
  assert.deepEqual(readConfig({ ...production, ...key }).payments, {
    kind: 'stripe',
    apiKey: 'sk_live_of_the_account',
    callbackSecret: null,
    statementDescriptor: null,
  });
  assert.deepEqual(problemsOf({ PAYMENTS: 'stripe' }), ['STRIPE_API_KEY: needed when PAYMENTS is stripe.']);
  const wrong = {
    PAYMENTS: 'stripe',
    STRIPE_API_KEY: 'pk_live_public',
    STRIPE_CALLBACK_SECRET: 'secret',
    STRIPE_STATEMENT_DESCRIPTOR: '*',
  };
  assert.deepEqual(problemsOf(wrong), [
    'STRIPE_API_KEY: Must be a secret or restricted key: sk_live_…',
    'STRIPE_CALLBACK_SECRET: Must be the signing secret of an endpoint: whsec_…',
    'STRIPE_STATEMENT_DESCRIPTOR: Must be 1 to 22 letters, digits, spaces and signs of .&+- It is "*".',
  ]);
});

test('texts are judged by rules on this machine, or by a vendor with a key', () => {
  assert.deepEqual(readConfig({}).moderation, { kind: 'embedded' });
  assert.deepEqual(readConfig(PRODUCTION).moderation, { kind: 'embedded' });
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

test('rates of coins are bounds by currency, and a currency without them has none', () => {
  const { coinRates } = readConfig({ COIN_RATES: 'EUR:50-200, IDR:0.005-0.02' });
  assert.deepEqual(
    [...coinRates],
    [
      ['EUR', { min: 50, max: 200 }],
      ['IDR', { min: 0.005, max: 0.02 }],
    ],
  );
  assert.deepEqual(readConfig({}).coinRates.get('USD'), { min: 50, max: 200 });
  for (const wrong of ['EUR', 'EUR:50', 'EUR:200-50', 'eur:50-200', 'EUR:-1-5', 'EUR:50-200,', 'EUR:a-b']) {
    assert.deepEqual(problemsOf({ COIN_RATES: wrong }), [
      `COIN_RATES: Must be coins for 100 of the smallest unit by currency, such as EUR:50-200,USD:50-200. It is "${wrong}".`,
    ]);
  }
});

test('the example of a `.env` names only variables that exist, and is accepted as it stands', () => {
  const example = readFileSync(path.resolve(import.meta.dirname, '../../.env.example'), 'utf8');
  const operations = readFileSync(path.resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const lines = example.split('\n').filter((line) => /^# [A-Z0-9_]+=/.test(line));
  const given = parseEnv(lines.map((line) => line.slice(2)).join('\n'));
  for (const name of Object.keys(given)) {
    if (!name.startsWith('LIMIT_')) assert.ok(operations.includes(`\`${name}\``), name);
  }
  const keys = {
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
    STRIPE_API_KEY: 'sk_test_key',
    OPENAI_API_KEY: 'sk-key-of-moderation',
  };
  assert.deepEqual(problemsOf({ ...given, ...SECRETS, ...keys, DEMO: 'off' }), []);
});
