import { setTimeout as sleep } from 'node:timers/promises';
import { faultsOf } from '#platform/faults/faults.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { type FaultKind, PortFault } from '#platform/kernel/port-fault.ts';

/** PostgreSQL cannot be reached or is shutting down; the outcome of a statement in flight is unknown. */
export const databaseAway = (cause?: unknown): PortFault => new PortFault('database', 'away', { cause });

/** Whether `error`, from any statement or transaction, means that the database is unavailable and a retry may succeed. */
export const isDatabaseAway = (error: unknown): boolean =>
  error instanceof PortFault && error.port === 'database' && error.kind === 'away';

/** Whether the connection is to a server that takes no changes, such as one that another server has replaced. */
export const isDatabaseReadOnly = (error: unknown): boolean =>
  error instanceof PortFault && error.port === 'database' && error.kind === 'read-only';

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

/** An error of `pg` as the fault of the database that it means; returns all others unchanged. Other ports fail by the same codes. */
export function toDatabaseFault(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof PortFault) return error;
  const kind = kindOf(error);
  return kind === null ? error : new PortFault('database', kind, { cause: error });
}

/** As `toDatabaseFault`; a fault is noted for the log and `/ready`. */
export function reportDatabaseFault(log: Logger, error: unknown): unknown {
  const fault = toDatabaseFault(error);
  if (fault instanceof PortFault) faultsOf(log).report(fault);
  return fault;
}

/** By SQLSTATE, and by the error codes of sockets. */
const KINDS: Readonly<Record<string, FaultKind>> = {
  // The server shuts down, starts up or has no connection left.
  '57P01': 'away',
  '57P02': 'away',
  '57P03': 'away',
  '53300': 'away',
  '08000': 'away',
  '08003': 'away',
  '08006': 'away',
  ECONNREFUSED: 'away',
  ECONNRESET: 'away',
  ECONNABORTED: 'away',
  EPIPE: 'away',
  ETIMEDOUT: 'away',
  EHOSTUNREACH: 'away',
  ENETUNREACH: 'away',
  ENOTFOUND: 'away',
  EAI_AGAIN: 'away',
  // A standby, such as a server that another one has replaced, or an administrator's lock.
  '25006': 'read-only',
  // No disk, no memory, or an error of the disk.
  '53100': 'full',
  '53200': 'full',
  '58030': 'full',
};

/** `pg` gives its own connection errors no code, only these messages. */
const AWAY_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect|timeout expired|Query read timeout)/;

function kindOf(error: Error): FaultKind | null {
  if ('code' in error && typeof error.code === 'string') return KINDS[error.code] ?? null;
  return AWAY_MESSAGES.test(error.message) ? 'away' : null;
}
