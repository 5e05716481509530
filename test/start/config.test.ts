import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { parseEnv } from 'node:util';
import { readConfig } from '#src/config/config.ts';
import { SECRETS, PRODUCTION, FIREBASE, namesOf, problemsOf } from './environments.ts';

test('without any variable everything is embedded and only local requests are accepted', () => {
  const { limits, ...config } = readConfig({});
  assert.equal(limits.pageSizeMax, 100);
  assert.deepEqual(config, {
    isProduction: false,
    host: '127.0.0.1',
    port: 4_000,
    adminListener: null,
    opsHost: '127.0.0.1',
    panelListener: { host: '127.0.0.1', port: 4_004 },
    webAppListener: { host: '127.0.0.1', port: 4_005 },
    opsPort: 4_001,
    workerOpsPort: 4_002,
    drainSeconds: 5,
    stopGraceSeconds: 20,
    dataDir: './data',
    databaseUrl: null,
    databaseLanes: 4,
    databasePool: 10,
    jobConcurrency: { default: 6, media: 2, mail: 2, payment: 2, push: 6, bulk: 2 },
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
    moderation: { kind: 'embedded', judgesImages: false },
    callServer: {
      kind: 'embedded',
      addresses: { listen: '127.0.0.1', announce: null, portFirst: 41_000, portLast: 41_999 },
      turn: null,
    },
    push: {
      isEmbedded: true,
      hasStoredKeys: true,
      fcm: null,
      apns: null,
      webPush: null,
      webPushHosts: [
        'fcm.googleapis.com',
        'updates.push.services.mozilla.com',
        '*.push.apple.com',
        '*.notify.windows.com',
      ],
    },
    payments: { kind: 'embedded', callbackSecret: null, statementDescriptor: null },
    coinRates: new Map([
      ['EUR', { min: 50, max: 200 }],
      ['GBP', { min: 50, max: 240 }],
      ['USD', { min: 50, max: 200 }],
    ]),
    registration: 'direct',
    webAppUrl: null,
    unsubscribe: { oneClickUrl: null, address: null },
    adminAppUrl: null,
    adminTotp: 'optional',
    secrets: {
      adminToken: null,
      mediaLink: null,
      identity: null,
      adminTotp: null,
      previous: { adminToken: null, mediaLink: null, identity: null, adminTotp: null },
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
  assert.deepEqual(jobConcurrency, { default: 6, media: 0, mail: 20, payment: 2, push: 6, bulk: 2 });
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
  assert.equal(config.adminTotp, 'required');
  assert.equal(readConfig({ ...PRODUCTION, ADMIN_TOTP: 'optional' }).adminTotp, 'optional');
  assert.equal(readConfig({ ...PRODUCTION, EXPLORER: 'on' }).hasExplorer, true);
  const open = readConfig({ ...PRODUCTION, CORS_ORIGINS: ' https://a.example , ,https://b.example' });
  assert.deepEqual(open.corsOrigins, ['https://a.example', 'https://b.example']);
});

test('production requires its secrets, all of them different', () => {
  const { ADMIN_TOKEN_SECRET, MEDIA_LINK_SECRET, IDENTITY_SECRET, ADMIN_TOTP_SECRET, ...bare } = PRODUCTION;
  assert.deepEqual(problemsOf(bare), [
    'ADMIN_TOKEN_SECRET: needed in production, at least 32 characters.',
    'MEDIA_LINK_SECRET: needed in production, at least 32 characters.',
    'IDENTITY_SECRET: needed in production, at least 32 characters.',
    'ADMIN_TOTP_SECRET: needed in production, at least 32 characters.',
  ]);
  assert.deepEqual(problemsOf({ ...PRODUCTION, MEDIA_LINK_SECRET: 'b'.repeat(31) }), [
    'MEDIA_LINK_SECRET: Must have at least 32 characters.',
  ]);
  assert.deepEqual(problemsOf({ ...PRODUCTION, MEDIA_LINK_SECRET: ADMIN_TOKEN_SECRET }), [
    'The secrets must differ from one another in production.',
  ]);
  // With Firebase, too, it encrypts refresh tokens and waiting mails.
  const others = { ADMIN_TOKEN_SECRET, MEDIA_LINK_SECRET, ADMIN_TOTP_SECRET };
  assert.deepEqual(problemsOf({ ...bare, ...FIREBASE, ...others }), [
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

test('the variables of a login shell set nothing, such as the mailbox in MAIL', () => {
  const shell = { HOME: '/root', LOGNAME: 'root', MAIL: '/var/mail/root', SHELL: '/bin/bash', USER: 'root' };
  assert.deepEqual(problemsOf(shell), []);
  assert.deepEqual(readConfig(shell).mail, { kind: 'embedded' });
  const { mail } = readConfig({ ...PRODUCTION, ...shell });
  assert.equal(mail.kind, 'smtp');
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
    LIVEKIT_API_KEY: 'key',
    FIREBASE_PROJECT_ID: 'plaza',
    FIREBASE_CLIENT_EMAIL: 'service@plaza.example',
    FIREBASE_PRIVATE_KEY: 'key',
    APNS_KEY: '-----BEGIN PRIVATE KEY-----',
    VAPID_PUBLIC_KEY: Buffer.alloc(65).toString('base64url'),
    VAPID_PRIVATE_KEY: Buffer.alloc(32).toString('base64url'),
    LIVEKIT_API_SECRET: 'a secret of calls, at least 32 characters',
  };
  assert.deepEqual(problemsOf({ ...given, ...SECRETS, ...keys, DEMO: 'off' }), []);
});
