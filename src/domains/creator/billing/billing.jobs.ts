import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleInterval, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { giveUpPayment, giveUpPaymentJob } from './charging.service.ts';
import { refundInvoices, settleInvoices } from './settling.service.ts';

const SETTLE_EVERY_MS = 2_000;

export const billingJobs: readonly JobHandler[] = [
  handleInterval('billing.settle', SETTLE_EVERY_MS, async (services) => {
    await writeInBatches(services, (tx) => settleInvoices(services, tx));
    await writeInBatches(services, (tx) => refundInvoices(services, tx));
  }),
  handleJob(giveUpPaymentJob, giveUpPayment, { kind: 'payment' }),
];
