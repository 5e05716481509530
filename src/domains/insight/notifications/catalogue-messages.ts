import { callMissed } from '#domains/messaging/calls/calls.events.ts';
import { conversationAdded } from '#domains/messaging/conversations/conversations.events.ts';
import {
  messageReacted,
  messageReactionRemoved,
} from '#domains/messaging/message-reactions/reactions.events.ts';
import { messageAdded, messageDeleted, messageUpdated } from '#domains/messaging/messages/messages.events.ts';
import type { Mentions } from '#domains/messaging/messages/messages.types.ts';
import { type Entry, type Occurred, retracted, tells, told } from './catalogue.ts';
import type { Draft } from './notifications.types.ts';

/** Conversations and calls. Messages themselves are listed by their conversations. */
export const MESSAGES: readonly Entry[] = [
  tells(messageAdded, ({ messageId, conversationId, senderId, ...mentions }, occurred) =>
    senderId === null ? [] : mentionsIn(occurred, { messageId, conversationId, senderId, mentions }),
  ),
  tells(messageUpdated, ({ messageId, conversationId, senderId, mentions }, occurred) =>
    mentions && senderId != null
      ? mentionsIn(occurred, { messageId, conversationId, senderId, mentions })
      : [],
  ),
  tells(messageDeleted, ({ messageId }) => [{ kind: 'GONE', targetId: messageId }]),
  tells(messageReacted, ({ messageId, conversationId, userId, senderId }, occurred) => [
    told(occurred, {
      type: 'MESSAGE_REACTION',
      to: senderId,
      actor: userId,
      target: ['message', messageId],
      parent: conversationId,
    }),
  ]),
  tells(messageReactionRemoved, ({ messageId, userId }, occurred) => [
    retracted('MESSAGE_REACTION', occurred, userId, messageId),
  ]),
  tells(conversationAdded, ({ conversationId, reason, byId }, occurred) => {
    const type =
      reason === 'REQUEST'
        ? 'MESSAGE_REQUEST'
        : reason === 'ADDED' || reason === 'REJOINED'
          ? 'ADDED_TO_GROUP'
          : null;
    if (type === null) return [];
    return occurred.recipients.map((to) =>
      told(occurred, {
        type,
        to,
        actor: byId,
        target: ['conversation', conversationId],
        act: occurred.eventId,
        key: occurred.eventId,
      }),
    );
  }),
  tells(callMissed, ({ callId, starterId, userIds }, occurred) =>
    userIds.map((to) =>
      told(occurred, { type: 'CALL_MISSED', to, actor: starterId, target: ['call', callId] }),
    ),
  ),
];

type Mentioning = {
  readonly messageId: string;
  readonly conversationId: string;
  readonly senderId: string;
  readonly mentions: Mentions;
};

function mentionsIn(
  occurred: Occurred,
  { messageId, conversationId, senderId, mentions }: Mentioning,
): readonly Draft[] {
  const { mentionedIds, mentionsEveryone } = mentions;
  const named = mentionedIds.map((to) =>
    told(occurred, {
      type: 'MESSAGE_MENTION',
      to,
      actor: senderId,
      target: ['message', messageId],
      parent: conversationId,
    }),
  );
  if (!mentionsEveryone) return named;
  return [...named, { kind: 'MENTIONED_ALL', messageId, conversationId, senderId, at: occurred.at }];
}
