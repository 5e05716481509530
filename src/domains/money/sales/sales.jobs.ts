import { handleEvent, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { paymentChanged } from '../payments/payments.events.ts';
import { followCardEarningJob } from './card-earnings.service.ts';
import { followTakeBacks } from './card-take-backs.service.ts';

export const salesJobs: readonly JobHandler[] = [
  handleJob(followCardEarningJob, (services, { paymentId }) => followTakeBacks(services, paymentId)),
  handleEvent('sales.followTakeBacks', paymentChanged, async (services, { paymentId, purpose, state }) => {
    if (purpose === 'SUBSCRIPTION' && state === 'SUCCEEDED') await followTakeBacks(services, paymentId);
  }),
];
