import { shownMedia } from '#domains/foundation/media/media.loaders.ts';
import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { pollByPost } from '#domains/foundation/polls/polls.loaders.ts';
import { PollRef } from '#domains/foundation/polls/polls.schema.ts';
import type { PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';
import { TextEntityRef } from '#domains/graph/mentions/text-entities.schema.ts';
import { AudienceRef } from '#domains/graph/privacy/privacy.schema.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { RequestContext } from '#platform/context.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { fromGlobalId, toGlobalId } from '#platform/ids.ts';
import { load, loadMany } from '#platform/loader.ts';
import { pinPost, unpinPost } from './pins.service.ts';
import { audienceByPost, pinnedPostsByAuthor, postCountersById } from './posts.loaders.ts';
import { canDeletePost, canEditPost } from './posts.policy.ts';
import { deletePost, post, userPosts } from './posts.service.ts';
import type { Post, PostCounters, PostLocation } from './posts.types.ts';

export const PostVisibilityRef = enumOf<PostVisibility>('PostVisibility', {
  description: 'Who may see a post.',
  values: {
    PUBLIC: 'Everybody, signed in or not.',
    FOLLOWERS: 'The people who follow the author.',
    SUBSCRIBERS: 'The people who pay for a subscription to the author, from the level that the post names.',
    PRIVATE: 'The author and the people whom the post names.',
  },
});

export const PostViewerRef = builder.objectRef<Post>('PostViewer').implement({
  description: 'What the caller may do with a post.',
  fields: (t) => ({
    canEdit: t.boolean({
      description: 'Whether the post is one that the caller may change by `updatePost`.',
      resolve: (found, _args, ctx) => ctx.user !== null && canEditPost(ctx.user.id, found),
    }),
    canDelete: t.boolean({
      description: 'Whether `deletePost` would be accepted.',
      resolve: (found, _args, ctx) => ctx.user !== null && canDeletePost(ctx.user.id, found),
    }),
  }),
});

export const PostLocationRef = builder.objectRef<PostLocation>('PostLocation').implement({
  description: 'Where a post says that it is from.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What the place is called, 1 to 100 characters.' }),
    latitude: t.exposeFloat('latitude', { description: 'Degrees of WGS 84 from -90 to 90, north positive.' }),
    longitude: t.exposeFloat('longitude', {
      description: 'Degrees of WGS 84 from -180 to 180, east positive.',
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
    entities: t.field({
      type: [TextEntityRef],
      description: 'The mentions, hashtags and links of the text, in its order; at most 130.',
      extensions: { listSize: 4 },
      resolve: (found) => [...found.entities],
    }),
    media: t.field({
      type: [MediaRef],
      description: 'What is attached, in the order of the author; at most 10.',
      extensions: { listSize: 4 },
      resolve: (found, _args, ctx) => loadMany(ctx, shownMedia, found.mediaIds),
    }),
    poll: t.field({
      type: PollRef,
      nullable: true,
      description: 'What it asks; null when it asks nothing.',
      resolve: (found, _args, ctx) => load(ctx, pollByPost, found.id),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was published.',
      resolve: (found) => found.createdAt,
    }),
    editedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When its text was last changed; null when it never was.',
      resolve: (found) => found.editedAt,
    }),
    isPinned: t.boolean({
      description: 'Whether its author has pinned it to their profile.',
      resolve: (found) => found.pinnedAt !== null,
    }),
    viewer: t.field({
      type: PostViewerRef,
      nullable: true,
      description: 'What depends on the caller; null for anonymous callers.',
      resolve: (found, _args, ctx) => (ctx.user ? found : null),
    }),
  }),
});

/** What its author decided. */
builder.objectFields(PostRef, (t) => ({
  visibility: t.field({
    type: PostVisibilityRef,
    description: 'Who may see it.',
    resolve: (found) => found.visibility,
  }),
  tierLevel: t.exposeInt('tierLevel', {
    nullable: true,
    description:
      'For SUBSCRIBERS the lowest level of tier that is let in, from 1; null when every subscriber is, and for other posts.',
  }),
  audience: t.field({
    type: [UserRef],
    nullable: true,
    description:
      'Whom a PRIVATE post names, as far as the caller may see them, at most 100; empty for other posts. Null for everybody but the author.',
    extensions: { listSize: 4 },
    resolve: (found, _args, ctx) => (ctx.user?.id === found.authorId ? audienceOf(ctx, found) : null),
  }),
  commentAudience: t.field({
    type: AudienceRef,
    description:
      "Who may comment, seen from the author; the author's own `commentAudience` has to admit them, too.",
    resolve: (found) => found.commentAudience,
  }),
  isSensitive: t.exposeBoolean('isSensitive', {
    description: 'Whether its author says that it should be shown only to who asks for it.',
  }),
  location: t.field({
    type: PostLocationRef,
    nullable: true,
    description: 'Where it is from; null when the author does not say.',
    resolve: (found) => found.location,
  }),
}));

async function audienceOf(ctx: RequestContext, { id, visibility }: Post): Promise<User[]> {
  if (visibility !== 'PRIVATE') return [];
  const userIds = await load(ctx, audienceByPost, id);
  return loadMany(ctx, visibleUserById, userIds ?? []);
}

/** What others did with it. */
builder.objectFields(PostRef, (t) => ({
  commentCount: t.int({
    description: 'How many comments it has, answers to comments among them.',
    resolve: (found, _args, ctx) => countOf(ctx, found, 'commentCount'),
  }),
  repostCount: t.int({
    description: 'How many people reposted it.',
    resolve: (found, _args, ctx) => countOf(ctx, found, 'repostCount'),
  }),
  quoteCount: t.int({
    description:
      'How many posts quote it, of every visibility and those of people the caller cannot see among them.',
    resolve: (found, _args, ctx) => countOf(ctx, found, 'quoteCount'),
  }),
  viewCount: t.int({
    description: 'How often it was seen, each person once a day; some seconds old.',
    resolve: (found, _args, ctx) => countOf(ctx, found, 'viewCount'),
  }),
}));

/** Nothing is counted of a post that is erased at this moment. */
async function countOf(ctx: RequestContext, { id }: Post, counter: keyof PostCounters): Promise<number> {
  const counters = await load(ctx, postCountersById, id);
  return counters?.[counter] ?? 0;
}

nodeType(PostRef, 'post', post);

builder.objectField(UserRef, 'pinnedPosts', (t) =>
  t.field({
    type: [PostRef],
    description:
      'What they show first in their profile, the latest pin first: at most 3, as far as the caller may see them. `userPosts` has them at their times.',
    extensions: { listSize: 3 },
    resolve: async (user, _args, ctx) => [...((await load(ctx, pinnedPostsByAuthor, user.id)) ?? [])],
  }),
);

export const PostConnectionRef = connectionOf('Post', PostRef, { description: 'Posts, newest first.' });

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

mutationField('pinPost', {
  description:
    'Shows a post of the caller first in their profile, for those who may see it. At most 3 are pinned: one more is refused with LIMIT_REACHED.',
  access: 'user',
  restriction: 'POSTING',
  input: (t) => ({ postId: t.id({ required: true, description: 'The post to pin.' }) }),
  payload: { post: { type: PostRef, description: 'The pinned post.' } },
  resolve: async (ctx, { postId }) => ({
    post: await pinPost(ctx, { postId: fromGlobalId('post', postId) }),
  }),
});

mutationField('unpinPost', {
  description: 'Takes a post of the caller from the first place of their profile.',
  access: 'user',
  restriction: null,
  input: (t) => ({ postId: t.id({ required: true, description: 'The post to unpin.' }) }),
  payload: { post: { type: PostRef, description: 'The post as it is now.' } },
  resolve: async (ctx, { postId }) => ({
    post: await unpinPost(ctx, { postId: fromGlobalId('post', postId) }),
  }),
});
