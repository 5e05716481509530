import type { Clock } from '#platform/kernel/clock.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { toDatabaseFault } from '#platform/db/database-fault.ts';
import { closeInTime, createSockets } from '#platform/faults/closing.ts';
import { PortFault } from '#platform/kernel/port-fault.ts';
import type { MailMessage, MailPort } from '#ports/mail.ts';
import { MailError } from '#ports/mail.ts';
import { Pool } from 'pg';
import { checkedMessage } from './checked-message.ts';

const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;
const STATEMENT_TIMEOUT_MS = 5 * SECOND_MS;
/** Time after which a connection counts as dead, whose server would have ended the statement. */
const SILENCE_TIMEOUT_MS = 6 * SECOND_MS;

export type EmbeddedMailOptions = {
  readonly connectionString: string;
  readonly clock: Clock;
};

/** Records messages in the product's own database, for development and tests; none is sent. */
export function createEmbeddedMail({ connectionString, clock }: EmbeddedMailOptions): MailPort {
  const sockets = createSockets();
  const pool = new Pool({
    connectionString,
    stream: sockets.open,
    application_name: 'plaza-mail',
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
  });
  // A broken connection is replaced at its next use. Without `error` listeners it would end the process, idle or in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    send: async (message) => record(pool, checkedMessage(message), clock.now()),
    close: () => closeInTime(pool.end(), sockets.destroy),
  };
}

async function record(pool: Pool, message: MailMessage, sentAt: Date): Promise<void> {
  const { to, subject, text, html, idempotencyKey } = message;
  try {
    await pool.query(
      `insert into recorded_mails (recipient, subject, text, html, sent_at, idempotency_key)
       values ($1, $2, $3, $4, $5, $6) on conflict (idempotency_key) do nothing`,
      [to, subject, text, html, sentAt, idempotencyKey],
    );
  } catch (error) {
    const fault = toDatabaseFault(error);
    throw fault instanceof PortFault
      ? new MailError('UNAVAILABLE', 'The store of mails is unavailable.', { cause: fault })
      : error;
  }
}
