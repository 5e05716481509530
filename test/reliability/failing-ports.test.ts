import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { PNG } from '#test/support/content/uploads.ts';
import { testDatabase } from '#test/support/database.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { dataFolder, plaza } from '../start/plaza-process.ts';
import { until } from './crowd.ts';
import {
  busKilled,
  databaseAway,
  databaseFull,
  databaseReadOnly,
  databaseSilent,
  type FailingPort,
  REDIS_PROGRAM,
  storageAway,
  storageFull,
  storageSilent,
} from './failing-ports.ts';
import { assertStops, type Ready, startServer, UNCACHED } from './watched-server.ts';

const READ = 'query { myDrafts(first: 1) { nodes { id } } }';
const WRITE = `mutation { createPost(input: { text: "Hello" }) { post { id } errors { code } } }`;
const UPLOAD = `mutation ($file: Upload!) { uploadMedia(input: { file: $file }) { media { id } errors { code } } }`;

type Refusal = { readonly code: string; readonly message: string };
type Row = {
  readonly name: string;
  readonly open: (t: TestContext, connectionString: string) => Promise<FailingPort>;
  /** Answer that each gets meanwhile; null is one as ever. */
  readonly read: Refusal | null;
  readonly write: Refusal | null;
  readonly upload: Refusal | null;
  readonly ready: Ready;
  /** The port and the kind of fault of the line in the log. */
  readonly line: readonly [string, string];
  /** Times that all is asked meanwhile; 20 unless given. An answer that waits for silence takes seconds. */
  readonly asked?: number;
};

const unavailable = (what: string): Refusal => ({
  code: 'SERVICE_UNAVAILABLE',
  message: `${what}: try again shortly.`,
});
const NOT_READY = { status: 503, missing: ['database', 'transactions'], degraded: ['live bus'] };
const AWAY = unavailable('The database cannot be reached');
const READ_ONLY = unavailable('The database takes no changes now');
const FULL = unavailable('The database has no room left');

const ROWS: readonly Row[] = [
  {
    name: 'a database that is away',
    open: databaseAway,
    read: AWAY,
    write: AWAY,
    upload: AWAY,
    ready: NOT_READY,
    line: ['database', 'away'],
  },
  {
    name: 'a database that takes no changes',
    open: databaseReadOnly,
    read: null,
    write: READ_ONLY,
    upload: READ_ONLY,
    ready: { status: 200, missing: [], degraded: ['writes'] },
    line: ['database', 'read-only'],
  },
  {
    name: 'a database without room',
    open: databaseFull,
    read: null,
    write: FULL,
    upload: FULL,
    ready: { status: 200, missing: [], degraded: ['writes'] },
    line: ['database', 'full'],
  },
  {
    name: 'a storage that is away',
    open: storageAway,
    read: null,
    write: null,
    upload: unavailable('The storage of files cannot be reached'),
    ready: { status: 200, missing: [], degraded: ['storage'] },
    line: ['storage', 'away'],
  },
  {
    name: 'a storage without room',
    open: storageFull,
    read: null,
    write: null,
    upload: unavailable('The storage of files has no room left'),
    ready: { status: 200, missing: [], degraded: ['storage'] },
    line: ['storage', 'full'],
  },
  {
    name: 'a storage that is silent',
    open: storageSilent,
    read: null,
    write: null,
    // Within the time limit of an operation, else the code were TIMEOUT.
    upload: unavailable('The storage of files cannot be reached'),
    ready: { status: 200, missing: [], degraded: ['storage'] },
    line: ['storage', 'away'],
    asked: 2,
  },
];

for (const row of ROWS) {
  test(`${row.name} is named to clients, by /ready and in one line, until it is back, and does not hold up the end`, async (t) => {
    const { connectionString } = await testDatabase(t);
    const port = await row.open(t, connectionString);
    const server = await startServer(t, port.env);
    assert.deepEqual(await server.ready(), { status: 200, missing: [], degraded: [] });
    await askAll(server.ada, { ...row, read: null, write: null, upload: null });

    await port.fail();
    await until('the fault shows', async () => {
      await askAll(server.ada, null);
      const { missing, degraded } = await server.ready();
      return missing.length === row.ready.missing.length && degraded.length === row.ready.degraded.length;
    });
    for (let times = 0; times < (row.asked ?? 20); times += 1) await askAll(server.ada, row);
    assert.deepEqual(await server.ready(), row.ready);
    assert.deepEqual(
      server.lines('a port fails').filter(([name]) => name !== 'live bus'),
      // As a failover, and a server that is away, it begins with connections that break.
      row.line[1] === 'read-only' ? [['database', 'away'], row.line] : [row.line],
    );
    assert.deepEqual(server.otherWarnings(), []);

    await port.restore();
    await until('the port is back', () => server.isBack());
    await askAll(server.ada, { ...row, read: null, write: null, upload: null });
    assert.deepEqual(
      server
        .lines('a port works again')
        .filter(([name, kind]) => name === row.line[0] && kind === row.line[1]),
      [row.line],
    );

    await port.fail();
    const underWay = askAll(server.ada, null).catch(() => undefined);
    if (row.asked === undefined) await underWay;
    await assertStops(server.process);
    await underWay;
  });
}

test('a silent database ends neither the process nor its readiness for good, and is not waited for at the end', async (t) => {
  const { connectionString } = await testDatabase(t);
  const port = await databaseSilent(t, connectionString);
  const server = await startServer(t, { ...port.env, LIMIT_OPERATION_TIMEOUT_MS: '5000' });
  assert.deepEqual(codesOf(await server.ada.ask(READ)), []);
  await port.fail();
  assert.deepEqual(codesOf(await server.ada.ask(READ)), ['TIMEOUT']);
  await until('the fault shows', async () => (await server.ready()).missing.includes('database'));
  await until('a read fails at once', async () =>
    codesOf(await server.ada.ask(READ)).includes('SERVICE_UNAVAILABLE'),
  );
  assert.deepEqual(
    server.lines('a port fails').filter(([name]) => name === 'database'),
    [['database', 'away']],
  );
  assert.deepEqual(server.otherWarnings(), []);
  await port.restore();
  await until('the port is back', () => server.isBack());
  assert.deepEqual(codesOf(await server.ada.ask(READ)), []);

  await port.fail();
  const underWay = server.ada.ask(WRITE).catch(() => null);
  await assertStops(server.process);
  await underWay;
});

test(
  'a live bus whose server is killed refuses nobody, is named by /ready and in a line at most each ten seconds, until it is back, and does not hold up the end',
  { skip: REDIS_PROGRAM === undefined && 'NEITHER redis-server NOR valkey-server IS INSTALLED' },
  async (t) => {
    const { connectionString } = await testDatabase(t);
    const port = await busKilled(t, connectionString);
    const server = await startServer(t, port.env);
    const well = { read: null, write: null, upload: null };
    await until('the bus is there', async () => (await server.ready()).degraded.length === 0);
    await port.fail();
    await until('the fault shows', async () => (await server.ready()).degraded.includes('live bus'));
    // Events come by the poll of the log.
    for (let times = 0; times < 20; times += 1) await askAll(server.ada, well);
    assert.deepEqual(await server.ready(), { status: 200, missing: [], degraded: ['live bus'] });
    const times = server.timesOf('a port fails');
    assert.ok(times.length > 0);
    // Timers and the clock of the log may differ by a millisecond.
    assert.ok(
      times.every((at, index) => index === 0 || at - (times[index - 1] ?? 0) >= 9_990),
      times.join(' '),
    );
    const told = new Set(server.lines('a port fails').map((line) => line.join(' ')));
    assert.deepEqual([...told], ['live bus away']);
    assert.deepEqual(server.otherWarnings(), []);
    await port.restore();
    await until('the port is back', async () => (await server.ready()).degraded.length === 0);
    await askAll(server.ada, well);
    await port.fail();
    await askAll(server.ada, null);
    await assertStops(server.process);
  },
);

for (const open of [databaseAway, databaseSilent, databaseReadOnly, databaseFull]) {
  test(`a worker ends in time under a ${open.name.replace('database', 'database: ').toLowerCase()}`, async (t) => {
    const { connectionString } = await testDatabase(t);
    const port = await open(t, connectionString);
    const worker = plaza(t, {
      args: ['worker'],
      env: { ...UNCACHED, ...port.env, DATA_DIR: await dataFolder(t), OPS_PORT: String(await freePort()) },
    });
    await worker.ready();
    await port.fail();
    await assertStops(worker);
  });
}

type Expected = Pick<Row, 'read' | 'write' | 'upload'>;

/** @param expected null asks without looking at the answers */
async function askAll(ada: Actor, expected: Expected | null): Promise<void> {
  const file = { file: new Blob([new Uint8Array(PNG)]) };
  const [read, write, upload] = await Promise.all([
    ada.ask(READ),
    ada.ask(WRITE),
    ada.upload(UPLOAD, { file: null }, file),
  ]);
  if (!expected) return;
  const refusalOf = ({ errors }: Awaited<ReturnType<Actor['ask']>>): Refusal | null => {
    const [first] = errors ?? [];
    return first ? { code: first.extensions.code, message: first.message } : null;
  };
  assert.deepEqual(
    { read: refusalOf(read), write: refusalOf(write), upload: refusalOf(upload) },
    { read: expected.read, write: expected.write, upload: expected.upload },
  );
}

const codesOf = ({ errors }: Awaited<ReturnType<Actor['ask']>>): string[] =>
  (errors ?? []).map(({ extensions }) => extensions.code);
