import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Client } from 'pg';
import { testDatabase } from '#test/support/database.ts';
import { dataFolder, isAlive, plaza, postgresPid, runPlaza } from './plaza-process.ts';

test('a port that is taken is named, and no database is left behind', async (t) => {
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

test('everything that is wrong with the configuration is told at once', async (t) => {
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
      'ADMIN_TOKEN_SECRET',
      'FIREBASE_PROJECT_ID',
      'FIREBASE_API_KEY',
      'FIREBASE_CLIENT_EMAIL',
      'FIREBASE_PRIVATE_KEY',
      'MEDIA_LINK_SECRET',
      'PUBLIC_URL',
      'MAIL',
      'LIMIT_PAGE_SIZE_MX',
      'LIMIT_PAGE_SIZE_MAX',
    ],
  );
});

test('a command that does not exist shows those that do', async (t) => {
  for (const args of [[], ['strat'], ['toString']]) {
    const { code, stderr } = await runPlaza(t, { args });
    assert.equal(code, 2);
    assert.match(stderr, /^Usage: node src\/main\.ts <command>\n/);
  }
});

test('serve and worker need a database of their own', async (t) => {
  for (const args of [['serve'], ['worker'], ['migrate']]) {
    const { code, stderr } = await runPlaza(t, { args });
    assert.deepEqual({ code, stderr }, { code: 2, stderr: 'DATABASE_URL: needed by this command.\n' });
  }
});

test('a database that cannot be reached is told in one line', async (t) => {
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

test('a wrong password and a database that is not there are told in one line', async (t) => {
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

test('serve does not start on a database that lacks migrations', async (t) => {
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
      'The database is newer than this release: it has had 29990101T0000_later. Start a release that knows them.\n',
    );
  }
});

test('files of the data folder that were damaged are named', async (t) => {
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

async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  await new Promise((resolve) => server.close(resolve));
  return port;
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
