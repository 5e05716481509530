/** PostgreSQL cannot be reached or is shutting down; the outcome of a statement in flight is unknown. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
}

/** Whether `error`, from any statement or transaction, means that the database is unavailable and a retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseAway || isConnectionLoss(error);
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
