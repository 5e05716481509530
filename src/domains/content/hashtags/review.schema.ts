import { adminSignedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { HashtagSettings, HashtagState, ReviewedHashtag } from './hashtags.types.ts';
import {
  adminGetHashtags,
  adminGetHashtagSettings,
  adminSetHashtagState,
  adminUpdateHashtagSettings,
  reviewedHashtag,
} from './review.service.ts';

const HashtagStateRef = enumOf<HashtagState>('HashtagState', {
  description: 'What admins have decided about a hashtag.',
  values: {
    PENDING: 'Nobody has looked at it. It is among the trends unless these need review.',
    ALLOWED: 'It may be everywhere.',
    HIDDEN: 'It is in no list, search or trend, and answers as if it did not exist; posts keep its text.',
  },
});

const ReviewedHashtagRef = builder.objectRef<ReviewedHashtag>('ReviewedHashtag').implement({
  description: 'A hashtag as admins see it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `hashtag_…`, the same as on the client endpoint.',
      resolve: ({ id }) => toGlobalId('hashtag', id),
    }),
    name: t.exposeString('name', { description: 'The folded name, without the `#`.' }),
    displayName: t.exposeString('displayName', { description: 'As most public posts write it.' }),
    state: t.field({
      type: HashtagStateRef,
      description: 'What is decided about it.',
      resolve: ({ state }) => state,
    }),
    stateReason: t.exposeString('stateReason', {
      nullable: true,
      description: 'Why, for other admins; null when nothing has been decided.',
    }),
    stateChangedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When that was decided; null when nothing has been.',
      resolve: ({ stateChangedAt }) => stateChangedAt,
    }),
    postCount: t.exposeInt('postCount', {
      description: 'How many public posts of accounts that are not private have it.',
    }),
    followerCount: t.exposeInt('followerCount', { description: 'How many people follow it.' }),
    isTrending: t.exposeBoolean('isTrending', {
      description: 'Whether people see it among the trends.',
    }),
    trendScore: t.exposeFloat('trendScore', {
      nullable: true,
      description:
        'How much more it is talked about than the day before, at least 1, fading by half every 4 hours; null when it is not. Whoever allows it then makes it a trend.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was first used, or decided about.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

adminNodeType(ReviewedHashtagRef, 'hashtag', { permission: 'content.manage' }, reviewedHashtag);

const ReviewedHashtagConnectionRef = connectionOf('ReviewedHashtag', ReviewedHashtagRef, {
  description: 'Hashtags, newest first.',
});

builder.queryField('adminGetHashtags', (t) =>
  t.field({
    type: ReviewedHashtagConnectionRef,
    nullable: true,
    description: 'Hashtags in every state, those first that were used last for the first time.',
    access: { permission: 'content.manage' },
    args: {
      state: t.arg({ type: HashtagStateRef, description: 'Only those in this state.' }),
      search: t.arg.string({
        description: 'The beginning of the name, in any case, with or without its `#`.',
      }),
      isRising: t.arg.boolean({
        description: 'Whether to give those alone that are trends, or would be were they allowed.',
      }),
      ...forwardPageArgs(t.arg),
    },
    resolve: (_root, args, ctx) => adminGetHashtags(adminSignedIn(ctx), args),
  }),
);

mutationField('adminSetHashtagState', {
  description:
    'Decides where a hashtag may be seen, at once. Also for one that nobody has used so far; deciding again replaces state and reason.',
  access: { permission: 'content.manage' },
  restriction: null,
  input: (t) => ({
    name: t.string({ required: true, description: 'The name, in any case, with or without its `#`.' }),
    state: t.field({ type: HashtagStateRef, required: true, description: 'What is decided.' }),
    reason: t.string({ required: true, description: 'Why, 1 to 500 characters; for other admins.' }),
  }),
  payload: { hashtag: { type: ReviewedHashtagRef, description: 'The hashtag in its new state.' } },
  resolve: async (ctx, input) => ({ hashtag: await adminSetHashtagState(ctx, input) }),
});

const HashtagSettingsRef = builder.objectRef<HashtagSettings>('HashtagSettings').implement({
  description: 'What holds for all hashtags.',
  fields: (t) => ({
    trendsNeedReview: t.exposeBoolean('trendsNeedReview', {
      description: 'Whether trends show nothing but what is ALLOWED.',
    }),
  }),
});

builder.queryField('adminGetHashtagSettings', (t) =>
  t.field({
    type: HashtagSettingsRef,
    nullable: true,
    description: 'What holds for all hashtags.',
    access: { permission: 'content.manage' },
    resolve: (_root, _args, ctx) => adminGetHashtagSettings(adminSignedIn(ctx)),
  }),
);

mutationField('adminUpdateHashtagSettings', {
  description: 'Changes what holds for all hashtags, at once.',
  access: { permission: 'content.manage' },
  restriction: null,
  input: (t) => ({
    trendsNeedReview: t.boolean({
      description: 'Whether trends show nothing but what is ALLOWED; left as it is when left out.',
    }),
  }),
  payload: { settings: { type: HashtagSettingsRef, description: 'The settings in force.' } },
  resolve: async (ctx, input) => ({ settings: await adminUpdateHashtagSettings(ctx, input) }),
});
