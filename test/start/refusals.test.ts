import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Client } from 'pg';
import { freePort } from '#test/support/free-port.ts';
import { testDatabase } from '#test/support/database.ts';
import { dataFolder, isAlive, plaza, postgresPid, runPlaza } from './plaza-process.ts';

test('a start on a port in use names the port, and leaves no database running', async (t) => {
  const folder = await dataFolder(t);
  const port = await takenPort(t);
  const refused = plaza(t, { args: ['start'], env: { DATA_DIR: folder, PORT: String(port), DEMO: 'off' } });
  await refused.says('migration applied');
  const postgres = await postgresPid(folder);
  assert.deepEqual(await refused.exited, { code: 1, signal: null });
  assert.equal(
    refused.stderr(),
    `Something else listens on 127.0.0.1:${port} already: stop it, or set PORT or OPS_PORT to a free port.\n`,
  );
  assert.equal(isAlive(postgres), false);
  await assert.rejects(access(path.join(folder, 'postgres', 'postmaster.pid')), { code: 'ENOENT' });
});

test('all errors of the configuration are reported together', async (t) => {
  const env = {
    DATA_DIR: await dataFolder(t),
    NODE_ENV: 'production',
    PORT: 'many',
    LIMIT_PAGE_SIZE_MX: '50',
    LIMIT_PAGE_SIZE_MAX: '-1',
    ADMIN_TOKEN_SECRET: 'short',
    IDENTITY: 'firebase',
  };
  const { code, stdout, stderr } = await runPlaza(t, { args: ['start'], env });
  assert.equal(code, 2);
  assert.equal(stdout, '');
  const [title, ...problems] = stderr.trimEnd().split('\n');
  assert.equal(title, 'The configuration is wrong:');
  assert.deepEqual(
    problems.map((problem) => /^ {2}- ([A-Z_]+): \S/.exec(problem)?.[1]),
    [
      'PORT',
      'PUBLIC_URL',
      'FIREBASE_PROJECT_ID',
      'FIREBASE_API_KEY',
      'FIREBASE_CLIENT_EMAIL',
      'FIREBASE_PRIVATE_KEY',
      'MAIL',
      'ADMIN_TOKEN_SECRET',
      'MEDIA_LINK_SECRET',
      'IDENTITY_SECRET',
      'LIMIT_PAGE_SIZE_MX',
      'LIMIT_PAGE_SIZE_MAX',
    ],
  );
});

test('an unknown command lists the commands', async (t) => {
  for (const args of [[], ['strat'], ['toString']]) {
    const { code, stderr } = await runPlaza(t, { args });
    assert.equal(code, 2);
    assert.match(stderr, /^Usage: node src\/main\.ts <command>\n/);
  }
});

test('serve, worker and migrate list a missing DATABASE_URL with every other problem', async (t) => {
  for (const args of [['serve'], ['worker'], ['migrate']]) {
    const { code, stderr } = await runPlaza(t, { args, env: { LOG_LEVEL: 'loud' } });
    assert.equal(code, 2);
    const problems = [...stderr.matchAll(/^ {2}- (.*)$/gm)].map(([, problem]) => problem);
    assert.equal(problems.at(-1), 'DATABASE_URL: needed by this command.');
    assert.match(problems[0] ?? '', /^LOG_LEVEL: /);
    assert.equal(problems.length, 2);
  }
});

test('serve and worker refuse the embedded live bus', async (t) => {
  const env = { DATABASE_URL: 'postgresql://plaza@127.0.0.1:1/plaza', LIVE_BUS: 'embedded' };
  for (const args of [['serve'], ['worker']]) {
    const { code, stderr } = await runPlaza(t, { args, env });
    assert.deepEqual(
      { code, stderr },
      {
        code: 2,
        stderr:
          'The configuration is wrong:\n  - LIVE_BUS: the embedded bus reaches no other process; use postgres or redis.\n',
      },
    );
  }
});

test('an unreachable database is reported in one line', async (t) => {
  const DATABASE_URL = `postgresql://plaza:secret@127.0.0.1:${await freePort()}/plaza`;
  for (const args of [['serve'], ['start'], ['migrate']]) {
    const { code, stderr } = await runPlaza(t, {
      args,
      env: { DATABASE_URL, DATA_DIR: await dataFolder(t) },
    });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^The database of DATABASE_URL cannot be reached: nothing listens there \(.*\)\.\n$/,
    );
    assert.doesNotMatch(stderr, /secret/);
  }
});

test('a wrong password and a missing database are reported in one line', async (t) => {
  const { connectionString } = await testDatabase(t);
  const wrongPassword = new URL(connectionString);
  wrongPassword.password = 'wrong';
  const wrongName = new URL(connectionString);
  wrongName.pathname = '/nowhere';
  for (const [url, message] of [
    [wrongPassword, 'refuses the user or the password'],
    [wrongName, 'does not exist'],
  ] as const) {
    const { code, stderr } = await runPlaza(t, { args: ['serve'], env: { DATABASE_URL: url.href } });
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(`^The database of DATABASE_URL ${message} \\(.*\\)\\.\\n$`));
  }
});

test('serve refuses a database that lacks migrations', async (t) => {
  const { connectionString } = await testDatabase(t);
  const last = await sql<{ name: string }>(
    connectionString,
    'delete from kysely_migration where name = (select max(name) from kysely_migration) returning name',
  );
  for (const args of [['serve'], ['worker']]) {
    const { code, stderr } = await runPlaza(t, { args, env: { DATABASE_URL: connectionString } });
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `The database lacks ${last[0]?.name}: run "npm run migrate" with this release first.\n`,
    );
  }
});

test('a database of a newer release is not migrated', async (t) => {
  const { connectionString } = await testDatabase(t);
  await sql(connectionString, "insert into kysely_migration values ('29990101T0000_later', now()::text)");
  for (const args of [['start'], ['migrate']]) {
    const env = { DATABASE_URL: connectionString, DATA_DIR: await dataFolder(t) };
    const { code, stderr } = await runPlaza(t, { args, env });
    assert.equal(code, 1);
    assert.equal(
      stderr,
      'The database is newer than this release: it has the migrations 29990101T0000_later. Start a release that has them.\n',
    );
  }
});

test('a database of an older schema is refused with instructions, and left unchanged', async (t) => {
  const { connectionString } = await testDatabase(t);
  await sql(
    connectionString,
    "update kysely_migration set name = '20261120T0900_outbox' where name like '%_platform'",
  );
  const applied = () => sql(connectionString, 'select name from kysely_migration order by name');
  const before = await applied();
  for (const args of [['start'], ['migrate'], ['serve']]) {
    const env = { DATABASE_URL: connectionString, DATA_DIR: await dataFolder(t) };
    const { code, stderr } = await runPlaza(t, { args, env });
    assert.equal(code, 1);
    assert.equal(
      stderr,
      'The database has an older schema that this version cannot migrate: delete the data folder, ' +
        'or set DATABASE_URL to an empty database.\n',
    );
  }
  assert.deepEqual(await applied(), before);
});

test('damaged files of the data folder are named', async (t) => {
  const { connectionString } = await testDatabase(t);
  const folder = await dataFolder(t);
  const env = { DATABASE_URL: connectionString, DATA_DIR: folder, DEMO: 'off' };
  for (const [name, advice] of [
    ['secrets.json', 'restore it, or give the secrets by the environment'],
    ['first-run.json', 'remove it, and the next start writes it anew'],
  ] as const) {
    const file = path.join(folder, name);
    await writeFile(file, '{"half":');
    const { stderr } = await runPlaza(t, { args: ['start'], env });
    assert.equal(stderr, `${file} cannot be read any more: ${advice}.\n`);
    await writeFile(
      path.join(folder, 'secrets.json'),
      JSON.stringify({ adminToken: 'a', mediaLink: 'b', identity: 'c' }),
    );
  }
});

async function takenPort(t: TestContext): Promise<number> {
  const server = createServer();
  t.after(() => server.close());
  return listen(server);
}

function listen(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

async function sql<Row extends object>(connectionString: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
