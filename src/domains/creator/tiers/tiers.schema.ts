import { z } from 'zod';
import { mediaById } from '#domains/foundation/media/media.loaders.ts';
import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { userListField } from '#domains/identity/users/user-lists.schema.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { MoneyRef } from '#domains/money/coin-packages/coin-packages.schema.ts';
import { FIRST_ID, LAST_ID, type Order } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { isFull } from './tiers.policy.ts';
import { ARCHIVED_POSITION, type TierKey } from './tiers.queries.ts';
import { subscriptionTiers, visibleTier } from './tiers.service.ts';
import type { Tier, TierInterval, TierState } from './tiers.types.ts';

const TierStateRef = enumType<TierState>('SubscriptionTierState', {
  description: 'State of a tier.',
  values: {
    DRAFT: 'Never on offer so far. Visible to its creator alone.',
    ACTIVE: 'On offer. Visible to everybody who sees its creator.',
    HIDDEN: 'Off the offer for now; members keep it. Visible to its creator alone.',
    ARCHIVED: 'Off the offer for good. Visible to its creator alone.',
  },
});

export const TierIntervalRef = enumType<TierInterval>('SubscriptionTierInterval', {
  description: 'Length of the periods for which members pay.',
  values: { MONTH: 'A month of the calendar.', YEAR: 'A year of the calendar.' },
});

export const SubscriptionTierRef = builder.objectRef<Tier>('SubscriptionTier').implement({
  description: 'An offer of a creator to subscribers, in its current version.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `tier_…`.', resolve: ({ id }) => toGlobalId('tier', id) }),
    creator: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who offers it. Null if the caller does not see them.',
      resolve: ({ creatorId }, _args, ctx) => load(ctx, visibleUserById, creatorId),
    }),
    version: t.exposeInt('version', {
      description:
        'Number of the version: a change of what the tier promises or costs makes a new one. Members keep theirs.',
    }),
    level: t.exposeInt('level', {
      description:
        'Level, 1 to 100, which never changes. Members see posts for subscribers whose `tierLevel` is at most this.',
    }),
    position: t.exposeInt('position', {
      nullable: true,
      description: "Place among the creator's tiers, from 1. Null if it is archived.",
    }),
    state: t.field({ type: TierStateRef, description: 'The state.', resolve: ({ state }) => state }),
    memberLimit: t.exposeInt('memberLimit', {
      nullable: true,
      description: 'Number of members that the tier takes. Null if it has no bound.',
    }),
    memberCount: t.int({
      nullable: true,
      description: 'Number of members. Null for everybody but the creator.',
      varies: 'viewer',
      resolve: ({ creatorId, memberCount }, _args, ctx) => (creatorId === ctx.user?.id ? memberCount : null),
    }),
    isFull: t.boolean({
      description: 'Whether `memberLimit` is reached, so that nobody can join until a member leaves.',
      resolve: isFull,
    }),
  }),
});

builder.objectFields(SubscriptionTierRef, (t) => ({
  title: t.exposeString('title', {
    description: 'The title, 1 to {tierTitleLength} characters on one line.',
  }),
  description: t.exposeString('description', {
    description: 'The description, at most {tierDescriptionLength} characters; empty if there is none.',
  }),
  perks: t.field({
    type: ['String'],
    description: 'Perks of members, in the order of the creator: at most {tierPerks} lines.',
    extensions: listSize('tierPerks'),
    resolve: ({ perks }) => [...perks],
  }),
  image: t.field({
    type: MediaRef,
    nullable: true,
    description: 'The image. Null if there is none.',
    varies: 'no',
    resolve: ({ mediaId }, _args, ctx) => (mediaId ? load(ctx, mediaById, mediaId) : null),
  }),
  priceCoins: t.exposeFloat('priceCoins', {
    description: 'Price of a period in coins, 1 to {tierPriceCoins}.',
  }),
  price: t.field({
    type: MoneyRef,
    nullable: true,
    description: 'Price of a period by card. Null if members can pay in coins alone.',
    resolve: ({ priceMinor, currency }) =>
      priceMinor === null || currency === null ? null : { amountMinor: priceMinor, currency },
  }),
  interval: t.field({
    type: TierIntervalRef,
    description: 'Length of a period.',
    resolve: ({ interval }) => interval,
  }),
  trialDays: t.exposeInt('trialDays', {
    description: 'Days before the first payment, 0 to {tierTrialDays}. A user has one trial with a creator.',
  }),
}));

nodeType(SubscriptionTierRef, 'tier', visibleTier);

const BY_POSITION: Order<Tier, TierKey> = {
  key: z.tuple([z.int().min(0).max(ARCHIVED_POSITION), z.uuid()]),
  keyOf: ({ position, id }) => [position ?? ARCHIVED_POSITION, id],
  start: [0, FIRST_ID],
  end: [ARCHIVED_POSITION, LAST_ID],
};

userListField('subscriptionTiers', {
  connection: connectionType('SubscriptionTier', SubscriptionTierRef, {
    description: 'Tiers of a creator in their order.',
  }),
  description:
    'Tiers that the user offers, in their order. To the user all of their own, archived ones last.',
  root: 'subscriptionTiers',
  order: BY_POSITION,
  rows: subscriptionTiers,
});
