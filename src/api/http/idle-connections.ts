import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const SWEEP_MS = 20;
/** Time in which a connection sends the first bytes of its request, on slow lines too. */
const FIRST_BYTES_MS = 1_000;

/**
 * Lets a listener that closes end as soon as its last request is answered. Two kinds of connections would hold it open: those that
 * become idle after their answer, until their keep-alive ends, and those that browsers open ahead and on which nothing was ever sent.
 * Node.js counts the latter as under way until its timeout for headers.
 */
export function endIdleConnectionsOnClose(app: FastifyInstance): void {
  const { server } = app;
  const openedMs = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    openedMs.set(socket, performance.now());
    socket.once('close', () => openedMs.delete(socket));
  });
  app.addHook('preClose', (done) => {
    const sweep = setInterval(() => {
      server.closeIdleConnections();
      for (const [socket, sinceMs] of openedMs) {
        if (socket.bytesRead === 0 && performance.now() - sinceMs >= FIRST_BYTES_MS) socket.destroy();
      }
    }, SWEEP_MS);
    server.once('close', () => clearInterval(sweep));
    done();
  });
}
