import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { load } from '#platform/request/loader.ts';
import { takePlace } from '../tiers/tier-members.service.ts';
import { listOwnInvoices } from './invoices.queries.ts';
import { type Period, periodAfter } from './periods.policy.ts';
import { addToMonth } from '../creator-stats/creator-stats.service.ts';
import { subscriptionChanged, subscriptionEnding, subscriptionStarted } from './subscriptions.events.ts';
import { subscriptionById } from './subscriptions.loaders.ts';
import {
  assertState,
  notSold,
  ownTier,
  subscribedAlready,
  termsChanged,
  tierFull,
} from './subscriptions.policy.ts';
import {
  findOffer,
  insertSubscription,
  insertTrial,
  listMembers,
  listOwnSubscriptions,
  listSubscriptionsByIds,
  lockSubscription,
} from './subscriptions.queries.ts';
import type { Invoice, Offer, Subscription, SubscriptionState } from './subscriptions.types.ts';
import {
  admit,
  change,
  end,
  invoiceOf,
  leaveNextPlace,
  payInCoins,
  stepped,
  tell,
} from './transitions.service.ts';

type Wanted = {
  readonly tierId: string;
  /** The version of the tier that the subscriber has seen. */
  readonly version: number;
};

/**
 * Subscribes the caller to a tier, for coins.
 * @returns the id of the subscription
 * @throws AppError NOT_FOUND | VALIDATION_FAILED | CONFLICT | INVALID_STATE | LIMIT_REACHED | INSUFFICIENT_COINS
 * @throws ValidationFailed with FORBIDDEN when the creator sells nothing at present
 */
export async function subscribeToTier(
  ctx: UserContext,
  wanted: Wanted,
  key: IdempotencyKey,
): Promise<string> {
  const id = ctx.ids.next();
  const subscriberId = ctx.user.id;
  return once(ctx, key, id, async (tx) => {
    // A block of either side locks both, and so waits for this.
    await lockUsers(tx, [subscriberId]);
    const offer = await requireOffer(ctx, tx, wanted);
    const { creatorId, tierId, version } = offer;
    const now = ctx.clock.now();
    const anchor = { anchorAt: now, interval: offer.interval };
    const { start, end: periodEnd } = periodAfter(anchor, 0);
    const isAdded = await insertSubscription(tx, {
      id,
      subscriberId,
      creatorId,
      tierId,
      version,
      state: 'INCOMPLETE',
      funding: 'COINS',
      paymentMethodId: null,
      anchorAt: now,
      periods: 0,
      periodStart: start,
      periodEnd,
      nextAttemptAt: periodEnd,
      createdAt: now,
    });
    if (!isAdded) throw subscribedAlready();
    if (!(await takePlace(tx, tierId))) throw tierFull();
    const added = await requireLocked(tx, id);
    const hasTrial = offer.trialDays > 0 && (await insertTrial(tx, added));
    const begun = hasTrial
      ? await beginTrial(tx, added, new Date(now.getTime() + offer.trialDays * DAY_MS))
      : await beginPaid(ctx, tx, added, { start, end: periodEnd });
    await admit(tx, begun, begun.periodEnd);
    await addToMonth(tx, { creatorId, at: now, started: 1 });
    tell(tx, subscriptionStarted, begun);
  });
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
  const due = { reason: 'CREATE', period, amountCoins: subscription.priceCoins } as const;
  await payInCoins(ctx, tx, await invoiceOf(ctx, tx, subscription, due));
  return change(tx, subscription, { state: stepped('pay', subscription), periods: 1 });
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
  if (offer.isRestricted) throw notSold();
  if (offer.version !== version) throw termsChanged();
  return offer;
}

async function requireLocked(tx: Tx, id: string): Promise<Subscription> {
  const found = await lockSubscription(tx, id);
  if (!found) throw new Error('a subscription that was added is not there');
  return found;
}

/** Locks a subscription of the caller. @throws AppError NOT_FOUND */
export async function lockOwn(
  { user }: Pick<UserContext, 'user'>,
  tx: Tx,
  subscriptionId: string,
): Promise<Subscription> {
  const found = await lockSubscription(tx, subscriptionId);
  if (found?.subscriberId !== user.id) throw notFound('Subscription', ['subscriptionId']);
  return found;
}

/**
 * Ends a subscription of the caller with its period, and at once where a period is due. Repeating it succeeds without a change.
 * @throws AppError NOT_FOUND
 */
export async function cancelSubscription(ctx: UserContext, subscriptionId: string): Promise<Subscription> {
  await ctx.transaction(async (tx) => {
    const subscription = await lockOwn(ctx, tx, subscriptionId);
    if (subscription.state === 'ENDED' || subscription.endsAtPeriodEnd) return;
    await endLater(ctx, tx, subscription);
  });
  return shown(ctx, subscriptionId);
}

/** Ends a locked subscription with its period, and at once where nothing is paid. */
export async function endLater(
  ctx: Pick<Services, 'clock'>,
  tx: Tx,
  subscription: Subscription,
): Promise<void> {
  if (subscription.state === 'PAST_DUE' || subscription.state === 'INCOMPLETE') {
    await end(ctx, tx, subscription, { reason: 'CANCELED' });
    return;
  }
  await leaveNextPlace(tx, subscription);
  const ending = await change(tx, subscription, {
    endsAtPeriodEnd: true,
    nextTierId: null,
    nextVersion: null,
  });
  tell(tx, subscriptionEnding, ending);
}

/**
 * Takes back the end of a subscription of the caller. Repeating it succeeds without a change.
 * @throws AppError NOT_FOUND | INVALID_STATE
 */
export async function resumeSubscription(ctx: UserContext, subscriptionId: string): Promise<Subscription> {
  await ctx.transaction(async (tx) => {
    const subscription = await lockOwn(ctx, tx, subscriptionId);
    assertState(subscription, ['TRIALING', 'ACTIVE', 'PAST_DUE']);
    if (!subscription.endsAtPeriodEnd) return;
    tell(tx, subscriptionChanged, await change(tx, subscription, { endsAtPeriodEnd: false }));
  });
  return shown(ctx, subscriptionId);
}

/**
 * Agrees to a newer version of the tier of a subscription of the caller, whose price holds from the next period on. It takes the place of a
 * change of the tier that is still to come. Repeating it succeeds without a change.
 * @throws AppError NOT_FOUND | INVALID_STATE | CONFLICT
 */
export async function acceptSubscriptionPrice(
  ctx: UserContext,
  { subscriptionId, version }: { readonly subscriptionId: string; readonly version: number },
): Promise<Subscription> {
  await ctx.transaction(async (tx) => {
    const subscription = await lockOwn(ctx, tx, subscriptionId);
    assertState(subscription, ['TRIALING', 'ACTIVE', 'PAST_DUE']);
    const { tierId, nextTierId, nextVersion } = subscription;
    if ((nextVersion ?? subscription.version) === version && (nextTierId ?? tierId) === tierId) return;
    const offer = await findOffer(tx, viewerOf(ctx), tierId);
    if (offer?.version !== version) throw termsChanged();
    await leaveNextPlace(tx, subscription);
    const isCurrent = version === subscription.version;
    tell(
      tx,
      subscriptionChanged,
      await change(tx, subscription, {
        nextTierId: isCurrent ? null : tierId,
        nextVersion: isCurrent ? null : version,
      }),
    );
  });
  return shown(ctx, subscriptionId);
}

/** A subscription of the caller after a change. */
export async function shown(ctx: RequestContext, id: string): Promise<Subscription> {
  const found = await load(ctx, subscriptionById, id);
  if (!found) throw new Error('a subscription that was changed is not there');
  return found;
}

/** Null for one of others. */
export async function findOwnSubscription(ctx: RequestContext, id: string): Promise<Subscription | null> {
  return ctx.user && load(ctx, subscriptionById, id);
}

/** Subscriptions of the caller, newest first. */
export const mySubscriptions = (
  ctx: UserContext,
  { status }: { readonly status?: SubscriptionState | null | undefined },
  page: ListRequest<IdKey>,
): Promise<Subscription[]> =>
  listOwnSubscriptions(ctx.db, { subscriberId: ctx.user.id, status: status ?? null }, page);

/** Subscriptions to the caller that give access, newest first. */
export const mySubscribers = (
  ctx: UserContext,
  { tierId }: { readonly tierId?: string | null | undefined },
  page: ListRequest<IdKey>,
): Promise<Subscription[]> => listMembers(ctx.db, { creatorId: ctx.user.id, tierId: tierId ?? null }, page);

/** Invoices of the caller, newest first. */
export const myInvoices = (ctx: UserContext, page: ListRequest<IdKey>): Promise<Invoice[]> =>
  listOwnInvoices(ctx.db, ctx.user.id, page);

/** Subscriptions as they are now, for events about them. */
export async function readSubscriptions(
  { db }: Services,
  events: readonly { readonly subscriptionId: string }[],
): Promise<(Subscription | null)[]> {
  const found = await listSubscriptionsByIds(
    db,
    events.map(({ subscriptionId }) => subscriptionId),
  );
  const byId = new Map(found.map((subscription) => [subscription.id, subscription]));
  return events.map(({ subscriptionId }) => byId.get(subscriptionId) ?? null);
}
