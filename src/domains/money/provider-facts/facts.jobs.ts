import { DAY_MS } from '#platform/kernel/clock.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import type { Services } from '#platform/outbox/services.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { deleteOldFacts } from './facts.queries.ts';
import { pollFacts, pollFactsJob } from './facts.service.ts';

const BATCH_ROWS = 500;
/** Longer than the provider itself tells of a fact. */
const FACTS_KEPT_MS = 35 * DAY_MS;

export const factJobs: readonly JobHandler[] = [
  handleJob(pollFactsJob, pollFacts, { kind: 'payment' }),
  handleCron('payments.startPoll', '* * * * *', startPoll),
  handleCron('payments.sweepFacts', '49 4 * * *', sweep),
];

/** The poll waits for the network, and so for others of its kind alone. */
async function startPoll({ ports, transaction }: Services): Promise<void> {
  await transaction(async (tx) => tx.enqueue(pollFactsJob, {}, { key: ports.payments.provider }));
}

async function sweep(services: Services): Promise<void> {
  const batch = { before: new Date(services.clock.now().getTime() - FACTS_KEPT_MS), limit: BATCH_ROWS };
  await writeInBatches(services, (tx) => deleteOldFacts(tx, batch));
}
