import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { privacyAllows } from '#domains/graph/privacy/privacy.service.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { AppError, notFound, ValidationFailed } from '#platform/kernel/errors.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { nameSchema } from '#platform/kernel/text.ts';
import { conversationAdded } from './conversations.events.ts';
import { ownConversationById, participantsByConversation } from './conversations.loaders.ts';
import { canSendTo } from './conversations.policy.ts';
import {
  deleteConversations,
  findDirectConversationId,
  insertConversation,
  insertParticipants,
  listBlockedAmong,
  listConversations,
  listMemberships,
  lockDesertedConversations,
} from './conversations.queries.ts';
import type { Conversation, ConversationKind, Participant } from './conversations.types.ts';
import { forgetMembersBefore, membersAt } from './members.service.ts';

export const TITLE_LENGTH_MAX = 100;

type StartInput = {
  readonly userIds: readonly string[];
  readonly kind?: ConversationKind | null | undefined;
  readonly title?: string | null | undefined;
};

/**
 * Starts a group, or finds or starts the one direct conversation of a pair. A group joins no two users across a block:
 * whoever is blocked by another one of them stays invited. @returns its id
 */
export async function startConversation(
  ctx: UserContext,
  input: StartInput,
  key: IdempotencyKey | null = null,
): Promise<string> {
  const otherIds = [...new Set(input.userIds)].filter((id) => id !== ctx.user.id);
  const kind = input.kind ?? (otherIds.length === 1 ? 'DIRECT' : 'GROUP');
  const title = parseTitle(kind, input.title);
  assertSize(ctx, kind, otherIds.length);
  const others = await loadMany(ctx, visibleUserById, otherIds);
  if (others.length < otherIds.length) throw notFound('User', ['userIds']);

  const directPair = kind === 'DIRECT' ? [ctx.user.id, ...otherIds].toSorted().join(' ') : null;
  await assertCanStart(ctx, { userIds: input.userIds, otherIds, directPair });
  const id = ctx.ids.next();
  try {
    return await once(ctx, key, id, async (tx) => {
      const now = ctx.clock.now();
      const made = { id, kind, title, directPair, createdBy: ctx.user.id, createdAt: now };
      if (!(await insertConversation(tx, made))) throw new PairHasConversation();
      const keptOut = await listBlockedAmong(tx, otherIds);
      const participants = [ctx.user.id, ...otherIds].map((userId): Participant => ({
        conversationId: id,
        userId,
        role: kind === 'GROUP' && userId === ctx.user.id ? 'OWNER' : 'MEMBER',
        status: keptOut.has(userId) ? 'INVITED' : 'ACTIVE',
        joinedSeq: 0,
        joinedAt: now,
      }));
      await insertParticipants(tx, participants);
      const userIds = participants.filter(isActive).map(({ userId }) => userId);
      tx.emit(conversationAdded, { conversationId: id }, { userIds });
    });
  } catch (error) {
    if (!(error instanceof PairHasConversation) || directPair === null) throw error;
    const existingId = await findDirectConversationId(ctx.db, directPair);
    if (existingId === null) throw notFound('Conversation', ['userIds']);
    return key ? once(ctx, key, existingId, async () => undefined) : existingId;
  }
}

/** Thrown when the pair has its conversation already, perhaps since the other user started it at the same time. */
class PairHasConversation extends Error {
  override readonly name = 'PairHasConversation';
}

/**
 * Checks who accepts messages from the caller. A direct conversation that exists stays open.
 * @throws ValidationFailed with FORBIDDEN for each user who does not accept them
 */
async function assertCanStart(
  ctx: UserContext,
  start: { userIds: readonly string[]; otherIds: readonly string[]; directPair: string | null },
): Promise<void> {
  const areOpen = await Promise.all(start.otherIds.map((id) => privacyAllows(ctx, 'MESSAGE', id)));
  const closedIds = start.otherIds.filter((_id, index) => !areOpen[index]);
  if (closedIds.length === 0) return;
  if (start.directPair !== null && (await findDirectConversationId(ctx.db, start.directPair))) return;
  throw new ValidationFailed(closedIds.map((id) => messageNotAllowed(start.userIds.indexOf(id))));
}

const messageNotAllowed = (index: number): AppError =>
  new AppError('FORBIDDEN', 'This user does not accept messages from you.', {
    path: ['userIds', String(index)],
  });

/** @throws AppError NOT_FOUND when the caller does not take part in it */
export async function requireConversation(
  ctx: UserContext,
  id: string,
  path: readonly string[] = ['conversationId'],
): Promise<Conversation> {
  const found = await load(ctx, ownConversationById, id);
  if (!found) throw notFound('Conversation', path);
  return found;
}

/** Whether the caller, a participant, can send messages: guards `sendMessage`. */
export async function canSend(ctx: UserContext, found: Conversation): Promise<boolean> {
  // Not even read for a group, which may have many.
  const others = found.kind === 'GROUP' ? [] : await othersOf(ctx, found);
  const visible = await loadMany(
    ctx,
    visibleUserById,
    others.map((other) => other.userId),
  );
  return canSendTo(found, others, new Set(visible.map((user) => user.id)));
}

/** @throws AppError INVALID_STATE when the conversation is read-only for the caller */
export async function assertCanSend(ctx: UserContext, found: Conversation): Promise<void> {
  if (await canSend(ctx, found)) return;
  throw new AppError('INVALID_STATE', 'This conversation is read-only.', {
    path: ['conversationId'],
    details: { current: 'READ_ONLY', allowed: ['OPEN'] },
  });
}

async function othersOf(ctx: UserContext, found: Conversation): Promise<readonly Participant[]> {
  const participants = await participantsOf(ctx, found.id);
  return participants.filter((participant) => participant.userId !== ctx.user.id && isActive(participant));
}

const isActive = ({ status }: Participant): boolean => status === 'ACTIVE';

/** The current and the invited participants of a conversation in which the caller takes part. */
export async function participantsOf(
  ctx: RequestContext,
  conversationId: string,
): Promise<readonly Participant[]> {
  return (await load(ctx, participantsByConversation, conversationId)) ?? [];
}

/**
 * Takes the number of the next message, as a part of a write. The conversation, of the alias `c`, stays locked until the
 * commit: messages become visible in their order, and its members stay the same.
 * @param from the CTE that allows it, and its conditions
 */
export const takeSeqSql = (from: RawBuilder<unknown>, now: RawBuilder<Date>): RawBuilder<unknown> => sql`
  update conversations c set last_seq = c.last_seq + 1, updated_at = ${now}::timestamptz
  from ${from} returning c.id, c.last_seq as seq, c.members_version`;

const BATCH_CONVERSATIONS = 100;

/**
 * Deletes a batch of the conversations of a user in which every participant is deleted. Their messages are deleted first.
 *
 * @param deleteMessages deletes some of the messages. @returns whether all of them are deleted
 * @returns how many conversations it found
 */
export async function deleteDesertedConversations(
  tx: Tx,
  userId: string,
  deleteMessages: (conversationIds: readonly string[]) => Promise<boolean>,
): Promise<number> {
  const ids = await lockDesertedConversations(tx, userId, BATCH_CONVERSATIONS);
  if (ids.length > 0 && (await deleteMessages(ids))) await deleteConversations(tx, ids);
  return ids.length;
}

/**
 * The conversations to whose members events may be addressed for the caller: one of them, or all in which they take part.
 * From here on their members are not older than the caller's own membership, which may have begun anew.
 */
export async function listTopics(
  ctx: UserContext,
  conversationId: string | null | undefined,
): Promise<readonly string[]> {
  const own =
    conversationId == null
      ? await listMemberships(ctx.db, ctx.user.id)
      : [await requireConversation(ctx, conversationId)];
  forgetMembersBefore(ctx, own);
  return own.map(({ id }) => id);
}

/** A conversation and its members, read once for all recipients of an event. */
export type ConversationFacts = {
  readonly conversation: Conversation;
  readonly memberIds: ReadonlySet<string>;
};

/** In the order of the events; null where the conversation is deleted. */
export async function readConversationFacts(
  services: Services,
  events: readonly { conversationId: string }[],
): Promise<(ConversationFacts | null)[]> {
  const conversations = await conversationsById(services.db, events);
  return Promise.all(
    events.map(async ({ conversationId }) => {
      const conversation = conversations.get(conversationId);
      if (!conversation) return null;
      return { conversation, memberIds: await membersAt(services, { conversationId, ...conversation }) };
    }),
  );
}

/** The conversations of events, by id. */
export async function conversationsById(
  db: Db,
  events: readonly { readonly conversationId: string }[],
): Promise<ReadonlyMap<string, Conversation>> {
  const ids = [...new Set(events.map(({ conversationId }) => conversationId))];
  return new Map((await listConversations(db, ids)).map((found) => [found.id, found]));
}

function parseTitle(kind: ConversationKind, title: string | null | undefined): string | null {
  if (title == null) return null;
  if (kind === 'DIRECT') throw invalid(['title'], 'Omit the title for a direct conversation.', 'absent');
  return parseInput(titleInput, { title }).title;
}

const titleInput = z.object({ title: nameSchema({ min: 1, max: TITLE_LENGTH_MAX }) });

function assertSize(ctx: UserContext, kind: ConversationKind, others: number): void {
  const othersMax = kind === 'DIRECT' ? 1 : ctx.limits.groupParticipants - 1;
  if (others < 1) throw invalid(['userIds'], 'Give at least one other user.', 'minItems', 1);
  if (others > othersMax)
    throw invalid(['userIds'], `Give at most ${othersMax} other users.`, 'maxItems', othersMax);
}
