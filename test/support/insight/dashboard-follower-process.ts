import { createEmbeddedBus } from '#adapters/live-bus/embedded.ts';
import { dashboardFollower } from '#domains/insight/dashboard/dashboard.jobs.ts';
import { openDatabase } from '#platform/db/connection.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { type EventFollower, startFollowers } from '#platform/outbox/followers/event-followers.ts';
import type { Services } from '#platform/outbox/services.ts';
import { createTransactions } from '#platform/outbox/transaction.ts';

/** A process for a test to kill: it counts events for the dashboard, two at a time, and prints a line for each two. */
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
// The services that the follower uses.
const services = { log, db, transaction, ports: { liveBus: createEmbeddedBus() } } as unknown as Services;
const slow: EventFollower = {
  ...dashboardFollower,
  batch: 2,
  async work(...given) {
    await dashboardFollower.work(...given);
    process.stdout.write('batch\n');
  },
};
startFollowers(services, [slow]);
