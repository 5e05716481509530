import { mutationField } from '#platform/graphql/mutation.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { adminRemoveComment, adminRestoreComment } from './comment-review.service.ts';

mutationField('adminRemoveComment', {
  description:
    'Removes a comment: no user sees it any more, its author included; while it has replies, its place is a tombstone. Succeeds without a change for a removed comment.',
  access: { permission: 'CONTENT_MANAGE' },
  restriction: null,
  input: (t) => ({
    commentId: t.idOf('comment', { required: true, description: 'The comment to remove.' }),
    reason: t.string({ required: true, description: 'Reason for other admins, 1 to 500 characters.' }),
  }),
  payload: { commentId: { type: 'ID', description: 'Global id of the removed comment.' } },
  resolve: async (ctx, input) => ({ commentId: toGlobalId('comment', await adminRemoveComment(ctx, input)) }),
});

mutationField('adminRestoreComment', {
  description:
    'Shows a comment that was removed or held to its viewers again, with its reactions but without its pin. Succeeds without a change for a visible comment; fails with NOT_FOUND if its author has deleted it.',
  access: { permission: 'CONTENT_MANAGE' },
  restriction: null,
  input: (t) => ({
    commentId: t.idOf('comment', { required: true, description: 'The comment to restore.' }),
    reason: t.string({ required: true, description: 'Reason for other admins, 1 to 500 characters.' }),
  }),
  payload: { commentId: { type: 'ID', description: 'Global id of the restored comment.' } },
  resolve: async (ctx, input) => ({
    commentId: toGlobalId('comment', await adminRestoreComment(ctx, input)),
  }),
});
