import { Socket } from 'node:net';
import { SECOND_MS } from '#platform/kernel/clock.ts';

/** Time for closing what has nothing left to save; then its sockets are destroyed, since a silent peer never answers. */
const CLOSE_MS = SECOND_MS;

/** Waits for `closing`, but not for long; `destroy` then makes an end of it. */
export async function closeInTime(closing: Promise<unknown>, destroy: () => void): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<'late'>();
  const timer = setTimeout(resolve, CLOSE_MS, 'late');
  try {
    if ((await Promise.race([closing, late])) === 'late') destroy();
  } finally {
    clearTimeout(timer);
  }
}

/** The sockets of a pool of connections, which can be destroyed while their server is silent. */
export type Sockets = {
  /** Makes a socket, as the driver asks for one. */
  readonly open: () => Socket;
  destroy(): void;
};

export function createSockets(): Sockets {
  const sockets = new Set<Socket>();
  return {
    open() {
      const socket = new Socket();
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      return socket;
    },
    destroy() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
