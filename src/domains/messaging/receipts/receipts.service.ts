import { listMutuallyAllowed } from '#domains/graph/privacy/privacy.service.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { Services } from '#platform/outbox/services.ts';
import { untilWritten } from '#platform/outbox/write.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import {
  type ConversationFacts,
  readConversationFacts,
  requireConversation,
} from '../conversations/conversations.service.ts';
import type { Conversation } from '../conversations/conversations.types.ts';
import { membersAt } from '../conversations/members.service.ts';
import { visibleMessageById } from '../messages/messages.loaders.ts';
import { tellLater } from './late-receipts.service.ts';
import { listMutuallyVisible, writeReadMarker } from './receipts.queries.ts';

/**
 * The users among `otherIds` who share read receipts with the caller, and the caller with them, unless one of the two does not
 * see the other: who may know of each other what they read, what reached them and what they are writing.
 */
async function listReceiptPeers(ctx: UserContext, otherIds: readonly string[]): Promise<readonly string[]> {
  if (otherIds.length === 0) return [];
  const visible = await listMutuallyVisible(ctx.db, {
    userId: ctx.user.id,
    now: ctx.clock.now(),
    ids: otherIds,
  });
  return listMutuallyAllowed(ctx, 'SEE_READ_RECEIPTS', visible);
}

/**
 * The other members who may be told what a member does; nobody in a conversation that is too large for receipts. Asks only for those
 * who listen in this process.
 */
export async function listReceiptAudience(
  services: Services,
  event: { conversationId: string; membersVersion: number; userId: string },
  isHere: (userId: string) => boolean,
): Promise<ReadonlySet<string>> {
  const { userId } = event;
  const members = await membersAt(services, event);
  if (members.size > services.limits.receiptParticipants) return new Set();
  const otherIds = [...members].filter((id) => id !== userId && isHere(id));
  return new Set(await listReceiptPeers(localUserContext(services, userId), otherIds));
}

/**
 * Moves the caller's marker to a message of a conversation; succeeds without a change when it is there or beyond.
 * @throws AppError NOT_FOUND for a conversation or a message that the caller cannot see
 */
export async function markConversationRead(
  ctx: UserContext,
  input: { conversationId: string; upToMessageId: string },
): Promise<Conversation> {
  const { conversationId, upToMessageId: messageId } = input;
  const marker = { conversationId, userId: ctx.user.id };
  const { mustTell } = await untilWritten(
    async () => {
      const values = { ...marker, messageId, now: ctx.clock.now(), eventId: ctx.ids.next() };
      const { receiptParticipants: participantsMax } = ctx.limits;
      return (await ctx.write(writeReadMarker, { ...values, participantsMax })).row;
    },
    async () => {
      await requireConversation(ctx, conversationId);
      const message = await load(ctx, visibleMessageById, messageId);
      if (message?.conversationId !== conversationId) throw notFound('Message', ['upToMessageId']);
    },
  );
  if (mustTell) tellLater(ctx, marker);
  return requireConversation(ctx, conversationId);
}

/** How far a participant has read, and the conversation, read once for all recipients of an event. */
export type ReadFacts = ConversationFacts & { readonly userId: string; readonly readSeq: number };

/** In the order of the events; null where the conversation is deleted. */
export async function readReadFacts(
  services: Services,
  events: readonly { conversationId: string; userId: string; readSeq: number }[],
): Promise<(ReadFacts | null)[]> {
  const conversations = await readConversationFacts(services, events);
  return events.map(({ userId, readSeq }, index) => {
    const facts = conversations[index];
    return facts ? { ...facts, userId, readSeq } : null;
  });
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
