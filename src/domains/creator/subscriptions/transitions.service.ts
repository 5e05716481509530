import { endEntitlement, setEntitlement } from '#domains/graph/entitlements/entitlements.service.ts';
import type { Db } from '#platform/db/database.ts';
import type { EventDefinition } from '#platform/outbox/events/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { DeclineReason } from '#ports/payments.ts';
import type { Invoice, InvoiceReason } from '../billing/billing.types.ts';
import { giveUp, presentAttempt } from '../billing/charging.service.ts';
import { giveUpInvoices, openInvoice, refundCurrent } from '../billing/invoices.service.ts';
import { addToMonth } from '../creator-stats/creator-stats.service.ts';
import { leavePlace } from '../tiers/tier-members.service.ts';
import { type Period, periodAfter, refundOfRest } from './periods.policy.ts';
import {
  subscriptionActionNeeded,
  subscriptionEnded,
  type SubscriptionEvent,
  subscriptionFailing,
} from './subscriptions.events.ts';
import { cardGraceOf, graceOf, nextAttempt, nextCardAttempt } from './subscriptions.policy.ts';
import { findTerms, listDueIds, lockDue, updateSubscription } from './subscriptions.queries.ts';
import { stateAfter, type SubscriptionStep } from './subscriptions.state.ts';
import type {
  EndReason,
  Subscription,
  SubscriptionChange,
  SubscriptionState,
  Terms,
} from './subscriptions.types.ts';

/** A context inside a transaction, or as much of one. */
export type Working = Pick<Services, 'clock' | 'ids' | 'limits'>;

/** Tells both of a subscription. @param except somebody whose account is erased */
export function tell(
  tx: Tx,
  event: EventDefinition<SubscriptionEvent>,
  subscription: Subscription,
  except: string | null = null,
): void {
  const userIds = bothOf(subscription).filter((userId) => userId !== except);
  tx.emit(event, eventOf(subscription), { userIds });
}

const bothOf = ({ subscriberId, creatorId }: Subscription): string[] => [subscriberId, creatorId];

const eventOf = ({ id, subscriberId, creatorId, tierId, endReason }: Subscription): SubscriptionEvent => ({
  subscriptionId: id,
  subscriberId,
  creatorId,
  tierId,
  reason: endReason,
});

/** The state after a step that its caller knows to be legal. */
export function stepped(step: SubscriptionStep, { state }: Pick<Subscription, 'state'>): SubscriptionState {
  const next = stateAfter(step, state);
  if (next === null) throw new Error(`a subscription that is ${state} cannot ${step}`);
  return next;
}

/** Changes a locked subscription. @returns it as it is then, by the same terms unless they are given */
export async function change<Given extends SubscriptionChange>(
  tx: Tx,
  subscription: Subscription,
  given: Given,
): Promise<Subscription & Given> {
  await updateSubscription(tx, subscription.id, given);
  return { ...subscription, ...given };
}

type Due = {
  readonly reason: InvoiceReason;
  readonly period: Period;
  readonly amountCoins: number;
  /** Null of what is paid in coins. */
  readonly amountMinor: number | null;
};

/** The invoice of a period, which there is once. */
export const invoiceOf = (
  ctx: Working,
  tx: Tx,
  { id: subscriptionId, subscriberId, creatorId, tierId, version, currency }: Subscription,
  { reason, period, amountCoins, amountMinor }: Due,
): Promise<Invoice> =>
  openInvoice(ctx, tx, {
    subscriptionId,
    subscriberId,
    creatorId,
    tierId,
    version,
    periodStart: period.start,
    periodEnd: period.end,
    reason,
    amountCoins,
    amountMinor,
    currency: amountMinor === null ? null : currency,
  });

/** The price of a period, by the means of payment. */
export function priceOf({
  funding,
  priceCoins: amountCoins,
  priceMinor,
}: Subscription): Pick<Due, 'amountCoins' | 'amountMinor'> {
  if (funding === 'COINS') return { amountCoins, amountMinor: null };
  if (priceMinor === null) throw new Error('a subscription by card has no price by card');
  return { amountCoins, amountMinor: priceMinor };
}

/** Lets the subscriber see what the tier shows until a time. */
export const admit = (
  tx: Tx,
  { subscriberId, creatorId, tierLevel }: Subscription,
  validUntil: Date,
): Promise<void> => setEntitlement(tx, { subscriberId, creatorId, tierLevel, validUntil });

/** Begins the period after those that `due` counts, which is paid now. */
export async function advance(tx: Tx, found: Subscription, due: Subscription): Promise<Subscription> {
  const period = periodAfter(due, due.periods);
  const advanced = await change(tx, found, {
    tierId: due.tierId,
    version: due.version,
    state: stepped('pay', found),
    anchorAt: due.anchorAt,
    periods: due.periods + 1,
    periodStart: period.start,
    periodEnd: period.end,
    nextTierId: null,
    nextVersion: null,
    graceUntil: null,
    attempts: 0,
    nextAttemptAt: period.end,
  });
  if (due.tierId !== found.tierId) await leavePlace(tx, found.tierId);
  await admit(tx, due, period.end);
  return advanced;
}

/** Notes that coins did not pay the period that is due. The first time access goes on until the end of the grace. */
export async function fail(
  ctx: Pick<Services, 'clock'>,
  tx: Tx,
  subscription: Subscription,
): Promise<Subscription> {
  const now = ctx.clock.now();
  const graceUntil = subscription.graceUntil ?? graceOf(subscription.periodEnd);
  if (graceUntil <= now) return end(ctx, tx, subscription, { reason: 'PAYMENT_FAILED' });
  const nextAttemptAt = nextAttempt(now, graceUntil);
  return failUntil(tx, subscription, { graceUntil, nextAttemptAt, asksCardholder: false });
}

type Declined = {
  /** The invoice of the period. */
  readonly invoice: Invoice;
  /** Null where no card was there to be charged. */
  readonly paymentId: string | null;
  readonly declineReason: DeclineReason | null;
};

/**
 * Notes that a card did not pay the period that is due. Access goes on until the end of the grace; what only the cardholder can pay is not
 * tried again, and they are asked for it.
 */
export async function failByCard(
  ctx: Pick<Services, 'clock'>,
  tx: Tx,
  subscription: Subscription,
  { invoice: { periodStart: dueAt }, paymentId, declineReason }: Declined,
): Promise<void> {
  const now = ctx.clock.now();
  const graceUntil = subscription.graceUntil ?? cardGraceOf(dueAt);
  if (graceUntil <= now) {
    await end(ctx, tx, subscription, { reason: 'PAYMENT_FAILED' });
    return;
  }
  const needsHolder = declineReason === 'AUTHENTICATION_REQUIRED';
  const nextAttemptAt = needsHolder ? graceUntil : nextCardAttempt({ dueAt, now, graceUntil });
  const { id: subscriptionId, subscriberId } = await failUntil(tx, subscription, {
    graceUntil,
    nextAttemptAt,
    asksCardholder: needsHolder && paymentId !== null,
  });
  if (!needsHolder || paymentId === null) return;
  tx.emit(subscriptionActionNeeded, { subscriptionId, subscriberId, paymentId }, { userIds: [subscriberId] });
}

async function failUntil(
  tx: Tx,
  subscription: Subscription,
  {
    graceUntil,
    nextAttemptAt,
    asksCardholder,
  }: { readonly graceUntil: Date; readonly nextAttemptAt: Date; readonly asksCardholder: boolean },
): Promise<Subscription> {
  const failing = await change(tx, subscription, {
    graceUntil,
    nextAttemptAt,
    state: stepped('fail', subscription),
    attempts: subscription.attempts + 1,
  });
  await admit(tx, failing, graceUntil);
  if (subscription.graceUntil === null)
    tx.emit(subscriptionFailing, { ...eventOf(failing), asksCardholder }, { userIds: bothOf(failing) });
  return failing;
}

type Ending = {
  readonly reason: EndReason;
  /** Whether the rest of what was paid goes back. */
  readonly isRefunded?: boolean;
  /** The one of the two whose account is erased. */
  readonly erasedId?: string;
};

/** Ends a locked subscription that is live, and what it lets the subscriber see. */
export async function end(
  { clock }: Pick<Services, 'clock'>,
  tx: Tx,
  subscription: Subscription,
  { reason, isRefunded = false, erasedId }: Ending,
): Promise<Subscription> {
  const now = clock.now();
  const ended = await change(tx, subscription, {
    state: stepped('end', subscription),
    endsAtPeriodEnd: false,
    nextTierId: null,
    nextVersion: null,
    graceUntil: null,
    nextAttemptAt: null,
    endedAt: now,
    endReason: reason,
  });
  await leavePlace(tx, subscription.tierId);
  await leaveNextPlace(tx, subscription);
  await dropInvoices(tx, subscription);
  if (isRefunded) await refundRest(tx, subscription, now);
  if (subscription.state !== 'INCOMPLETE') {
    await endEntitlement(tx, subscription, now);
    const { creatorId } = subscription;
    if (creatorId !== erasedId) await addToMonth(tx, { creatorId, at: now, ended: 1 });
    tell(tx, subscriptionEnded, ended, erasedId);
  }
  return ended;
}

/**
 * Gives up the open invoices of a subscription, of a reason if one is given, with their payments at the provider and the places in tiers that
 * upgrades have taken.
 */
export async function dropInvoices(
  tx: Tx,
  { id }: Pick<Subscription, 'id'>,
  reason: InvoiceReason | null = null,
): Promise<void> {
  for (const invoice of await giveUpInvoices(tx, id, reason)) {
    if (invoice.reason === 'UPGRADE') await leavePlace(tx, invoice.tierId);
    const attempt = await presentAttempt(tx, invoice.id);
    if (attempt) giveUp(tx, attempt);
  }
}

/** Gives up the place in the tier to which a subscription was about to change. */
export async function leaveNextPlace(
  tx: Tx,
  { tierId, nextTierId }: Pick<Subscription, 'tierId' | 'nextTierId'>,
): Promise<void> {
  if (nextTierId !== null && nextTierId !== tierId) await leavePlace(tx, nextTierId);
}

/** Has the part of each invoice go back whose time is still to come. */
const refundRest = (tx: Tx, { id }: Subscription, now: Date): Promise<void> =>
  refundCurrent(tx, id, {
    now,
    restOf: (amount, { periodStart: start, periodEnd }) =>
      refundOfRest(amount, { start, end: periodEnd }, now),
  });

/** The terms of a version of a tier to which a user has agreed. */
export async function termsOf(tx: Tx, version: Pick<Terms, 'tierId' | 'version'>): Promise<Terms> {
  const terms = await findTerms(tx, version);
  if (!terms) throw new Error('a version of a tier to which a user has agreed is not there');
  return terms;
}

/** The ids of subscriptions that are due, the longest first. */
export const dueIds = (
  db: Db,
  due: { readonly now: Date; readonly limit: number },
): Promise<readonly string[]> => listDueIds(db, due);

/** Locks a subscription that is due; null for one that is not any more, or that another worker has. */
export const lockIfDue = (tx: Tx, id: string, now: Date): Promise<Subscription | null> =>
  lockDue(tx, id, now);

/** Puts off the next look at a subscription. */
export const putOff = (tx: Tx, id: string, until: Date): Promise<void> =>
  updateSubscription(tx, id, { nextAttemptAt: until });
