import type { Services } from '#platform/outbox/services.ts';
import { conversationsById } from '../conversations/conversations.service.ts';
import type { Conversation } from '../conversations/conversations.types.ts';
import { type ChangeFacts, readChangeFacts } from '../messages/message-facts.service.ts';
import { listLaterMembers } from './message-changes.queries.ts';
import type { MessageEnd } from '../messages/messages.types.ts';

/** The end of a message, read once for all recipients of an event. */
export type DeletionFacts = {
  readonly messageId: string;
  readonly conversation: Conversation;
  readonly scope: MessageEnd;
  /** The user who deleted it; null for one that has expired. */
  readonly byId: string | null;
  /** The message as it is now; null where its row is deleted. */
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

/** In the order of the events; null where nobody may be told any more. Of an expired message nothing is left but its id. */
export async function readDeletionFacts(
  services: Services,
  events: readonly Ended[],
): Promise<(DeletionFacts | null)[]> {
  const expired = events.filter(({ scope }) => scope === 'EXPIRED');
  const [changes, conversations, later] = await Promise.all([
    readChangeFacts(services, events),
    conversationsById(services.db, expired),
    listLaterMembers(services.db, expired),
  ]);
  return events.map(({ messageId, conversationId, scope, byId }, index) => {
    if (scope === 'EXPIRED') {
      const conversation = conversations.get(conversationId);
      const unseenBy = new Set(later.get(messageId));
      return conversation ? { messageId, conversation, scope, byId, change: null, unseenBy } : null;
    }
    const change = changes[index];
    if (!change) return null;
    const { conversation, unseenBy } = change;
    return { messageId, conversation, scope, byId, change, unseenBy };
  });
}
