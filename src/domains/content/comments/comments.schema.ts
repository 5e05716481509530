import { mediaById } from '#domains/foundation/media/media.loaders.ts';
import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import {
  TEXT_ENTITIES_MAX,
  TEXT_ENTITIES_SIZE,
  TextEntityRef,
} from '#domains/graph/entities/entities.schema.ts';
import { shownEntities } from '#domains/graph/entities/entities.service.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { builder } from '#platform/graphql/builder.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import { PostRef, PostViewerRef } from '../posts/posts.schema.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import {
  ANCESTORS_MAX,
  canDeleteComment,
  isHeldByModeration,
  isHeldForScan,
  canEditComment,
  canHideComment,
  canPinComment,
  isVisible,
} from './comments.policy.ts';
import { addComment, canComment, comment, deleteComment, updateComment } from './comments.service.ts';
import type { Comment } from './comments.types.ts';
import { ancestors } from './threads.service.ts';

builder.objectField(PostViewerRef, 'canComment', (t) =>
  t.boolean({
    description:
      "Whether `addComment` would be accepted: whether moderation does not hold the post, and its `commentAudience` and its author's privacy settings include the caller.",
    resolve: (found, _args, ctx) => canComment(ctx, found),
  }),
);

export const CommentViewerRef = builder.objectRef<Comment>('CommentViewer').implement({
  description: 'Permissions of the caller on a comment; all false for a tombstone.',
  fields: (t) => ({
    canReply: t.boolean({
      description: 'Whether `addComment` with this comment as the parent would be accepted.',
      resolve: (found, _args, ctx) => canReply(ctx, found),
    }),
    canEdit: t.boolean({
      description:
        'Whether `updateComment` would be accepted: for comments of the caller within {commentEditMinutes} minutes.',
      resolve: (found, _args, ctx) =>
        ctx.user !== null && canEditComment(ctx.user.id, found, ctx.clock.now(), ctx.limits),
    }),
    canDelete: t.boolean({
      description: 'Whether `deleteComment` would be accepted: for comments of the caller.',
      resolve: (found, _args, ctx) => ctx.user !== null && canDeleteComment(ctx.user.id, found),
    }),
    canHide: t.boolean({
      description: 'Whether `hideComment` would be accepted: for comments on posts of the caller.',
      resolve: (found, _args, ctx) => ctx.user !== null && canHideComment(ctx.user.id, found),
    }),
    canPin: t.boolean({
      description:
        'Whether `pinComment` would be accepted below its limit: for top-level comments on posts of the caller that are not hidden.',
      resolve: (found, _args, ctx) => ctx.user !== null && canPinComment(ctx.user.id, found),
    }),
    isHidden: t.boolean({
      description:
        'Whether the caller, as the author of the post, has hidden the comment. False for all other callers.',
      resolve: (found, _args, ctx) => found.isHidden && found.postAuthorId === ctx.user?.id,
    }),
    isHeld: t.boolean({
      description: 'Whether moderation holds the comment: nobody but the caller, its author, sees it.',
      resolve: (found, _args, ctx) => ctx.user !== null && isHeldByModeration(ctx.user.id, found),
    }),
    isAwaitingScan: t.boolean({
      description:
        'Whether the comment is held only until machines have judged its media: then it is published by itself, or held on.',
      resolve: (found, _args, ctx) => ctx.user !== null && isHeldForScan(ctx.user.id, found),
    }),
  }),
});

async function canReply(ctx: RequestContext, found: Comment): Promise<boolean> {
  if (found.moderationState === 'HELD') return false;
  const below = isVisible(found) ? await load(ctx, visiblePostById, found.postId) : null;
  return below !== null && canComment(ctx, below);
}

export const CommentRef = builder.objectRef<Comment>('Comment').implement({
  description:
    'A comment on a post or a reply to one. Visible to viewers of the post; never across a block between the viewer, its author and the author of the post, or if its author is not active; a hidden one only to its author and the author of the post. A deleted or invisible one with replies is a tombstone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id of the comment, `comment_…`.',
      resolve: (found) => toGlobalId('comment', found.id),
    }),
    post: t.field({
      type: PostRef,
      nullable: true,
      description: 'The post. Null if it becomes invisible to the caller during the request.',
      resolve: (found, _args, ctx) => load(ctx, visiblePostById, found.postId),
    }),
    isTombstone: t.boolean({
      description:
        'Whether the comment is a tombstone: deleted or not visible to the caller, kept because it has replies. Author, text, media and reactions are empty.',
      resolve: (found) => !isVisible(found),
    }),
    author: t.field({
      type: UserRef,
      nullable: true,
      description: 'The author. Null for a tombstone.',
      resolve: (found, _args, ctx) =>
        found.authorId === null ? null : load(ctx, visibleUserById, found.authorId),
    }),
    isByPostAuthor: t.boolean({
      description: 'Whether the author of the comment is the author of the post.',
      resolve: (found) => found.authorId === found.postAuthorId,
    }),
    text: t.exposeString('text', {
      description: 'The text, at most {commentTextLength} characters; empty if the comment has only media.',
    }),
    entities: t.field({
      type: [TextEntityRef],
      description: `Mentions, hashtags and links of the text in its order, at most ${TEXT_ENTITIES_MAX}.`,
      extensions: TEXT_ENTITIES_SIZE,
      resolve: (found, _args, ctx) => shownEntities(ctx, found.entities),
    }),
    media: t.field({
      type: [MediaRef],
      description: "Attached media items in the author's order, at most {commentMedia}.",
      extensions: listSize('commentMedia'),
      resolve: (found, _args, ctx) => loadMany(ctx, mediaById, found.mediaIds),
    }),
    depth: t.exposeInt('depth', {
      description: 'Level in the thread: 1 for a comment on the post itself, at most 50.',
    }),
    isPinned: t.boolean({
      description: 'Whether the author of the post has pinned the comment.',
      resolve: (found) => found.pinnedAt !== null,
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
    viewer: t.field({
      type: CommentViewerRef,
      nullable: true,
      description: 'Fields that depend on the caller. Null for anonymous callers.',
      resolve: (found, _args, ctx) => (ctx.user ? found : null),
    }),
  }),
});

nodeType(CommentRef, 'comment', comment);

builder.objectField(CommentRef, 'parent', (t) =>
  t.field({
    type: CommentRef,
    nullable: true,
    description: 'The parent comment. Null for a comment on the post itself.',
    resolve: (found, _args, ctx) => (found.parentId === null ? null : comment(ctx, found.parentId)),
  }),
);

builder.objectField(CommentRef, 'ancestors', (t) =>
  t.field({
    type: [CommentRef],
    description: `Parents from the comment on the post down, at most ${ANCESTORS_MAX}; empty for a comment on the post itself.`,
    extensions: listSize(ANCESTORS_MAX),
    resolve: async (found, _args, ctx) => [...(await ancestors(ctx, found))],
  }),
);

idempotentMutationField('addComment', {
  description: 'Adds a comment on a post, or a reply to a comment, with text, media or both.',
  refusals:
    'NOT_FOUND if the caller cannot see the post or the parent; FORBIDDEN if `Post.viewer.canComment` is false; INVALID_STATE below what moderation holds; MODERATION_NUDGE if the text may hurt.',
  access: 'user',
  restriction: 'COMMENTING',
  isJudgedByWrite: true,
  budget: { points: 120, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    postId: t.idOf('post', { required: true, description: 'The post.' }),
    parentId: t.idOf('comment', {
      description:
        'The comment on that post to reply to; a comment on the post itself when omitted. A reply to a comment of depth 50 gets the parent of that comment.',
    }),
    text: t.string({
      description: 'The text, at most {commentTextLength} characters. Required without media.',
    }),
    mediaIds: t.idListOf('media', {
      description:
        'Media items of the caller, READY or PROCESSING, in the order to show, at most {commentMedia}.',
    }),
    retryToken: t.string({
      description: 'Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional.',
    }),
  }),
  payload: { comment: { type: CommentRef, description: 'The new comment.' } },
  idempotencyKey: 'optional',
  act: (ctx, input, key) => addComment(ctx, input, key),
  show: async (ctx, commentId) => ({ comment: await comment(ctx, commentId) }),
});

mutationField('updateComment', {
  description: 'Replaces the text of a comment of the caller. Succeeds without a change for the same text.',
  refusals:
    'INVALID_STATE later than {commentEditMinutes} minutes after it was posted; MODERATION_NUDGE when a machine takes the text for something that may hurt.',
  access: 'user',
  restriction: 'COMMENTING',
  budget: { points: 120, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    commentId: t.idOf('comment', { required: true, description: 'The comment.' }),
    text: t.string({
      required: true,
      description:
        'The new text, at most {commentTextLength} characters; may be empty if the comment has media.',
    }),
    retryToken: t.string({
      description: 'Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional.',
    }),
  }),
  payload: { comment: { type: CommentRef, description: 'The updated comment.' } },
  resolve: async (ctx, input) => ({ comment: await updateComment(ctx, input) }),
});

mutationField('deleteComment', {
  description:
    'Deletes a comment of the caller, also when they no longer see the post. It becomes a tombstone while it has replies.',
  access: 'user',
  restriction: null,
  input: (t) => ({ commentId: t.idOf('comment', { required: true, description: 'The comment to delete.' }) }),
  payload: { commentId: { type: 'ID', description: 'Global id of the deleted comment.' } },
  resolve: async (ctx, input) => ({ commentId: toGlobalId('comment', await deleteComment(ctx, input)) }),
});
