import { mutationField } from '#platform/graphql/mutation.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { adminRemovePost, adminRestorePost } from './post-review.service.ts';

mutationField('adminRemovePost', {
  description:
    'Removes a post: no user sees it any more, its author included, and quotes and saved posts show that it is not available. Succeeds without a change for a removed post.',
  access: { permission: 'CONTENT_MANAGE' },
  restriction: null,
  input: (t) => ({
    postId: t.idOf('post', { required: true, description: 'The post to remove.' }),
    reason: t.string({ required: true, description: 'Reason for other admins, 1 to 500 characters.' }),
  }),
  payload: { postId: { type: 'ID', description: 'Global id of the removed post.' } },
  resolve: async (ctx, input) => ({ postId: toGlobalId('post', await adminRemovePost(ctx, input)) }),
});

mutationField('adminRestorePost', {
  description:
    'Shows a post that was removed or held to its viewers again, with its comments and reactions but without its pin. Succeeds without a change for a visible post; fails with NOT_FOUND if its author has deleted it.',
  access: { permission: 'CONTENT_MANAGE' },
  restriction: null,
  input: (t) => ({
    postId: t.idOf('post', { required: true, description: 'The post to restore.' }),
    reason: t.string({ required: true, description: 'Reason for other admins, 1 to 500 characters.' }),
  }),
  payload: { postId: { type: 'ID', description: 'Global id of the restored post.' } },
  resolve: async (ctx, input) => ({ postId: toGlobalId('post', await adminRestorePost(ctx, input)) }),
});
