import { builder } from '#platform/graphql/builder.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { tipsReceived } from './tips.events.ts';

type Received = {
  readonly receiverId: string;
  readonly tipCount: number;
  readonly amountCoins: number;
  readonly earnedCoins: number;
};

const TipsReceivedRef = builder.objectRef<Delivered<Received>>('TipsReceivedEvent').implement({
  description: 'Tips for the caller were settled: one event for all that were settled at once.',
  interfaces: [EventRef],
  fields: (t) => ({
    tipCount: t.int({ description: 'Number of tips.', resolve: ({ facts }) => facts.tipCount }),
    amountCoins: t.float({
      description: 'Coins that their senders gave.',
      resolve: ({ facts }) => facts.amountCoins,
    }),
    earnedCoins: t.float({
      description: 'Coins of them that the caller earned, after the fee.',
      resolve: ({ facts }) => facts.earnedCoins,
    }),
  }),
});

subscriptionField('tipsReceived', {
  description:
    'Tips for the caller, once their senders cannot undo them any more. `myTransactions` has each of them.',
  events: [tipsReceived],
  args: () => ({}),
  authorize: async () => undefined,
  topics: null,
  read: async (_services, events) => events,
  people: () => [],
  apart: () => 'everybody',
  type: TipsReceivedRef,
  filter: (userId, _args, { receiverId }) => receiverId === userId,
});
