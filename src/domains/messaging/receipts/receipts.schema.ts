import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { type Delivered, EventRef, onDelivered, subscriptionField } from '#platform/graphql/subscription.ts';
import { load } from '#platform/request/loader.ts';
import {
  ConversationRef,
  ConversationViewerRef,
  ParticipantRef,
} from '../conversations/conversations.schema.ts';
import { listTopics, requireConversation } from '../conversations/conversations.service.ts';
import { cursorAtSeq, MessageRef } from '../messages/messages.schema.ts';
import { messageRead } from './receipts.events.ts';
import { ownReadingByConversation } from './receipts.loaders.ts';
import {
  listReadAudience,
  markConversationRead,
  markerOf,
  messageReaders,
  noteDelivered,
  readerCount,
  type ReadFacts,
  readReadFacts,
} from './receipts.service.ts';

mutationField('markConversationRead', {
  description:
    'Marks the messages of a conversation up to one of them as read by the caller. Succeeds without a change when it or a later one was marked. `messageRead` tells of it.',
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
        '`Message.seq` of the newest message that was read. Ignore an event whose number is not greater than that of the last one.',
      resolve: (event) => event.facts.readSeq,
    }),
  }),
});

subscriptionField('messageRead', {
  description:
    "Participants who read messages in the caller's conversations, or in one: the caller on all devices, and others whose `lastReadSeq` the caller sees, at most once a second for each participant and conversation, up to two seconds late; query it after a reconnect.",
  events: [messageRead],
  args: (t) => ({
    conversationId: t.idOf('conversation', { description: 'Only events in this conversation.' }),
  }),
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

onDelivered('messageAdded', noteDelivered);

const KNOWN_TO =
  'Null unless it is the caller, or each of the two sees the other and shows them read receipts, in a conversation of at most {receiptParticipants} participants';

builder.objectFields(ParticipantRef, (t) => ({
  lastDeliveredSeq: t.int({
    nullable: true,
    description: `\`Message.seq\` up to which messages have reached one of the user's devices by \`messageAdded\`, or were read. Written some two seconds later and told by no event: ask again when it matters. Null where \`lastReadSeq\` is hidden, and while nothing has reached them.`,
    varies: 'viewer',
    resolve: async (participant, _args, ctx) => (await markerOf(ctx, participant))?.deliveredSeq ?? null,
  }),
  lastReadSeq: t.int({
    nullable: true,
    description: `\`Message.seq\` up to which the user has read. ${KNOWN_TO}; and while they have read nothing.`,
    varies: 'viewer',
    resolve: async (participant, _args, ctx) => (await markerOf(ctx, participant))?.readSeq ?? null,
  }),
  lastReadAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time at which `lastReadSeq` last moved. Null when `lastReadSeq` is null.',
    varies: 'viewer',
    resolve: async (participant, _args, ctx) => (await markerOf(ctx, participant))?.readAt ?? null,
  }),
}));

builder.objectField(ConversationViewerRef, 'lastReadCursor', (t) =>
  t.string({
    nullable: true,
    description:
      'Cursor in `conversationMessages` up to which the caller has marked messages as read: as `before`, with `last`, it gives the first unread ones. Null if none are marked; then `last` alone begins at the oldest message.',
    varies: 'viewer',
    resolve: async ({ conversationId }, _args, ctx) => {
      const { readSeq = 0 } = (await load(ctx, ownReadingByConversation, conversationId)) ?? {};
      return readSeq === 0 ? null : cursorAtSeq(conversationId, readSeq);
    },
  }),
);

builder.objectField(MessageRef, 'readerCount', (t) =>
  t.int({
    nullable: true,
    description:
      'Number of users whom `messageReaders` lists. Null unless the caller sent the message, in a conversation of at most {receiptParticipants} participants.',
    varies: 'viewer',
    resolve: (message, _args, ctx) => readerCount(ctx, message),
  }),
);

listField('messageReaders', {
  connection: connectionType('MessageReader', UserRef, {
    description: 'Users who have read a message, newest account first.',
  }),
  description:
    'Users who have read a message of the caller, newest account first: other participants of whom each of the two sees the other and shows them read receipts. Null if the caller cannot see the message.',
  access: 'user',
  args: (t) => ({
    messageId: t.idOf('message', {
      required: true,
      description:
        'The message. Fails with FORBIDDEN for one of somebody else, and with INVALID_STATE in a conversation of more than {receiptParticipants} participants.',
    }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, { messageId }, page) => messageReaders(ctx, messageId, page),
});
