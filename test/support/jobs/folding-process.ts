import { foldEntries } from '#domains/money/ledger/ledger.queries.ts';
import { openDatabase } from '#platform/db/connection.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { createTransactions } from '#platform/outbox/transaction.ts';

/** A process for a test to kill: it folds entries, a few at a time, and prints a line for each batch. Its argument is the connection string. */
const { db } = await openDatabase({
  connectionString: process.argv[2] ?? '',
  lanes: 1,
  transactionPoolSize: 1,
  statementTimeoutMs: 10_000,
  log: createLogger({ level: 'silent' }),
});
const ids = createIds(systemClock);
const transaction = createTransactions({ db, ids, clock: systemClock, onCommit: () => undefined });
for (;;) {
  await transaction((tx) => foldEntries(tx, 3));
  process.stdout.write('batch\n');
}
