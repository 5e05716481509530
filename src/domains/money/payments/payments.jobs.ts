import { DAY_MS } from '#platform/kernel/clock.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import type { Services } from '#platform/outbox/services.ts';
import { listForgottenPayments } from './card-payments.queries.ts';
import { forgetCustomer, forgetCustomerJob } from './customers.service.ts';
import {
  detachMethod,
  detachMethodJob,
  reconcileMethod,
  reconcileMethodJob,
  tellExpiringMethods,
} from './methods.service.ts';
import {
  chargePayment,
  chargePaymentJob,
  lookAtUnbooked,
  reconcilePayment,
  reconcilePaymentJob,
} from './payment-looks.service.ts';
import { deleteOldSetups, listForgottenSetups, listUndetached } from './personal-data.queries.ts';
import { finishRefund, finishRefundJob, sweepRefunds } from './refunds.service.ts';
import { reconcileSetup, reconcileSetupJob } from './setups.service.ts';

const BATCH_ROWS = 500;
const SETUPS_KEPT_MS = 30 * DAY_MS;
/** As long as Stripe lists its events. */
const SANDBOX_EVENTS_KEPT_MS = 30 * DAY_MS;
/** By then a provider that was away has mostly come back; what its jobs did not get done is begun once more. */
const UNDONE_AFTER_MS = DAY_MS;

const atProvider = { kind: 'payment' } as const;

export const paymentJobs: readonly JobHandler[] = [
  handleJob(reconcileSetupJob, reconcileSetup, atProvider),
  handleJob(reconcilePaymentJob, reconcilePayment, atProvider),
  handleJob(chargePaymentJob, chargePayment, atProvider),
  handleJob(finishRefundJob, finishRefund, atProvider),
  handleJob(reconcileMethodJob, reconcileMethod, atProvider),
  handleJob(detachMethodJob, detachMethod, atProvider),
  handleJob(forgetCustomerJob, forgetCustomer, atProvider),
  handleCron('payments.tellExpiringMethods', '7 6 * * *', tellExpiringMethods),
  handleCron('payments.lookAtUnbooked', '* * * * *', lookAtUnbooked),
  handleCron('payments.sweepRefunds', '27 * * * *', sweepRefunds),
  handleCron('payments.sweep', '47 4 * * *', sweep),
];

async function sweep(services: Services): Promise<void> {
  const { clock, db, transaction } = services;
  const batchBefore = (ms: number) => ({ before: new Date(clock.now().getTime() - ms), limit: BATCH_ROWS });
  await writeInBatches(services, (tx) => deleteOldSetups(tx, batchBefore(SETUPS_KEPT_MS)));
  await forgetSandboxEvents(services, batchBefore(SANDBOX_EVENTS_KEPT_MS));
  const undone = batchBefore(UNDONE_AFTER_MS);
  const undetached = await listUndetached(db, undone);
  const forgotten = await listForgottenSetups(db, undone);
  const forgottenPayments = await listForgottenPayments(db, undone);
  await transaction(async (tx) => {
    for (const setupId of forgotten) tx.enqueue(reconcileSetupJob, { setupId }, { key: setupId });
    for (const paymentId of forgottenPayments)
      tx.enqueue(reconcilePaymentJob, { paymentId }, { key: paymentId });
    for (const methodId of undetached) tx.enqueue(detachMethodJob, { methodId }, { key: methodId });
  });
}

async function forgetSandboxEvents(
  { ports }: Services,
  batch: { before: Date; limit: number },
): Promise<void> {
  const { sandbox } = ports.payments;
  while (sandbox && (await sandbox.deleteOldEvents(batch)) > 0);
}
