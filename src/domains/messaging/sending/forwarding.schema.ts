import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { idempotentMutationField } from '#platform/graphql/mutation.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import { forwardMessage } from './forwarding.service.ts';
import { messageContent } from '../messages/message-content.service.ts';
import { visibleMessageById } from '../messages/messages.loaders.ts';
import { MessageRef } from '../messages/messages.schema.ts';
import type { Message } from '../messages/messages.types.ts';

const MessageOriginRef = builder.objectRef<Message>('MessageOrigin').implement({
  description: 'The origin of a forwarded message. Nobody learns from which conversation it comes.',
  fields: (t) => ({
    sender: t.field({
      type: UserRef,
      nullable: true,
      description:
        'The user who sent it first, however often it was forwarded. Null if the caller cannot see them.',
      varies: 'people',
      resolve: ({ forwardedFromId }, _args, ctx) =>
        forwardedFromId === null ? null : load(ctx, visibleUserById, forwardedFromId),
    }),
  }),
});

builder.objectField(MessageRef, 'forwardedFrom', (t) =>
  t.field({
    type: MessageOriginRef,
    nullable: true,
    description: 'The origin. Null if it was not forwarded, and when the content is unavailable.',
    varies: 'people',
    resolve: async (message, _args, ctx) =>
      message.forwardedFromId === null || (await messageContent(ctx, message)).kind === 'UNAVAILABLE'
        ? null
        : message,
  }),
);

/** As many messages in a minute as are sent one by one. */
const FORWARDS_PER_MINUTE = 60;

idempotentMutationField('forwardMessage', {
  description:
    'Sends the content of a message that the caller sees to conversations, to all of them or to none: text with its links, files, place, contact or post; of a paid message the lock, too.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: { points: FORWARDS_PER_MINUTE, windowSeconds: 60, per: 'user', spentFor: 'conversations' },
  input: (t) => ({
    messageId: t.idOf('message', {
      required: true,
      description:
        'The message to forward. NOT_FOUND if it is deleted, unavailable, of the system or viewed once; INVALID_STATE for polls, live locations, paid messages of others and media of a request that the caller has not accepted.',
    }),
    conversationIds: t.idListOf('conversation', {
      required: true,
      description:
        'Conversations of the caller, 1 to {forwardTargets}. `errors` point at those that do not take it: leave them out.',
    }),
  }),
  pointsOf: ({ conversationIds }) =>
    // Longer lists are refused for their length and not for the budget.
    Math.min(Math.max(1, new Set(conversationIds).size), FORWARDS_PER_MINUTE),
  payload: {
    messages: {
      type: [MessageRef],
      description: 'The sent messages, in the order of `conversationIds`, at most {forwardTargets}.',
      listSize: 'forwardTargets',
    },
  },
  idempotencyKey: 'optional',
  keepsKeysForever: true,
  act: (ctx, input, key) => forwardMessage(ctx, input, key),
  show: async (ctx, ids) => ({ messages: await loadMany(ctx, visibleMessageById, ids) }),
});
