import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { load } from '#platform/request/loader.ts';
import { ConversationRef } from '../conversations/conversations.schema.ts';
import { listTopics, requireConversation } from '../conversations/conversations.service.ts';
import { messageRead } from './receipts.events.ts';
import { listReadAudience, markConversationRead, type ReadFacts, readReadFacts } from './receipts.service.ts';

mutationField('markConversationRead', {
  description:
    'Marks the messages of a conversation up to one of them as read by the caller. Succeeds without a change when it or a later one was marked. `messageRead` tells the other devices of the caller, and other participants under its conditions.',
  access: 'user',
  restriction: null,
  isJudgedByWrite: true,
  budget: { points: 600, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    conversationId: t.idOf('conversation', { required: true, description: 'The conversation.' }),
    upToMessageId: t.idOf('message', {
      required: true,
      description: 'The newest message that was read, of this conversation.',
    }),
  }),
  payload: { conversation: { type: ConversationRef, description: 'The conversation.' } },
  resolve: async (ctx, input) => ({ conversation: await markConversationRead(ctx, input) }),
});

const MessageReadRef = builder.objectRef<Delivered<ReadFacts>>('MessageReadEvent').implement({
  description: 'A participant has read the messages up to one of them.',
  interfaces: [EventRef],
  fields: (t) => ({
    conversation: t.field({
      type: ConversationRef,
      description: 'The conversation.',
      resolve: (event) => event.facts.conversation,
    }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'The participant. Null if the caller no longer sees them.',
      varies: 'people',
      resolve: (event, _args, ctx) => load(ctx, visibleUserById, event.facts.userId),
    }),
    readSeq: t.int({
      description:
        '`Message.seq` of the newest message that was read. Ignore one that is not greater than the last.',
      resolve: (event) => event.facts.readSeq,
    }),
  }),
});

subscriptionField('messageRead', {
  description:
    "Participants who read messages in the caller's conversations, or in one of them; the caller themselves on all devices, and others in conversations of at most {receiptParticipants} participants if each of the two sees the other and shows them read receipts. Others are told at most once a second for each participant and conversation, of the newest state up to two seconds late; after a reconnect read it where it is shown.",
  events: [messageRead],
  args: (t) => ({ conversationId: t.idOf('conversation', { description: 'Only in this conversation.' }) }),
  authorize: async (ctx, { conversationId }) => {
    if (conversationId != null) await requireConversation(ctx, conversationId);
  },
  topics: { of: (ctx, { conversationId }) => listTopics(ctx, conversationId), audience: listReadAudience },
  read: readReadFacts,
  people: ({ userId }) => [userId],
  type: MessageReadRef,
  filter: (userId, { conversationId }, { conversation, memberIds }) =>
    memberIds.has(userId) && (conversationId == null || conversation.id === conversationId),
});
