/** PostgreSQL cannot be reached or is shutting down; nothing is known about a statement that was under way. */
export class DatabaseAway extends Error {
  override readonly name = 'DatabaseAway';
}

/** Whether `error`, from any statement or transaction, means that the database is away and a later try may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof DatabaseAway || isConnectionLoss(error);
}

/** The errors of `pg` that mean a lost connection become `DatabaseAway`; all others stay as they are. */
export function recogniseLoss(error: unknown): unknown {
  if (error instanceof DatabaseAway || !isConnectionLoss(error)) return error;
  return new DatabaseAway('The database is away.', { cause: error });
}

/** SQLSTATEs of a server that goes down, starts up or is full, and codes of sockets. */
const LOSS_CODES = new Set([
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

/** `pg` gives its own connection errors no code, only these texts. */
const LOSS_TEXTS =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string') return LOSS_CODES.has(error.code);
  return LOSS_TEXTS.test(error.message);
}
