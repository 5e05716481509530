import { mediaById } from '#domains/foundation/media/media.loaders.ts';
import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { pollByPost } from '#domains/foundation/polls/polls.loaders.ts';
import { PollRef } from '#domains/foundation/polls/polls.schema.ts';
import type { PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';
import {
  TEXT_ENTITIES_MAX,
  TEXT_ENTITIES_SIZE,
  TextEntityRef,
} from '#domains/graph/entities/entities.schema.ts';
import { shownEntities } from '#domains/graph/entities/entities.service.ts';
import { AudienceRef } from '#domains/graph/privacy/privacy.schema.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import { audienceByPost, postCountersById, visiblePostById } from './posts.loaders.ts';
import { canDeletePost, canEditPost, isHeldByModeration, isHeldForScan } from './posts.policy.ts';
import { deletePost } from './posts.service.ts';
import type { Post, PostCounters, PostLocation } from './posts.types.ts';

export const PostVisibilityRef = enumType<PostVisibility>('PostVisibility', {
  description: 'Audience of a post.',
  values: {
    PUBLIC: 'Everyone, signed in or not.',
    FOLLOWERS: 'Followers of the author.',
    SUBSCRIBERS: 'Users with a paid entitlement to the author, from the `tierLevel` of the post.',
    PRIVATE: 'The author and the users in the `audience` of the post.',
  },
});

export const PostViewerRef = builder.objectRef<Post>('PostViewer').implement({
  description: 'Permissions of the caller on a post.',
  fields: (t) => ({
    canEdit: t.boolean({
      description: 'Whether the caller can change the post by `updatePost`.',
      resolve: (found, _args, ctx) => ctx.user !== null && canEditPost(ctx.user.id, found),
    }),
    canDelete: t.boolean({
      description: 'Whether `deletePost` would be accepted.',
      resolve: (found, _args, ctx) => ctx.user !== null && canDeletePost(ctx.user.id, found),
    }),
    isHeld: t.boolean({
      description: 'Whether moderation holds the post: nobody but the caller, its author, sees it.',
      resolve: (found, _args, ctx) => ctx.user !== null && isHeldByModeration(ctx.user.id, found),
    }),
    isAwaitingScan: t.boolean({
      description:
        'Whether the post is held only until machines have judged its media: then it is published by itself, or held on.',
      resolve: (found, _args, ctx) => ctx.user !== null && isHeldForScan(ctx.user.id, found),
    }),
  }),
});

export const PostLocationRef = builder.objectRef<PostLocation>('PostLocation').implement({
  description: 'Location of a post.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name of the location, 1 to 100 characters.' }),
    latitude: t.exposeFloat('latitude', {
      description: 'Latitude in degrees of WGS 84, -90 to 90, north positive.',
    }),
    longitude: t.exposeFloat('longitude', {
      description: 'Longitude in degrees of WGS 84, -180 to 180, east positive.',
    }),
  }),
});

export const PostRef = builder.objectRef<Post>('Post').implement({
  description:
    'A post. Visible according to `visibility`; never across a block or if the author is not active.',
  interfaces: [NodeRef],
  extensions: { isCachedRow: true },
  fields: (t) => ({
    id: t.id({
      description: 'Global id of the post, `post_…`.',
      resolve: (found) => toGlobalId('post', found.id),
    }),
    author: t.field({
      type: UserRef,
      nullable: true,
      description: 'The author. Null if they become invisible to the caller during the request.',
      resolve: (found, _args, ctx) => load(ctx, visibleUserById, found.authorId),
    }),
    text: t.exposeString('text', {
      description: 'The text, at most {postTextLength} characters; empty if the post has only media.',
    }),
    entities: t.field({
      type: [TextEntityRef],
      description: `Mentions, hashtags and links of the text in its order, at most ${TEXT_ENTITIES_MAX}.`,
      extensions: TEXT_ENTITIES_SIZE,
      resolve: (found, _args, ctx) => shownEntities(ctx, found.entities),
    }),
    media: t.field({
      type: [MediaRef],
      description: "Attached media items in the author's order, at most {postMedia}.",
      extensions: listSize('postMedia'),
      resolve: (found, _args, ctx) => loadMany(ctx, mediaById, found.mediaIds),
    }),
    poll: t.field({
      type: PollRef,
      nullable: true,
      description: 'The poll. Null if the post has none.',
      resolve: (found, _args, ctx) => load(ctx, pollByPost, found.id),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of publication.',
      resolve: (found) => found.createdAt,
    }),
    editedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last text edit. Null if never edited.',
      resolve: (found) => found.editedAt,
    }),
    version: t.exposeInt('version', {
      description:
        'Version of the post, from 1: `updatePost` adds one whenever it changes something. For `expectedVersion`.',
    }),
    isPinned: t.boolean({
      description: 'Whether the author has pinned the post to their profile.',
      resolve: (found) => found.pinnedAt !== null,
    }),
    viewer: t.field({
      type: PostViewerRef,
      nullable: true,
      description: 'Fields that depend on the caller. Null for anonymous callers.',
      resolve: (found, _args, ctx) => (ctx.user ? found : null),
    }),
  }),
});

/** Settings of the author. */
builder.objectFields(PostRef, (t) => ({
  visibility: t.field({
    type: PostVisibilityRef,
    description: 'Audience of the post.',
    resolve: (found) => found.visibility,
  }),
  tierLevel: t.exposeInt('tierLevel', {
    nullable: true,
    description:
      'Lowest tier level that can see a SUBSCRIBERS post, from 1. Null if every subscriber can, and for other posts.',
  }),
  audience: t.field({
    type: [UserRef],
    nullable: true,
    description:
      'Users in the audience of a PRIVATE post that are visible to the caller, at most {postAudience}; empty for other posts. Null for callers other than the author.',
    extensions: listSize('postAudience'),
    resolve: (found, _args, ctx) => (ctx.user?.id === found.authorId ? audienceOf(ctx, found) : null),
  }),
  commentAudience: t.field({
    type: AudienceRef,
    description:
      "Audience, relative to the author, that may comment; limited by the author's own `commentAudience`.",
    resolve: (found) => found.commentAudience,
  }),
  isSensitive: t.exposeBoolean('isSensitive', {
    description: 'Whether the author or a machine marked the post as sensitive: show it on request only.',
  }),
  location: t.field({
    type: PostLocationRef,
    nullable: true,
    description: 'Location given by the author. Null if none.',
    resolve: (found) => found.location,
  }),
}));

async function audienceOf(ctx: RequestContext, { id, visibility }: Post): Promise<User[]> {
  if (visibility !== 'PRIVATE') return [];
  const userIds = await load(ctx, audienceByPost, id);
  return loadMany(ctx, visibleUserById, userIds ?? []);
}

/** Counters. */
builder.objectFields(PostRef, (t) => ({
  commentCount: t.int({
    description: 'Number of comments, including replies.',
    resolve: (found, _args, ctx) => countOf(ctx, found, 'commentCount'),
  }),
  repostCount: t.int({
    description: 'Number of reposts.',
    resolve: (found, _args, ctx) => countOf(ctx, found, 'repostCount'),
  }),
  quoteCount: t.int({
    description: 'Number of quotes; the same for every viewer, including quotes that the caller cannot see.',
    resolve: (found, _args, ctx) => countOf(ctx, found, 'quoteCount'),
  }),
  viewCount: t.int({
    description: 'Number of views, each user once a day; updated within seconds.',
    resolve: (found, _args, ctx) => countOf(ctx, found, 'viewCount'),
  }),
}));

/** A post that is being erased has no counters. */
async function countOf(ctx: RequestContext, { id }: Post, counter: keyof PostCounters): Promise<number> {
  const counters = await load(ctx, postCountersById, id);
  return counters?.[counter] ?? 0;
}

nodeType(PostRef, 'post', (ctx, id) => load(ctx, visiblePostById, id));

export const PostConnectionRef = connectionType('Post', PostRef, { description: 'Posts, newest first.' });

builder.queryField('post', (t) =>
  t.field({
    type: PostRef,
    nullable: true,
    description: 'A post. Null if it does not exist or the caller cannot see it.',
    access: 'anyone',
    args: { id: t.arg.idOf('post', { required: true, description: 'Global id of the post.' }) },
    resolve: (_root, { id }, ctx) => load(ctx, visiblePostById, id),
  }),
);

mutationField('deletePost', {
  description: 'Deletes a post of the caller, also one that admins have removed.',
  access: 'user',
  restriction: null,
  input: (t) => ({ postId: t.idOf('post', { required: true, description: 'The post to delete.' }) }),
  payload: { postId: { type: 'ID', description: 'Global id of the deleted post.' } },
  resolve: async (ctx, input) => ({ postId: toGlobalId('post', await deletePost(ctx, input)) }),
});
