import { shownMedia } from '#domains/foundation/media/media.loaders.ts';
import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import type { PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import type { RequestContext } from '#platform/context.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { fromGlobalId, toGlobalId } from '#platform/ids.ts';
import { load, loadMany } from '#platform/loader.ts';
import { postCountersById } from './posts.loaders.ts';
import { canDeletePost } from './posts.policy.ts';
import { createPost, deletePost, post, userPosts } from './posts.service.ts';
import type { Post, PostCounters } from './posts.types.ts';

const PostVisibilityRef = enumOf<PostVisibility>('PostVisibility', {
  description: 'Who may see a post.',
  values: {
    PUBLIC: 'Everybody, signed in or not.',
    FOLLOWERS: 'The people who follow the author.',
    SUBSCRIBERS: 'The people who pay for a subscription to the author, from the level that the post names.',
    PRIVATE: 'The author and the people whom the post names.',
  },
});

const PostViewerRef = builder.objectRef<Post>('PostViewer').implement({
  description: 'What the caller may do with a post.',
  fields: (t) => ({
    canDelete: t.boolean({
      description: 'Whether `deletePost` would be accepted.',
      resolve: (found, _args, ctx) => ctx.user !== null && canDeletePost(ctx.user.id, found),
    }),
  }),
});

export const PostRef = builder.objectRef<Post>('Post').implement({
  description:
    'Something a person published. Visible by its `visibility`, never across a block or when its author is away.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({ description: 'The global id, `post_…`.', resolve: (found) => toGlobalId('post', found.id) }),
    author: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who published it; null in the moment in which they become invisible to the caller.',
      resolve: (found, _args, ctx) => load(ctx, visibleUserById, found.authorId),
    }),
    text: t.exposeString('text', {
      description: 'The text, at most 2200 characters; empty when the post is media alone.',
    }),
    visibility: t.field({
      type: PostVisibilityRef,
      description: 'Who may see it.',
      resolve: (found) => found.visibility,
    }),
    media: t.field({
      type: [MediaRef],
      description: 'What is attached, in the order of the author; at most 10.',
      extensions: { listSize: 4 },
      resolve: (found, _args, ctx) => loadMany(ctx, shownMedia, found.mediaIds),
    }),
    commentCount: t.int({
      description: 'How many comments it has, answers to comments among them.',
      resolve: (found, _args, ctx) => countOf(ctx, found, 'commentCount'),
    }),
    repostCount: t.int({
      description: 'How many people reposted it.',
      resolve: (found, _args, ctx) => countOf(ctx, found, 'repostCount'),
    }),
    quoteCount: t.int({
      description: 'How many posts quote it.',
      resolve: (found, _args, ctx) => countOf(ctx, found, 'quoteCount'),
    }),
    viewCount: t.int({
      description: 'How often it was seen, each person once a day; some seconds old.',
      resolve: (found, _args, ctx) => countOf(ctx, found, 'viewCount'),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was published.',
      resolve: (found) => found.createdAt,
    }),
    viewer: t.field({
      type: PostViewerRef,
      nullable: true,
      description: 'What depends on the caller; null for anonymous callers.',
      resolve: (found, _args, ctx) => (ctx.user ? found : null),
    }),
  }),
});

/** Nothing is counted of a post that is erased at this moment. */
async function countOf(ctx: RequestContext, { id }: Post, counter: keyof PostCounters): Promise<number> {
  const counters = await load(ctx, postCountersById, id);
  return counters?.[counter] ?? 0;
}

nodeType(PostRef, 'post', post);

const PostConnectionRef = connectionOf('Post', PostRef, { description: 'Posts, newest first.' });

builder.queryField('post', (t) =>
  t.field({
    type: PostRef,
    nullable: true,
    description: 'A post; null when there is none or the caller may not see it.',
    access: 'anyone',
    args: { id: t.arg.id({ required: true, description: 'The id of the post.' }) },
    resolve: (_root, { id }, ctx) => post(ctx, fromGlobalId('post', id)),
  }),
);

builder.queryField('userPosts', (t) =>
  t.field({
    type: PostConnectionRef,
    nullable: true,
    description:
      'The posts of one person that the caller may see, newest first; null when the caller may not see the person.',
    access: 'anyone',
    args: { userId: t.arg.id({ required: true, description: 'Whose posts.' }), ...forwardPageArgs(t.arg) },
    resolve: (_root, { userId, ...page }, ctx) =>
      userPosts(ctx, { ...page, userId: fromGlobalId('user', userId) }),
  }),
);

mutationField('createPost', {
  description: 'Publishes a post of text, media or both.',
  access: 'user',
  restriction: 'POSTING',
  budget: { points: 30, windowSeconds: 600, per: 'user' },
  idempotent: true,
  input: (t) => ({
    text: t.string({ description: 'The text, at most 2200 characters. Required without media.' }),
    mediaIds: t.idList({
      description: 'Media of the caller by `uploadMedia`, in the order to show; at most 10.',
    }),
    visibility: t.field({ type: PostVisibilityRef, description: 'Who may see it; PUBLIC when left out.' }),
  }),
  payload: { post: { type: PostRef, description: 'The published post.' } },
  resolve: async (ctx, input) => ({
    post: await createPost(ctx, {
      ...input,
      mediaIds: input.mediaIds?.map((id) => fromGlobalId('media', id)),
    }),
  }),
});

mutationField('deletePost', {
  description: 'Deletes a post of the caller.',
  access: 'user',
  restriction: null,
  input: (t) => ({ postId: t.id({ required: true, description: 'The post to delete.' }) }),
  payload: { postId: { type: 'ID', description: 'The post that is gone.' } },
  resolve: async (ctx, { postId }) => {
    await deletePost(ctx, { postId: fromGlobalId('post', postId) });
    return { postId };
  },
});
