import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { load } from '#platform/request/loader.ts';
import { listTopics } from '../conversations/conversations.service.ts';
import { apartOf, isChangeTold, messageEventOptions, primeFacts } from '../messages/message-events.schema.ts';
import { MessageRef } from '../messages/messages.schema.ts';
import { listReactionAudience, type ReactionFacts, readReactionFacts } from './reaction-facts.service.ts';
import { messageReacted } from './reactions.events.ts';

const MessageReactionAddedRef = builder
  .objectRef<Delivered<ReactionFacts>>('MessageReactionAddedEvent')
  .implement({
    description: 'A user reacted to a message.',
    interfaces: [EventRef],
    fields: (t) => ({
      message: t.field({
        type: MessageRef,
        description: 'The message as it is now.',
        resolve: (event) => event.facts.message,
      }),
      emoji: t.string({ description: 'The emoji.', resolve: (event) => event.facts.emoji }),
      user: t.field({
        type: UserRef,
        nullable: true,
        description: 'The user who reacted. Null if they have just become invisible to the caller.',
        varies: 'people',
        resolve: (event, _args, ctx) => load(ctx, visibleUserById, event.facts.reactorId),
      }),
    }),
  });

subscriptionField('messageReactionAdded', {
  ...messageEventOptions,
  description:
    "New reactions to messages in the caller's conversations, or in one of them, of users and to messages whose content the caller sees; their own from other devices too. `messageUpdated` tells of removed ones. After a reconnect, reactions that are gone are left out.",
  events: [messageReacted],
  topics: {
    of: (ctx, { conversationId }) => listTopics(ctx, conversationId),
    audience: listReactionAudience,
  },
  read: readReactionFacts,
  people: ({ people }) => people,
  apart: apartOf,
  prime: primeFacts,
  type: MessageReactionAddedRef,
  filter: isChangeTold,
});
