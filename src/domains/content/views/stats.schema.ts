import { signedIn } from '#platform/graphql/access.ts';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { myContentStats, myPostStats } from './stats.service.ts';
import type { DayViews, PostStats, SourceViews, StatsRange } from './stats.types.ts';
import { PostViewSourceRef } from './views.schema.ts';

const PostStatsRangeRef = enumType<StatsRange>('PostStatsRange', {
  description: 'Range of days of UTC for statistics, ending with the current day.',
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
      description: 'Time at which the day begins: midnight of UTC.',
      resolve: (day) => day.startsAt,
    }),
    viewCount: t.exposeInt('viewCount', { description: 'Number of views on the day.' }),
  }),
});

const PostSourceViewsRef = builder.objectRef<SourceViews>('PostSourceViews').implement({
  description: 'The views from one source.',
  fields: (t) => ({
    source: t.field({
      type: PostViewSourceRef,
      description: 'Source of the views.',
      resolve: ({ source }) => source,
    }),
    viewCount: t.exposeInt('viewCount', { description: 'Number of views from the source.' }),
  }),
});

/** Fields that the statistics of one post and of several share. */
const totals = (t: PothosSchemaTypes.ObjectFieldBuilder<Types, PostStats>) => ({
  viewCount: t.exposeInt('viewCount', { description: 'Number of views; some seconds old.' }),
  averageDurationMs: t.exposeInt('averageDurationMs', {
    nullable: true,
    description: 'Average duration of a view in milliseconds. Null if no app reported one.',
  }),
  reactionCount: t.exposeInt('reactionCount', {
    description: 'Number of reactions first set in the range and not removed.',
  }),
  commentCount: t.exposeInt('commentCount', {
    description: 'Number of comments written in the range and not deleted.',
  }),
  repostCount: t.exposeInt('repostCount', {
    description: 'Number of reposts made in the range and not undone.',
  }),
  saveCount: t.exposeInt('saveCount', {
    description: 'Number of saves made in the range and not removed.',
  }),
  days: t.field({
    type: [PostDayViewsRef],
    description: 'Every day of the range, oldest first: 7, 28 or 90.',
    extensions: listSize(90),
    resolve: (stats) => [...stats.days],
  }),
  sources: t.field({
    type: [PostSourceViewsRef],
    description: 'The views by each of the 7 sources.',
    extensions: listSize(7),
    resolve: (stats) => [...stats.sources],
  }),
});

const PostStatsRef = builder.objectRef<PostStats>('PostStats').implement({
  description: 'Statistics of one post in a range of days. Visible to its author alone.',
  fields: (t) => ({
    ...totals(t),
    reach: t.exposeInt('reach', {
      description:
        'Number of different viewers. A viewer who is not signed in counts as a new one every day.',
    }),
  }),
});

const ContentStatsRef = builder.objectRef<PostStats>('ContentStats').implement({
  description:
    'Statistics of all posts of a user in a range of days, without deleted ones. Visible to that user alone.',
  fields: totals,
});

builder.queryField('myPostStats', (t) =>
  t.field({
    type: PostStatsRef,
    nullable: true,
    description: 'Statistics of one post of the caller. Null if the caller has no such post.',
    access: 'user',
    args: {
      postId: t.arg.idOf('post', { required: true, description: 'The post.' }),
      range: t.arg({ type: PostStatsRangeRef, required: true, description: 'The range of days.' }),
    },
    resolve: (_root, args, ctx) => myPostStats(signedIn(ctx), args),
  }),
);

builder.queryField('myContentStats', (t) =>
  t.field({
    type: ContentStatsRef,
    description: 'Statistics of all posts of the caller.',
    nullable: true,
    access: 'user',
    args: { range: t.arg({ type: PostStatsRangeRef, required: true, description: 'The range of days.' }) },
    resolve: (_root, args, ctx) => myContentStats(signedIn(ctx), args),
  }),
);
