import type { AccountState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { listIdsOfSuspended, listLiveIds, lockLive, lockSubscription } from './subscriptions.queries.ts';
import { endLater } from './subscriptions.service.ts';
import { end } from './transitions.service.ts';

const BATCH_SUBSCRIPTIONS = 100;
/** As long as renewals wait for a creator. */
const SUSPENDED_MS = 30 * DAY_MS;

/**
 * Follows a block: that of the creator ends the subscription and gives the rest of what was paid back, that of the subscriber ends it with its
 * period.
 */
export async function followBlock(
  services: Services,
  { blockerId, blockedId }: { readonly blockerId: string; readonly blockedId: string },
): Promise<void> {
  await services.transaction(async (tx) => {
    const byCreator = await lockLive(tx, { subscriberId: blockedId, creatorId: blockerId });
    if (byCreator) await end(services, tx, byCreator, { reason: 'BLOCKED', isRefunded: true });
    const bySubscriber = await lockLive(tx, { subscriberId: blockerId, creatorId: blockedId });
    if (bySubscriber && !bySubscriber.endsAtPeriodEnd) await endLater(services, tx, bySubscriber);
  });
}

/** Lets no subscription of an account renew that is about to be erased. */
export async function followAccount(
  services: Services,
  { userId, state }: { readonly userId: string; readonly state: AccountState },
): Promise<void> {
  if (state !== 'PENDING_DELETION') return;
  const batch = { userId, as: 'subscriber', limit: BATCH_SUBSCRIPTIONS } as const;
  let ids = await listLiveIds(services.db, batch);
  while (ids.length > 0) {
    for (const id of ids) {
      await services.transaction(async (tx) => {
        const found = await lockSubscription(tx, id);
        if (found && found.state !== 'ENDED' && !found.endsAtPeriodEnd) await endLater(services, tx, found);
      });
    }
    ids = await listLiveIds(services.db, { ...batch, afterId: ids.at(-1) });
  }
}

/** Ends subscriptions to creators who have been suspended for too long; their payers get the rest back. */
export async function endOfSuspended(services: Services): Promise<void> {
  const now = services.clock.now();
  const since = new Date(now.getTime() - SUSPENDED_MS);
  let ids = await listIdsOfSuspended(services.db, { since, now, limit: BATCH_SUBSCRIPTIONS });
  while (ids.length > 0) {
    for (const id of ids) {
      await services.transaction(async (tx) => {
        const found = await lockSubscription(tx, id);
        if (found && found.state !== 'ENDED')
          await end(services, tx, found, { reason: 'CREATOR_GONE', isRefunded: true });
      });
    }
    ids = await listIdsOfSuspended(services.db, { since, now, limit: BATCH_SUBSCRIPTIONS });
  }
}

/** Ends a batch of the subscriptions of an erased account, and those to it, whose payers get the rest back. @returns how many */
export async function endOfErased(
  tx: Tx,
  { userId, now }: { readonly userId: string; readonly now: Date },
): Promise<number> {
  const ids = [
    ...(await listLiveIds(tx, { userId, as: 'subscriber', limit: BATCH_SUBSCRIPTIONS })),
    ...(await listLiveIds(tx, { userId, as: 'creator', limit: BATCH_SUBSCRIPTIONS })),
  ];
  for (const id of ids) {
    const found = await lockSubscription(tx, id);
    if (!found || found.state === 'ENDED') continue;
    const isSubscriber = found.subscriberId === userId;
    await end({ clock: { now: () => now } }, tx, found, {
      reason: isSubscriber ? 'ACCOUNT_ERASED' : 'CREATOR_GONE',
      isRefunded: !isSubscriber,
      erasedId: userId,
    });
  }
  return ids.length;
}
