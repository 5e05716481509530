import { findOwnPayment, nextPaymentStep } from '#domains/money/payments/card-payments.service.ts';
import type { Payment, PaymentStep } from '#domains/money/payments/card-payments.types.ts';
import { lossOf } from '#domains/money/sales/card-take-backs.service.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import type { AttemptNow, Invoice } from '../billing/billing.types.ts';
import {
  attemptOf,
  giveUp,
  noteAttempt,
  refundUnwanted,
  unclosedPayments,
} from '../billing/charging.service.ts';
import { payByCard, requireInvoice } from '../billing/invoices.service.ts';
import { addToMonth } from '../creator-stats/creator-stats.service.ts';
import { leavePlace } from '../tiers/tier-members.service.ts';
import { periodAfter } from './periods.policy.ts';
import { subscriptionChanged, subscriptionRenewed, subscriptionStarted } from './subscriptions.events.ts';
import { chargedBy } from './subscriptions.policy.ts';
import { lockSubscription } from './subscriptions.queries.ts';
import type { Subscription } from './subscriptions.types.ts';
import {
  admit,
  advance,
  change,
  dropInvoices,
  end,
  failByCard,
  leaveNextPlace,
  stepped,
  tell,
  termsOf,
} from './transitions.service.ts';

/** Lets a subscription follow a payment whose event may have been lost. */
export const followPaymentJob = defineJob<{ paymentId: string }>('subscriptions.followPaymentAgain');

const BATCH_PAYMENTS = 500;
/** As long as `chargedBy` waits. */
const unclosedBefore = (now: Date): Date => new Date(2 * now.getTime() - chargedBy(now).getTime());

type Working = InTransaction<Services>;

type Found = {
  readonly subscription: Subscription;
  readonly invoice: Invoice;
  readonly attempt: AttemptNow;
};

/**
 * Lets a subscription follow a payment by card for it: what is paid begins or goes on, what is declined is due, and what was refunded or
 * disputed ends. Repeating it changes nothing.
 */
export async function followPayment(services: Services, paymentId: string): Promise<void> {
  const known = await attemptOf(services.db, paymentId);
  if (!known) return;
  const { subscriptionId } = await requireInvoice(services.db, known.invoiceId);
  await services.transaction(async (tx) => {
    const subscription = await lockSubscription(tx, subscriptionId);
    // Read under the lock, so that an older state is not applied after a newer one.
    const attempt = await attemptOf(tx, paymentId);
    if (!subscription || !attempt) return;
    const found = { subscription, attempt, invoice: await requireInvoice(tx, attempt.invoiceId) };
    const hasFailed = await noteAttempt(tx, attempt, services.clock.now());
    if (attempt.payment.state === 'SUCCEEDED') await followPaid(services, tx, found);
    else if (hasFailed) await followFailed(services, tx, found);
  });
}

/** Lets subscriptions follow payments whose every job has failed. */
export async function sweepPayments(services: Services): Promise<void> {
  const before = unclosedBefore(services.clock.now());
  for (const paymentId of await unclosedPayments(services.db, { before, limit: BATCH_PAYMENTS })) {
    try {
      await followPayment(services, paymentId);
    } catch (error) {
      services.log.error({ err: error, paymentId }, 'a subscription cannot follow its payment');
    }
  }
}

async function followPaid(ctx: Working, tx: Tx, found: Found): Promise<void> {
  const { subscription, invoice, attempt } = found;
  const { paymentId } = attempt;
  if (invoice.paymentId !== paymentId) {
    if (!isWanted(found)) {
      if (invoice.reason === 'UPGRADE') await dropInvoices(tx, subscription, 'UPGRADE');
      await refundUnwanted(ctx, tx, attempt);
      return;
    }
    await payByCard(ctx, tx, invoice, paymentId);
    await PAID[invoice.reason](ctx, tx, found);
  }
  await followLoss(ctx, tx, found);
}

/** A payment can succeed after another one has, after the subscription has ended, and after the period of a change is over. */
const isWanted = ({ subscription: { state, periodEnd }, invoice }: Found): boolean =>
  invoice.state === 'OPEN' &&
  state !== 'ENDED' &&
  (invoice.reason !== 'UPGRADE' ||
    (state === 'ACTIVE' && periodEnd.getTime() === invoice.periodEnd.getTime()));

/** Steps that a paid invoice makes its subscription take, by the reason of the invoice. */
const PAID: Readonly<Record<Invoice['reason'], (ctx: Working, tx: Tx, found: Found) => Promise<void>>> = {
  CREATE: begin,
  CYCLE: renew,
  UPGRADE: upgrade,
};

async function begin({ clock }: Working, tx: Tx, { subscription }: Found): Promise<void> {
  const { periodEnd, creatorId } = subscription;
  const begun = await change(tx, subscription, {
    state: stepped('pay', subscription),
    periods: 1,
    attempts: 0,
    nextAttemptAt: periodEnd,
  });
  await admit(tx, begun, periodEnd);
  await addToMonth(tx, { creatorId, at: clock.now(), started: 1 });
  tell(tx, subscriptionStarted, begun);
}

/** The period is that of the invoice, however late it is paid; where nobody could renew for long, it has an anchor of its own. */
async function renew(_ctx: Working, tx: Tx, { subscription, invoice }: Found): Promise<void> {
  const terms = await termsOf(tx, invoice);
  const due = { ...subscription, ...terms };
  const { start, end: until } = periodAfter(due, due.periods);
  const isNext =
    start.getTime() === invoice.periodStart.getTime() && until.getTime() === invoice.periodEnd.getTime();
  const advanced = await advance(
    tx,
    subscription,
    isNext ? due : { ...due, anchorAt: invoice.periodStart, periods: 0 },
  );
  tell(tx, subscriptionRenewed, advanced);
}

async function upgrade(_ctx: Working, tx: Tx, { subscription, invoice }: Found): Promise<void> {
  const { tierId, version, tierLevel } = await termsOf(tx, invoice);
  await leaveNextPlace(tx, subscription);
  await leavePlace(tx, subscription.tierId);
  const changed = await change(tx, subscription, {
    tierId,
    version,
    nextTierId: null,
    nextVersion: null,
    endsAtPeriodEnd: false,
  });
  await admit(tx, { ...changed, tierLevel }, subscription.periodEnd);
  tell(tx, subscriptionChanged, changed);
}

/** Ends a subscription whose payment is gone: a refund of the present period, or any dispute. */
async function followLoss(ctx: Working, tx: Tx, { invoice, attempt }: Found): Promise<void> {
  const subscription = await lockSubscription(tx, invoice.subscriptionId);
  if (!subscription || subscription.state === 'ENDED') return;
  const loss = await lossOf(tx, attempt.paymentId);
  const now = ctx.clock.now();
  if (loss === null || (loss === 'REFUNDED' && invoice.periodEnd <= now)) return;
  const isRefunded = loss === 'REFUNDED';
  await end(ctx, tx, subscription, { reason: loss, isRefunded });
  const { creatorId, amountCoins: refundedCoins } = invoice;
  if (isRefunded) await addToMonth(tx, { creatorId, at: now, refundedCoins });
}

/** A declined card of somebody who is there leaves all as it is; a change of tier is given up. */
async function followFailed(ctx: Working, tx: Tx, { subscription, invoice, attempt }: Found): Promise<void> {
  if (invoice.state !== 'OPEN') return;
  if (invoice.reason === 'UPGRADE') await dropInvoices(tx, subscription, 'UPGRADE');
  const { payment, paymentId } = attempt;
  if (invoice.reason !== 'CYCLE' || !payment.isOffSession) return;
  if (payment.state === 'FAILED') giveUp(tx, attempt);
  await failByCard(ctx, tx, subscription, { invoice, paymentId, declineReason: payment.declineReason });
}

/** A payment of the caller with what they do next. */
export type ShownCharge = PaymentStep & { readonly payment: Payment | null };

const NOTHING_TO_PAY: ShownCharge = { payment: null, clientSecret: null, nextAction: null };

/**
 * A payment for a subscription of the caller as the provider says now, which charges the card where it has not been asked to yet.
 * @throws AppError INVALID_STATE | RATE_LIMITED | SERVICE_UNAVAILABLE
 */
export async function showCharge(ctx: UserContext, paymentId: string | null): Promise<ShownCharge> {
  const attempt = paymentId && (await attemptOf(ctx.db, paymentId));
  if (!paymentId || !attempt) return NOTHING_TO_PAY;
  const step = await nextPaymentStep(ctx, paymentId);
  if (attempt.closedAt === null) await followPayment(ctx, paymentId);
  return { ...step, payment: await findOwnPayment(ctx, paymentId) };
}
