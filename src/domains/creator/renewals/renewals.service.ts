import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction } from '#platform/request/context.ts';
import type { Invoice } from '../billing/billing.types.ts';
import { beginChargeFor, lookAgain, openAttempt } from '../billing/charging.service.ts';
import { invoiceDue, tryToPayInCoins } from '../billing/invoices.service.ts';
import { followPaymentJob } from '../subscriptions/card-payments.service.ts';
import { periodAfter } from '../subscriptions/periods.policy.ts';
import { subscriptionRenewed } from '../subscriptions/subscriptions.events.ts';
import { chargedBy, isLate, isPauseOver, nextLook } from '../subscriptions/subscriptions.policy.ts';
import type { Subscription } from '../subscriptions/subscriptions.types.ts';
import {
  admit,
  advance,
  change,
  dropInvoices,
  dueIds,
  end,
  fail,
  failByCard,
  invoiceOf,
  lockIfDue,
  priceOf,
  putOff,
  tell,
  termsOf,
} from '../subscriptions/transitions.service.ts';
import { readStanding } from './renewals.queries.ts';

const BATCH_SUBSCRIPTIONS = 50;
/** Transactions of a worker at once: the database works on some while the answers of others are on their way. */
const RENEWALS_AT_ONCE = 4;

/**
 * Renews what is due, each subscription in a transaction of its own: the coins of one subscriber are not held while another one pays, and
 * what fails holds up nobody else.
 */
export async function renewDue(services: Services): Promise<void> {
  const { clock, db } = services;
  let done = BATCH_SUBSCRIPTIONS;
  while (done > 0) {
    done = await renewEach(services, await dueIds(db, { now: clock.now(), limit: BATCH_SUBSCRIPTIONS }));
  }
}

/** @returns how many are not due any more */
async function renewEach(services: Services, ids: readonly string[]): Promise<number> {
  const waiting = ids.values();
  let done = 0;
  async function renewNext(): Promise<void> {
    for (const id of waiting) if (await tryToRenew(services, id)) done += 1;
  }
  await Promise.all(Array.from({ length: RENEWALS_AT_ONCE }, renewNext));
  return done;
}

/** @returns whether it is not due any more; false where another worker has it */
async function tryToRenew(services: Services, id: string): Promise<boolean> {
  try {
    return await services.transaction((tx) => renew(services, tx, id));
  } catch (error) {
    services.log.error({ err: error, subscriptionId: id }, 'a subscription cannot be renewed now');
    await services.transaction((tx) => putOff(tx, id, nextLook(services.clock.now())));
    return true;
  }
}

/** Renews a subscription, if anything is due. @returns false when it is not, or another worker has it */
async function renew(ctx: InTransaction<Services>, tx: Tx, id: string): Promise<boolean> {
  const now = ctx.clock.now();
  const found = await lockIfDue(tx, id, now);
  if (!found) return false;
  if (found.state === 'INCOMPLETE') {
    await end(ctx, tx, found, { reason: 'INCOMPLETE' });
    return true;
  }
  if (found.periodEnd > now) {
    // A job that comes late or twice must not bill the next period early.
    await change(tx, found, { nextAttemptAt: found.periodEnd });
    return true;
  }
  if (found.endsAtPeriodEnd) {
    await end(ctx, tx, found, { reason: 'CANCELED' });
    return true;
  }
  const standing = await readStanding(tx, found, now);
  if (!standing.areActive || standing.isBlocked) {
    await wait(ctx, tx, found, standing);
    return true;
  }
  if (found.funding === 'CARD') {
    await renewByCard(ctx, tx, found);
    return true;
  }
  const due = await agreed(tx, isLate(found, now) ? { ...found, anchorAt: now, periods: 0 } : found);
  const invoice = await dueOf(ctx, tx, due);
  if (!(await tryToPayInCoins(ctx, tx, invoice))) {
    await fail(ctx, tx, found);
    return true;
  }
  await advance(tx, found, due);
  tell(tx, subscriptionRenewed, due);
  return true;
}

/** The invoice of the next period. */
const dueOf = (ctx: InTransaction<Services>, tx: Tx, due: Subscription): Promise<Invoice> =>
  invoiceOf(ctx, tx, due, { reason: 'CYCLE', period: periodAfter(due, due.periods), ...priceOf(due) });

/** An attempt that fails leaves the invoice, whose period and terms stay until it is paid. */
async function renewByCard(ctx: InTransaction<Services>, tx: Tx, found: Subscription): Promise<void> {
  const now = ctx.clock.now();
  if (found.graceUntil !== null && found.graceUntil <= now) {
    await end(ctx, tx, found, { reason: 'PAYMENT_FAILED' });
    return;
  }
  // Nobody upgrades the rest of a period that is over.
  await dropInvoices(tx, found, 'UPGRADE');
  const due = await agreed(tx, isLate(found, now) ? { ...found, anchorAt: now, periods: 0 } : found);
  const invoice = (await invoiceDue(tx, found.id, ['CYCLE'])) ?? (await dueOf(ctx, tx, due));
  await chargeDue(ctx, tx, found, invoice);
}

/** Charges the card of a locked subscription for a period that is due, unless a payment for it is open; `followPayment` does the rest. */
export async function chargeDue(
  ctx: Pick<Services, 'clock' | 'ids' | 'ports'>,
  tx: Tx,
  found: Subscription,
  invoice: Invoice,
): Promise<void> {
  const now = ctx.clock.now();
  const open = await openAttempt(tx, invoice.id, now);
  if (open) {
    const { paymentId } = open;
    lookAgain(tx, open);
    tx.enqueue(followPaymentJob, { paymentId }, { key: paymentId });
    await change(tx, found, { nextAttemptAt: earlier(chargedBy(now), found.graceUntil) });
    return;
  }
  const { paymentMethodId: methodId } = found;
  if (methodId === null || !(await beginChargeFor(ctx, tx, { invoice, methodId }))) {
    await failByCard(ctx, tx, found, { invoice, paymentId: null, declineReason: null });
    return;
  }
  if (found.state !== 'PAST_DUE') await admit(tx, found, chargedBy(now));
  await change(tx, found, { nextAttemptAt: earlier(chargedBy(now), found.graceUntil) });
}

const earlier = (one: Date, other: Date | null): Date => (other !== null && other < one ? other : one);

/** A subscription by the terms that hold from the next period on. */
async function agreed(tx: Tx, subscription: Subscription): Promise<Subscription> {
  const { nextTierId: tierId, nextVersion: version } = subscription;
  if (tierId === null || version === null) return subscription;
  const terms = await termsOf(tx, { tierId, version });
  if (terms.interval === subscription.interval) return { ...subscription, ...terms };
  return { ...subscription, ...terms, anchorAt: subscription.periodEnd, periods: 0 };
}

type Standing = {
  readonly areActive: boolean;
  readonly isCreatorActive: boolean;
  readonly isBlocked: boolean;
};

/** Waits with a renewal for one of the two who is not active, and ends it when they do not come back, or block each other. */
async function wait(
  ctx: InTransaction<Services>,
  tx: Tx,
  found: Subscription,
  { isCreatorActive, isBlocked }: Standing,
): Promise<void> {
  const now = ctx.clock.now();
  if (isBlocked) await end(ctx, tx, found, { reason: 'CANCELED' });
  else if (isPauseOver(found, now))
    await end(ctx, tx, found, { reason: isCreatorActive ? 'CANCELED' : 'CREATOR_GONE' });
  else await change(tx, found, { nextAttemptAt: nextLook(now) });
}
