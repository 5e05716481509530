import { createEmbeddedBus } from '#adapters/live-bus/embedded.ts';
import { openDatabase } from '#platform/db/connection.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { startFollowers } from '#platform/outbox/followers/event-followers.ts';
import type { Services } from '#platform/outbox/services.ts';
import { createTransactions } from '#platform/outbox/transaction.ts';
import { countingFollower } from './counting-follower.ts';

/** A process for a test to kill: it runs the counting follower and prints a line for each batch. Its argument is the connection string. */
const log = createLogger({ level: 'silent' });
const { db } = await openDatabase({
  connectionString: process.argv[2] ?? '',
  lanes: 1,
  transactionPoolSize: 2,
  statementTimeoutMs: 10_000,
  log,
});
const ids = createIds(systemClock);
const transaction = createTransactions({ db, ids, clock: systemClock, onCommit: () => undefined });
// The services that a follower without a domain uses.
const services = { log, db, transaction, ports: { liveBus: createEmbeddedBus() } } as unknown as Services;
startFollowers(services, [countingFollower(100, () => process.stdout.write('batch\n'))]);
