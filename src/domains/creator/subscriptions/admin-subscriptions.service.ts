import { parseMoneyReason } from '#domains/money/ledger/money-texts.policy.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { subscriptionById } from './subscriptions.loaders.ts';
import { assertState } from './subscriptions.policy.ts';
import { listAnySubscriptions, lockSubscription } from './subscriptions.queries.ts';
import type { Subscription, SubscriptionState } from './subscriptions.types.ts';
import { end } from './transitions.service.ts';

type FilterArgs = {
  readonly subscriberId?: string | null | undefined;
  readonly creatorId?: string | null | undefined;
  readonly state?: SubscriptionState | null | undefined;
};

/** Subscriptions of all users, newest first. */
export const adminGetSubscriptions = (
  ctx: AdminContext,
  { subscriberId, creatorId, state }: FilterArgs,
  page: ListRequest<IdKey>,
): Promise<Subscription[]> =>
  listAnySubscriptions(
    ctx.db,
    { subscriberId: subscriberId ?? null, creatorId: creatorId ?? null, state: state ?? null },
    page,
  );

export const findAnySubscription = async (ctx: AdminContext, id: string): Promise<Subscription | null> =>
  load(ctx, subscriptionById, id);

/**
 * Ends a subscription at once.
 * @throws ValidationFailed | AppError NOT_FOUND | INVALID_STATE
 */
export async function adminEndSubscription(
  ctx: AdminContext,
  input: { readonly subscriptionId: string; readonly refund: boolean; readonly reason: string },
): Promise<Subscription | null> {
  const { subscriptionId: id, refund: isRefunded } = input;
  const reason = parseMoneyReason(input);
  await ctx.transaction(async (tx) => {
    const found = await lockSubscription(tx, id);
    if (!found) throw notFound('Subscription', ['subscriptionId']);
    assertState(found, ['INCOMPLETE', 'TRIALING', 'ACTIVE', 'PAST_DUE']);
    await end(ctx, tx, found, { reason: 'MODERATION', isRefunded });
    await writeAuditEntry(ctx, tx, {
      action: 'adminEndSubscription',
      subject: { kind: 'subscription', id },
      reason,
      before: { state: found.state },
      after: { state: 'ENDED', isRefunded },
    });
  });
  return findAnySubscription(ctx, id);
}
