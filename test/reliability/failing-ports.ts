import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import type { TestContext } from 'node:test';
import { databaseAt, runSql } from '#test/support/test-server.ts';
import { until } from '#test/support/processes.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { databaseProxy } from '#test/support/transport/database-proxy.ts';
import { tcpProxy } from '#test/support/transport/tcp-proxy.ts';

/** A port of the product that can be made to fail, with the settings that lead there. */
export type FailingPort = {
  readonly env: Readonly<Record<string, string>>;
  fail(): Promise<unknown>;
  restore(): Promise<unknown>;
};

/** Connections to the database are refused. */
export async function databaseAway(t: TestContext, connectionString: string): Promise<FailingPort> {
  const proxy = await databaseProxy(t, connectionString);
  return { env: { DATABASE_URL: proxy.connectionString }, fail: proxy.cut, restore: proxy.restore };
}

/** Connections to the database stay open, and nothing comes from them. */
export async function databaseSilent(t: TestContext, connectionString: string): Promise<FailingPort> {
  const proxy = await databaseProxy(t, connectionString);
  return {
    env: { DATABASE_URL: proxy.connectionString },
    fail: async () => proxy.swallow(),
    restore: proxy.restore,
  };
}

/** As after a failover: connections break, and new ones reach a server that takes no changes. */
export async function databaseReadOnly(_t: TestContext, connectionString: string): Promise<FailingPort> {
  const name = new URL(connectionString).pathname.slice(1);
  const set = (value: 'on' | 'off') =>
    runSql(
      databaseAt(connectionString, 'postgres'),
      `alter database "${name}" set default_transaction_read_only = ${value};
       select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
    );
  return { env: { DATABASE_URL: connectionString }, fail: () => set('on'), restore: () => set('off') };
}

/**
 * Every change of a table fails as it does without room on the disk. One transaction a table: locks of all of them,
 * taken one after the other, were a deadlock with whoever uses two of them.
 */
export async function databaseFull(_t: TestContext, connectionString: string): Promise<FailingPort> {
  const ofAllTables = (statement: string): string => `do $$ declare place text; begin
    for place in select format('%I.%I', schemaname, tablename) from pg_tables
      where schemaname in ('public', 'auth', 'graphile_worker') loop execute format('${statement}', place); commit; end loop; end $$`;
  await runSql(
    connectionString,
    `create function public.refuse_for_want_of_room() returns trigger language plpgsql as
     $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
  );
  return {
    env: { DATABASE_URL: connectionString },
    fail: () =>
      runSql(
        connectionString,
        ofAllTables(
          'create trigger no_room before insert or update or delete on %s for each statement execute function public.refuse_for_want_of_room()',
        ),
      ),
    restore: () => runSql(connectionString, ofAllTables('drop trigger no_room on %s')),
  };
}

const S3_ENV = {
  STORAGE: 's3',
  S3_BUCKET: 'plaza-media',
  S3_ACCESS_KEY_ID: 'S3RVER',
  S3_SECRET_ACCESS_KEY: 'S3RVER',
};

/** Connections to the bucket are refused. */
export async function storageAway(t: TestContext, connectionString: string): Promise<FailingPort> {
  const proxy = await tcpProxy(t, await bucket(t, () => 200));
  const env = { ...S3_ENV, DATABASE_URL: connectionString, S3_ENDPOINT: `http://127.0.0.1:${proxy.port}` };
  return { env, fail: proxy.cut, restore: proxy.restore };
}

/** Connections to the bucket stay open, and nothing comes from them. */
export async function storageSilent(t: TestContext, connectionString: string): Promise<FailingPort> {
  const proxy = await tcpProxy(t, await bucket(t, () => 200));
  const env = { ...S3_ENV, DATABASE_URL: connectionString, S3_ENDPOINT: `http://127.0.0.1:${proxy.port}` };
  return { env, fail: async () => proxy.swallow(), restore: proxy.restore };
}

/** The bucket answers that it has no room. */
export async function storageFull(t: TestContext, connectionString: string): Promise<FailingPort> {
  let status = 200;
  const { port } = await bucket(t, () => status);
  const env = { ...S3_ENV, DATABASE_URL: connectionString, S3_ENDPOINT: `http://127.0.0.1:${port}` };
  return { env, fail: async () => (status = 507), restore: async () => (status = 200) };
}

/** A program that speaks the protocol of Redis; undefined where none is installed. */
export const REDIS_PROGRAM = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
);

/** The server of the live bus is killed, and started again at the same address. */
export async function busKilled(t: TestContext, connectionString: string): Promise<FailingPort> {
  const port = await freePort();
  let server: ChildProcess | null = null;
  async function restore(): Promise<void> {
    const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    server = spawn(REDIS_PROGRAM ?? 'redis-server', settings, { stdio: 'ignore' });
    await until(() => isListening(port), 'the server of the live bus answers');
  }
  async function fail(): Promise<void> {
    if (!server) return;
    const gone = once(server, 'exit');
    server.kill('SIGKILL');
    await gone;
    server = null;
  }
  t.after(fail);
  await restore();
  const env = {
    LIVE_BUS: 'redis',
    REDIS_URL: `redis://127.0.0.1:${port}`,
    DATABASE_URL: connectionString,
  };
  return { env, fail, restore };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** A bucket that takes everything and keeps nothing. */
async function bucket(t: TestContext, statusOf: () => number): Promise<{ hostname: string; port: number }> {
  const server: Server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(statusOf(), { etag: '"0"' }).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The bucket has no port.');
  return { hostname: '127.0.0.1', port: address.port };
}
