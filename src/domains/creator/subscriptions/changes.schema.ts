import { builder } from '#platform/graphql/builder.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import {
  subscriptionActionNeeded,
  subscriptionChanged,
  subscriptionEnded,
  subscriptionEnding,
  subscriptionFailing,
  subscriptionRenewed,
  subscriptionStarted,
} from './subscriptions.events.ts';
import { UserSubscriptionRef } from './subscriptions.schema.ts';
import { readSubscriptions } from './subscriptions.service.ts';
import type { Subscription } from './subscriptions.types.ts';

const SubscriptionChangedRef = builder
  .objectRef<Delivered<Subscription>>('UserSubscriptionChangedEvent')
  .implement({
    description: 'A subscription of the caller, or to the caller, has changed.',
    interfaces: [EventRef],
    fields: (t) => ({
      subscription: t.field({
        type: UserSubscriptionRef,
        description: 'The subscription as it is now, which may be after further changes.',
        resolve: ({ facts }) => facts,
      }),
    }),
  });

subscriptionField('subscriptionChanged', {
  description:
    'Each change of a subscription of the caller to a creator, and of others to the caller: it has started, was renewed, is due and not paid, is about to end, has ended, changes its terms, or its cardholder has to confirm a payment (told to the subscriber alone).',
  events: [
    subscriptionStarted,
    subscriptionRenewed,
    subscriptionFailing,
    subscriptionEnding,
    subscriptionEnded,
    subscriptionActionNeeded,
    subscriptionChanged,
  ],
  args: () => ({}),
  authorize: async () => undefined,
  topics: null,
  read: readSubscriptions,
  people: () => [],
  apart: () => 'everybody',
  type: SubscriptionChangedRef,
  filter: (userId, _args, { subscriberId, creatorId }) => userId === subscriberId || userId === creatorId,
});
