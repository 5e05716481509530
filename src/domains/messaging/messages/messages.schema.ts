import { shownMedia } from '#domains/foundation/media/media.loaders.ts';
import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, pageArgs } from '#platform/graphql/connection.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { fromGlobalId, toGlobalId } from '#platform/ids.ts';
import { load, loadMany } from '#platform/loader.ts';
import { ConversationRef } from '../conversations/conversations.schema.ts';
import { conversation, ownConversation } from '../conversations/conversations.service.ts';
import { messageAdded } from './messages.events.ts';
import { visibleMessageById } from './messages.loaders.ts';
import {
  conversationMessages,
  type MessageFacts,
  readMessageFacts,
  sendMessage,
} from './messages.service.ts';
import type { Message } from './messages.types.ts';

const MessageRef = builder.objectRef<Message>('Message').implement({
  description:
    'Something said in a conversation. Visible to who takes part, from the moment in which they joined.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `message_…`.',
      resolve: (message) => toGlobalId('message', message.id),
    }),
    seq: t.exposeInt('seq', {
      description: 'The place in the conversation, strictly increasing: order by it.',
    }),
    conversation: t.field({
      type: ConversationRef,
      nullable: true,
      description: 'Where it was sent; null in the moment in which the caller leaves.',
      resolve: (message, _args, ctx) => conversation(ctx, message.conversationId),
    }),
    sender: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who sent it; null when the caller may not see them.',
      resolve: (message, _args, ctx) => load(ctx, visibleUserById, message.senderId),
    }),
    text: t.exposeString('text', {
      description: 'The text, at most 4000 characters; empty when it is media alone.',
    }),
    media: t.field({
      type: [MediaRef],
      description: 'What is attached, in the order of the sender; at most 10.',
      extensions: { listSize: 4 },
      resolve: (message, _args, ctx) => loadMany(ctx, shownMedia, message.mediaIds),
    }),
    clientData: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'Free data of the client app that sent it, never read by the server; null when there is none.',
      resolve: (message) => message.clientData,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was sent.',
      resolve: (message) => message.createdAt,
    }),
  }),
});

nodeType(MessageRef, 'message', (ctx, id) => load(ctx, visibleMessageById, id));

const MessageConnectionRef = connectionOf('Message', MessageRef, { description: 'Messages, newest first.' });

builder.queryField('conversationMessages', (t) =>
  t.field({
    type: MessageConnectionRef,
    nullable: true,
    description:
      'The messages of one conversation, newest first; null when the caller does not take part in it. `first`/`after` go to older ones, `last`/`before` to newer ones.',
    access: 'user',
    args: {
      conversationId: t.arg.id({ required: true, description: 'Which conversation.' }),
      ...pageArgs(t.arg),
    },
    resolve: (_root, { conversationId, ...page }, ctx) =>
      conversationMessages(signedIn(ctx), {
        ...page,
        conversationId: fromGlobalId('conversation', conversationId),
      }),
  }),
);

mutationField('sendMessage', {
  description: 'Sends a message of text, media or both.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: { points: 60, windowSeconds: 60, per: 'user' },
  idempotent: true,
  input: (t) => ({
    conversationId: t.id({ required: true, description: 'Where to send it.' }),
    text: t.string({ description: 'The text, at most 4000 characters. Required without media.' }),
    mediaIds: t.idList({
      description: 'Media of the caller by `uploadMedia`, in the order to show; at most 10.',
    }),
    clientData: t.field({ type: 'JSON', description: 'Free data that comes back with the message.' }),
  }),
  payload: { message: { type: MessageRef, description: 'The sent message.' } },
  resolve: async (ctx, input) => ({
    message: await sendMessage(ctx, {
      ...input,
      conversationId: fromGlobalId('conversation', input.conversationId),
      mediaIds: input.mediaIds?.map((id) => fromGlobalId('media', id)),
    }),
  }),
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
  event: messageAdded,
  args: (t) => ({ conversationId: t.id({ description: 'Only in this conversation.' }) }),
  authorize: async (ctx, { conversationId }) => {
    if (conversationId != null) await ownConversation(ctx, fromGlobalId('conversation', conversationId));
  },
  read: readMessageFacts,
  type: MessageAddedRef,
  admits: (ctx, { conversationId }, { message, viewerIds }) =>
    viewerIds.has(ctx.user.id) &&
    (conversationId == null || toGlobalId('conversation', message.conversationId) === conversationId),
});
