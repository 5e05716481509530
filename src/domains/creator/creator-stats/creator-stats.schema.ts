import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { creatorStats, STATS_MONTHS } from './creator-stats.service.ts';
import type { CreatorMonth, CreatorStats } from './creator-stats.types.ts';

const CreatorStatsMonthRef = builder.objectRef<CreatorMonth>('CreatorStatsMonth').implement({
  description: 'Sums of a month, in UTC.',
  fields: (t) => ({
    month: t.string({
      description: 'The month, such as `2026-11`.',
      resolve: ({ monthOn }) => monthOn.slice(0, 7),
    }),
    startedCount: t.int({
      description: 'Number of subscriptions that started.',
      resolve: ({ started }) => started,
    }),
    endedCount: t.int({ description: 'Number of subscriptions that ended.', resolve: ({ ended }) => ended }),
    paidCoins: t.exposeFloat('paidCoins', { description: 'Coins that subscribers paid.' }),
    earnedCoins: t.exposeFloat('earnedCoins', {
      description: 'Coins of them that the creator earned, after the fee; refunds are not taken off.',
    }),
    refundedCoins: t.exposeFloat('refundedCoins', { description: 'Coins that subscribers got back.' }),
  }),
});

const CreatorStatsRef = builder.objectRef<CreatorStats>('CreatorStats').implement({
  description: 'Sums of the subscriptions to a creator, visible to the creator alone.',
  fields: (t) => ({
    memberCount: t.exposeInt('memberCount', {
      description:
        'Number of places that are taken in all tiers: of one who is about to change, in both; also by those whose first payment by card is open, for at most 23 hours.',
    }),
    months: t.field({
      type: [CreatorStatsMonthRef],
      description: `The last ${STATS_MONTHS} months in which anything has happened, newest first.`,
      extensions: listSize(STATS_MONTHS),
      resolve: ({ months }) => months,
    }),
  }),
});

builder.queryField('creatorStats', (t) =>
  t.field({
    type: CreatorStatsRef,
    nullable: true,
    description: 'Sums of the subscriptions to the caller. Zeros for who sells nothing.',
    access: 'user',
    resolve: (_root, _args, ctx) => creatorStats(signedIn(ctx)),
  }),
);
