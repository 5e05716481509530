import { listBlocksBetween } from '#domains/graph/blocks/blocks.service.ts';
import type { Services } from '#platform/outbox/services.ts';
import { membersAt } from '../conversations/members.service.ts';
import { type ChangeFacts, readChangeFacts } from '../messages/message-facts.service.ts';
import { listToldReactions, type ToldReaction } from './reactions.queries.ts';

type ReactedEvent = ToldReaction & {
  readonly conversationId: string;
  readonly membersVersion: number;
  readonly senderId: string;
};

/** A reaction and its message, read once for all recipients of an event. */
export type ReactionFacts = ChangeFacts & { readonly reactorId: string; readonly emoji: string };

const keyOf = ({ messageId, userId, emoji }: ToldReaction): string => `${messageId} ${userId} ${emoji}`;

/** In the order of the events; null where the reaction is gone, or nobody sees who reacted. */
export async function readReactionFacts(
  services: Services,
  events: readonly ReactedEvent[],
): Promise<(ReactionFacts | null)[]> {
  const messageIds = [...new Set(events.map(({ messageId }) => messageId))];
  const [facts, found] = await Promise.all([
    readChangeFacts(services, events),
    listToldReactions(services.db, { now: services.clock.now(), messageIds }),
  ]);
  const present = new Set(found.map(keyOf));
  return events.map((event, index) => {
    const change = facts[index];
    if (!change || !present.has(keyOf(event))) return null;
    const { userId: reactorId, emoji } = event;
    return { ...change, reactorId, emoji, people: [...change.people, reactorId] };
  });
}

/** The members who may be told of a reaction: across a block nobody is told who reacted, or of a message that is not available. */
export async function listReactionAudience(
  services: Services,
  event: ReactedEvent,
  isHere: (userId: string) => boolean,
): Promise<ReadonlySet<string>> {
  const members = await membersAt(services, event);
  const here = [...members].filter(isHere);
  const pairs = await listBlocksBetween(services, [event.userId, event.senderId], here);
  const blocked = new Set(pairs.map(({ other }) => other));
  return new Set(here.filter((id) => !blocked.has(id)));
}
