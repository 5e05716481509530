import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { DeliveryNote } from '#platform/graphql/subscription.ts';
import { untilWritten } from '#platform/outbox/write.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import { changeOwnState } from '../conversations/own-states.service.ts';
import { conversationsById, requireConversation } from '../conversations/conversations.service.ts';
import type { Conversation } from '../conversations/conversations.types.ts';
import { membersAt } from '../conversations/members.service.ts';
import { visibleMessageById } from '../messages/messages.loaders.ts';
import type { MessageFacts } from '../messages/message-facts.service.ts';
import type { Message } from '../messages/messages.types.ts';
import { listReceiptAudience } from './receipt-audience.service.ts';
import { deliveredLater, tellLater } from './later-markers.service.ts';
import { markersByConversation } from './receipts.loaders.ts';
import { writeReadMarker } from './receipts.queries.ts';
import type { Marker, MarkerKey, SharedMarkers } from './receipts.types.ts';

/**
 * Moves the caller's marker to a message of a conversation, and takes back that it was marked as unread; succeeds without a change when it is there or beyond.
 * @throws AppError NOT_FOUND for a conversation or a message that the caller cannot see
 */
export async function markConversationRead(
  ctx: UserContext,
  input: { conversationId: string; upToMessageId: string },
): Promise<Conversation> {
  const { conversationId, upToMessageId: messageId } = input;
  const marker = { conversationId, userId: ctx.user.id };
  const { mustTell, isMarkedUnread } = await untilWritten(async () => {
    const values = { ...marker, messageId, now: ctx.clock.now(), eventId: ctx.ids.next() };
    const { receiptParticipants: participantsMax } = ctx.limits;
    return (await ctx.write(writeReadMarker, { ...values, participantsMax })).row;
  });
  if (mustTell) tellLater(ctx, marker);
  if (isMarkedUnread) {
    await ctx.transaction((tx) => changeOwnState(tx, { ...marker, change: 'UNREAD', value: null }));
  }
  return requireConversation(ctx, conversationId);
}

/** Notes that a message reaches its recipients, in conversations that may have receipts; the sender is none of them. */
export function noteDelivered(
  services: Services,
  { message: { senderId, seq }, conversation }: MessageFacts,
): DeliveryNote | null {
  const { id: conversationId, participantCount } = conversation;
  if (participantCount > services.limits.receiptParticipants) return null;
  return (userId) => {
    if (userId !== senderId) deliveredLater(services, { conversationId, userId, deliveredSeq: seq });
  };
}

/** How far a participant has read, and the conversation, read once for all recipients of an event. */
export type ReadFacts = {
  readonly conversation: Conversation;
  readonly memberIds: ReadonlySet<string>;
  readonly userId: string;
  readonly readSeq: number;
};

/** In the order of the events; null where the conversation is deleted. */
export async function readReadFacts(
  services: Services,
  events: readonly { conversationId: string; userId: string; readSeq: number }[],
): Promise<(ReadFacts | null)[]> {
  const conversations = await conversationsById(services.db, events);
  return Promise.all(
    events.map(async ({ conversationId, userId, readSeq }) => {
      const conversation = conversations.get(conversationId);
      if (!conversation) return null;
      const memberIds = await membersAt(services, { conversationId, ...conversation });
      return { conversation, memberIds, userId, readSeq };
    }),
  );
}

/** The reader, and the others who may be told what the reader does. */
export async function listReadAudience(
  services: Services,
  event: { conversationId: string; membersVersion: number; userId: string },
  isHere: (userId: string) => boolean,
): Promise<ReadonlySet<string>> {
  const others = await listReceiptAudience(services, event, isHere);
  return new Set(others).add(event.userId);
}

/** The marker of a current participant; null unless the caller may know of it. */
export async function markerOf(
  ctx: RequestContext,
  { conversationId, userId }: MarkerKey,
): Promise<Marker | null> {
  const markers = await load(ctx, markersByConversation, conversationId);
  return markers?.byUser.get(userId) ?? null;
}

/** The number of users whom `messageReaders` lists; null where it lists nobody. */
export async function readerCount(ctx: RequestContext, message: Message): Promise<number | null> {
  if (ctx.user?.id !== message.senderId) return null;
  const markers = await load(ctx, markersByConversation, message.conversationId);
  return markers?.hasReceipts ? readerIdsOf(message, markers).length : null;
}

/**
 * The users who have read a message of the caller, by id; null when the caller cannot see it.
 * @throws AppError FORBIDDEN for a message of somebody else | INVALID_STATE in a conversation without receipts
 */
export async function messageReaders(
  ctx: UserContext,
  messageId: string,
  { from: [fromId], limit }: ListRequest<IdKey>,
): Promise<User[] | null> {
  const message = await load(ctx, visibleMessageById, messageId);
  if (!message) return null;
  if (message.senderId !== ctx.user.id)
    throw new AppError('FORBIDDEN', 'Ask for readers of your own messages only.');
  const markers = await load(ctx, markersByConversation, message.conversationId);
  if (!markers) return null;
  if (!markers.hasReceipts) throw tooManyParticipants(ctx.limits.receiptParticipants);
  const ids = readerIdsOf(message, markers).filter((id) => id < fromId);
  return loadMany(ctx, visibleUserById, ids.slice(0, limit + 1));
}

const tooManyParticipants = (limit: number): AppError =>
  new AppError('INVALID_STATE', `Readers are known in conversations of at most ${limit} participants.`, {
    details: { limit },
  });

/** Newest account first. */
const readerIdsOf = (message: Message, { byUser }: SharedMarkers): readonly string[] =>
  [...byUser.values()]
    .filter(
      ({ userId, readSeq, joinedSeq }) =>
        userId !== message.senderId && joinedSeq < message.seq && (readSeq ?? 0) >= message.seq,
    )
    .map(({ userId }) => userId)
    .toSorted((one, other) => (one < other ? 1 : -1));
