import type { Clock } from '#platform/kernel/clock.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { isDatabaseAway } from '#platform/db/database-away.ts';
import type { MailMessage, MailPort } from '#ports/mail.ts';
import { MailError } from '#ports/mail.ts';
import { Pool } from 'pg';
import { checkedMessage } from './checked-message.ts';

const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;
const STATEMENT_TIMEOUT_MS = 5 * SECOND_MS;

export type EmbeddedMailOptions = {
  readonly connectionString: string;
  readonly clock: Clock;
};

/** Records messages in the product's own database, for development and tests; none is sent. */
export function createEmbeddedMail({ connectionString, clock }: EmbeddedMailOptions): MailPort {
  const pool = new Pool({
    connectionString,
    application_name: 'plaza-mail',
    max: 1,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  // A broken connection is replaced at its next use. Without `error` listeners it would end the process, idle or in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    send: async (message) => record(pool, checkedMessage(message), clock.now()),
    close: () => pool.end(),
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
    throw isDatabaseAway(error)
      ? new MailError('UNAVAILABLE', 'The store of mails is unavailable.', { cause: error })
      : error;
  }
}
