import { z } from 'zod';
import { hashtagNameOf } from '#domains/graph/entities/entities.policy.ts';
import { FIRST_ID, LAST_ID, latestFirst, NEWEST_FIRST, type Order } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { PostRef } from '../posts/posts.schema.ts';
import type { Post } from '../posts/posts.types.ts';
import { historyByHashtag, isHashtagFollowed, isHashtagMuted } from './hashtags.loaders.ts';
import { FOUND_RANK_MAX } from './hashtags.policy.ts';
import {
  findHashtagById,
  myFollowedHashtags,
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
  FoundKey,
  Hashtag,
  HashtagDay,
  TrendingHashtag,
  TrendKey,
} from './hashtags.types.ts';

const HashtagDayRef = builder.objectRef<HashtagDay>('HashtagDay').implement({
  description:
    'Uses of a hashtag on one day in public posts of discoverable accounts. Some seconds old; posts deleted later stay counted.',
  fields: (t) => ({
    startsAt: t.field({
      type: 'DateTime',
      description: 'Time at which the day began: midnight of UTC.',
      resolve: ({ day }) => day,
    }),
    useCount: t.exposeInt('useCount', { description: 'Number of posts with the hashtag.' }),
    accountCount: t.exposeInt('accountCount', {
      description: 'Number of different accounts that published them.',
    }),
  }),
});

const HashtagViewerRef = builder.objectRef<Hashtag>('HashtagViewer').implement({
  description: 'Fields of a hashtag that depend on the caller.',
  fields: (t) => ({
    isFollowing: t.boolean({
      description: 'Whether the caller follows the hashtag.',
      resolve: async ({ id }, _args, ctx) => (await load(ctx, isHashtagFollowed, id)) !== null,
    }),
    isMuting: t.boolean({
      description: 'Whether a muted word of the caller with the target HASHTAGS is equal to the hashtag.',
      resolve: async ({ id }, _args, ctx) => (await load(ctx, isHashtagMuted, id)) !== null,
    }),
  }),
});

const HashtagRef = builder.objectRef<Hashtag>('Hashtag').implement({
  description:
    'A hashtag. Visible to every viewer once a public post has it, and before that to viewers who can see a post with it.',
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
        'Number of public posts of accounts that are not private with the hashtag; the same for every viewer, some seconds old.',
    }),
    followerCount: t.exposeInt('followerCount', { description: 'Number of followers.' }),
    isTrending: t.exposeBoolean('isTrending', {
      description: 'Whether the hashtag is among `trendingHashtags`.',
    }),
    history: t.field({
      type: [HashtagDayRef],
      description: 'The last 7 days of UTC, today first, days without uses included.',
      extensions: listSize(7),
      resolve: async ({ id }, _args, ctx) => [...((await load(ctx, historyByHashtag, id)) ?? [])],
    }),
    viewer: t.field({
      type: HashtagViewerRef,
      nullable: true,
      description: 'Fields that depend on the caller. Null for anonymous callers.',
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
      'A hashtag by its name. Null if no post visible to the caller has it, and for hidden hashtags.',
    access: 'anyone',
    args: { name: t.arg.string({ required: true, description: NAME_ARGUMENT }) },
    resolve: (_root, { name }, ctx) => hashtag(ctx, name),
  }),
);

const FoundHashtagConnectionRef = connectionType<typeof HashtagRef.$inferType, FoundHashtag>(
  'FoundHashtag',
  HashtagRef,
  {
    description: 'Hashtags that match a search.',
  },
);

/** By rank and, within one rank, by name. */
const BY_RANK: Order<FoundHashtag, FoundKey> = {
  key: z.tuple([
    z.int().min(1).max(FOUND_RANK_MAX),
    z.string().refine((name) => hashtagNameOf(name) === name),
  ]),
  keyOf: ({ rank, name }) => [rank, name],
  start: [FOUND_RANK_MAX + 1, ''],
  end: [0, ''],
};

listField('searchHashtags', {
  connection: FoundHashtagConnectionRef,
  description:
    'Hashtags of public posts visible to the caller whose names begin with a text: an exact match first, then those with more posts, in steps of doubling, and within a step by name. Empty for a text that no hashtag can begin with.',
  access: 'anyone',
  args: (t) => ({
    prefix: t.string({
      required: true,
      description: 'The beginning of the name, in any case, with or without its `#`.',
    }),
  }),
  order: BY_RANK,
  rows: (ctx, { prefix }, page) => searchHashtags(ctx, prefix, page),
});

const TrendingHashtagConnectionRef = connectionType<typeof HashtagRef.$inferType, TrendingHashtag>(
  'TrendingHashtag',
  HashtagRef,
  { description: 'Trending hashtags.' },
);

/** By strength and, within one, by id. */
const STRONGEST_FIRST: Order<TrendingHashtag, TrendKey> = {
  key: z.tuple([z.number(), z.uuid()]),
  keyOf: ({ strength, id }) => [strength, id],
  start: [Infinity, LAST_ID],
  end: [-Infinity, FIRST_ID],
};

listField('trendingHashtags', {
  connection: TrendingHashtagConnectionRef,
  description:
    'Hashtags used by many more accounts than the day before, strongest first, without those that the caller has muted. Each account counts once in 24 hours, by public posts alone; a trend needs 5 accounts and fades by half every 4 hours. Updated every 5 minutes.',
  access: 'anyone',
  order: STRONGEST_FIRST,
  rows: (ctx, _args, page) => trendingHashtags(ctx, page),
});

const FollowedHashtagConnectionRef = connectionType<typeof HashtagRef.$inferType, FollowedHashtag>(
  'FollowedHashtag',
  HashtagRef,
  {
    description: 'Hashtags that the caller follows.',
    edgeFields: (t) => ({
      followedAt: t.field({
        type: 'DateTime',
        description: 'Time at which the caller followed the hashtag.',
        resolve: ({ node }) => node.followedAt,
      }),
    }),
  },
);

listField('myFollowedHashtags', {
  connection: FollowedHashtagConnectionRef,
  description: 'Hashtags that the caller follows, most recently followed first, without hidden ones.',
  access: 'user',
  order: latestFirst(({ followedAt }: FollowedHashtag) => followedAt),
  rows: (ctx, _args, page) => myFollowedHashtags(ctx, page),
});

type HashtagPostSort = 'NEWEST';

const HashtagPostSortRef = enumType<HashtagPostSort>('HashtagPostSort', {
  description: 'Sort order of the posts of a hashtag.',
  values: { NEWEST: 'Newest first.' },
});

const HashtagPostConnectionRef = connectionType<typeof PostRef.$inferType, Post>('HashtagPost', PostRef, {
  description:
    'Posts with a hashtag. A page may end before it is full where 1000 consecutive posts are hidden from the caller: then `endCursor` continues.',
});

listField('hashtagPosts', {
  connection: HashtagPostConnectionRef,
  description:
    'Posts with a hashtag, visible to the caller and not muted. Null where `hashtag` is null. A post is listed some seconds after its publication. A caller who mutes the hashtag itself sees their own posts, and those of followed users if the muted word excludes these.',
  access: 'anyone',
  args: (t) => ({
    name: t.string({ required: true, description: NAME_ARGUMENT }),
    sort: t({ type: HashtagPostSortRef, defaultValue: 'NEWEST', description: 'Sort order.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, { name }, page) => hashtagPosts(ctx, name, page),
});

const FOLLOW_BUDGET = { points: 300, windowSeconds: 86_400, per: 'user' } as const;

mutationField('followHashtag', {
  description:
    'Follows a hashtag, at most {followedHashtags}; no other user can see it. Succeeds without a change when repeated.',
  access: 'user',
  restriction: null,
  budget: FOLLOW_BUDGET,
  input: (t) => ({ name: t.string({ required: true, description: NAME_ARGUMENT }) }),
  payload: { hashtag: { type: HashtagRef, description: 'The followed hashtag.' } },
  resolve: async (ctx, input) => ({ hashtag: await followHashtag(ctx, input) }),
});

mutationField('unfollowHashtag', {
  description:
    'Stops following a hashtag, a hidden one too. Succeeds without a change when the caller does not follow it.',
  access: 'user',
  restriction: null,
  budget: FOLLOW_BUDGET,
  input: (t) => ({ name: t.string({ required: true, description: NAME_ARGUMENT }) }),
  payload: {
    hashtag: { type: HashtagRef, description: 'The hashtag. Null when the caller cannot see it.' },
  },
  resolve: async (ctx, input) => ({ hashtag: await unfollowHashtag(ctx, input) }),
});
