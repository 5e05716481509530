import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { recordScan, screenText } from '#domains/foundation/screening/screening.service.ts';
import type { Scan } from '#domains/foundation/screening/screening.types.ts';
import { privacyAllows } from '#domains/graph/privacy/privacy.service.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { AppError, badUserInput, notFound, ValidationFailed } from '#platform/kernel/errors.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { lineSchema, nameSchema } from '#platform/kernel/text.ts';
import { conversationAdded } from './conversations.events.ts';
import { ownConversationById, sendRefusalByConversation } from './conversations.loaders.ts';
import { cannotSend, directPairOf, groupSizeMax } from './conversations.policy.ts';
import {
  deleteConversations,
  findDirectConversationId,
  insertConversation,
  listConversations,
  listMemberships,
  lockDesertedConversations,
} from './conversations.queries.ts';
import type {
  Conversation,
  ConversationKind,
  ConversationViewer,
  NewParticipant,
  Participant,
  ParticipantRole,
} from './conversations.types.ts';
import { forgetMembersBefore } from './members.service.ts';
import { listBlockedWith } from './membership.queries.ts';
import { assertCanAsk, strangersAmong } from './request-limits.service.ts';
import { acceptByStarting } from './requests.service.ts';
import { findParticipants, insertParticipants } from './participants.queries.ts';

export const TITLE_LENGTH_MAX = 100;

type StartInput = {
  readonly userIds: readonly string[];
  readonly kind?: ConversationKind | null | undefined;
  readonly title?: string | null | undefined;
  /** The token of an earlier refusal for the same title. */
  readonly retryToken?: string | null | undefined;
};

/**
 * Starts a group, or finds or starts the one direct conversation of a pair. Strangers are asked. A group joins no two users across a
 * block: whoever is blocked by another one of them stays invited. @returns its id
 */
export async function startConversation(
  ctx: UserContext,
  input: StartInput,
  key: IdempotencyKey | null = null,
): Promise<string> {
  const otherIds = [...new Set(input.userIds)].filter((id) => id !== ctx.user.id);
  const kind = input.kind ?? (otherIds.length === 1 ? 'DIRECT' : 'GROUP');
  const title = parseTitle(kind, input.title);
  await assertSize(ctx, kind, otherIds.length);
  const others = await loadMany(ctx, visibleUserById, otherIds);
  if (others.length < otherIds.length) throw notFound('User', ['userIds']);

  const directPair = kind === 'DIRECT' ? directPairOf(ctx.user.id, otherIds[0] ?? '') : null;
  await assertCanStart(ctx, { userIds: input.userIds, otherIds, directPair });
  const strangers = await strangersAmong(ctx, otherIds);
  const scan = title === null ? null : await screenTitle(ctx, title, input.retryToken);
  const id = ctx.ids.next();
  try {
    return await once(ctx, key, id, async (tx) => {
      const now = ctx.clock.now();
      const participantCount = otherIds.length + 1;
      const made = { id, kind, title, directPair, participantCount, createdBy: ctx.user.id, createdAt: now };
      if (!(await insertConversation(tx, made))) throw new PairHasConversation();
      const keptOut = await listBlockedWith(tx, { conversationId: id, ids: otherIds });
      const askedIds = kind === 'GROUP' ? strangers.union(keptOut) : strangers;
      await assertCanAsk(ctx, tx, [...askedIds]);
      const participants = [ctx.user.id, ...otherIds].map((userId): NewParticipant => ({
        conversationId: id,
        userId,
        role: kind === 'GROUP' && userId === ctx.user.id ? 'OWNER' : 'MEMBER',
        status: kind === 'GROUP' && askedIds.has(userId) ? 'INVITED' : 'ACTIVE',
        inbox: askedIds.has(userId) ? 'REQUESTS' : 'PRIMARY',
        addedById: userId === ctx.user.id ? null : ctx.user.id,
        joinedAt: now,
      }));
      await insertParticipants(tx, participants);
      if (scan) await recordScan(ctx, tx, { subjectKind: 'GROUP', subjectId: id, version: 1, scan });
      const userIds = [ctx.user.id, ...otherIds].filter((userId) => !askedIds.has(userId));
      const added = { conversationId: id, byId: ctx.user.id };
      tx.emit(conversationAdded, { ...added, reason: 'CREATED', kind }, { userIds });
      if (askedIds.size === 0) return;
      tx.emit(conversationAdded, { ...added, reason: 'REQUEST' }, { userIds: [...askedIds] });
    });
  } catch (error) {
    if (!(error instanceof PairHasConversation) || directPair === null) throw error;
    const existingId = await findDirectConversationId(ctx.db, directPair);
    if (existingId === null) throw notFound('Conversation', ['userIds']);
    return once(ctx, key, existingId, (tx) => acceptByStarting(ctx, tx, existingId));
  }
}

/** @throws AppError MODERATION_NUDGE | VALIDATION_FAILED */
async function screenTitle(
  ctx: UserContext,
  title: string,
  retryToken: StartInput['retryToken'],
): Promise<Scan | null> {
  const { scan } = await screenText(ctx, { kind: 'GROUP', texts: [title], retryToken, path: ['title'] });
  return scan;
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

export const messageNotAllowed = (index: number): AppError =>
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

/** Whether the caller can send messages. */
export async function canSend(
  ctx: RequestContext,
  { conversationId, kind, status }: ConversationViewer,
): Promise<boolean> {
  if (status === 'INVITED') return false;
  return kind === 'GROUP' || (await load(ctx, sendRefusalByConversation, conversationId))?.refusal === null;
}

/** @throws AppError INVALID_STATE when the conversation is read-only for the caller, or a request without an answer */
export async function assertCanSend(
  ctx: UserContext,
  found: Conversation,
  path: readonly string[] = ['conversationId'],
): Promise<void> {
  // The part of the caller in a group is not even read.
  if (found.kind === 'GROUP') return;
  const own = await load(ctx, sendRefusalByConversation, found.id);
  if (!own) throw notFound('Conversation', path);
  if (own.refusal !== null) throw cannotSend(own.refusal, path);
}

/**
 * Takes the number of the next message, as a part of a write. The conversation, of the alias `c`, stays locked until the
 * commit, so its timer is the one of that moment: messages become visible in their order, and its members stay the same.
 * @param from the CTE that allows it, and its conditions
 */
export const takeSeqSql = (from: RawBuilder<unknown>, now: RawBuilder<Date>): RawBuilder<unknown> => sql`
  update conversations c set last_seq = c.last_seq + 1, updated_at = ${now}::timestamptz
  from ${from} returning c.id, c.last_seq as seq, c.members_version,
    ${now}::timestamptz + c.disappear_after_seconds * interval '1 second' as expires_at`;

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

async function assertSize(ctx: UserContext, kind: ConversationKind, others: number): Promise<void> {
  const owner = kind === 'GROUP' ? await load(ctx, visibleUserById, ctx.user.id) : null;
  const othersMax = kind === 'DIRECT' ? 1 : groupSizeMax(ctx, owner?.createdAt ?? null) - 1;
  if (others < 1) throw invalid(['userIds'], 'Give at least one other user.', 'minItems', 1);
  if (others > othersMax)
    throw invalid(['userIds'], `Give at most ${othersMax} other users.`, 'maxItems', othersMax);
}

export const PARTICIPANT_QUERY_MAX = 50;
const querySchema = lineSchema({ min: 1, max: PARTICIPANT_QUERY_MAX });

type Asked = {
  readonly conversationId: string;
  readonly query?: string | null | undefined;
  readonly role?: ParticipantRole | null | undefined;
};

/** Participants of a conversation who match; null when the caller does not take part in it. @throws AppError BAD_USER_INPUT */
export async function conversationParticipants(
  ctx: UserContext,
  { conversationId, query, role }: Asked,
  { from: [joinedAfterMs, afterId], limit }: ListRequest<TimeKey>,
): Promise<Participant[] | null> {
  const text = query == null ? null : parseQuery(query);
  if (!(await load(ctx, ownConversationById, conversationId))) return null;
  return findParticipants(ctx.db, {
    conversationId,
    viewerId: ctx.user.id,
    now: ctx.clock.now(),
    query: text,
    role: role ?? null,
    joinedAfter: new Date(joinedAfterMs),
    afterId,
    limit,
  });
}

function parseQuery(query: string): string {
  const { data } = querySchema.safeParse(query.replace(/^@/, ''));
  if (data === undefined) {
    throw badUserInput(
      `The search text must have 1 to ${PARTICIPANT_QUERY_MAX} characters and no control characters.`,
    );
  }
  return data;
}
