import type { ArgBuilder } from '@pothos/core';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { type Apart, type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { prime } from '#platform/request/loader.ts';
import { ownConversationById } from '../conversations/conversations.loaders.ts';
import { ConversationRef } from '../conversations/conversations.schema.ts';
import { listTopics, requireConversation } from '../conversations/conversations.service.ts';
import { membersAt } from '../conversations/members.service.ts';
import {
  type ChangeFacts,
  type MessageFacts,
  readChangeFacts,
  readMessageFacts,
} from './message-facts.service.ts';
import {
  messageAdded,
  type MessageChange,
  messageDeleted,
  messageHidden,
  messageUpdated,
} from './messages.events.ts';
import { visibleMessageById } from './messages.loaders.ts';
import { DeletionScopeRef } from './message-changes.schema.ts';
import { MessageRef } from './messages.schema.ts';
import type { DeletionScope } from './messages.types.ts';

type Arguments = { readonly conversationId?: string | null | undefined };

/** Options that the subscriptions to messages have in common. */
export const messageEventOptions = {
  args: (t: ArgBuilder<Types>) => ({
    conversationId: t.idOf('conversation', { description: 'Only in this conversation.' }),
  }),
  authorize: async (ctx: UserContext, { conversationId }: Arguments): Promise<void> => {
    if (conversationId != null) await requireConversation(ctx, conversationId);
  },
  topics: {
    of: (ctx: UserContext, { conversationId }: Arguments) => listTopics(ctx, conversationId),
    audience: membersAt,
  },
};

/** A post is seen by each by their own rights. */
export function apartOf({ message, reply }: MessageFacts): Apart {
  if (message.kind === 'SHARED_POST' || reply?.to.kind === 'SHARED_POST') return 'everybody';
  // The message above was held or removed: each looks for it by their own rights.
  if (message.replyToId !== null && reply === null) return 'everybody';
  return reply?.unseenBy ?? [];
}

export function primeFacts(ctx: RequestContext, { conversation, reply }: MessageFacts): void {
  prime(ctx, ownConversationById, [conversation]);
  // Those who do not see it have an execution of their own.
  if (ctx.shared && reply) prime(ctx, visibleMessageById, [reply.to]);
}

const isTold = (
  userId: string,
  { conversationId }: Arguments,
  { message, conversation, isHeld }: MessageFacts,
): boolean =>
  (!isHeld || message.senderId === userId) && (conversationId == null || conversation.id === conversationId);

/** Members who do not see a message are not told of its changes. */
export const isChangeTold = (userId: string, args: Arguments, facts: ChangeFacts): boolean =>
  isTold(userId, args, facts) && !facts.unseenBy.has(userId);

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
  ...messageEventOptions,
  description:
    "New messages in the caller's conversations, or in one of them; their own from other devices too.",
  events: [messageAdded],
  read: readMessageFacts,
  people: ({ people }) => people,
  apart: apartOf,
  prime: primeFacts,
  type: MessageAddedRef,
  filter: isTold,
});

const CHANGES: Readonly<Record<MessageChange, string>> = {
  CONTENT: '`content`: the text was edited.',
  REACTIONS: '`reactions`.',
  PIN: '`pinnedAt`.',
};
const CHANGES_MAX = Object.keys(CHANGES).length;

const MessageChangeRef = enumType<MessageChange>('MessageChange', {
  description: 'Changed part of a message.',
  values: CHANGES,
});

type UpdateFacts = ChangeFacts & { readonly changes: readonly MessageChange[] };

const MessageUpdatedRef = builder.objectRef<Delivered<UpdateFacts>>('MessageUpdatedEvent').implement({
  description: 'A message has changed.',
  interfaces: [EventRef],
  fields: (t) => ({
    message: t.field({
      type: MessageRef,
      description: 'The message as it is now.',
      resolve: (event) => event.facts.message,
    }),
    changes: t.field({
      type: [MessageChangeRef],
      description: `Parts that changed, at most ${CHANGES_MAX}.`,
      extensions: listSize(CHANGES_MAX),
      resolve: (event) => [...event.facts.changes],
    }),
  }),
});

subscriptionField('messageUpdated', {
  ...messageEventOptions,
  description:
    "Changes of messages in the caller's conversations, or in one of them, that the caller sees. Of reactions they are told at most once a second for each message, up to two seconds late; `messageReactionAdded` tells of each new one at once.",
  events: [messageUpdated],
  read: async (services, events): Promise<(UpdateFacts | null)[]> => {
    const facts = await readChangeFacts(services, events);
    return events.map(({ changes }, index) => {
      const found = facts[index];
      return found ? { ...found, changes } : null;
    });
  },
  people: ({ people }) => people,
  apart: apartOf,
  prime: primeFacts,
  type: MessageUpdatedRef,
  filter: isChangeTold,
});

type DeletionFacts = ChangeFacts & { readonly scope: DeletionScope };

const MessageDeletedRef = builder.objectRef<Delivered<DeletionFacts>>('MessageDeletedEvent').implement({
  description: 'A message was deleted for everyone, or by the caller for themselves.',
  interfaces: [EventRef],
  fields: (t) => ({
    messageId: t.id({
      description: 'Global id of the message, `message_…`.',
      resolve: ({ facts }) => toGlobalId('message', facts.message.id),
    }),
    conversation: t.field({
      type: ConversationRef,
      description: 'Its conversation.',
      resolve: ({ facts }) => facts.conversation,
    }),
    scope: t.field({
      type: DeletionScopeRef,
      description: 'ME: remove it from lists. EVERYONE: show the tombstone.',
      resolve: ({ facts }) => facts.scope,
    }),
    message: t.field({
      type: MessageRef,
      nullable: true,
      description: 'The tombstone. Null with the scope ME.',
      resolve: ({ facts }) => (facts.scope === 'ME' ? null : facts.message),
    }),
  }),
});

subscriptionField('messageDeleted', {
  ...messageEventOptions,
  description:
    "Messages in the caller's conversations, or in one of them, that are deleted for everyone or, on another device, by the caller for themselves.",
  // Told to the members, and to the user alone.
  events: [messageDeleted, messageHidden],
  read: async (services, events): Promise<(DeletionFacts | null)[]> => {
    const facts = await readChangeFacts(services, events);
    return events.map((event, index) => {
      const found = facts[index];
      return found ? { ...found, scope: event.scope } : null;
    });
  },
  people: ({ people }) => people,
  apart: apartOf,
  prime: primeFacts,
  type: MessageDeletedRef,
  // The one who has hidden it does not see it any more, and is told alone.
  filter: (userId, args, facts) =>
    isTold(userId, args, facts) && (facts.scope === 'ME' || !facts.unseenBy.has(userId)),
});
