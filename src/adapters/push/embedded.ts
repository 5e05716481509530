import { Pool } from 'pg';
import { closeInTime, createSockets } from '#platform/faults/closing.ts';
import type { Clock } from '#platform/kernel/clock.ts';
import { MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import type { PushAnswer, PushMessage, PushPort, PushProvider } from '#ports/push.ts';
import { GONE, OK, PATIENCE, refused, sendEach, throttled, UNAVAILABLE } from './answers.ts';

const STATEMENT_TIMEOUT_MS = 5 * SECOND_MS;
/** Time after which a connection counts as dead, whose server would have ended the statement. */
const SILENCE_TIMEOUT_MS = 6 * SECOND_MS;

export type EmbeddedPushOptions = {
  readonly provider: PushProvider;
  readonly connectionString: string;
  readonly clock: Clock;
  /** Sends to subscriptions of browsers, which are those of the developer. */
  readonly browsers?: PushPort;
};

/**
 * Keeps messages in the product's own database, for development and tests; none leaves it but those to `browsers`. Tokens that begin
 * with `gone`, `refused`, `throttled` or `unavailable` are answered so.
 */
export function createEmbeddedPush(options: EmbeddedPushOptions): PushPort {
  const { provider, connectionString, clock, browsers } = options;
  const sockets = createSockets();
  const pool = new Pool({
    connectionString,
    stream: sockets.open,
    application_name: 'plaza-push',
    max: 1,
    connectionTimeoutMillis: STATEMENT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
  });
  // A broken connection is replaced at its next use. Without `error` listeners it would end the process, idle or in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));

  async function send(message: PushMessage): Promise<PushAnswer> {
    const answer = await answerTo(message);
    if (answer.outcome === 'OK') await record(pool, { provider, message, sentAt: clock.now() });
    return answer;
  }

  async function answerTo(message: PushMessage): Promise<PushAnswer> {
    if (!browsers?.isToken(message.token)) return answerOf(message.token, clock.now());
    const [answer] = await browsers.send([message]);
    return answer ?? UNAVAILABLE;
  }

  return {
    send: (messages) => sendEach(messages, PATIENCE, send),
    isToken: (token) => token !== '',
    publicKey: browsers?.publicKey ?? null,
    async close() {
      await browsers?.close();
      await closeInTime(pool.end(), sockets.destroy);
    },
  };
}

const THROTTLED_SECONDS = (2 * MINUTE_MS) / SECOND_MS;

function answerOf(token: string, now: Date): PushAnswer {
  if (token.startsWith('gone')) return GONE;
  if (token.startsWith('refused')) return refused('refused');
  if (token.startsWith('throttled')) return throttled(String(THROTTLED_SECONDS), now);
  return token.startsWith('unavailable') ? UNAVAILABLE : OK;
}

type Recording = {
  readonly provider: PushProvider;
  readonly message: PushMessage;
  readonly sentAt: Date;
};

async function record(pool: Pool, { provider, message, sentAt }: Recording): Promise<void> {
  const { id, token, appId, shown, data, badge } = message;
  await pool.query(
    `insert into recorded_pushes (id, provider, app_id, token_end, title, body, data, badge, sent_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (id) do nothing`,
    [id, provider, appId, token.slice(-TOKEN_END), shown?.title, shown?.body, data, badge, sentAt],
  );
}

/** Characters of a token by which a developer knows a device. */
const TOKEN_END = 8;
