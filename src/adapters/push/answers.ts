import { HOUR_MS, MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { PUSH_BATCH_MAX, type PushAnswer, type PushMessage } from '#ports/push.ts';

export const OK: PushAnswer = { outcome: 'OK' };
export const GONE: PushAnswer = { outcome: 'GONE' };
export const UNAVAILABLE: PushAnswer = { outcome: 'UNAVAILABLE' };

const REASON_LENGTH_MAX = 60;

/** A refusal by a word of a provider, of which nothing but letters and digits is kept. */
export const refused = (reason: string): PushAnswer => ({
  outcome: 'REFUSED',
  reason: reason.replaceAll(/[^\w.-]+/g, '_').slice(0, REASON_LENGTH_MAX),
});

const RETRY_AFTER_DEFAULT_MS = MINUTE_MS;
const RETRY_AFTER_MIN_MS = SECOND_MS;
const RETRY_AFTER_MAX_MS = HOUR_MS;

/** @param retryAfter the header of this name: seconds or a date, or nothing that can be read */
export function throttled(retryAfter: unknown, now: Date): PushAnswer {
  const text = typeof retryAfter === 'string' ? retryAfter.trim() : '';
  const waitMs = /^\d+$/.test(text) ? Number(text) * SECOND_MS : Date.parse(text) - now.getTime();
  const retryAfterMs = Number.isNaN(waitMs) ? RETRY_AFTER_DEFAULT_MS : waitMs;
  return {
    outcome: 'THROTTLED',
    retryAfterMs: Math.min(Math.max(retryAfterMs, RETRY_AFTER_MIN_MS), RETRY_AFTER_MAX_MS),
  };
}

export type Patience = {
  /** Time for one message. */
  readonly messageMs: number;
  /** Time after which no message of a batch is begun. */
  readonly batchMs: number;
};

export const PATIENCE: Patience = { messageMs: 10 * SECOND_MS, batchMs: 15 * SECOND_MS };

/** Messages of a batch that are under way at a time. */
const AT_ONCE = 50;

/**
 * Sends messages one by one, some of them at a time. A message that is not answered in time, fails or was not begun in time is
 * UNAVAILABLE and holds up none of the others.
 */
export async function sendEach(
  messages: readonly PushMessage[],
  { messageMs, batchMs }: Patience,
  send: (message: PushMessage, signal: AbortSignal) => Promise<PushAnswer>,
): Promise<readonly PushAnswer[]> {
  if (messages.length > PUSH_BATCH_MAX)
    throw new RangeError(`At most ${PUSH_BATCH_MAX} messages are sent at once.`);
  const answers: PushAnswer[] = messages.map(() => UNAVAILABLE);
  const endsAtMs = performance.now() + batchMs;
  const waiting = messages.entries();
  async function work(): Promise<void> {
    for (const [index, message] of waiting) {
      if (performance.now() >= endsAtMs) return;
      answers[index] = await inTime(messageMs, (signal) => send(message, signal));
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return answers;
}

async function inTime(
  timeoutMs: number,
  send: (signal: AbortSignal) => Promise<PushAnswer>,
): Promise<PushAnswer> {
  const { promise: late, resolve } = Promise.withResolvers<PushAnswer>();
  const ending = new AbortController();
  const timer = setTimeout(() => {
    resolve(UNAVAILABLE);
    ending.abort();
  }, timeoutMs);
  // Failures of the network, and answers that mean nothing, say nothing of the message.
  const sent = send(ending.signal).catch(() => UNAVAILABLE);
  try {
    return await Promise.race([sent, late]);
  } finally {
    clearTimeout(timer);
  }
}
