import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { type IdKey, NEWEST_FIRST, type Order } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { load } from '#platform/request/loader.ts';
import { PostRef, PostViewerRef } from '../posts/posts.schema.ts';
import { repostedByCaller } from './reposts.loaders.ts';
import { canRepost } from './reposts.policy.ts';
import { postReposters, repost, undoRepost } from './reposts.service.ts';
import type { Reposter } from './reposts.types.ts';

builder.objectFields(PostViewerRef, (t) => ({
  hasReposted: t.boolean({
    description: 'Whether the caller has reposted the post.',
    resolve: async ({ id }, _args, ctx) => (await load(ctx, repostedByCaller, id)) ?? false,
  }),
  canRepost: t.boolean({
    description:
      'Whether `repost` would be accepted: whether the post is public, and moderation does not hold it.',
    resolve: async ({ visibility, moderationState, authorId }, _args, ctx) => {
      const author = await load(ctx, visibleUserById, authorId);
      return author !== null && canRepost({ visibility, moderationState, isAuthorPrivate: author.isPrivate });
    },
  }),
}));

const ReposterConnectionRef = connectionType<typeof UserRef.$inferType, Reposter>('Reposter', UserRef, {
  description: 'Users who reposted a post, newest repost first.',
  edgeFields: (t) => ({
    repostedAt: t.field({
      type: 'DateTime',
      description: 'Time of the repost.',
      resolve: ({ node }) => node.repostedAt,
    }),
  }),
});

const NEWEST_REPOST_FIRST: Order<{ readonly repostId: string }, IdKey> = {
  ...NEWEST_FIRST,
  keyOf: ({ repostId }) => [repostId],
};

listField('postReposters', {
  connection: ReposterConnectionRef,
  description:
    'Users who reposted a post, visible to the caller, newest repost first. Null if the caller cannot see the post.',
  access: 'anyone',
  args: (t) => ({ postId: t.idOf('post', { required: true, description: 'The reposted post.' }) }),
  order: NEWEST_REPOST_FIRST,
  rows: (ctx, { postId }, page) => postReposters(ctx, postId, page),
});

const REPOST_BUDGET = { points: 60, windowSeconds: 600, per: 'user' } as const;
const POST_PAYLOAD = { post: { type: PostRef, description: 'The post with its new count.' } } as const;

mutationField('repost', {
  description: "Reposts a post to the caller's followers. Succeeds without a change when repeated.",
  refusals:
    "INVALID_STATE if the post is not PUBLIC or its author's account is private; NOT_FOUND if the caller cannot see it.",
  access: 'user',
  restriction: 'POSTING',
  budget: REPOST_BUDGET,
  input: (t) => ({ postId: t.idOf('post', { required: true, description: 'The post to repost.' }) }),
  payload: POST_PAYLOAD,
  resolve: async (ctx, input) => ({ post: await repost(ctx, input) }),
});

mutationField('undoRepost', {
  description:
    "Undoes the caller's repost of a post, also when they no longer see it. Succeeds without a change when there is none.",
  access: 'user',
  restriction: null,
  budget: REPOST_BUDGET,
  input: (t) => ({ postId: t.idOf('post', { required: true, description: 'The reposted post.' }) }),
  payload: {
    post: { type: PostRef, description: 'The post with its new count. Null when the caller cannot see it.' },
  },
  resolve: async (ctx, input) => ({ post: await undoRepost(ctx, input) }),
});
