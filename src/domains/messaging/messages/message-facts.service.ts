import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/outbox/services.ts';
import { conversationsById } from '../conversations/conversations.service.ts';
import type { Conversation } from '../conversations/conversations.types.ts';
import { listMessagesWithState, listUnseenBy } from './messages.queries.ts';
import type { Message } from './messages.types.ts';

/** A message and its conversation, read once for all recipients of an event. */
export type MessageFacts = {
  readonly message: Message;
  readonly conversation: Conversation;
  /** Whether it is visible to its sender alone. */
  readonly isHeld: boolean;
  /** Users whom some recipients may not see, and others do: found once for all who are told. */
  readonly people: readonly string[];
  /** The message that it replies to, and the members who do not see that one. */
  readonly reply: { readonly to: Message; readonly unseenBy: readonly string[] } | null;
};

/** The ids that an event names. */
type Told = { readonly messageId: string; readonly conversationId: string };

/** In the order of the events; null where moderation has removed the message. */
export async function readMessageFacts(
  { db }: Services,
  events: readonly Told[],
): Promise<(MessageFacts | null)[]> {
  const [messages, conversations] = await Promise.all([
    listMessagesWithState(
      db,
      events.map(({ messageId }) => messageId),
    ),
    conversationsById(db, events),
  ]);
  const replies = await listReplies(db, messages);
  const byId = new Map(messages.map((message) => [message.id, message]));
  return events.map(({ messageId, conversationId }) => {
    const [message, conversation] = [byId.get(messageId), conversations.get(conversationId)];
    if (!message || !conversation || message.moderationState === 'REMOVED') return null;
    const isHeld = message.moderationState === 'HELD';
    const reply = replies.get(messageId) ?? null;
    const people = [...peopleOf(message), ...(reply ? peopleOf(reply.to) : [])];
    return { message, conversation, isHeld, people, reply };
  });
}

function peopleOf({ senderId, content, entities, forwardedFromId }: Message): readonly string[] {
  if (content && 'change' in content) return [content.byId, ...content.userIds];
  const shown = content && 'userId' in content ? [content.userId] : [];
  const mentioned = entities.flatMap((entity) => (entity.kind === 'MENTION' ? [entity.userId] : []));
  return [senderId, forwardedFromId, ...shown, ...mentioned].filter((id) => id !== null);
}

/** Facts of a change of a message, which is earlier than some of the members. */
export type ChangeFacts = MessageFacts & {
  /** The members who do not see the message. */
  readonly unseenBy: ReadonlySet<string>;
};

/** As `readMessageFacts`, for events about earlier messages. */
export async function readChangeFacts(
  services: Services,
  events: readonly Told[],
): Promise<(ChangeFacts | null)[]> {
  const ids = [...new Set(events.map(({ messageId }) => messageId))];
  const [facts, unseen] = await Promise.all([
    readMessageFacts(services, events),
    listUnseenBy(services.db, ids),
  ]);
  return facts.map((found) => found && { ...found, unseenBy: new Set(unseen.get(found.message.id)) });
}

/** The messages above replies, by the ids of the messages. No statement where none replies. */
async function listReplies(
  db: Db,
  messages: readonly Message[],
): Promise<ReadonlyMap<string, NonNullable<MessageFacts['reply']>>> {
  const replies = messages.flatMap(({ id, replyToId }) => (replyToId === null ? [] : [{ id, replyToId }]));
  if (replies.length === 0) return new Map();
  const ids = [...new Set(replies.map(({ replyToId }) => replyToId))];
  const [found, unseen] = await Promise.all([listMessagesWithState(db, ids), listUnseenBy(db, ids)]);
  const byId = new Map(found.map((message) => [message.id, message]));
  return new Map(
    replies.flatMap(({ id, replyToId }) => {
      const to = byId.get(replyToId);
      // A message that is held or removed is not even its sender's to see in an event of others.
      if (to?.moderationState !== 'VISIBLE') return [];
      return [[id, { to, unseenBy: unseen.get(replyToId) ?? [] }] as const];
    }),
  );
}
