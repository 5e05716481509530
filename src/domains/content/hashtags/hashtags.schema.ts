import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/ids.ts';
import { load } from '#platform/loader.ts';
import { PostRef } from '../posts/posts.schema.ts';
import type { Post } from '../posts/posts.types.ts';
import { historyByHashtag, isHashtagFollowed } from './hashtags.loaders.ts';
import {
  findHashtagById,
  followedHashtags,
  followHashtag,
  hashtag,
  hashtagPosts,
  searchHashtags,
  trendingHashtags,
  unfollowHashtag,
} from './hashtags.service.ts';
import type {
  FollowedHashtag,
  FoundHashtag,
  Hashtag,
  HashtagDay,
  TrendingHashtag,
} from './hashtags.types.ts';
import './review.schema.ts';

const HashtagDayRef = builder.objectRef<HashtagDay>('HashtagDay').implement({
  description:
    'How much a hashtag was used on one day, in public and by accounts that let themselves be found. Some seconds old; what is deleted later was used all the same.',
  fields: (t) => ({
    startsAt: t.field({
      type: 'DateTime',
      description: 'The midnight of UTC at which the day began.',
      resolve: ({ day }) => day,
    }),
    useCount: t.exposeInt('useCount', { description: 'How many posts had it.' }),
    accountCount: t.exposeInt('accountCount', { description: 'How many different accounts published them.' }),
  }),
});

const HashtagViewerRef = builder.objectRef<Hashtag>('HashtagViewer').implement({
  description: 'How the caller stands to a hashtag.',
  fields: (t) => ({
    isFollowing: t.boolean({
      description: 'Whether the caller follows it.',
      resolve: async ({ id }, _args, ctx) => (await load(ctx, isHashtagFollowed, id)) !== null,
    }),
  }),
});

const HashtagRef = builder.objectRef<Hashtag>('Hashtag').implement({
  description:
    'What posts say they are about. Visible to everybody as soon as a public post has it, and before that to those who may see a post with it.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `hashtag_…`.',
      resolve: ({ id }) => toGlobalId('hashtag', id),
    }),
    name: t.exposeString('name', {
      description:
        'The name by which it is compared, 1 to 100 UTF-16 code units without the `#`: compatible forms and the cases of a letter are one (NFKC, small letters).',
    }),
    displayName: t.exposeString('displayName', {
      description: 'The name to show, as most public posts write it, without the `#`.',
    }),
    postCount: t.exposeInt('postCount', {
      description:
        'How many public posts of accounts that are not private have it; the same for everybody, some seconds old.',
    }),
    followerCount: t.exposeInt('followerCount', { description: 'How many people follow it.' }),
    isTrending: t.exposeBoolean('isTrending', {
      description: 'Whether it is among `trendingHashtags`.',
    }),
    history: t.field({
      type: [HashtagDayRef],
      description: 'The last 7 days of UTC, today first; a day without uses is there, too.',
      extensions: { listSize: 7 },
      resolve: async ({ id }, _args, ctx) => [...((await load(ctx, historyByHashtag, id)) ?? [])],
    }),
    viewer: t.field({
      type: HashtagViewerRef,
      nullable: true,
      description: 'What depends on the caller; null for anonymous callers.',
      resolve: (found, _args, ctx) => (ctx.user ? found : null),
    }),
  }),
});

nodeType(HashtagRef, 'hashtag', findHashtagById);

const NAME_ARGUMENT = 'The name, in any case, with or without its `#`.';

builder.queryField('hashtag', (t) =>
  t.field({
    type: HashtagRef,
    nullable: true,
    description:
      'A hashtag by its name; null when no post that the caller may see has it, and for what moderators have hidden.',
    access: 'anyone',
    args: { name: t.arg.string({ required: true, description: NAME_ARGUMENT }) },
    resolve: (_root, { name }, ctx) => hashtag(ctx, name),
  }),
);

const FoundHashtagConnectionRef = connectionOf<typeof HashtagRef, FoundHashtag>('FoundHashtag', HashtagRef, {
  description: 'Hashtags that a search found.',
});

builder.queryField('searchHashtags', (t) =>
  t.field({
    type: FoundHashtagConnectionRef,
    nullable: true,
    description:
      'The hashtags of public posts whose names begin with a text: the very one first, then those with more posts, by steps of doubling, and within a step by name. Nothing for a text that no hashtag begins with.',
    access: 'anyone',
    args: {
      prefix: t.arg.string({
        required: true,
        description: 'The beginning of the name, in any case, with or without its `#`.',
      }),
      ...forwardPageArgs(t.arg),
    },
    resolve: (_root, args, ctx) => searchHashtags(ctx, args),
  }),
);

const TrendingHashtagConnectionRef = connectionOf<typeof HashtagRef, TrendingHashtag>(
  'TrendingHashtag',
  HashtagRef,
  { description: 'Hashtags that are much talked about.' },
);

builder.queryField('trendingHashtags', (t) =>
  t.field({
    type: TrendingHashtagConnectionRef,
    nullable: true,
    description:
      'What many more accounts write about than the day before, the strongest first, without what the caller has muted. Each account counts once in 24 hours, with public posts alone; a trend needs 5 of them and fades by half every 4 hours. Looked for every 5 minutes.',
    access: 'anyone',
    args: forwardPageArgs(t.arg),
    resolve: (_root, args, ctx) => trendingHashtags(ctx, args),
  }),
);

const FollowedHashtagConnectionRef = connectionOf<typeof HashtagRef, FollowedHashtag>(
  'FollowedHashtag',
  HashtagRef,
  {
    description: 'Hashtags that the caller follows.',
    edgeFields: (t) => ({
      followedAt: t.field({
        type: 'DateTime',
        description: 'Since when.',
        resolve: ({ node }) => node.followedAt,
      }),
    }),
  },
);

builder.queryField('followedHashtags', (t) =>
  t.field({
    type: FollowedHashtagConnectionRef,
    nullable: true,
    description: 'The hashtags that the caller follows, newest first, without what moderators have hidden.',
    access: 'user',
    args: forwardPageArgs(t.arg),
    resolve: (_root, args, ctx) => followedHashtags(signedIn(ctx), args),
  }),
);

type HashtagPostSort = 'NEWEST';

const HashtagPostSortRef = enumOf<HashtagPostSort>('HashtagPostSort', {
  description: 'In which order the posts of a hashtag come.',
  values: { NEWEST: 'What was published last comes first.' },
});

const HashtagPostConnectionRef = connectionOf<typeof PostRef, Post>('HashtagPost', PostRef, {
  description: 'Posts with a hashtag.',
});

builder.queryField('hashtagPosts', (t) =>
  t.field({
    type: HashtagPostConnectionRef,
    nullable: true,
    description:
      'The posts with a hashtag that the caller may see, without what the caller has muted; null where `hashtag` is. A post is in it some seconds after it is published. Whoever mutes the hashtag itself sees their own, and those of followed people where the muted word excludes these. Where 1000 posts in a row are hidden from the caller, a page may be shorter than asked; `endCursor` leads on.',
    access: 'anyone',
    args: {
      name: t.arg.string({ required: true, description: NAME_ARGUMENT }),
      sort: t.arg({ type: HashtagPostSortRef, defaultValue: 'NEWEST', description: 'In which order.' }),
      ...forwardPageArgs(t.arg),
    },
    resolve: (_root, args, ctx) => hashtagPosts(ctx, args),
  }),
);

const FOLLOW_BUDGET = { points: 300, windowSeconds: 86_400, per: 'user' } as const;

mutationField('followHashtag', {
  description: 'Follows a hashtag, which nobody else learns. Repeating it is success.',
  access: 'user',
  restriction: null,
  budget: FOLLOW_BUDGET,
  input: (t) => ({ name: t.string({ required: true, description: NAME_ARGUMENT }) }),
  payload: { hashtag: { type: HashtagRef, description: 'The hashtag that is now followed.' } },
  resolve: async (ctx, input) => ({ hashtag: await followHashtag(ctx, input) }),
});

mutationField('unfollowHashtag', {
  description: 'Stops following a hashtag. Repeating it is success.',
  access: 'user',
  restriction: null,
  budget: FOLLOW_BUDGET,
  input: (t) => ({ name: t.string({ required: true, description: NAME_ARGUMENT }) }),
  payload: { hashtag: { type: HashtagRef, description: 'The hashtag that is no longer followed.' } },
  resolve: async (ctx, input) => ({ hashtag: await unfollowHashtag(ctx, input) }),
});
