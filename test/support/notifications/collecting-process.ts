import { createEmbeddedBus } from '#adapters/live-bus/embedded.ts';
import { collectBatch, FOLLOWED_EVENTS } from '#domains/insight/notifications/following.service.ts';
import { openDatabase } from '#platform/db/connection.ts';
import { systemClock } from '#platform/kernel/clock.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { followEvents, startFollowers } from '#platform/outbox/followers/event-followers.ts';
import type { Services } from '#platform/outbox/services.ts';
import { createTransactions } from '#platform/outbox/transaction.ts';

/** A process for a test to kill: it collects notifications in small batches and prints a line for each. Its argument is the connection string. */
const log = createLogger({ level: 'silent' });
const { db } = await openDatabase({
  connectionString: process.argv[2] ?? '',
  lanes: 1,
  transactionPoolSize: 2,
  statementTimeoutMs: 10_000,
  log,
});
const ids = createIds(systemClock);
const clock = systemClock;
const transaction = createTransactions({ db, ids, clock, onCommit: () => undefined });
// The services that the collector uses.
const services = {
  log,
  db,
  ids,
  clock,
  transaction,
  ports: { liveBus: createEmbeddedBus() },
} as unknown as Services;
startFollowers(services, [
  followEvents('notifications.collect', FOLLOWED_EVENTS, {
    batch: 50,
    async work(...batch) {
      process.stdout.write('batch\n');
      await collectBatch(...batch);
    },
  }),
]);
