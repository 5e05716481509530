import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';

export type DatabaseProxy = {
  readonly connectionString: string;
  /** Simulates an outage: connections are closed and new ones refused. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** The database has no connection left for anybody: those that stand go on, new ones are ended. */
  refuseNew(): void;
};

/** A proxy of the database that a test can cut, while the server and the other tests continue. */
export async function databaseProxy(
  t: Pick<TestContext, 'after'>,
  connectionString: string,
): Promise<DatabaseProxy> {
  const target = new URL(connectionString);
  const sockets = new Set<Socket>();
  let isRefusing = false;
  const server = createServer((socket) => {
    if (isRefusing) return void socket.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  });

  async function listen(port: number): Promise<number> {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    assert.ok(typeof address === 'object' && address !== null);
    return address.port;
  }

  async function cut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  const port = await listen(0);
  t.after(cut);
  const proxied = new URL(connectionString);
  proxied.host = `127.0.0.1:${port}`;
  return {
    connectionString: proxied.href,
    cut,
    async restore() {
      await listen(port);
    },
    refuseNew() {
      isRefusing = true;
    },
  };
}
