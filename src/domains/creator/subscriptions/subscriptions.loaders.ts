import type { Loader } from '#platform/request/loader.ts';
import { listLiveByTiers, listSubscriptionsByIds, listTrials } from './subscriptions.queries.ts';
import type { Subscription } from './subscriptions.types.ts';

/** Subscriptions of the caller, and to the caller; for admins any. */
export const subscriptionById: Loader<Subscription> = {
  name: 'subscriptionById',
  batch: async (ctx, ids) => {
    const found = await listSubscriptionsByIds(ctx.db, ids);
    const shown = found.filter(
      ({ subscriberId, creatorId }) =>
        ctx.admin !== null || subscriberId === ctx.user?.id || creatorId === ctx.user?.id,
    );
    return new Map(shown.map((subscription) => [subscription.id, subscription]));
  },
};

/** The live subscriptions of the caller to the creators of tiers. */
export const liveSubscriptionByTier: Loader<Subscription> = {
  name: 'liveSubscriptionByTier',
  batch: async (ctx, tierIds) => {
    const found = ctx.user ? await listLiveByTiers(ctx.db, { subscriberId: ctx.user.id, tierIds }) : [];
    return new Map(found.map(({ ofTierId, ...subscription }) => [ofTierId, subscription]));
  },
};

/** The creators with whom the caller has had a trial. */
export const trialByCreator: Loader<{ readonly id: string }> = {
  name: 'trialByCreator',
  batch: async (ctx, creatorIds) => {
    const found = ctx.user ? await listTrials(ctx.db, ctx.user.id, creatorIds) : [];
    return new Map(found.map((id) => [id, { id }]));
  },
};
