import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { attemptOf, OpenPayment } from '../billing/charging.service.ts';
import { payWithinLimits, requireInvoice } from '../billing/invoices.service.ts';
import { leavePlace, takePlace } from '../tiers/tier-members.service.ts';
import { beginUpgrade, giveUpUpgrade, upgradePriceOf } from './card-upgrades.service.ts';
import { priceOfRest } from './periods.policy.ts';
import { subscriptionChanged } from './subscriptions.events.ts';
import { assertState, termsChanged, tierFull, withoutCardPrice } from './subscriptions.policy.ts';
import { findOffer, listSubscriptionsByIds } from './subscriptions.queries.ts';
import { assertNothingDue, lockOwn } from './subscriptions.service.ts';
import type { Offer, Subscription } from './subscriptions.types.ts';
import { admit, change, dropInvoices, invoiceOf, leaveNextPlace, tell } from './transitions.service.ts';

type Change = {
  readonly subscriptionId: string;
  readonly tierId: string;
  /** The version of the tier that the subscriber has seen. */
  readonly version: number;
  /** Whether only to say what it costs. */
  readonly preview?: boolean | null | undefined;
};

/** The price of a change of the tier now, and the time from which on it holds. */
export type Quote = {
  readonly subscriptionId: string;
  /** Of a subscription in coins. */
  readonly dueCoins: number;
  /** Null of a subscription in coins. */
  readonly dueMinor: number | null;
  readonly currency: string | null;
  readonly effectiveAt: string;
};

/** A change with its payment by card, if it needs one. */
export type Changed = Quote & { readonly paymentId: string | null };

/**
 * Changes the tier of a subscription of the caller: to a dearer one at once, for the difference of the rest of the period, by card as soon as
 * that is paid, which `showUpgrade` asks for; to another one with the next period. A preview changes nothing.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | CONFLICT | INVALID_STATE | LIMIT_REACHED | INSUFFICIENT_COINS | RATE_LIMITED
 */
export async function changeSubscriptionTier(
  ctx: UserContext,
  wanted: Change,
  key: IdempotencyKey,
): Promise<Changed> {
  const now = ctx.clock.now();
  const [found] = await listSubscriptionsByIds(ctx.db, [wanted.subscriptionId]);
  if (found?.subscriberId !== ctx.user.id) throw notFound('Subscription', ['subscriptionId']);
  const offered = await requireOffer(ctx, ctx.db, found, wanted);
  const quote = quoteOf(ctx, found, offered, now);
  // Without its key, which stays free for the change itself.
  if (wanted.preview) return { ...quote, paymentId: null };
  await giveUpUpgrade(ctx, found, offered);
  const paymentId = quote.dueMinor ? ctx.ids.next() : null;
  try {
    return await once<Changed>(ctx, key, { ...quote, paymentId }, (tx) =>
      changeTo(ctx, tx, { wanted, quote, paymentId, now }),
    );
  } catch (error) {
    if (!(error instanceof OpenPayment)) throw error;
    return once(ctx, key, await pendingOf(ctx, quote, error), async () => undefined);
  }
}

type Agreed = {
  readonly wanted: Change;
  readonly quote: Quote;
  readonly paymentId: string | null;
  readonly now: Date;
};

async function changeTo(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { wanted, quote, paymentId, now }: Agreed,
): Promise<void> {
  const subscription = await lockOwn(ctx, tx, wanted.subscriptionId);
  const offer = await requireOffer(ctx, tx, subscription, wanted);
  // A quote is for the subscription and the tier as they were.
  if (JSON.stringify(quoteOf(ctx, subscription, offer, now)) !== JSON.stringify(quote)) throw termsChanged();
  const price = paymentId === null ? null : cardPriceOf(ctx, subscription, offer, now);
  if (price !== null && paymentId !== null) {
    await beginUpgrade(ctx, tx, { subscription, offer, now, paymentId, ...price });
    return;
  }
  await (quote.dueCoins > 0
    ? changeNow(ctx, tx, { subscription, offer, now, dueCoins: quote.dueCoins })
    : changeLater(tx, subscription, offer));
}

/** The quote of a change to the same tier whose payment was begun before. */
async function pendingOf(ctx: UserContext, quote: Quote, { paymentId }: OpenPayment): Promise<Changed> {
  const attempt = await attemptOf(ctx.db, paymentId);
  if (!attempt) throw new Error('a payment for a change of tier is not there');
  const { amountMinor, periodStart } = await requireInvoice(ctx.db, attempt.invoiceId);
  return { ...quote, dueMinor: amountMinor, effectiveAt: periodStart.toISOString(), paymentId };
}

async function requireOffer(
  ctx: InTransaction<UserContext>,
  db: Db,
  subscription: Subscription,
  { tierId, version }: Change,
): Promise<Offer> {
  assertState(subscription, ['TRIALING', 'ACTIVE']);
  const offer = await findOffer(db, viewerOf(ctx), tierId);
  if (!offer) throw notFound('Subscription tier', ['tierId']);
  if (offer.creatorId !== subscription.creatorId)
    throw invalid(['tierId'], 'Choose a tier of the same creator.', 'creator');
  if (offer.version !== version) throw termsChanged();
  if (subscription.funding === 'CARD' && offer.priceMinor === null) throw withoutCardPrice(['tierId']);
  return offer;
}

function quoteOf(
  ctx: InTransaction<UserContext>,
  subscription: Subscription,
  offer: Offer,
  now: Date,
): Quote {
  const { id: subscriptionId, periodStart: start, periodEnd: end, funding, currency } = subscription;
  if (funding === 'CARD') {
    const dueMinor = cardPriceOf(ctx, subscription, offer, now)?.dueMinor ?? 0;
    const effectiveAt = (dueMinor > 0 ? now : end).toISOString();
    return { subscriptionId, dueCoins: 0, dueMinor, currency, effectiveAt };
  }
  const dueCoins =
    isComparable(subscription, offer) && offer.priceCoins > subscription.priceCoins
      ? priceOfRest(offer.priceCoins - subscription.priceCoins, { start, end }, now)
      : 0;
  const effectiveAt = (dueCoins > 0 ? now : end).toISOString();
  return { subscriptionId, dueCoins, dueMinor: null, currency: null, effectiveAt };
}

/** Price of a change by card now; null where it holds with the next period. */
function cardPriceOf(
  { coinRates: rates, ports }: InTransaction<UserContext>,
  subscription: Subscription,
  offer: Offer,
  now: Date,
) {
  if (!isComparable(subscription, offer)) return null;
  const rule = offer.currency === null ? null : ports.payments.chargeRuleOf(offer.currency);
  return upgradePriceOf(subscription, offer, { now, rule, rates });
}

/** A period of another length cannot be reckoned up, and a newer version of the same tier holds from the next period on. */
const isComparable = (subscription: Subscription, offer: Offer): boolean =>
  subscription.state === 'ACTIVE' &&
  offer.tierId !== subscription.tierId &&
  offer.interval === subscription.interval;

type Upgrade = {
  readonly subscription: Subscription;
  readonly offer: Offer;
  readonly now: Date;
  readonly dueCoins: number;
};

/** The tier changes only with the payment: where that fails, all stays as it is. */
async function changeNow(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { subscription, offer, now, dueCoins }: Upgrade,
): Promise<void> {
  const { tierId, version } = offer;
  // A change that was still to come has a place there already.
  if (tierId !== subscription.nextTierId) {
    await leaveNextPlace(tx, subscription);
    await requirePlace(tx, tierId);
  }
  const period = { start: now, end: subscription.periodEnd };
  const due = { reason: 'UPGRADE', period, amountCoins: dueCoins, amountMinor: null } as const;
  const invoice = await invoiceOf(ctx, tx, { ...subscription, tierId, version }, due);
  // Another change was paid within this very millisecond.
  if (invoice.state === 'PAID') throw termsChanged();
  await payWithinLimits(ctx, tx, invoice);
  const terms = { tierId, version, nextTierId: null, nextVersion: null, endsAtPeriodEnd: false };
  const changed = { ...(await change(tx, subscription, terms)), tierLevel: offer.tierLevel };
  await leavePlace(tx, subscription.tierId);
  await admit(tx, changed, subscription.periodEnd);
  tell(tx, subscriptionChanged, changed);
}

async function changeLater(tx: Tx, subscription: Subscription, { tierId, version }: Offer): Promise<void> {
  await assertNothingDue(tx, subscription);
  await dropInvoices(tx, subscription, 'UPGRADE');
  if (tierId !== subscription.nextTierId) {
    await leaveNextPlace(tx, subscription);
    if (tierId !== subscription.tierId) await requirePlace(tx, tierId);
  }
  const isSame = tierId === subscription.tierId && version === subscription.version;
  const changed = await change(tx, subscription, {
    nextTierId: isSame ? null : tierId,
    nextVersion: isSame ? null : version,
    endsAtPeriodEnd: false,
  });
  tell(tx, subscriptionChanged, changed);
}

/** @throws AppError LIMIT_REACHED */
async function requirePlace(tx: Tx, tierId: string): Promise<void> {
  if (!(await takePlace(tx, tierId))) throw tierFull();
}
