import type { Services } from '#platform/outbox/services.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { comparePayments, comparePaymentsJob } from './differences.service.ts';

export const differenceJobs: readonly JobHandler[] = [
  handleJob(comparePaymentsJob, comparePayments, { kind: 'payment' }),
  handleCron('payments.startComparison', '37 * * * *', startComparison),
];

/** The comparison waits for the network, and so for others of its kind alone. */
async function startComparison({ ports, transaction }: Services): Promise<void> {
  await transaction(async (tx) => tx.enqueue(comparePaymentsJob, {}, { key: ports.payments.provider }));
}
