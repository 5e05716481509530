import { userBlocked } from '#domains/graph/blocks/blocks.events.ts';
import { accountStateChanged } from '#domains/identity/accounts/accounts.events.ts';
import { paymentChanged } from '#domains/money/payments/payments.events.ts';
import { handleCron, handleEvent, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { followPayment, followPaymentJob, sweepPayments } from './card-payments.service.ts';
import { endOfSuspended, followAccount, followBlock } from './endings.service.ts';

export const subscriptionJobs: readonly JobHandler[] = [
  handleEvent('subscriptions.followBlock', userBlocked, followBlock),
  handleEvent('subscriptions.followAccount', accountStateChanged, followAccount),
  handleEvent('subscriptions.followPayment', paymentChanged, async (services, { paymentId, purpose }) => {
    if (purpose === 'SUBSCRIPTION') await followPayment(services, paymentId);
  }),
  handleJob(followPaymentJob, (services, { paymentId }) => followPayment(services, paymentId)),
  handleCron('subscriptions.sweepPayments', '37 * * * *', sweepPayments),
  handleCron('subscriptions.endOfSuspended', '23 5 * * *', endOfSuspended),
];
