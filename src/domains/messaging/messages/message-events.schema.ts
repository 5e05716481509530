import type { ArgBuilder } from '@pothos/core';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { type Apart, type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { prime } from '#platform/request/loader.ts';
import { ownConversationById } from '../conversations/conversations.loaders.ts';
import { listTopics, requireConversation } from '../conversations/conversations.service.ts';
import { membersAt } from '../conversations/members.service.ts';
import {
  type ChangeFacts,
  type MessageFacts,
  readChangeFacts,
  readMessageFacts,
} from './message-facts.service.ts';
import { messageAdded, type MessageChange, messageUpdated } from './messages.events.ts';
import { visibleMessageById } from './messages.loaders.ts';
import { MessageRef } from './messages.schema.ts';
import type { Message } from './messages.types.ts';

type Arguments = { readonly conversationId?: string | null | undefined };

/** Options that the subscriptions to messages have in common. */
export const messageEventOptions = {
  args: (t: ArgBuilder<Types>) => ({
    conversationId: t.idOf('conversation', { description: 'Only events in this conversation.' }),
  }),
  authorize: async (ctx: UserContext, { conversationId }: Arguments): Promise<void> => {
    if (conversationId != null) await requireConversation(ctx, conversationId);
  },
  topics: {
    of: (ctx: UserContext, { conversationId }: Arguments) => listTopics(ctx, conversationId),
    audience: membersAt,
  },
};

/**
 * A post is seen by each by their own rights, what is viewed once stands for each where they left it, a locked message is bought by each, and the results of some polls
 * are seen only by those who have voted. A result from before the end of a live location is kept for a moment and told to nobody after it.
 */
export function apartOf({ message, reply, isApart, isOutdated }: MessageFacts): Apart {
  if (isApart || isOutdated() || isPersonal(message) || (reply && isPersonal(reply.to))) return 'everybody';
  // The message above was held or removed, or has expired: each looks for it by their own rights.
  if (message.replyToId !== null && (reply === null || reply.isExpired())) return 'everybody';
  const requestedIds = [message.requestedId, reply?.to.requestedId].filter((id) => id != null);
  return [...requestedIds, ...(reply?.unseenBy ?? [])];
}

const isPersonal = ({ kind, isLocked }: Message): boolean =>
  isLocked || kind === 'SHARED_POST' || kind === 'VIEW_ONCE';

export function primeFacts(ctx: RequestContext, { conversation, reply }: MessageFacts): void {
  prime(ctx, ownConversationById, [conversation]);
  // Users who do not see it have an execution of their own.
  if (ctx.shared && reply) prime(ctx, visibleMessageById, [reply.to]);
}

export const isRecipient = (
  userId: string,
  { conversationId }: Arguments,
  { message, conversation, isHeld, isExpired }: MessageFacts,
): boolean =>
  !isExpired() &&
  (!isHeld || message.senderId === userId) &&
  (conversationId == null || conversation.id === conversationId);

/** Members who do not see a message are not told of its changes. */
export const isChangeTold = (userId: string, args: Arguments, facts: ChangeFacts): boolean =>
  isRecipient(userId, args, facts) && !facts.unseenBy.has(userId);

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
  filter: (userId, args, facts) => isRecipient(userId, args, facts) && !facts.hiddenFrom.has(userId),
});

const CHANGES: Readonly<Record<MessageChange, string>> = {
  CONTENT: '`content`: the text was edited.',
  MEDIA: '`content`: a media item of it was processed: see `Media.state`.',
  REACTIONS: '`reactions`.',
  PIN: '`pinnedAt`.',
  POLL: 'The poll of `content`: votes came or went, or it was closed.',
  MODERATION: '`viewer.isHeld`: moderation holds it, or shows it to all again.',
  LIVE_LOCATION: '`content`: the position moved, or the sender stopped sharing it.',
  VIEW_ONCE: '`content`: the caller has opened it, or a recipient if the caller sent it.',
  UNLOCKED: '`content`: the caller has bought it or was refunded, or a recipient if the caller sent it.',
  LOCK: '`lock`: its price changed.',
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
    'Changes of messages that the caller sees, in all conversations or in one. Reactions and votes at most once a second for each message, up to two seconds late (`messageReactionAdded` tells of each at once); live locations at most once in 5 seconds, up to 6 seconds late.',
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
