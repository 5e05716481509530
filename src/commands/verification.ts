import { sql } from 'kysely';
import { type Progress, progressLine } from '#domains/money/verification/verify.policy.ts';
import { openDatabase } from '#platform/db/connection.ts';
import type { Db } from '#platform/db/database.ts';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import { type Logger, openLogger } from '#platform/kernel/logger.ts';
import { readConfig } from '../config/config.ts';
import type { Environment } from '../config/variables.ts';
import { prepareDatabase, requireMigrated } from './database.ts';

type Listener = {
  readonly onChecked: (progress: Progress) => void;
  readonly onDifference: (difference: string) => void;
};

export type Verification = {
  /** Reads by one snapshot unless it writes, tells the listener of differences, and returns their number and what is said when there are none. */
  readonly verify: (db: Db, listener: Listener) => Promise<{ differences: number; right: string }>;
  /** Text before the number of differences. */
  readonly wrong: string;
  /** Whether `verify` repairs what differs: it locks what it changes then. */
  readonly isWriting?: boolean;
};

/** Time limit of one batch: an account of the platform has the entries of years. */
const STATEMENT_TIMEOUT_MS = HOUR_MS;
const LINE_START = '\r\u001b[2K';

/** Prints a line for each difference. Changes nothing and then exits with 1, unless it repairs them. */
export async function runVerification(env: Environment, verification: Verification): Promise<void> {
  const config = readConfig(env);
  const log = await openLogger(config);
  // A server is read as it is; the embedded one is started, and migrated, as the product would.
  if (config.databaseUrl !== null) await requireMigrated(config.databaseUrl, log);
  const { connectionString, stop } =
    config.databaseUrl === null
      ? await prepareDatabase(config, log)
      : { connectionString: config.databaseUrl, stop: async () => undefined };
  try {
    const { differences, right } = await verifyAt(connectionString, log, verification);
    const line = process.stdout.isTTY ? '\n' : '';
    process.stdout.write(`${line}${differences === 0 ? right : `${verification.wrong}: ${differences}.`}\n`);
    if (differences > 0 && verification.isWriting !== true) process.exitCode = 1;
  } finally {
    await stop();
  }
}

async function verifyAt(
  connectionString: string,
  log: Logger,
  { verify, isWriting = false }: Verification,
): Promise<{ differences: number; right: string }> {
  const { db, close } = await openDatabase({
    connectionString,
    log,
    lanes: 1,
    transactionPoolSize: 1,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
  });
  try {
    return await db.transaction().execute(async (tx) => {
      // One snapshot for all of it, so that it runs beside writes.
      if (!isWriting) await sql`set transaction isolation level repeatable read read only`.execute(tx);
      return verify(tx, { onChecked: showProgress(), onDifference: showDifference });
    });
  } finally {
    await close();
  }
}

function showDifference(difference: string): void {
  process.stdout.write(`${process.stdout.isTTY ? LINE_START : ''}${difference}\n`);
}

/** In a terminal, a line with a bar for each kind of row. */
function showProgress(): (progress: Progress) => void {
  if (!process.stdout.isTTY) return () => undefined;
  let current: string | null = null;
  return (progress) => {
    const start = current === null || current === progress.what ? LINE_START : '\n';
    current = progress.what;
    process.stdout.write(`${start}${progressLine(progress)}`);
  };
}
