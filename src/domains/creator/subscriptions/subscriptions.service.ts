import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { invoiceDue } from '../billing/invoices.service.ts';
import { subscriptionChanged, subscriptionEnding } from './subscriptions.events.ts';
import { subscriptionById } from './subscriptions.loaders.ts';
import { assertState, beingPaid, termsChanged, withoutCardPrice } from './subscriptions.policy.ts';
import {
  findOffer,
  listMembers,
  listOwnSubscriptions,
  listSubscriptionsByIds,
  lockSubscription,
} from './subscriptions.queries.ts';
import type { Subscription, SubscriptionState } from './subscriptions.types.ts';
import { change, dropInvoices, end, leaveNextPlace, tell } from './transitions.service.ts';

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
  const { state, funding, periodEnd } = subscription;
  // A payment for the next period can be on its way.
  const isBeingCharged = funding === 'CARD' && periodEnd <= ctx.clock.now();
  if (state === 'PAST_DUE' || state === 'INCOMPLETE' || isBeingCharged) {
    await end(ctx, tx, subscription, { reason: 'CANCELED' });
    return;
  }
  await dropInvoices(tx, subscription, 'UPGRADE');
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
 * @throws AppError NOT_FOUND | INVALID_STATE | CONFLICT | VALIDATION_FAILED
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
    if (subscription.funding === 'CARD' && offer.priceMinor === null) throw withoutCardPrice(['version']);
    await assertNothingDue(tx, subscription);
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

/** Refuses a change while a payment for the next period is on its way. @throws AppError INVALID_STATE */
export async function assertNothingDue(tx: Tx, { id, funding }: Subscription): Promise<void> {
  if (funding === 'CARD' && (await invoiceDue(tx, id, ['CYCLE']))) throw beingPaid();
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
