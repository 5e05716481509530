import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findEmbeddedPostgres } from '@plaza/embedded-postgres-server';
import { Client } from 'pg';
import { createActor } from '#test/support/actor.ts';
import { nativeClient } from '#test/support/calls/native-client.ts';
import { see } from '#test/support/messaging/calls.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { type Person, register } from '#test/support/world.ts';
import { dataFolder, plaza, type PlazaProcess } from './plaza-process.ts';

/** `npm start` with its own database and call server, which is killed and started again at the same address. */
export type KilledServer = {
  pid(): number;
  /** When it was ready after its last start. */
  readyAtMs(): number;
  /** Registers a user through the API. */
  person(username: string): Promise<Person>;
  rows<Row extends object>(query: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Kills it and its database with it. @returns when */
  kill(): Promise<number>;
  start(): Promise<void>;
  output(): string;
};

export async function killedServer(
  t: TestContext,
  callPorts: string,
  more: Readonly<Record<string, string>> = {},
): Promise<KilledServer> {
  const folder = await dataFolder(t);
  const port = await freePort();
  const env = {
    DATA_DIR: folder,
    DEMO: 'off',
    PORT: String(port),
    TRUSTED_PROXIES: '1',
    CALL_SERVER_PORTS: callPorts,
    ...more,
  };
  let running: PlazaProcess;
  let readyAtMs = 0;
  let database: Client | null = null;
  let connectionString = '';

  async function start(): Promise<void> {
    running = plaza(t, { args: ['start'], env });
    await running.ready();
    readyAtMs = Date.now();
    const found = await findEmbeddedPostgres({ dataDir: folder, superuser: 'plaza' });
    connectionString = found ?? assert.fail('the database runs');
    database = new Client({ connectionString });
    // The connection breaks with the server.
    database.on('error', () => undefined);
    await database.connect();
  }

  async function disconnect(): Promise<void> {
    await database?.end().catch(() => undefined);
    database = null;
  }
  t.after(disconnect);
  const onEnd = (end: () => unknown): void =>
    t.after(async () => {
      await end();
    });

  await start();
  return {
    pid: () => running.pid,
    readyAtMs: () => readyAtMs,
    person: (username) =>
      register(createActor(`http://127.0.0.1:${port}/web/graphql`, { token: null, onEnd }), {
        username,
        connectionString,
      }),
    async rows<Row extends object>(query: string, values: readonly unknown[] = []) {
      const result = await (database ?? assert.fail('it is down')).query<Row>(query, [...values]);
      return result.rows;
    },
    async kill() {
      const atMs = Date.now();
      running.kill('SIGKILL');
      assert.equal((await running.exited).signal, 'SIGKILL');
      await disconnect();
      return atMs;
    },
    start,
    output: () => `${running.stdout()}\n${running.stderr()}`,
  };
}

const CONNECT = `mutation ($id: ID!, $offer: String!) { connectCall(input: { callId: $id, offer: $offer }) {
  answer errors { code message } } }`;

let ssrcs = 100_000;

/** A device that is silent for five seconds counts as lost. */
const SOUND_EACH_MS = 500;

/** Connects the device of a person to a call that they have joined, through the API. @returns a function that ends the connection */
export async function connectDevice(t: TestContext, person: Person, callId: string): Promise<() => void> {
  const { viewer } = await see(person, callId, 'viewer { connection { slotCount } }');
  const client = await nativeClient(viewer.connection.slotCount, ssrcs);
  ssrcs += 1_000;
  const sound = setInterval(() => client.isConnected() && client.send(0), SOUND_EACH_MS);
  function close(): void {
    clearInterval(sound);
    client.close();
  }
  t.after(close);
  const { connectCall } = await person.do(CONNECT, { id: callId, offer: client.offer });
  client.accept(connectCall.answer);
  await waitFor(`${person.username} is connected`, async () => {
    const { viewer: own } = await see(person, callId, 'viewer { state }');
    return client.isConnected() && own.state === 'CONNECTED';
  });
  return close;
}

const WAIT_MS = 30_000;

export async function waitFor(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadlineMs = Date.now() + whenBusy(WAIT_MS, 1);
  while (!(await isSo())) {
    assert.ok(Date.now() < deadlineMs, `waited in vain: ${what}`);
    await sleep(50);
  }
}

/** Times at which something in calls ends by itself, in place of those that would be half a minute away. */
export type Deadline =
  | { readonly of: 'ring'; readonly callId: string; readonly at: Date }
  | { readonly of: 'member'; readonly callId: string; readonly at: Date }
  | { readonly of: 'host'; readonly callId: string; readonly at: Date }
  | { readonly of: 'empty'; readonly callId: string; readonly at: Date };

const SET: Readonly<Record<Deadline['of'], readonly string[]>> = {
  ring: [
    `update call_invitees set ringing_until = $2 where call_id = $1 and state = 'RINGING'`,
    'update calls set ringing_until = $2 where id = $1 and ringing_until is not null',
    // Members who connect or return have more time than the ring.
    `update call_members set due_at = $2::timestamptz + interval '1 minute' where call_id = $1 and due_at is not null`,
  ],
  member: ['update call_members set due_at = $2 where call_id = $1 and due_at is not null'],
  host: ['update calls set host_until = $2 where id = $1 and host_until is not null'],
  empty: ['update calls set alone_until = $2 where id = $1 and alone_until is not null'],
};

/** Writes deadlines as transitions do: under the lock of each call, with the least of them. */
export async function writeDeadlines(
  { rows }: Pick<KilledServer, 'rows'>,
  deadlines: readonly Deadline[],
): Promise<void> {
  for (const { of, callId, at } of deadlines) {
    const id = uuidOf(callId);
    await rows('begin');
    await rows('select from calls where id = $1 for update', [id]);
    for (const statement of SET[of]) await rows(statement, [id, at]);
    await rows(
      `update calls set due_at = least(ringing_until, host_until, alone_until, ends_at,
         (select min(due_at) from call_members where call_id = id)) where id = $1 and state <> 'ENDED'`,
      [id],
    );
    await rows('commit');
  }
}
