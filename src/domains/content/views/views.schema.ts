import { builder } from '#platform/graphql/builder.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { fromGlobalId } from '#platform/ids.ts';
import { recordPostViews } from './views.service.ts';
import type { ViewSource } from './views.types.ts';

export const PostViewSourceRef = enumOf<ViewSource>('PostViewSource', {
  description: 'Where a post was seen.',
  values: {
    FEED: 'In a feed.',
    PROFILE: "Among its author's posts.",
    SEARCH: 'In the results of a search.',
    HASHTAG: 'Among the posts of a hashtag.',
    SHARE_LINK: 'By a link that somebody shared outside of the app.',
    NOTIFICATION: 'By a notification.',
    MESSAGE: 'In a message.',
  },
});

const PostViewInputRef = builder.inputType('PostViewInput', {
  description: 'That a post was on a screen.',
  fields: (t) => ({
    postId: t.id({ required: true, description: 'The post.' }),
    viewedAt: t.field({
      type: 'DateTime',
      description:
        'When, at most 24 hours ago: for views that are reported later. Now when left out, and for moments to come.',
    }),
    source: t.field({ type: PostViewSourceRef, required: true, description: 'Where it was seen.' }),
    durationMs: t.int({
      description: 'How long it was in sight, in milliseconds from 0 to 3600000; unknown when left out.',
    }),
  }),
});

mutationField('recordPostViews', {
  description:
    "Reports views of posts. Of one viewer's views of a post one counts, and then none in the 24 hours after it; a viewer is an account, or else a network and an app, for a day. Views of one's own posts do not count. Counts follow within seconds, and nobody is told who the viewers are.",
  access: 'anyone',
  restriction: null,
  budget: { points: 600, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    events: t.field({ type: [PostViewInputRef], required: true, description: 'The views, at most 100.' }),
  }),
  payload: {
    acceptedCount: {
      type: 'Int',
      description:
        'How many of the views were well-formed, neither too long ago nor of an impossible duration. It does not say whether they count.',
    },
  },
  resolve: async (ctx, { events }) => ({
    acceptedCount: await recordPostViews(ctx, {
      events: events.map((event) => ({ ...event, postId: fromGlobalId('post', event.postId) })),
    }),
  }),
});
