import { signedIn } from '#platform/graphql/access.ts';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { fromGlobalId } from '#platform/ids.ts';
import { myPostsStats, myPostStats } from './stats.service.ts';
import type { DayViews, PostStats, SourceViews, StatsRange } from './stats.types.ts';
import { PostViewSourceRef } from './views.schema.ts';

const PostStatsRangeRef = enumOf<StatsRange>('PostStatsRange', {
  description: 'Days of UTC that statistics are about. The last of them is the current one.',
  values: {
    LAST_7_DAYS: 'Today and the 6 days before.',
    LAST_28_DAYS: 'Today and the 27 days before.',
    LAST_90_DAYS: 'Today and the 89 days before.',
  },
});

const PostDayViewsRef = builder.objectRef<DayViews>('PostDayViews').implement({
  description: 'The views of one day.',
  fields: (t) => ({
    startsAt: t.field({
      type: 'DateTime',
      description: 'When the day begins: midnight of UTC.',
      resolve: (day) => day.startsAt,
    }),
    viewCount: t.exposeInt('viewCount', { description: 'How many views there were on it.' }),
  }),
});

const PostSourceViewsRef = builder.objectRef<SourceViews>('PostSourceViews').implement({
  description: 'The views from one place.',
  fields: (t) => ({
    source: t.field({
      type: PostViewSourceRef,
      description: 'Where the posts were seen.',
      resolve: ({ source }) => source,
    }),
    viewCount: t.exposeInt('viewCount', { description: 'How many views there were from it.' }),
  }),
});

/** What the statistics of one post and of several have in common. */
const totals = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, PostStats>) => ({
  viewCount: t.exposeInt('viewCount', { description: 'How many views there were; some seconds old.' }),
  averageDurationMs: t.exposeInt('averageDurationMs', {
    nullable: true,
    description: 'How long a view lasted on average, in milliseconds; null when no app has said.',
  }),
  reactionCount: t.exposeInt('reactionCount', {
    description: 'How many people reacted for the first time in these days and still do.',
  }),
  commentCount: t.exposeInt('commentCount', {
    description: 'How many comments were written in these days and are not deleted.',
  }),
  repostCount: t.exposeInt('repostCount', {
    description: 'How many people reposted in these days and have not undone it.',
  }),
  saveCount: t.exposeInt('saveCount', {
    description: 'How many people saved in these days and have kept it.',
  }),
  days: t.field({
    type: [PostDayViewsRef],
    description: 'Every one of these days, the oldest first: 7, 28 or 90.',
    extensions: { listSize: 90 },
    resolve: (stats) => [...stats.days],
  }),
  sources: t.field({
    type: [PostSourceViewsRef],
    description: 'The views by each of the 7 places where posts can be seen.',
    resolve: (stats) => [...stats.sources],
  }),
});

const PostStatsRef = builder.objectRef<PostStats>('PostStats').implement({
  description: 'What happened to one post in some days. Visible to its author alone.',
  fields: (t) => ({
    ...totals(t),
    reach: t.exposeInt('reach', {
      description:
        'How many different viewers there were. Who is not signed in counts as somebody new every day.',
    }),
  }),
});

const PostsStatsRef = builder.objectRef<PostStats>('PostsStats').implement({
  description:
    'What happened to the posts of one person in some days, those left out that are deleted. Visible to that person alone.',
  fields: totals,
});

builder.queryField('myPostStats', (t) =>
  t.field({
    type: PostStatsRef,
    nullable: true,
    description: 'What happened to one post of the caller; null when they have no such post.',
    access: 'user',
    args: {
      postId: t.arg.id({ required: true, description: 'The post.' }),
      range: t.arg({ type: PostStatsRangeRef, required: true, description: 'Which days.' }),
    },
    resolve: (_root, { postId, range }, ctx) =>
      myPostStats(signedIn(ctx), { postId: fromGlobalId('post', postId), range }),
  }),
);

builder.queryField('myPostsStats', (t) =>
  t.field({
    type: PostsStatsRef,
    description: 'What happened to the posts of the caller.',
    nullable: true,
    access: 'user',
    args: { range: t.arg({ type: PostStatsRangeRef, required: true, description: 'Which days.' }) },
    resolve: (_root, args, ctx) => myPostsStats(signedIn(ctx), args),
  }),
);
