import { renewDue } from '#domains/creator/renewals/renewals.service.ts';
import { settleInvoices } from '#domains/creator/billing/settling.service.ts';
import { openDatabase } from '#platform/db/connection.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import type { Services } from '#platform/outbox/services.ts';
import { createTransactions } from '#platform/outbox/transaction.ts';

/**
 * A process that renews and settles what is due until a test kills it. Its arguments are the connection string, the limits as JSON, and the time
 * at which its clock stands; each line of its input moves the clock. It prints a line when it begins.
 */
const [, , connectionString = '', limits = '{}', begunAt = ''] = process.argv;
let now = new Date(begunAt);
const clock = { now: () => now };
process.stdin.setEncoding('utf8').on('data', (lines: string) => {
  now = new Date(lines.trimEnd().split('\n').at(-1) ?? '');
});
const log = createLogger({ level: 'error' });
const settings = { lanes: 1, transactionPoolSize: 2, statementTimeoutMs: 10_000, log };
const { db } = await openDatabase({ ...settings, connectionString });
const ids = createIds(clock);
const transaction = createTransactions({ db, ids, clock, onCommit: () => undefined });
// The services that renewing and settling use.
const services = { log, db, ids, clock, limits: JSON.parse(limits), transaction } as unknown as Services;
process.stdout.write('renewing\n');
for (;;) {
  await renewDue(services);
  await writeInBatches(services, (tx) => settleInvoices(services, tx));
}
