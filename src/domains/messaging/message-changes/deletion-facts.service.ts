import type { Services } from '#platform/outbox/services.ts';
import { conversationsById } from '../conversations/conversations.service.ts';
import type { Conversation } from '../conversations/conversations.types.ts';
import { type ChangeFacts, readChangeFacts, readTakenAway } from '../messages/message-facts.service.ts';
import { listLaterMembers } from './message-changes.queries.ts';
import type { MessageEnd } from '../messages/messages.types.ts';

/** The end of a message, read once for all recipients of an event. */
export type DeletionFacts = {
  readonly messageId: string;
  readonly conversation: Conversation;
  readonly scope: MessageEnd;
  /** The user who deleted it; null for one that has expired or that moderation has taken away. */
  readonly byId: string | null;
  /** The message as it is now; null where its row is deleted, and for one that moderation has taken away. */
  readonly change: ChangeFacts | null;
  /** The members who did not see it. */
  readonly unseenBy: ReadonlySet<string>;
};

type Ended = {
  readonly messageId: string;
  readonly conversationId: string;
  readonly seq: number;
  readonly scope: MessageEnd;
  readonly byId: string | null;
};

/**
 * In the order of the events; null where nobody may be told any more. Of an expired message nothing is left but its id, and of one that moderation
 * has taken away nothing else is told.
 */
export async function readDeletionFacts(
  services: Services,
  events: readonly Ended[],
): Promise<(DeletionFacts | null)[]> {
  const expired = events.filter(({ scope }) => scope === 'EXPIRED');
  const moderated = events.filter(({ scope }) => scope === 'MODERATION');
  const [changes, conversations, later, taken] = await Promise.all([
    readChangeFacts(services, events),
    conversationsById(services.db, [...expired, ...moderated]),
    listLaterMembers(services.db, expired),
    readTakenAway(services, [...new Set(moderated.map(({ messageId }) => messageId))]),
  ]);
  return events.map(({ messageId, conversationId, scope, byId }, index) => {
    const unseen = scope === 'EXPIRED' ? new Set(later.get(messageId)) : taken.get(messageId);
    if (scope === 'EXPIRED' || scope === 'MODERATION') {
      const conversation = conversations.get(conversationId);
      return conversation && unseen
        ? { messageId, conversation, scope, byId, change: null, unseenBy: unseen }
        : null;
    }
    const change = changes[index];
    if (!change) return null;
    const { conversation, unseenBy } = change;
    return { messageId, conversation, scope, byId, change, unseenBy };
  });
}
