import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { recordPostViews } from './views.service.ts';
import type { ViewRefusal, ViewRefusalReason, ViewSource } from './views.types.ts';

export const PostViewSourceRef = enumType<ViewSource>('PostViewSource', {
  description: 'Source of a view.',
  values: {
    FEED: 'In a feed.',
    PROFILE: "Among its author's posts.",
    SEARCH: 'In the results of a search.',
    HASHTAG: 'Among the posts of a hashtag.',
    SHARE_LINK: 'By a link that was shared outside of the app.',
    NOTIFICATION: 'By a notification.',
    MESSAGE: 'In a message.',
  },
});

const PostViewInputRef = builder.inputType('PostViewInput', {
  description: 'A view of a post on a screen.',
  fields: (t) => ({
    postId: t.id({
      required: true,
      description: 'The post. A malformed id refuses this view alone.',
    }),
    viewedAt: t.field({
      type: 'DateTime',
      description:
        'Time of the view, at most 24 hours ago, for views that are reported later. Defaults to now, which also replaces a time in the future and any time of an anonymous caller.',
    }),
    source: t.field({ type: PostViewSourceRef, required: true, description: 'Source of the view.' }),
    durationMs: t.int({
      description: 'Duration of the view in milliseconds, 0 to 3600000. Unknown when omitted.',
    }),
  }),
});

const PostViewRefusalReasonRef = enumType<ViewRefusalReason>('PostViewRefusalReason', {
  description: 'Reason why a view of a report was refused.',
  values: {
    MALFORMED_ID: '`postId` is not the id of a post.',
    TOO_OLD: '`viewedAt` is more than 24 hours ago.',
    IMPOSSIBLE_DURATION: '`durationMs` is out of its bounds.',
  },
});

const PostViewRefusalRef = builder.objectRef<ViewRefusal>('PostViewRefusal').implement({
  description: 'A view of a report that was refused, while the others were accepted.',
  fields: (t) => ({
    index: t.exposeInt('index', { description: 'Index of the view in `events`, from 0.' }),
    reason: t.field({
      type: PostViewRefusalReasonRef,
      description: 'Reason of the refusal.',
      resolve: ({ reason }) => reason,
    }),
  }),
});

mutationField('recordPostViews', {
  description:
    'Reports views of posts. Views of own posts do not count. Counts follow within seconds, and no user learns who the viewers are.',
  access: 'anyone',
  restriction: null,
  budget: { points: 600, windowSeconds: 60, per: 'caller', networkPoints: 2_400 },
  input: (t) => ({
    events: t.field({
      type: [PostViewInputRef],
      required: true,
      description:
        'The views, at most {postViewEvents}. A view counts if its viewer had no other counted view of the post in the 24 hours before; a viewer is an account or, for anonymous callers, a network on one day.',
    }),
  }),
  payload: {
    acceptedCount: {
      type: 'Int',
      description: 'Number of well-formed views, whether they count or not.',
    },
    refused: {
      type: [PostViewRefusalRef],
      description:
        'The views that are not well-formed, in their order, at most {postViewEvents}. The others are accepted.',
      listSize: 'postViewEvents',
    },
  },
  resolve: (ctx, input) => recordPostViews(ctx, input),
});
