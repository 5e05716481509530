import { userAccountById } from '#domains/identity/user-accounts/user-accounts.loaders.ts';
import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { MoneyRef } from '#domains/money/coin-packages/coin-packages.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import {
  adminEndSubscription,
  adminGetSubscriptions,
  findAnySubscription,
} from './admin-subscriptions.service.ts';
import { EndReasonRef, FundingRef, SubscriptionStateRef } from './subscriptions.schema.ts';
import type { Subscription } from './subscriptions.types.ts';

const AdminUserSubscriptionRef = builder.objectRef<Subscription>('AdminUserSubscription').implement({
  description: 'A subscription of a user to a creator as admins see it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, the same as on the client endpoint.',
      resolve: ({ id }) => toGlobalId('subscription', id),
    }),
    subscriberId: t.id({
      description: 'Global id of the user who pays.',
      resolve: ({ subscriberId }) => toGlobalId('user', subscriberId),
    }),
    subscriber: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The account of the subscriber. Null without the permission `USERS_READ`.',
      resolve: ({ subscriberId }, _args, ctx) => load(ctx, userAccountById, subscriberId),
    }),
    creatorId: t.id({
      description: 'Global id of the user who is paid.',
      resolve: ({ creatorId }) => toGlobalId('user', creatorId),
    }),
    creator: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The account of the creator. Null without the permission `USERS_READ`.',
      resolve: ({ creatorId }, _args, ctx) => load(ctx, userAccountById, creatorId),
    }),
    tierId: t.id({
      description: 'Global id of the tier.',
      resolve: ({ tierId }) => toGlobalId('tier', tierId),
    }),
    version: t.exposeInt('version', {
      description: 'The version of the tier to which the subscriber has agreed.',
    }),
    priceCoins: t.exposeFloat('priceCoins', { description: 'Coins of a period, by that version.' }),
    state: t.field({
      type: SubscriptionStateRef,
      description: 'State of the subscription.',
      resolve: ({ state }) => state,
    }),
    price: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Price of a period by card, by that version. Null of one in coins.',
      resolve: ({ priceMinor, currency, funding }) =>
        funding === 'COINS' || priceMinor === null || currency === null
          ? null
          : { amountMinor: priceMinor, currency },
    }),
    funding: t.field({
      type: FundingRef,
      description: 'Means of payment.',
      resolve: ({ funding }) => funding,
    }),
  }),
});

builder.objectFields(AdminUserSubscriptionRef, (t) => ({
  periodStartsAt: t.field({
    type: 'DateTime',
    description: 'Time at which the period, or the trial, has begun.',
    resolve: ({ periodStart }) => periodStart,
  }),
  periodEndsAt: t.field({
    type: 'DateTime',
    description: 'Time at which it ends.',
    resolve: ({ periodEnd }) => periodEnd,
  }),
  endsAtPeriodEnd: t.exposeBoolean('endsAtPeriodEnd', {
    description: 'Whether it ends with the period.',
  }),
  attempts: t.exposeInt('attempts', {
    description: 'Number of attempts to be paid for the period that is due.',
  }),
  endedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time at which it has ended. Null while it runs.',
    resolve: ({ endedAt }) => endedAt,
  }),
  endReason: t.field({
    type: EndReasonRef,
    nullable: true,
    description: 'Reason why it has ended. Null while it runs.',
    resolve: ({ endReason }) => endReason,
  }),
  createdAt: t.field({
    type: 'DateTime',
    description: 'Time at which it was begun.',
    resolve: ({ createdAt }) => createdAt,
  }),
}));

adminNodeType(
  AdminUserSubscriptionRef,
  'subscription',
  { permission: 'SUBSCRIPTIONS_READ' },
  findAnySubscription,
);

listField('adminGetSubscriptions', {
  connection: connectionType('AdminUserSubscription', AdminUserSubscriptionRef, {
    description: 'Subscriptions to creators, newest first.',
  }),
  description: 'Subscriptions of all users to creators, newest first; those of erased accounts among them.',
  access: { permission: 'SUBSCRIPTIONS_READ' },
  args: (t) => ({
    subscriberId: t.idOf('user', { description: 'Only subscriptions of this user.' }),
    creatorId: t.idOf('user', { description: 'Only subscriptions to this user.' }),
    state: t({ type: SubscriptionStateRef, description: 'Only subscriptions in this state.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, args, page) => adminGetSubscriptions(ctx, args, page),
});

mutationField('adminEndSubscription', {
  description:
    'Ends a subscription at once, and the access to posts with it. With `refund` the rest of what was paid goes back to the subscriber, coins or to the card, from the earnings of the creator and the fee.',
  refusals: 'INVALID_STATE when it has ended.',
  access: { permission: 'SUBSCRIPTIONS_MANAGE' },
  restriction: null,
  input: (t) => ({
    subscriptionId: t.idOf('subscription', { required: true, description: 'The subscription.' }),
    refund: t.boolean({ required: true, description: 'Whether the rest of what was paid goes back.' }),
    reason: t.string({
      required: true,
      description:
        'Reason for the record, 1 to 500 characters, without the number of a card. Users do not see it.',
    }),
  }),
  payload: { subscription: { type: AdminUserSubscriptionRef, description: 'The subscription.' } },
  resolve: async (ctx, input) => ({ subscription: await adminEndSubscription(ctx, input) }),
});
