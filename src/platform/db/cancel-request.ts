import type { ClientBase } from 'pg';
import { Pool } from 'pg';
import { closeInTime, createSockets } from '#platform/faults/closing.ts';
import type { SessionOptions } from './session.ts';
import { clientConfig } from './session.ts';

/** PostgreSQL ignores a request that arrives before the statement, so it is repeated until the statement has ended. */
export const CANCEL_AGAIN_MS = 20;

/** Cancels statements of other sessions, over one connection that is open only while needed. */
export type CancelRequests = {
  /**
   * `stillWanted` is called immediately before the request is sent. Settles when the server has handled it.
   * Failure is silent: the statement's own timeout remains.
   */
  send(client: ClientBase, stillWanted: () => boolean): Promise<void>;
  close(): Promise<void>;
};

const IDLE_TIMEOUT_MS = 30_000;
const CANCEL_TIMEOUT_MS = 2_000;

export function openCancelRequests(options: SessionOptions): CancelRequests {
  const sockets = createSockets();
  const pool = new Pool({
    ...clientConfig(options),
    stream: sockets.open,
    application_name: 'plaza-cancel',
    max: 1,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    query_timeout: CANCEL_TIMEOUT_MS,
  });
  pool.on('error', () => undefined);
  // A client reports a lost connection here too; an `error` event without a listener would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));

  return {
    async send(client, stillWanted) {
      const session = await pool.connect().catch(() => null);
      if (!session) return;
      if (!stillWanted()) return session.release();
      await session.query('select pg_cancel_backend($1)', [processIdOf(client)]).then(
        () => session.release(),
        () => session.release(true),
      );
    },
    close: () => closeInTime(pool.end(), sockets.destroy),
  };
}

/** Null before the connection is open, and PostgreSQL then cancels nothing. A pooler reports a process id of its own. */
function processIdOf(client: ClientBase): number | null {
  // A public member of the driver's client that its types omit.
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : null;
}
