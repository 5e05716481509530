import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { fromGlobalId } from '#platform/ids.ts';
import { load } from '#platform/loader.ts';
import { PostRef, PostViewerRef } from '../posts/posts.schema.ts';
import { repostedByCaller } from './reposts.loaders.ts';
import { canRepost } from './reposts.policy.ts';
import { postReposters, repost, undoRepost, userReposts } from './reposts.service.ts';
import type { RepostedPost, Reposter } from './reposts.types.ts';

builder.objectFields(PostViewerRef, (t) => ({
  hasReposted: t.boolean({
    description: 'Whether the caller reposted it.',
    resolve: async ({ id }, _args, ctx) => (await load(ctx, repostedByCaller, id)) ?? false,
  }),
  canRepost: t.boolean({
    description: 'Whether `repost` would be accepted: whether the post is there for everybody.',
    resolve: async ({ visibility, authorId }, _args, ctx) => {
      const author = await load(ctx, visibleUserById, authorId);
      return author !== null && canRepost({ visibility, isAuthorPrivate: author.isPrivate });
    },
  }),
}));

const RepostedPostConnectionRef = connectionOf<typeof PostRef, RepostedPost>('RepostedPost', PostRef, {
  description: 'Posts that a person reposted; what they reposted last comes first.',
  edgeFields: (t) => ({
    repostedAt: t.field({
      type: 'DateTime',
      description: 'When they reposted it.',
      resolve: ({ node }) => node.repostedAt,
    }),
  }),
});

const ReposterConnectionRef = connectionOf<typeof UserRef, Reposter>('Reposter', UserRef, {
  description: 'People who reposted a post; who did last comes first.',
  edgeFields: (t) => ({
    repostedAt: t.field({
      type: 'DateTime',
      description: 'When they reposted it.',
      resolve: ({ node }) => node.repostedAt,
    }),
  }),
});

builder.queryField('userReposts', (t) =>
  t.field({
    type: RepostedPostConnectionRef,
    nullable: true,
    description:
      'What a person reposted, newest repost first; only posts that the caller may see. Null when the caller may not see the person.',
    access: 'anyone',
    args: { userId: t.arg.id({ required: true, description: 'Whose reposts.' }), ...forwardPageArgs(t.arg) },
    resolve: (_root, { userId, ...page }, ctx) =>
      userReposts(ctx, { ...page, userId: fromGlobalId('user', userId) }),
  }),
);

builder.queryField('postReposters', (t) =>
  t.field({
    type: ReposterConnectionRef,
    nullable: true,
    description:
      'Who reposted a post, who did last first; only people whom the caller may see. Null when the caller may not see the post.',
    access: 'anyone',
    args: { postId: t.arg.id({ required: true, description: 'The post.' }), ...forwardPageArgs(t.arg) },
    resolve: (_root, { postId, ...page }, ctx) =>
      postReposters(ctx, { ...page, postId: fromGlobalId('post', postId) }),
  }),
);

const REPOST_BUDGET = { points: 60, windowSeconds: 600, per: 'user' } as const;

mutationField('repost', {
  description:
    "Passes a post on to the caller's followers. Repeating it is success. INVALID_STATE for a post that is not PUBLIC or whose author has a private account, whoever asks; NOT_FOUND when the caller may not see it.",
  access: 'user',
  restriction: 'POSTING',
  budget: REPOST_BUDGET,
  input: (t) => ({ postId: t.id({ required: true, description: 'The post to pass on.' }) }),
  payload: { post: { type: PostRef, description: 'The post with its new count.' } },
  resolve: async (ctx, { postId }) => ({ post: await repost(ctx, { postId: fromGlobalId('post', postId) }) }),
});

mutationField('undoRepost', {
  description:
    'Takes a repost of the caller back. Repeating it is success. NOT_FOUND when the caller may not see the post.',
  access: 'user',
  restriction: null,
  budget: REPOST_BUDGET,
  input: (t) => ({ postId: t.id({ required: true, description: 'The post that the caller passed on.' }) }),
  payload: { post: { type: PostRef, description: 'The post with its new count.' } },
  resolve: async (ctx, { postId }) => ({
    post: await undoRepost(ctx, { postId: fromGlobalId('post', postId) }),
  }),
});
