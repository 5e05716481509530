import type { Tier } from '../tiers/tiers.types.ts';
import { SubscriptionTierRef } from '../tiers/tiers.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { load } from '#platform/request/loader.ts';
import { liveSubscriptionByTier, trialByCreator } from './subscriptions.loaders.ts';
import { UserSubscriptionRef } from './subscriptions.schema.ts';

const SubscriptionTierViewerRef = builder.objectRef<Tier>('SubscriptionTierViewer').implement({
  description: 'Facts about a tier that concern the caller.',
  fields: (t) => ({
    subscription: t.field({
      type: UserSubscriptionRef,
      nullable: true,
      description:
        'The subscription of the caller to its creator that runs, also to another tier: `changeSubscriptionTier` changes it. Null without one.',
      varies: 'personal',
      resolve: ({ id }, _args, ctx) => load(ctx, liveSubscriptionByTier, id),
    }),
    hasTrial: t.boolean({
      description: 'Whether a subscription would begin with a trial.',
      varies: 'personal',
      resolve: async ({ trialDays, creatorId }, _args, ctx) =>
        trialDays > 0 && (await load(ctx, trialByCreator, creatorId)) === null,
    }),
  }),
});

builder.objectField(SubscriptionTierRef, 'viewer', (t) =>
  t.field({
    type: SubscriptionTierViewerRef,
    nullable: true,
    description: 'Facts that concern the caller. Null for anonymous callers.',
    varies: 'personal',
    resolve: (tier, _args, { user }) => (user ? tier : null),
  }),
);
