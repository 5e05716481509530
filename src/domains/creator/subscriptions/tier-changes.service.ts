import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { leavePlace, takePlace } from '../tiers/tier-members.service.ts';
import { priceOfRest } from './periods.policy.ts';
import { subscriptionChanged } from './subscriptions.events.ts';
import { assertState, termsChanged, tierFull } from './subscriptions.policy.ts';
import { findOffer, listSubscriptionsByIds } from './subscriptions.queries.ts';
import { lockOwn } from './subscriptions.service.ts';
import type { Offer, Subscription } from './subscriptions.types.ts';
import { admit, change, invoiceOf, leaveNextPlace, payInCoins, tell } from './transitions.service.ts';

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
  readonly dueCoins: number;
  readonly effectiveAt: string;
};

/**
 * Changes the tier of a subscription of the caller: to a dearer one at once, for the difference of the rest of the period; to another one
 * with the next period. A preview changes nothing.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | CONFLICT | INVALID_STATE | LIMIT_REACHED | INSUFFICIENT_COINS
 */
export async function changeSubscriptionTier(
  ctx: UserContext,
  wanted: Change,
  key: IdempotencyKey,
): Promise<Quote> {
  const now = ctx.clock.now();
  const [found] = await listSubscriptionsByIds(ctx.db, [wanted.subscriptionId]);
  if (found?.subscriberId !== ctx.user.id) throw notFound('Subscription', ['subscriptionId']);
  const quote = quoteOf(found, await requireOffer(ctx, ctx.db, found, wanted), now);
  if (wanted.preview) return once(ctx, key, quote, async () => undefined);
  return once(ctx, key, quote, async (tx) => {
    const subscription = await lockOwn(ctx, tx, wanted.subscriptionId);
    const offer = await requireOffer(ctx, tx, subscription, wanted);
    // A quote is for the subscription and the tier as they were.
    if (JSON.stringify(quoteOf(subscription, offer, now)) !== JSON.stringify(quote)) throw termsChanged();
    await (quote.dueCoins > 0
      ? changeNow(ctx, tx, { subscription, offer, now, dueCoins: quote.dueCoins })
      : changeLater(tx, subscription, offer));
  });
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
  return offer;
}

function quoteOf(subscription: Subscription, offer: Offer, now: Date): Quote {
  const { id: subscriptionId, periodStart: start, periodEnd: end } = subscription;
  const dueCoins = isUpgrade(subscription, offer)
    ? priceOfRest(offer.priceCoins - subscription.priceCoins, { start, end }, now)
    : 0;
  return { subscriptionId, dueCoins, effectiveAt: (dueCoins > 0 ? now : end).toISOString() };
}

/** A period of another length cannot be reckoned up, and a newer version of the same tier holds from the next period on. */
const isUpgrade = (subscription: Subscription, offer: Offer): boolean =>
  subscription.state === 'ACTIVE' &&
  offer.tierId !== subscription.tierId &&
  offer.interval === subscription.interval &&
  offer.priceCoins > subscription.priceCoins;

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
  const due = { reason: 'UPGRADE', period, amountCoins: dueCoins } as const;
  await payInCoins(ctx, tx, await invoiceOf(ctx, tx, { ...subscription, tierId, version }, due));
  const terms = { tierId, version, nextTierId: null, nextVersion: null, endsAtPeriodEnd: false };
  const changed = { ...(await change(tx, subscription, terms)), tierLevel: offer.tierLevel };
  await leavePlace(tx, subscription.tierId);
  await admit(tx, changed, subscription.periodEnd);
  tell(tx, subscriptionChanged, changed);
}

async function changeLater(tx: Tx, subscription: Subscription, { tierId, version }: Offer): Promise<void> {
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
