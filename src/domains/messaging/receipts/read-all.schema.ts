import { mutationField } from '#platform/graphql/mutation.ts';
import { InboxRef } from '../inbox/inbox.schema.ts';
import { markInboxRead } from './read-all.service.ts';

mutationField('markInboxRead', {
  description:
    'Marks all messages of an inbox of the caller as read, and takes back that conversations were marked as unread. Others are told as by `markConversationRead`.',
  access: 'user',
  restriction: null,
  budget: { points: 30, windowSeconds: 600, per: 'user' },
  input: (t) => ({ inbox: t.field({ type: InboxRef, required: true, description: 'The inbox.' }) }),
  payload: { inbox: { type: InboxRef, description: 'The inbox.' } },
  resolve: async (ctx, { inbox }) => {
    await markInboxRead(ctx, inbox);
    return { inbox };
  },
});
