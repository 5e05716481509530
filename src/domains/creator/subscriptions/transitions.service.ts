import { endEntitlement, setEntitlement } from '#domains/graph/entitlements/entitlements.service.ts';
import { spendCoins } from '#domains/money/ledger/ledger.service.ts';
import type { Db } from '#platform/db/database.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { EventDefinition } from '#platform/outbox/events/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { leavePlace } from '../tiers/tier-members.service.ts';
import {
  insertInvoice,
  insertRefund,
  listCurrentInvoices,
  updateInvoicePaid,
  voidInvoices,
} from './invoices.queries.ts';
import { type Period, refundOfRest } from './periods.policy.ts';
import { addToMonth } from '../creator-stats/creator-stats.service.ts';
import { subscriptionEnded, type SubscriptionEvent, subscriptionFailing } from './subscriptions.events.ts';
import { graceOf, nextAttempt } from './subscriptions.policy.ts';
import { listDueIds, lockDue, updateSubscription } from './subscriptions.queries.ts';
import { stateAfter, type SubscriptionStep } from './subscriptions.state.ts';
import type {
  EndReason,
  Invoice,
  InvoiceReason,
  Subscription,
  SubscriptionChange,
  SubscriptionState,
} from './subscriptions.types.ts';

/** A context inside a transaction, or as much of one. */
export type Working = Pick<Services, 'clock' | 'ids' | 'limits'>;

/** Tells both of a subscription. @param except somebody whose account is erased */
export function tell(
  tx: Tx,
  event: EventDefinition<SubscriptionEvent>,
  { id, subscriberId, creatorId, tierId, endReason }: Subscription,
  except: string | null = null,
): void {
  const userIds = [subscriberId, creatorId].filter((userId) => userId !== except);
  const payload = { subscriptionId: id, subscriberId, creatorId, tierId, reason: endReason };
  tx.emit(event, payload, { userIds });
}

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
};

/** The invoice of a period, which there is once. */
export const invoiceOf = (
  { clock, ids, limits }: Working,
  tx: Tx,
  { id: subscriptionId, subscriberId, creatorId, tierId, version }: Subscription,
  { reason, period, amountCoins }: Due,
): Promise<Invoice> =>
  insertInvoice(tx, {
    id: ids.next(),
    subscriptionId,
    subscriberId,
    creatorId,
    tierId,
    version,
    periodStart: period.start,
    periodEnd: period.end,
    reason,
    amountCoins,
    feeBps: limits.subscriptionFeeBps,
    createdAt: clock.now(),
  });

const IN_FLIGHT = { COINS: 'SALES_IN_FLIGHT', PROMO: 'SALES_IN_FLIGHT' } as const;

/**
 * Pays an invoice in coins of its subscriber; they are settled to the creator later. One that is paid stays so.
 * @throws AppError INSUFFICIENT_COINS, before anything is written
 */
export async function payInCoins(ctx: Working, tx: Tx, invoice: Invoice): Promise<void> {
  if (invoice.state === 'PAID') return;
  const { id, subscriberId, amountCoins } = invoice;
  const { transferId } = await spendCoins(ctx, tx, {
    type: 'SUBSCRIPTION_PAID',
    userId: subscriberId,
    initiatorId: subscriberId,
    idempotencyKey: id,
    amountCoins,
    to: IN_FLIGHT,
    counterpartyId: invoice.creatorId,
  });
  await updateInvoicePaid(tx, id, { transferId, paidAt: ctx.clock.now() });
}

/** As `payInCoins`. @returns false when there are too few */
export async function tryToPayInCoins(ctx: Working, tx: Tx, invoice: Invoice): Promise<boolean> {
  try {
    await payInCoins(ctx, tx, invoice);
    return true;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'INSUFFICIENT_COINS') throw error;
    return false;
  }
}

/** Lets the subscriber see what the tier shows until a time. */
export const admit = (
  tx: Tx,
  { subscriberId, creatorId, tierLevel }: Subscription,
  validUntil: Date,
): Promise<void> => setEntitlement(tx, { subscriberId, creatorId, tierLevel, validUntil });

/** Notes that the period that is due was not paid. The first time access goes on until the end of the grace. */
export async function fail(ctx: Working, tx: Tx, subscription: Subscription): Promise<Subscription> {
  const now = ctx.clock.now();
  const graceUntil = subscription.graceUntil ?? graceOf(subscription.periodEnd);
  if (graceUntil <= now) return end(ctx, tx, subscription, { reason: 'PAYMENT_FAILED' });
  const failing = await change(tx, subscription, {
    state: stepped('fail', subscription),
    graceUntil,
    attempts: subscription.attempts + 1,
    nextAttemptAt: nextAttempt(now, graceUntil),
  });
  await admit(tx, failing, graceUntil);
  if (subscription.graceUntil === null) tell(tx, subscriptionFailing, failing);
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
  await voidInvoices(tx, subscription.id);
  if (isRefunded) await refundRest(tx, subscription, now);
  if (subscription.state !== 'INCOMPLETE') {
    await endEntitlement(tx, subscription, now);
    const { creatorId } = subscription;
    if (creatorId !== erasedId) await addToMonth(tx, { creatorId, at: now, ended: 1 });
    tell(tx, subscriptionEnded, ended, erasedId);
  }
  return ended;
}

/** Gives up the place in the tier to which a subscription was about to change. */
export async function leaveNextPlace(
  tx: Tx,
  { tierId, nextTierId }: Pick<Subscription, 'tierId' | 'nextTierId'>,
): Promise<void> {
  if (nextTierId !== null && nextTierId !== tierId) await leavePlace(tx, nextTierId);
}

/** Has the part of each invoice go back whose time is still to come. */
async function refundRest(tx: Tx, { id }: Subscription, now: Date): Promise<void> {
  for (const { id: invoiceId, amountCoins, periodStart, periodEnd } of await listCurrentInvoices(
    tx,
    id,
    now,
  )) {
    const coins = refundOfRest(amountCoins, { start: periodStart, end: periodEnd }, now);
    if (coins > 0) await insertRefund(tx, { invoiceId, coins, createdAt: now });
  }
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
