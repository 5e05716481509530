import { cancelPayment } from '#domains/money/payments/card-payments.service.ts';
import { myPaymentMethod } from '#domains/money/payments/methods.service.ts';
import { declinedFor } from '#domains/money/payments/provider.service.ts';
import type { CoinRates } from '#platform/kernel/limits.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import type { ChargeRule } from '#ports/payments.ts';
import {
  attemptOf,
  beginCharge,
  isIdle,
  openAttempt,
  OpenPayment,
  presentAttempt,
} from '../billing/charging.service.ts';
import { invoiceDue } from '../billing/invoices.service.ts';
import { takePlace } from '../tiers/tier-members.service.ts';
import { followPayment, showCharge, type ShownCharge } from './card-payments.service.ts';
import { priceOfRest } from './periods.policy.ts';
import { beingPaid, cardRemoved, tierFull } from './subscriptions.policy.ts';
import { assertNothingDue } from './subscriptions.service.ts';
import type { Offer, Subscription } from './subscriptions.types.ts';
import { dropInvoices, invoiceOf } from './transitions.service.ts';

const MINOR_UNITS_OF_RATES = 100;

type Charging = { readonly rule: ChargeRule | null; readonly rates: CoinRates };

/** Price by card of a change to a dearer tier now, and the coins that it brings to the creator. */
export type UpgradePrice = { readonly dueMinor: number; readonly dueCoins: number };

/**
 * The price by card of a change for the rest of the period; null where it cannot be charged, since it is less than the provider takes. The coins
 * are at most what the money buys at the best rate: a creator could otherwise earn the difference in coins by a small one in money.
 */
export function upgradePriceOf(
  { periodStart: start, periodEnd: end, ...present }: Subscription,
  offer: Offer,
  { now, rule, rates }: Charging & { readonly now: Date },
): UpgradePrice | null {
  const rate = rates.get(offer.currency ?? '');
  const isDearer =
    offer.priceMinor !== null && present.priceMinor !== null && offer.priceMinor > present.priceMinor;
  if (!isDearer || offer.currency !== present.currency || !rule || !rate) return null;
  const exact = priceOfRest((offer.priceMinor ?? 0) - (present.priceMinor ?? 0), { start, end }, now);
  const dueMinor = Math.ceil(exact / rule.stepMinor) * rule.stepMinor;
  if (dueMinor < rule.minMinor) return null;
  const bought = Math.floor((dueMinor * rate.max) / MINOR_UNITS_OF_RATES);
  const difference = priceOfRest(Math.max(offer.priceCoins - present.priceCoins, 0), { start, end }, now);
  return { dueMinor, dueCoins: Math.max(Math.min(difference, bought), 1) };
}

type Upgrade = UpgradePrice & {
  readonly subscription: Subscription;
  readonly offer: Offer;
  readonly now: Date;
  readonly paymentId: string;
};

/**
 * Begins the payment of a change to a dearer tier, which holds a place there; the tier changes when it is paid.
 * @throws OpenPayment @throws AppError NOT_FOUND | INVALID_STATE | LIMIT_REACHED | RATE_LIMITED
 */
export async function beginUpgrade(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { subscription, offer, now, dueMinor, dueCoins, paymentId }: Upgrade,
): Promise<void> {
  const { tierId, version } = offer;
  await assertNothingDue(tx, subscription);
  const pending = await invoiceDue(tx, subscription.id, ['UPGRADE']);
  const open = pending && (await openAttempt(tx, pending.id, now));
  if (open) throw pending.tierId === tierId ? new OpenPayment(open.paymentId) : beingPaid();
  await dropInvoices(tx, subscription, 'UPGRADE');
  if (!(await takePlace(tx, tierId))) throw tierFull();
  const { paymentMethodId: methodId, periodEnd: end } = subscription;
  if (methodId === null || !(await myPaymentMethod(ctx, methodId))) throw cardRemoved();
  const invoice = await invoiceOf(
    ctx,
    tx,
    { ...subscription, tierId, version },
    { reason: 'UPGRADE', period: { start: now, end }, amountCoins: dueCoins, amountMinor: dueMinor },
  );
  await beginCharge(ctx, tx, { invoice, paymentId, methodId, path: ['tierId'] });
}

/**
 * Gives up a change of the caller that is not paid yet: one to another tier, and one whose card was declined; at the provider first, which
 * says so where it was paid meanwhile.
 */
export async function giveUpUpgrade(
  ctx: UserContext,
  { id }: Subscription,
  { tierId }: Pick<Offer, 'tierId'>,
): Promise<void> {
  const pending = await invoiceDue(ctx.db, id, ['UPGRADE']);
  const open = pending && (await presentAttempt(ctx.db, pending.id));
  if (!open || (pending.tierId === tierId && !isIdle(open, ctx.clock.now()))) return;
  await cancelPayment(ctx, open.paymentId);
  await followPayment(ctx, open.paymentId);
}

/** As `showCharge`, of a change of tier: a declined card has changed nothing. @throws AppError PAYMENT_DECLINED */
export async function showUpgrade(ctx: UserContext, paymentId: string | null): Promise<ShownCharge> {
  const charge = await showCharge(ctx, paymentId);
  const attempt = paymentId && (await attemptOf(ctx.db, paymentId));
  if (attempt && attempt.payment.state !== 'SUCCEEDED' && attempt.failedAt && attempt.declineReason)
    throw declinedFor(attempt.declineReason, ['subscriptionId']);
  return charge;
}
