import { mutationField } from '#platform/graphql/mutation.ts';
import { CommentRef } from './comments.schema.ts';
import { hideComment, pinComment, unhideComment, unpinComment } from './moderation.service.ts';

const MODERATED_PAYLOAD = {
  comment: { type: CommentRef, description: 'The updated comment.' },
} as const;

const WITHDRAWN_PAYLOAD = {
  comment: { type: CommentRef, description: 'The updated comment. Null when the caller cannot see it.' },
} as const;

mutationField('pinComment', {
  description:
    'Pins a top-level comment on a post of the caller. Succeeds without a change for a pinned comment. Fails with LIMIT_REACHED if {pinnedComments} comments of the post are pinned, and with INVALID_STATE for replies and hidden comments.',
  access: 'user',
  restriction: null,
  input: (t) => ({ commentId: t.idOf('comment', { required: true, description: 'The comment to pin.' }) }),
  payload: MODERATED_PAYLOAD,
  resolve: async (ctx, input) => ({ comment: await pinComment(ctx, input) }),
});

mutationField('unpinComment', {
  description:
    'Unpins a comment on a post of the caller, also one that they no longer see. Succeeds without a change for a comment that is not pinned.',
  access: 'user',
  restriction: null,
  input: (t) => ({ commentId: t.idOf('comment', { required: true, description: 'The comment to unpin.' }) }),
  payload: WITHDRAWN_PAYLOAD,
  resolve: async (ctx, input) => ({ comment: await unpinComment(ctx, input) }),
});

mutationField('hideComment', {
  description:
    'Hides a comment on a post of the caller from all users but its author and the caller, and unpins it. The author is not notified and replies stay; succeeds without a change for a hidden comment.',
  access: 'user',
  restriction: null,
  input: (t) => ({ commentId: t.idOf('comment', { required: true, description: 'The comment to hide.' }) }),
  payload: MODERATED_PAYLOAD,
  resolve: async (ctx, input) => ({ comment: await hideComment(ctx, input) }),
});

mutationField('unhideComment', {
  description:
    'Shows a hidden comment on a post of the caller to its viewers again, also one that the caller no longer sees. Succeeds without a change for a comment that is not hidden.',
  access: 'user',
  restriction: null,
  input: (t) => ({ commentId: t.idOf('comment', { required: true, description: 'The comment to unhide.' }) }),
  payload: WITHDRAWN_PAYLOAD,
  resolve: async (ctx, input) => ({ comment: await unhideComment(ctx, input) }),
});
