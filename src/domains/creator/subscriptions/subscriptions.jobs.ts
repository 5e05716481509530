import { userBlocked } from '#domains/graph/blocks/blocks.events.ts';
import { accountStateChanged } from '#domains/identity/accounts/accounts.events.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleEvent, handleInterval, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { followAccount, followBlock } from './endings.service.ts';
import { refundInvoices, settleInvoices } from './settling.service.ts';

const SETTLE_EVERY_MS = 2_000;

export const subscriptionJobs: readonly JobHandler[] = [
  handleInterval('subscriptions.settle', SETTLE_EVERY_MS, async (services) => {
    await writeInBatches(services, (tx) => settleInvoices(services, tx));
    await writeInBatches(services, (tx) => refundInvoices(services, tx));
  }),
  handleEvent('subscriptions.followBlock', userBlocked, followBlock),
  handleEvent('subscriptions.followAccount', accountStateChanged, followAccount),
];
