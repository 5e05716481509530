import { setTimeout as sleep } from 'node:timers/promises';

/** PostgreSQL cannot be reached or is shutting down; the outcome of a statement in flight is unknown. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
}

/** Whether `error`, from any statement or transaction, means that the database is unavailable and a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseAway || isConnectionLoss(error);
}

const RETRY_MS = 200;
const RETRIES_MAX = 300;

/**
 * Retries reading while the database is unavailable, for a minute: an error would end subscriptions, and skipped events would
 * be lost.
 * @param isWanted false ends the retries, with the error of the last one
 */
export async function retryWhileDatabaseAway<Result>(
  read: () => Promise<Result>,
  isWanted: () => boolean,
): Promise<Result> {
  for (let retriesLeft = RETRIES_MAX; ; retriesLeft -= 1) {
    try {
      return await read();
    } catch (error) {
      if (retriesLeft === 0 || !isDatabaseAway(error) || !isWanted()) throw error;
      await sleep(RETRY_MS);
    }
  }
}

/** Wraps errors of `pg` that mean a lost connection in `DatabaseAway`; returns all others unchanged. */
export function toDatabaseAway(error: unknown): unknown {
  if (error instanceof DatabaseAway || !isConnectionLoss(error)) return error;
  return new DatabaseAway('The database is unavailable.', { cause: error });
}

/** SQLSTATEs of a server that shuts down, starts up or is full, and error codes of sockets. */
const AWAY_CODES = new Set([
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08003',
  '08006',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** `pg` gives its own connection errors no code, only these messages. */
const AWAY_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') return AWAY_CODES.has(error.code);
  return AWAY_MESSAGES.test(error.message);
}
