import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { ConversationRef } from '../conversations/conversations.schema.ts';
import { type DeletionFacts, readDeletionFacts } from './deletion-facts.service.ts';
import { apartOf, isRecipient, messageEventOptions, primeFacts } from '../messages/message-events.schema.ts';
import { messageDeleted, messageHidden, messageModerated } from '../messages/messages.events.ts';
import { MessageRef } from '../messages/messages.schema.ts';
import type { MessageEnd } from '../messages/messages.types.ts';

const MessageEndRef = enumType<MessageEnd>('MessageEnd', {
  description: 'How a message ended.',
  values: {
    ME: 'The caller deleted the message for themselves.',
    EVERYONE: 'The message was deleted for everyone; a tombstone stays.',
    EXPIRED: 'The message has disappeared: see `Message.expiresAt`.',
    MODERATION:
      'Moderation has taken the message away. `messageUpdated` tells of MODERATION if it comes back.',
  },
});

const MessageDeletedRef = builder.objectRef<Delivered<DeletionFacts>>('MessageDeletedEvent').implement({
  description:
    'A message was deleted for everyone, or by the caller for themselves, has disappeared or was taken away by moderation.',
  interfaces: [EventRef],
  fields: (t) => ({
    messageId: t.id({
      description: 'Global id of the message, `message_…`.',
      resolve: ({ facts }) => toGlobalId('message', facts.messageId),
    }),
    conversation: t.field({
      type: ConversationRef,
      description: 'The conversation of the message.',
      resolve: ({ facts }) => facts.conversation,
    }),
    scope: t.field({
      type: MessageEndRef,
      description:
        'How the message ended. Show the tombstone for EVERYONE; remove the message from lists for the others.',
      resolve: ({ facts }) => facts.scope,
    }),
    by: t.field({
      type: UserRef,
      nullable: true,
      description:
        'The user who deleted it: the sender, or the owner or an admin of the group. Null if the caller cannot see them, for EXPIRED and for MODERATION.',
      varies: 'people',
      resolve: ({ facts: { byId } }, _args, ctx) => (byId === null ? null : load(ctx, visibleUserById, byId)),
    }),
    message: t.field({
      type: MessageRef,
      nullable: true,
      description: 'The tombstone. Null unless the scope is EVERYONE.',
      resolve: ({ facts }) => (facts.scope === 'EVERYONE' ? (facts.change?.message ?? null) : null),
    }),
  }),
});

subscriptionField('messageDeleted', {
  ...messageEventOptions,
  description:
    "Messages in the caller's conversations, or in one of them, that are deleted for everyone or, on another device, by the caller for themselves, that moderation takes away, or that have disappeared; of these up to some minutes late: hide them by `Message.expiresAt`.",
  // Told to the members, to the user alone, and to those who see it no longer.
  events: [messageDeleted, messageHidden, messageModerated],
  read: readDeletionFacts,
  people: ({ change, byId }) => [...(change?.people ?? []), ...(byId === null ? [] : [byId])],
  apart: ({ change }) => (change ? apartOf(change) : []),
  prime: (ctx, { change }) => change && primeFacts(ctx, change),
  type: MessageDeletedRef,
  // The one who has hidden it does not see it any more, and is told alone.
  filter: (userId, args, { change, conversation, scope, unseenBy }) =>
    (change
      ? isRecipient(userId, args, change)
      : args.conversationId == null || conversation.id === args.conversationId) &&
    (scope === 'ME' || !unseenBy.has(userId)),
});
