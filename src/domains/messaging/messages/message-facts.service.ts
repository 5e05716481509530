import { listShownAfterVote } from '#domains/foundation/polls/polls.service.ts';
import type { Db } from '#platform/db/database.ts';
import type { Clock } from '#platform/kernel/clock.ts';
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
  /** The users who have deleted it for themselves, or emptied the conversation since. */
  readonly hiddenFrom: ReadonlySet<string>;
  /** Users whom some recipients may not see, and others do: found once for all who are told. */
  readonly people: readonly string[];
  /** Whether it shows a poll whose results are seen by those who have voted, itself or in the message above it. */
  readonly isApart: boolean;
  /** The message that it replies to, and the members who do not see that one. */
  readonly reply: RepliedFacts | null;
  /** Asked at each delivery: facts of missed events are kept for a moment. */
  readonly isExpired: () => boolean;
  /** Likewise: whether a live location that it shows, itself or in the message above it, has ended by time since these facts were read. */
  readonly isOutdated: () => boolean;
};

type RepliedFacts = {
  readonly to: Message;
  readonly unseenBy: readonly string[];
  readonly isExpired: () => boolean;
};

/** The ids that an event names. */
type OfMessage = { readonly messageId: string; readonly conversationId: string };

/** In the order of the events; null where the message has expired, or moderation has removed it. */
export async function readMessageFacts(
  { db, clock }: Services,
  events: readonly OfMessage[],
): Promise<(MessageFacts | null)[]> {
  const ids = events.map(({ messageId }) => messageId);
  const [messages, conversations] = await Promise.all([
    listMessagesWithState(db, { ids, now: clock.now() }),
    conversationsById(db, events),
  ]);
  const replies = await listReplies({ db, clock }, messages);
  const apart = await listApart(db, messages, replies);
  const byId = new Map(messages.map((message) => [message.id, message]));
  return events.map(({ messageId, conversationId }) => {
    const [message, conversation] = [byId.get(messageId), conversations.get(conversationId)];
    if (!message || !conversation || message.moderationState === 'REMOVED') return null;
    const isHeld = message.moderationState === 'HELD';
    const reply = replies.get(messageId) ?? null;
    const people = [...peopleOf(message), ...(reply ? peopleOf(reply.to) : [])];
    const isApart = apart.has(messageId) || (reply !== null && apart.has(reply.to.id));
    const hiddenFrom = new Set(message.hiddenFrom);
    const isExpired = expiryOf(clock, message);
    const isOutdated = outdatedOf(clock, reply ? [message, reply.to] : [message]);
    return { message, conversation, isHeld, hiddenFrom, people, reply, isApart, isExpired, isOutdated };
  });
}

const expiryOf =
  (clock: Clock, { expiresAt }: Message): (() => boolean) =>
  () =>
    expiresAt !== null && expiresAt <= clock.now();

function outdatedOf(clock: Clock, messages: readonly Message[]): () => boolean {
  const ends = messages.flatMap(({ content }) =>
    content && 'endsAt' in content ? [new Date(content.endsAt)] : [],
  );
  const readAt = clock.now();
  return () => ends.some((end) => readAt < end && end <= clock.now());
}

function peopleOf({ senderId, content, entities, forwardedFromId }: Message): readonly string[] {
  if (content && 'change' in content) return [content.byId, ...content.userIds];
  const shown = content && 'userId' in content ? [content.userId] : [];
  const mentioned = entities.flatMap((entity) => (entity.kind === 'MENTION' ? [entity.userId] : []));
  return [senderId, forwardedFromId, ...shown, ...mentioned].filter((id) => id !== null);
}

/** The ids of messages with polls whose results are shown to those alone who have voted. No statement where none has a poll. */
async function listApart(
  db: Db,
  messages: readonly Message[],
  replies: ReadonlyMap<string, RepliedFacts>,
): Promise<ReadonlySet<string>> {
  const shown = [...messages, ...Array.from(replies.values(), ({ to }) => to)];
  const ids = shown.flatMap(({ id, kind }) => (kind === 'POLL' ? [id] : []));
  return ids.length === 0 ? new Set() : listShownAfterVote(db, ids);
}

/** Facts of a change of a message, which is earlier than some of the members. */
export type ChangeFacts = MessageFacts & {
  /** The members who do not see the message. */
  readonly unseenBy: ReadonlySet<string>;
};

/** As `readMessageFacts`, for events about earlier messages. */
export async function readChangeFacts(
  services: Services,
  events: readonly OfMessage[],
): Promise<(ChangeFacts | null)[]> {
  const ids = [...new Set(events.map(({ messageId }) => messageId))];
  const [facts, unseen] = await Promise.all([
    readMessageFacts(services, events),
    listUnseenBy(services.db, ids),
  ]);
  return facts.map((found) => found && { ...found, unseenBy: new Set(unseen.get(found.message.id)) });
}

/**
 * Of messages that moderation holds or has removed: the members who did not see them before, and the sender of one that is held, who sees it still.
 * Others among `ids` are missing: they are shown again, were deleted or have expired.
 */
export async function readTakenAway(
  { db, clock }: Services,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (ids.length === 0) return new Map();
  const [messages, unseen] = await Promise.all([
    listMessagesWithState(db, { ids, now: clock.now() }),
    listUnseenBy(db, ids),
  ]);
  const taken = messages.filter((message) => message.moderationState !== 'VISIBLE' && !message.deletedAt);
  return new Map(
    taken.map(({ id, senderId, isHeld }) => {
      const seeing = isHeld && senderId !== null ? [senderId] : [];
      return [id, new Set([...(unseen.get(id) ?? []), ...seeing])];
    }),
  );
}

/** The messages above replies, by the ids of the messages. No statement where none replies. */
async function listReplies(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  messages: readonly Message[],
): Promise<ReadonlyMap<string, RepliedFacts>> {
  const replies = messages.flatMap(({ id, replyToId }) => (replyToId === null ? [] : [{ id, replyToId }]));
  if (replies.length === 0) return new Map();
  const ids = [...new Set(replies.map(({ replyToId }) => replyToId))];
  const [found, unseen] = await Promise.all([
    listMessagesWithState(db, { ids, now: clock.now() }),
    listUnseenBy(db, ids),
  ]);
  const byId = new Map(found.map((message) => [message.id, message]));
  return new Map(
    replies.flatMap(({ id, replyToId }) => {
      const to = byId.get(replyToId);
      // A message that is held, removed or expired is not even its sender's to see in an event of others.
      if (to?.moderationState !== 'VISIBLE') return [];
      const facts = { to, unseenBy: unseen.get(replyToId) ?? [], isExpired: expiryOf(clock, to) };
      return [[id, facts] as const];
    }),
  );
}
