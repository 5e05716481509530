import { mutationField } from '#platform/graphql/mutation.ts';
import { NotificationTypeRef } from '../notification-settings/notification-types.schema.ts';
import { unsubscribeFromMail } from './unsubscribing.service.ts';

mutationField('unsubscribeFromMail', {
  description:
    'Ends mails by the token of one, without signing in: digests, or a type in them. Call it after a press, since programs open links of mails. Succeeds without a change when repeated.',
  refusals: 'VALIDATION_FAILED for any other text than the token of a mail.',
  access: 'anyone',
  restriction: null,
  budget: { points: 30, windowSeconds: 60, per: 'caller' },
  input: (t) => ({
    token: t.string({ required: true, description: 'The token in the link of the mail.' }),
  }),
  payload: {
    type: {
      type: NotificationTypeRef,
      description: 'Type that digests leave out from now on. Null where digests have ended as a whole.',
    },
  },
  resolve: async (ctx, { token }) => ({ type: await unsubscribeFromMail(ctx, token) }),
});
