import { z } from 'zod';
import { mediaById } from '#domains/foundation/media/media.loaders.ts';
import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import type { Order } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { idempotentMutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load, loadMany, prime } from '#platform/request/loader.ts';
import { ConversationRef } from '../conversations/conversations.schema.ts';
import { ownConversationById } from '../conversations/conversations.loaders.ts';
import { listTopics, requireConversation } from '../conversations/conversations.service.ts';
import { membersAt } from '../conversations/members.service.ts';
import { messageAdded } from './messages.events.ts';
import { visibleMessageById } from './messages.loaders.ts';
import {
  conversationMessages,
  isAvailable,
  type MessageFacts,
  readMessageFacts,
  sendMessage,
} from './messages.service.ts';
import type { Message, SeqKey } from './messages.types.ts';

const MessageRef = builder.objectRef<Message>('Message').implement({
  description: 'A message in a conversation. Visible to participants who joined before it was sent.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `message_…`.',
      resolve: (message) => toGlobalId('message', message.id),
    }),
    seq: t.exposeInt('seq', {
      description: 'Position in the conversation, strictly increasing: order by it.',
    }),
    conversation: t.field({
      type: ConversationRef,
      nullable: true,
      description: 'The conversation. Null if the caller has just left it.',
      varies: 'no',
      resolve: (message, _args, ctx) => load(ctx, ownConversationById, message.conversationId),
    }),
    sender: t.field({
      type: UserRef,
      nullable: true,
      description: 'The sender. Null if the caller cannot see them.',
      varies: 'people',
      resolve: (message, _args, ctx) => load(ctx, visibleUserById, message.senderId),
    }),
    isAvailable: t.boolean({
      description:
        'Whether the caller sees the content. False in a group when they cannot see the sender: text and media are then empty, and `clientData` is null.',
      varies: 'people',
      resolve: (message, _args, ctx) => isAvailable(ctx, message),
    }),
    text: t.string({
      description:
        'Text, at most {messageTextLength} characters. Empty for media alone, and when `isAvailable` is false.',
      varies: 'people',
      resolve: async (message, _args, ctx) => ((await isAvailable(ctx, message)) ? message.text : ''),
    }),
    media: t.field({
      type: [MediaRef],
      description:
        "Attached media items in the sender's order, at most {messageMedia}. Empty when `isAvailable` is false.",
      varies: 'people',
      extensions: listSize('messageMedia'),
      resolve: async (message, _args, ctx) =>
        (await isAvailable(ctx, message)) ? loadMany(ctx, mediaById, message.mediaIds) : [],
    }),
    clientData: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'Free data of the client that sent it, never read by the server. Null if none, and when `isAvailable` is false.',
      varies: 'people',
      resolve: async (message, _args, ctx) => ((await isAvailable(ctx, message)) ? message.clientData : null),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of sending.',
      resolve: (message) => message.createdAt,
    }),
  }),
});

nodeType(MessageRef, 'message', (ctx, id) => load(ctx, visibleMessageById, id));

/** Greater than the seq of every message. */
const LAST_SEQ = Number.MAX_SAFE_INTEGER;

const LATEST_SEQ_FIRST: Order<Message, SeqKey> = {
  key: z.tuple([z.int().positive()]),
  keyOf: ({ seq }) => [seq],
  start: [LAST_SEQ],
  end: [0],
};

const MessageConnectionRef = connectionType('Message', MessageRef, {
  description: 'Messages, newest first.',
});

listField('conversationMessages', {
  connection: MessageConnectionRef,
  description:
    'Messages of a conversation, newest first: `first`/`after` go to older ones, `last`/`before` to newer ones. Null if the caller does not take part in it.',
  access: 'user',
  args: (t) => ({
    conversationId: t.idOf('conversation', { required: true, description: 'The conversation.' }),
  }),
  isReadBothWays: true,
  order: LATEST_SEQ_FIRST,
  rows: (ctx, { conversationId }, page) => conversationMessages(ctx, conversationId, page),
});

idempotentMutationField('sendMessage', {
  description: 'Sends a message of text, media or both.',
  access: 'user',
  restriction: 'MESSAGING',
  isJudgedByWrite: true,
  budget: { points: 60, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    conversationId: t.idOf('conversation', { required: true, description: 'The conversation.' }),
    text: t.string({ description: 'Text, at most {messageTextLength} characters. Required without media.' }),
    mediaIds: t.idListOf('media', {
      description:
        'Media items of the caller by `uploadMedia`, in the order to show, at most {messageMedia}.',
    }),
    clientData: t.field({ type: 'JSON', description: 'Free data that is returned with the message.' }),
  }),
  payload: { message: { type: MessageRef, description: 'The sent message.' } },
  idempotencyKey: 'optional',
  act: (ctx, input, key) => sendMessage(ctx, input, key),
  show: async (ctx, id) => ({ message: await load(ctx, visibleMessageById, id) }),
});

const MessageAddedRef = builder.objectRef<Delivered<MessageFacts>>('MessageAddedEvent').implement({
  description: 'A message was sent.',
  interfaces: [EventRef],
  fields: (t) => ({
    message: t.field({
      type: MessageRef,
      description: 'The message.',
      resolve: (event) => event.facts.message,
    }),
  }),
});

subscriptionField('messageAdded', {
  description:
    "New messages in the caller's conversations, or in one of them; their own from other devices too.",
  events: [messageAdded],
  args: (t) => ({ conversationId: t.idOf('conversation', { description: 'Only in this conversation.' }) }),
  authorize: async (ctx, { conversationId }) => {
    if (conversationId != null) await requireConversation(ctx, conversationId);
  },
  topics: { of: (ctx, { conversationId }) => listTopics(ctx, conversationId), audience: membersAt },
  read: readMessageFacts,
  people: ({ message }) => [message.senderId],
  prime: (ctx, { conversation }) => prime(ctx, ownConversationById, [conversation]),
  type: MessageAddedRef,
  filter: (userId, { conversationId }, { message, isHeld }) =>
    (!isHeld || message.senderId === userId) &&
    (conversationId == null || message.conversationId === conversationId),
});
