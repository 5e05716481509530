import { mutationField } from '#platform/graphql/mutation.ts';
import { fromGlobalId } from '#platform/ids.ts';
import { CommentRef } from './comments.schema.ts';
import { addComment, deleteComment, updateComment } from './comments.service.ts';
import { hideComment, pinComment, unhideComment, unpinComment } from './marks.service.ts';

mutationField('addComment', {
  description:
    'Answers a post, or a comment on it, by text, media or both. NOT_FOUND when the caller may not see one of the two; FORBIDDEN when the author of the post does not admit them, as `Post.viewer.canComment` says beforehand.',
  access: 'user',
  restriction: 'COMMENTING',
  budget: { points: 120, windowSeconds: 600, per: 'user' },
  idempotent: true,
  input: (t) => ({
    postId: t.id({ required: true, description: 'The post.' }),
    parentId: t.id({
      description:
        'The comment on that post that it answers; left out, it answers the post itself. An answer to a comment of depth 50 stands beside that comment, below the same parent.',
    }),
    text: t.string({ description: 'The text, at most 2200 characters. Required without media.' }),
    mediaIds: t.idList({
      description: 'Media of the caller by `uploadMedia`, in the order to show; at most 4.',
    }),
  }),
  payload: { comment: { type: CommentRef, description: 'The new comment.' } },
  resolve: async (ctx, input) => ({
    comment: await addComment(ctx, {
      text: input.text,
      postId: fromGlobalId('post', input.postId),
      parentId: input.parentId == null ? null : fromGlobalId('comment', input.parentId),
      mediaIds: input.mediaIds?.map((id) => fromGlobalId('media', id)),
    }),
  }),
});

mutationField('updateComment', {
  description:
    "Replaces the text of a comment of the caller's, within 15 minutes from when it was published; afterwards INVALID_STATE, so that nothing changes below answers. The same text is no change.",
  access: 'user',
  restriction: 'COMMENTING',
  budget: { points: 120, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    commentId: t.id({ required: true, description: 'The comment.' }),
    text: t.string({
      required: true,
      description: 'The new text, at most 2200 characters; empty only beside media.',
    }),
  }),
  payload: { comment: { type: CommentRef, description: 'The comment with its new text.' } },
  resolve: async (ctx, { commentId, text }) => ({
    comment: await updateComment(ctx, { commentId: fromGlobalId('comment', commentId), text }),
  }),
});

mutationField('deleteComment', {
  description:
    "Deletes a comment of the caller's. While there are replies to it, a tombstone stays in its place; a tombstone goes with its last reply.",
  access: 'user',
  restriction: null,
  input: (t) => ({ commentId: t.id({ required: true, description: 'The comment to delete.' }) }),
  payload: { commentId: { type: 'ID', description: 'The comment that is gone.' } },
  resolve: async (ctx, { commentId }) => {
    await deleteComment(ctx, { commentId: fromGlobalId('comment', commentId) });
    return { commentId };
  },
});

const MARKED = { comment: { type: CommentRef, description: 'The comment as it is now.' } } as const;

mutationField('pinComment', {
  description:
    "Shows a comment that answers a post of the caller's before all others. At most 3 of a post are pinned, more give LIMIT_REACHED; replies and hidden comments give INVALID_STATE. One that is pinned is success.",
  access: 'user',
  restriction: null,
  input: (t) => ({ commentId: t.id({ required: true, description: 'The comment to pin.' }) }),
  payload: MARKED,
  resolve: async (ctx, { commentId }) => ({
    comment: await pinComment(ctx, { commentId: fromGlobalId('comment', commentId) }),
  }),
});

mutationField('unpinComment', {
  description:
    "Puts a pinned comment below a post of the caller's back into its place. One that is not is success.",
  access: 'user',
  restriction: null,
  input: (t) => ({ commentId: t.id({ required: true, description: 'The comment to unpin.' }) }),
  payload: MARKED,
  resolve: async (ctx, { commentId }) => ({
    comment: await unpinComment(ctx, { commentId: fromGlobalId('comment', commentId) }),
  }),
});

mutationField('hideComment', {
  description:
    "Hides a comment below a post of the caller's from everybody but its author, who is not told, and the caller. What answers it stays. A pinned one is unpinned; one that is hidden is success.",
  access: 'user',
  restriction: null,
  input: (t) => ({ commentId: t.id({ required: true, description: 'The comment to hide.' }) }),
  payload: MARKED,
  resolve: async (ctx, { commentId }) => ({
    comment: await hideComment(ctx, { commentId: fromGlobalId('comment', commentId) }),
  }),
});

mutationField('unhideComment', {
  description:
    "Shows a comment below a post of the caller's again to whoever sees the post. One that is not hidden is success.",
  access: 'user',
  restriction: null,
  input: (t) => ({ commentId: t.id({ required: true, description: 'The comment to show.' }) }),
  payload: MARKED,
  resolve: async (ctx, { commentId }) => ({
    comment: await unhideComment(ctx, { commentId: fromGlobalId('comment', commentId) }),
  }),
});
