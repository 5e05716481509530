import { soonestFirst } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { ErrorCodeRef } from '#platform/graphql/user-errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { ownConversationById } from '../conversations/conversations.loaders.ts';
import { ConversationRef } from '../conversations/conversations.schema.ts';
import { MessageContentRef } from '../messages/message-content.schema.ts';
import { contentOf } from '../messages/message-content.service.ts';
import { visibleMessageById } from '../messages/messages.loaders.ts';
import { MessageRef } from '../messages/messages.schema.ts';
import { messageFields } from '../sending/sending.schema.ts';
import {
  cancelScheduledMessage,
  myScheduledMessages,
  scheduledMessage,
  scheduleMessage,
  sendScheduledMessage,
  updateScheduledMessage,
} from './scheduled.service.ts';
import type { ScheduledMessage } from './scheduled.types.ts';

const ScheduledMessageRef = builder.objectRef<ScheduledMessage>('ScheduledMessage').implement({
  description:
    'A message that the server sends later. Visible only to its sender; gone when it is sent, and then a Message.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `scheduledmessage_…`.',
      resolve: ({ id }) => toGlobalId('scheduledmessage', id),
    }),
    conversation: t.field({
      type: ConversationRef,
      nullable: true,
      description: 'The conversation. Null if the caller has left it.',
      resolve: (message, _args, ctx) => load(ctx, ownConversationById, message.conversationId),
    }),
    content: t.field({
      type: MessageContentRef,
      description: 'The content as it will be sent; mentions and links in its text are found then.',
      resolve: (message) => contentOf({ ...message, entities: [] }),
    }),
    replyToId: t.id({
      nullable: true,
      description: 'Global id of the message that it replies to, `message_…`. Null if it is no reply.',
      resolve: ({ replyToId }) => (replyToId === null ? null : toGlobalId('message', replyToId)),
    }),
    clientData: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Free data of the client, sent with the message. Null if none.',
      resolve: (message) => message.clientData,
    }),
    sendAt: t.field({
      type: 'DateTime',
      description: 'Time of sending; some seconds may pass after it.',
      resolve: (message) => message.sendAt,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was scheduled.',
      resolve: (message) => message.createdAt,
    }),
    failureCode: t.field({
      type: ErrorCodeRef,
      nullable: true,
      description:
        'The error of `sendMessage` for which it could not be sent at its time: RESTRICTED, NOT_FOUND, INVALID_STATE or another. Null while it waits.',
      resolve: (message) => message.failureCode,
    }),
  }),
});

nodeType(ScheduledMessageRef, 'scheduledmessage', scheduledMessage);

const ScheduledMessageConnectionRef = connectionType('ScheduledMessage', ScheduledMessageRef, {
  description: 'Scheduled messages, the next one first.',
});

listField('myScheduledMessages', {
  connection: ScheduledMessageConnectionRef,
  description:
    'Scheduled messages of the caller that were not sent, the next one first; at most {scheduledMessages} in all.',
  access: 'user',
  order: soonestFirst<ScheduledMessage>(({ sendAt }) => sendAt),
  rows: (ctx, _args, page) => myScheduledMessages(ctx, page),
});

idempotentMutationField('scheduleMessage', {
  description:
    'Sends a message later, by the rules of `sendMessage`, which are applied now and again at the time of sending. Fails with LIMIT_REACHED if the caller has {scheduledMessages} scheduled messages.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: { points: 60, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    ...messageFields(t),
    sendAt: t.field({
      type: 'DateTime',
      required: true,
      description: 'Time of sending, in the future and within the next {scheduledMessageDays} days.',
    }),
  }),
  payload: { scheduledMessage: { type: ScheduledMessageRef, description: 'The scheduled message.' } },
  idempotencyKey: 'optional',
  act: (ctx, input, key) => scheduleMessage(ctx, input, key),
  show: async (ctx, id) => ({ scheduledMessage: await scheduledMessage(ctx, id) }),
});

mutationField('updateScheduledMessage', {
  description:
    'Changes the text or the time of a scheduled message of the caller. One that could not be sent waits again, for a time in the future. Fails with NOT_FOUND if it was sent already.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: { points: 60, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    scheduledMessageId: t.idOf('scheduledmessage', {
      required: true,
      description: 'The scheduled message.',
    }),
    text: t.string({ description: 'The new text or caption. The former one stays when omitted.' }),
    sendAt: t.field({
      type: 'DateTime',
      description:
        'The new time of sending, in the future and within the next {scheduledMessageDays} days. The former one stays when omitted.',
    }),
  }),
  payload: { scheduledMessage: { type: ScheduledMessageRef, description: 'The scheduled message.' } },
  resolve: async (ctx, input) => ({
    scheduledMessage: await scheduledMessage(ctx, await updateScheduledMessage(ctx, input)),
  }),
});

mutationField('sendScheduledMessage', {
  description:
    'Sends a scheduled message of the caller now, also one that could not be sent, by the rules of `sendMessage`. Fails with NOT_FOUND if it was sent already.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: { points: 60, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    scheduledMessageId: t.idOf('scheduledmessage', {
      required: true,
      description: 'The scheduled message.',
    }),
  }),
  payload: { message: { type: MessageRef, description: 'The message.' } },
  resolve: async (ctx, input) => ({
    message: await load(ctx, visibleMessageById, await sendScheduledMessage(ctx, input)),
  }),
});

mutationField('cancelScheduledMessage', {
  description:
    'Deletes a scheduled message of the caller, also one that could not be sent. Fails with NOT_FOUND if it was sent already.',
  access: 'user',
  restriction: null,
  input: (t) => ({
    scheduledMessageId: t.idOf('scheduledmessage', {
      required: true,
      description: 'The scheduled message.',
    }),
  }),
  payload: {
    scheduledMessageId: { type: 'ID', description: 'Global id of the deleted scheduled message.' },
  },
  resolve: async (ctx, input) => ({
    scheduledMessageId: toGlobalId('scheduledmessage', await cancelScheduledMessage(ctx, input)),
  }),
});
