import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { myPaymentMethod, myPaymentMethods } from '#domains/money/payments/methods.service.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { beginCharge } from '../billing/charging.service.ts';
import { payWithinLimits } from '../billing/invoices.service.ts';
import { addToMonth } from '../creator-stats/creator-stats.service.ts';
import { takePlace } from '../tiers/tier-members.service.ts';
import { type Period, periodAfter } from './periods.policy.ts';
import { subscriptionStarted } from './subscriptions.events.ts';
import {
  incompleteUntil,
  notSold,
  ownTier,
  subscribedAlready,
  termsChanged,
  tierFull,
  withoutCardPrice,
} from './subscriptions.policy.ts';
import { findOffer, insertSubscription, insertTrial, lockSubscription } from './subscriptions.queries.ts';
import type { Funding, Offer, Subscription } from './subscriptions.types.ts';
import { admit, change, invoiceOf, priceOf, stepped, tell } from './transitions.service.ts';

type Wanted = {
  readonly tierId: string;
  /** The version of the tier that the subscriber has seen. */
  readonly version: number;
  /** COINS when omitted. */
  readonly funding?: Funding | null | undefined;
  /** The saved card of CARD; the default one when omitted. */
  readonly paymentMethodId?: string | null | undefined;
};

/** A subscription that is begun, and the payment by card for it, if it needs one. */
export type Begun = { readonly subscriptionId: string; readonly paymentId: string | null };

/**
 * Subscribes the caller to a tier: for coins at once, by card as soon as its payment has succeeded, which `showCharge` asks for.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | CONFLICT | INVALID_STATE | LIMIT_REACHED | INSUFFICIENT_COINS | RATE_LIMITED
 * @throws ValidationFailed with FORBIDDEN when the creator sells nothing at present
 */
export async function subscribeToTier(ctx: UserContext, wanted: Wanted, key: IdempotencyKey): Promise<Begun> {
  const methodId = await requireCard(ctx, wanted);
  const begun = { subscriptionId: ctx.ids.next(), paymentId: methodId && ctx.ids.next() };
  return once(ctx, key, begun, async (tx) => {
    // A block of either side locks both, and so waits for this.
    await lockUsers(tx, [ctx.user.id]);
    const offer = await requireOffer(ctx, tx, wanted);
    if (methodId !== null && offer.priceMinor === null) throw withoutCardPrice(['funding']);
    const added = await add(ctx, tx, { id: begun.subscriptionId, offer, methodId });
    const { creatorId, periodStart: start, periodEnd: end } = added;
    const hasTrial = offer.trialDays > 0 && (await insertTrial(tx, added));
    if (!hasTrial && begun.paymentId !== null) {
      await beginByCard(ctx, tx, added, begun.paymentId);
      return;
    }
    const now = ctx.clock.now();
    const started = hasTrial
      ? await beginTrial(tx, added, new Date(now.getTime() + offer.trialDays * DAY_MS))
      : await beginPaid(ctx, tx, added, { start, end });
    await admit(tx, started, started.periodEnd);
    await addToMonth(tx, { creatorId, at: now, started: 1 });
    tell(tx, subscriptionStarted, started);
  });
}

/** The saved card to pay with; null for coins. @throws AppError NOT_FOUND | VALIDATION_FAILED */
async function requireCard(
  ctx: UserContext,
  { funding, paymentMethodId: id }: Wanted,
): Promise<string | null> {
  if (funding !== 'CARD') {
    if (id != null)
      throw invalid(['paymentMethodId'], 'Name a card with the funding CARD alone.', 'exclusive');
    return null;
  }
  if (id != null) {
    if (!(await myPaymentMethod(ctx, id))) throw notFound('Payment method', ['paymentMethodId']);
    return id;
  }
  const found = (await myPaymentMethods(ctx)).find(({ isDefault }) => isDefault);
  if (!found) throw invalid(['paymentMethodId'], 'Save a card first.', 'required');
  return found.id;
}

type Added = { readonly id: string; readonly offer: Offer; readonly methodId: string | null };

/** Adds a subscription that is not begun, with its place in the tier. @throws AppError INVALID_STATE | LIMIT_REACHED */
async function add(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { id, offer, methodId }: Added,
): Promise<Subscription> {
  const { creatorId, tierId, version } = offer;
  const now = ctx.clock.now();
  const { start, end: periodEnd } = periodAfter({ anchorAt: now, interval: offer.interval }, 0);
  const isAdded = await insertSubscription(tx, {
    id,
    subscriberId: ctx.user.id,
    creatorId,
    tierId,
    version,
    state: 'INCOMPLETE',
    funding: methodId === null ? 'COINS' : 'CARD',
    paymentMethodId: methodId,
    anchorAt: now,
    periods: 0,
    periodStart: start,
    periodEnd,
    nextAttemptAt: methodId === null ? periodEnd : incompleteUntil(now),
    createdAt: now,
  });
  if (!isAdded) throw subscribedAlready();
  if (!(await takePlace(tx, tierId))) throw tierFull();
  return requireLocked(tx, id);
}

/** The first period follows the trial. */
const beginTrial = (tx: Tx, subscription: Subscription, until: Date): Promise<Subscription> =>
  change(tx, subscription, {
    state: stepped('trial', subscription),
    anchorAt: until,
    periodEnd: until,
    nextAttemptAt: until,
  });

async function beginPaid(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  subscription: Subscription,
  period: Period,
): Promise<Subscription> {
  const due = { reason: 'CREATE', period, ...priceOf(subscription) } as const;
  await payWithinLimits(ctx, tx, await invoiceOf(ctx, tx, subscription, due));
  return change(tx, subscription, { state: stepped('pay', subscription), periods: 1 });
}

/** Begins the payment of the first period, after which the subscription begins. */
async function beginByCard(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  subscription: Subscription,
  paymentId: string,
): Promise<void> {
  const { periodStart: start, periodEnd: end, paymentMethodId: methodId } = subscription;
  const due = { reason: 'CREATE', period: { start, end }, ...priceOf(subscription) } as const;
  const invoice = await invoiceOf(ctx, tx, subscription, due);
  if (methodId === null) throw new Error('a subscription by card has no card');
  await beginCharge(ctx, tx, { invoice, paymentId, methodId, path: ['tierId'] });
}

/**
 * The offer of a tier that the caller has seen.
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | CONFLICT
 * @throws ValidationFailed with FORBIDDEN
 */
async function requireOffer(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { tierId, version }: Wanted,
): Promise<Offer> {
  const offer = await findOffer(tx, viewerOf(ctx), tierId);
  if (!offer) throw notFound('Subscription tier', ['tierId']);
  if (offer.creatorId === ctx.user.id) throw ownTier();
  if (offer.isRestricted) throw notSold(['tierId']);
  if (offer.version !== version) throw termsChanged();
  return offer;
}

async function requireLocked(tx: Tx, id: string): Promise<Subscription> {
  const found = await lockSubscription(tx, id);
  if (!found) throw new Error('a subscription that was added is not there');
  return found;
}
