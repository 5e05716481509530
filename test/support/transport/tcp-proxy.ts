import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';

export type TcpProxy = {
  readonly port: number;
  /** Simulates an outage: connections are closed and new ones refused. */
  cut(): Promise<void>;
  restore(): Promise<void>;
  /** Open connections go on, new ones are ended at once. */
  refuseNew(): void;
  /** Connections stay open, new ones are taken, and nothing arrives any more. */
  swallow(): void;
  /** Open connections stay open, and nothing arrives over them any more; new ones go on as before. */
  silence(): void;
};

/** A proxy of a server that a test can cut, while the server and its other clients continue. */
export async function tcpProxy(
  t: Pick<TestContext, 'after'>,
  target: { readonly hostname: string; readonly port: number },
): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isRefusing = false;
  let isSwallowing = false;
  const server = createServer((socket) => {
    if (isRefusing) return void socket.destroy();
    if (isSwallowing) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
      return void socket.resume();
    }
    const upstream = connect(target.port, target.hostname);
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
  return {
    port,
    cut,
    async restore() {
      if (isSwallowing) await cut();
      isSwallowing = false;
      await listen(port);
    },
    swallow() {
      isSwallowing = true;
      for (const socket of sockets) socket.unpipe().resume();
    },
    silence() {
      for (const socket of sockets) socket.unpipe().resume();
    },
    refuseNew() {
      isRefusing = true;
    },
  };
}
