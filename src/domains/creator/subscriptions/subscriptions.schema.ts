import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { MoneyRef } from '#domains/money/coin-packages/coin-packages.schema.ts';
import { PaymentMethodRef } from '#domains/money/payments/payments.schema.ts';
import { myPaymentMethod } from '#domains/money/payments/methods.service.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { dueInvoiceBySubscription } from '../billing/invoices.loaders.ts';
import { SubscriptionInvoiceRef } from '../billing/invoices.schema.ts';
import { visibleTierById } from '../tiers/tiers.loaders.ts';
import { SubscriptionTierRef, TierIntervalRef } from '../tiers/tiers.schema.ts';
import { subscriptionById } from './subscriptions.loaders.ts';
import { toldReason } from './subscriptions.policy.ts';
import { findOwnSubscription, mySubscribers, mySubscriptions } from './subscriptions.service.ts';
import type { EndReason, Funding, Subscription, SubscriptionState } from './subscriptions.types.ts';

export const SubscriptionStateRef = enumType<SubscriptionState>('UserSubscriptionState', {
  description:
    'State of a subscription. What the subscriber sees of the creator does not depend on it, but on `accessEndsAt`.',
  values: {
    INCOMPLETE: 'The first period is not paid yet; there is no access.',
    TRIALING: 'The trial runs; the first period is paid when it ends.',
    ACTIVE: 'The period is paid.',
    PAST_DUE:
      'A period is due that could not be paid: see `dueInvoice`. It can be paid until `accessEndsAt`.',
    ENDED: 'The subscription has ended, for `endReason`.',
  },
});

export const FundingRef = enumType<Funding>('UserSubscriptionFunding', {
  description: 'Means of payment of a subscription.',
  values: { COINS: 'Coins of the subscriber.', CARD: 'A saved card.' },
});

export const EndReasonRef = enumType<EndReason>('UserSubscriptionEndReason', {
  description: 'Reason why a subscription has ended.',
  values: {
    INCOMPLETE: 'The first period was not paid in time.',
    CANCELED: 'The subscriber has canceled it.',
    PAYMENT_FAILED: 'A period was not paid in time.',
    BLOCKED: 'The creator has blocked the subscriber; told to the creator alone.',
    CREATOR_ENDED: 'The creator has ended it.',
    CREATOR_GONE: 'The creator is not active any more.',
    REFUNDED: 'The payment was refunded.',
    DISPUTED: 'The payment was disputed.',
    MODERATION: 'An admin has ended it.',
    ACCOUNT_ERASED: 'The account of the subscriber is erased.',
  },
});

export const UserSubscriptionRef = builder.objectRef<Subscription>('UserSubscription').implement({
  description:
    'A subscription of a user to a tier of a creator, by the price to which the user has agreed. Visible to the two alone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `subscription_…`.',
      resolve: ({ id }) => toGlobalId('subscription', id),
    }),
    subscriber: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who pays. Null if the caller does not see them.',
      varies: 'viewer',
      resolve: ({ subscriberId }, _args, ctx) => load(ctx, visibleUserById, subscriberId),
    }),
    creator: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who is paid. Null if the caller does not see them.',
      varies: 'viewer',
      resolve: ({ creatorId }, _args, ctx) => load(ctx, visibleUserById, creatorId),
    }),
    tierId: t.id({
      description: 'Global id of the tier.',
      resolve: ({ tierId }) => toGlobalId('tier', tierId),
    }),
    tier: t.field({
      type: SubscriptionTierRef,
      nullable: true,
      description:
        'The tier, by its current version. Null if the caller does not see it, or it is off the offer.',
      varies: 'viewer',
      resolve: ({ tierId }, _args, ctx) => load(ctx, visibleTierById, tierId),
    }),
    version: t.exposeInt('version', {
      description:
        'The version of the tier to which the subscriber has agreed. A newer one has no effect until `acceptSubscriptionPrice`.',
    }),
    priceCoins: t.exposeFloat('priceCoins', { description: 'Coins of a period, by that version.' }),
    interval: t.field({
      type: TierIntervalRef,
      description: 'Length of the periods.',
      resolve: ({ interval }) => interval,
    }),
    state: t.field({
      type: SubscriptionStateRef,
      description: 'State of the subscription.',
      resolve: ({ state }) => state,
    }),
    funding: t.field({
      type: FundingRef,
      nullable: true,
      description: 'Means of payment. Null for the creator.',
      varies: 'personal',
      resolve: ({ funding, subscriberId }, _args, { user }) => (user?.id === subscriberId ? funding : null),
    }),
  }),
});

builder.objectFields(UserSubscriptionRef, (t) => ({
  price: t.field({
    type: MoneyRef,
    nullable: true,
    description: 'Price of a period by card, by that version. Null for the creator, and of one in coins.',
    varies: 'personal',
    resolve: ({ priceMinor, currency, funding, subscriberId }, _args, { user }) =>
      funding === 'COINS' || user?.id !== subscriberId || priceMinor === null || currency === null
        ? null
        : { amountMinor: priceMinor, currency },
  }),
  paymentMethod: t.field({
    type: PaymentMethodRef,
    nullable: true,
    description:
      'The saved card that is charged. Null for the creator, of one in coins, and when it is removed.',
    varies: 'personal',
    resolve: ({ paymentMethodId, subscriberId }, _args, ctx) =>
      paymentMethodId === null || ctx.user?.id !== subscriberId
        ? null
        : myPaymentMethod(ctx, paymentMethodId),
  }),
  dueInvoice: t.field({
    type: SubscriptionInvoiceRef,
    nullable: true,
    description: 'The invoice of a period that is due. Null for the creator, and when nothing is.',
    varies: 'personal',
    resolve: ({ id }, _args, ctx) => load(ctx, dueInvoiceBySubscription, id),
  }),
}));

builder.objectFields(UserSubscriptionRef, (t) => ({
  periodStartsAt: t.field({
    type: 'DateTime',
    description: 'Time at which the period, or the trial, has begun.',
    resolve: ({ periodStart }) => periodStart,
  }),
  periodEndsAt: t.field({
    type: 'DateTime',
    description: 'Time at which it ends, and the next one is paid.',
    resolve: ({ periodEnd }) => periodEnd,
  }),
  accessEndsAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'Time until which the subscriber sees the posts for subscribers, unless a further period is paid. Null when there is no access.',
    resolve: ({ state, periodEnd, graceUntil }) =>
      state === 'ENDED' || state === 'INCOMPLETE' ? null : (graceUntil ?? periodEnd),
  }),
  endsAtPeriodEnd: t.exposeBoolean('endsAtPeriodEnd', {
    description: 'Whether it ends with the period.',
  }),
  nextTierId: t.id({
    nullable: true,
    description: 'Global id of the tier from the next period on. Null for the same, at the same price.',
    resolve: ({ nextTierId }) => nextTierId && toGlobalId('tier', nextTierId),
  }),
  nextVersion: t.exposeInt('nextVersion', {
    nullable: true,
    description: 'Version of that tier. Null with it.',
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
    varies: 'personal',
    resolve: ({ endReason, creatorId }, _args, { user }) => toldReason(endReason, user?.id === creatorId),
  }),
  createdAt: t.field({
    type: 'DateTime',
    description: 'Time at which it was begun.',
    resolve: ({ createdAt }) => createdAt,
  }),
}));

builder.objectField(SubscriptionInvoiceRef, 'subscription', (t) =>
  t.field({
    type: UserSubscriptionRef,
    nullable: true,
    description: 'The subscription. Never null for its payer.',
    varies: 'personal',
    resolve: ({ subscriptionId }, _args, ctx) => load(ctx, subscriptionById, subscriptionId),
  }),
);

nodeType(UserSubscriptionRef, 'subscription', findOwnSubscription);

const UserSubscriptionConnectionRef = connectionType('UserSubscription', UserSubscriptionRef, {
  description: 'Subscriptions to creators, newest first.',
});

listField('mySubscriptions', {
  connection: UserSubscriptionConnectionRef,
  description: 'Subscriptions of the caller to creators, newest first.',
  access: 'user',
  args: (t) => ({
    status: t({ type: SubscriptionStateRef, description: 'Only subscriptions in this state.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, args, page) => mySubscriptions(ctx, args, page),
});

listField('mySubscribers', {
  connection: UserSubscriptionConnectionRef,
  description: 'Subscriptions of others to the caller that give access, newest first.',
  access: 'user',
  args: (t) => ({
    tierId: t.idOf('tier', { description: 'Only subscriptions to this tier.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, args, page) => mySubscribers(ctx, args, page),
});
