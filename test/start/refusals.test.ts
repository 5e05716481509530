import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { access, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '@plaza/embedded-postgres-server';
import { createLogger } from '#platform/kernel/logger.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { testDatabase } from '#test/support/database.ts';
import { dataFolder, plaza, runPlaza } from './plaza-process.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

test('a start on a port in use names the port before it makes anything', async (t) => {
  const folder = path.join(await dataFolder(t), 'data');
  const port = await takenPort(t);
  const env = { DATA_DIR: folder, PORT: String(port), DEMO: 'off' };
  const { code, stdout, stderr } = await runPlaza(t, { args: ['start'], env });
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
  assert.equal(
    stderr,
    `Something else listens on 127.0.0.1:${port} already: stop it, or set PORT, ADMIN_PORT, OPS_PORT, PANEL_PORT or WEB_APP_PORT to a free port.\n`,
  );
  await assert.rejects(access(folder), { code: 'ENOENT' });
});

test('a value that is wrong is repeated, unless it could be a secret', async (t) => {
  const env = { DATA_DIR: await dataFolder(t), PORT: 'many', DATABASE_URL: 'mysql://me:pass@db/plaza' };
  const { code, stderr } = await runPlaza(t, { args: ['start'], env });
  assert.equal(code, 2);
  assert.match(stderr, /^ {2}- PORT: .* It is "many"\.$/m);
  assert.match(stderr, /^ {2}- DATABASE_URL: /m);
  assert.doesNotMatch(stderr, /pass/);
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
      'MAILER',
      'PAYMENTS',
      'CALL_SERVER',
      'ADMIN_TOKEN_SECRET',
      'MEDIA_LINK_SECRET',
      'IDENTITY_SECRET',
      'ADMIN_TOTP_SECRET',
      'LIMIT_PAGE_SIZE_MX',
      'LIMIT_PAGE_SIZE_MAX',
    ],
  );
});

test('an unknown command is named, and the commands are listed', async (t) => {
  for (const [args, name] of [
    [[], ''],
    [['strat'], 'There is no command "strat".\n\n'],
    [['toString', '--help'], 'There is no command "toString".\n\n'],
  ] as const) {
    const { code, stdout, stderr } = await runPlaza(t, { args });
    assert.equal(code, 2);
    const said = stderr + stdout;
    assert.ok(said.startsWith(`${name}Usage: node plaza.js <command> [--help]\n`), said);
  }
});

test('`--help` describes a command, or all of them, and runs none', async (t) => {
  const all = await runPlaza(t, { args: ['--help'] });
  assert.deepEqual([all.code, all.stderr], [0, '']);
  assert.match(all.stdout, /^ {2}start +everything in one process/m);
  for (const name of ['start', 'serve', 'worker', 'migrate', 'schema', 'admin:create', 'admin:reset-totp']) {
    const { code, stdout, stderr } = await runPlaza(t, { args: [name, '--help'] });
    assert.deepEqual([code, stderr], [0, ''], name);
    assert.ok(all.stdout.includes(stdout) && stdout.startsWith(`  ${name} `), stdout);
  }
});

test('a file `.env` of the working folder sets what the environment does not', async (t) => {
  const cwd = await dataFolder(t);
  await writeFile(path.join(cwd, '.env'), 'LOG_LEVEL=loud\nPORT=many\n');
  const env = { PATH: process.env['PATH'], PORT: '4000' };
  const child = spawnSync(process.execPath, [path.join(ROOT, 'plaza.js'), 'migrate'], { cwd, env });
  assert.equal(child.status, 2);
  assert.match(String(child.stderr), /LOG_LEVEL: .* It is "loud"\./);
  assert.doesNotMatch(String(child.stderr), /PORT/);
});

test('a process warns at its start of a variable that misses a setting by a slip', async (t) => {
  const env = { DATABASE_URL: 'postgresql://127.0.0.1:1/plaza', LOGLEVEL: 'debug', HOSTNAME: 'here' };
  const { stdout } = await runPlaza(t, { args: ['migrate'], env });
  const { level, variable, msg } = JSON.parse(stdout.split('\n')[0] ?? '') as Record<string, unknown>;
  assert.deepEqual([level, variable], [40, 'LOGLEVEL']);
  assert.equal(msg, 'LOGLEVEL is no setting and has no effect: write LOG_LEVEL if that is meant');
  assert.doesNotMatch(stdout, /HOSTNAME/);
});

test('a Node.js that is too old says which one is needed', (t) => {
  const old = oldNode();
  if (!old) {
    t.skip('no Node.js older than 24 is installed beside that of the project');
    return;
  }
  const child = spawnSync(old, ['plaza.js', 'start'], { cwd: ROOT });
  assert.equal(child.status, 2);
  assert.match(String(child.stderr), /^Plaza needs Node\.js 24, and this is \d+\.\d+\.\d+\. Run "npm ci"/);
});

/** The path of a Node.js of the system that the product does not run on; null without one. */
function oldNode(): string | null {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  for (const folder of folders.filter((each) => !each.includes('node_modules'))) {
    const file = path.join(folder, 'node');
    const { status, stdout } = spawnSync(file, ['--version']);
    if (status === 0 && Number.parseInt(String(stdout).slice(1), 10) < 24) return file;
  }
  return null;
}

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
      `The database lacks the migration ${last[0]?.name}: run "npm run migrate" with this release first.\n`,
    );
  }
});

test('serve says how many migrations a database lacks, and names the first', async (t) => {
  const { connectionString } = await testDatabase(t);
  const removed = await sql<{ name: string }>(
    connectionString,
    'delete from kysely_migration returning name',
  );
  const [first] = removed.map(({ name }) => name).toSorted();
  const { code, stderr } = await runPlaza(t, { args: ['serve'], env: { DATABASE_URL: connectionString } });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    `The database lacks ${removed.length} migrations, the first of which is ${first}: run "npm run migrate" with this release first.\n`,
  );
});

test('serve names the functions that a database lacks, and not those of another text', async (t) => {
  const { connectionString } = await testDatabase(t);
  await sql(connectionString, "update applied_functions set hash = 'other' where name = 'day_of'");
  await sql(connectionString, "delete from applied_functions where name in ('fold_name', 'uuid_after')");
  const { code, stderr } = await runPlaza(t, { args: ['serve'], env: { DATABASE_URL: connectionString } });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    'The database lacks 2 functions, the first of which is fold_name: run "npm run migrate" with this release first.\n',
  );
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

test('a data folder of an older schema is refused with instructions, and left unchanged', async (t) => {
  const folder = await dataFolder(t);
  const open = () =>
    startEmbeddedPostgres({ dataDir: folder, log: createLogger({ level: 'silent' }), superuser: 'plaza' });
  const former = await open();
  await sql(former.connectionString, 'create table kysely_migration (name text, timestamp text)');
  await sql(former.connectionString, "insert into kysely_migration values ('20261122T0100_platform', '')");
  await former.stop();

  const { code, stderr } = await runPlaza(t, { args: ['start'], env: { DATA_DIR: folder, DEMO: 'off' } });
  assert.equal(code, 1);
  assert.equal(
    stderr,
    'The database has an older schema that this version cannot migrate: delete the data folder, ' +
      'or set DATABASE_URL to an empty database.\n',
  );
  const left = await open();
  t.after(() => left.stop());
  const tables = "select relname from pg_class where relnamespace = 'public'::regnamespace";
  assert.deepEqual(await sql(left.connectionString, tables), [{ relname: 'kysely_migration' }]);
});

test('serve goes on beside functions and migrations of a newer release, and says so', async (t) => {
  const { connectionString } = await testDatabase(t);
  await sql(connectionString, "update applied_functions set hash = 'newer' where name = 'day_of'");
  await sql(connectionString, "insert into kysely_migration values ('29990101T0000_later', now()::text)");
  const env = { DATABASE_URL: connectionString, DATA_DIR: await dataFolder(t) };
  const serving = plaza(t, { args: ['serve'], env });
  await serving.ready();
  assert.match(
    serving.stdout(),
    /"functions":\["day_of"\],"msg":"the database has functions of another release"/,
  );
  assert.match(
    serving.stdout(),
    /"migrations":\["29990101T0000_later"\],"msg":"the database is newer than this release"/,
  );
});

test('damaged files of the data folder are named', async (t) => {
  const { connectionString } = await testDatabase(t);
  const folder = await dataFolder(t);
  const env = { DATABASE_URL: connectionString, DATA_DIR: folder, DEMO: 'off' };
  for (const [name, advice] of [
    ['secrets.json', 'restore it, or give the secrets by the environment'],
    ['vapid.json', 'delete it, and browsers subscribe anew'],
    ['first-run.json', 'remove it, and the next start writes it anew'],
  ] as const) {
    const file = path.join(folder, name);
    await writeFile(file, '{"half":');
    const { stderr } = await runPlaza(t, { args: ['start'], env });
    assert.equal(stderr, `${file} cannot be read any more: ${advice}.\n`);
    await rm(file);
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
