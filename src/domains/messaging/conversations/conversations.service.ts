import { z } from 'zod';
import { canDo, listMutuallyAdmitted } from '#domains/graph/privacy/privacy.service.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { SECOND_MS } from '#platform/clock.ts';
import type { RequestContext, Services, UserContext } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { AppError, notFound, ValidationFailed } from '#platform/errors.ts';
import { forgetLoaded, load, loadMany } from '#platform/loader.ts';
import { invalid, parseInput } from '#platform/parse-input.ts';
import { lineOf } from '#platform/text.ts';
import { conversationAdded, typingChanged } from './conversations.events.ts';
import { ownConversationById, participantsByConversation } from './conversations.loaders.ts';
import { canSendTo } from './conversations.policy.ts';
import {
  findConversation,
  findDirectConversationId,
  insertConversation,
  insertParticipants,
  listParticipants,
} from './conversations.queries.ts';
import type { Conversation, ConversationKind, Participant } from './conversations.types.ts';

// The number stands in the conversation's row; who sends a message takes it in the same transaction.
export { updateLastSeq } from './conversations.queries.ts';
// A conversation can only go when nothing is left of what was said in it.
export { deleteConversation, listDeserted } from './conversations.queries.ts';

const TITLE_LENGTH_MAX = 100;

type StartInput = {
  readonly userIds: readonly string[];
  readonly kind?: ConversationKind | null | undefined;
  readonly title?: string | null | undefined;
};

/** Starts a group, or gives the one direct conversation of a pair, making it when there is none. */
export async function startConversation(ctx: UserContext, input: StartInput): Promise<Conversation> {
  const otherIds = [...new Set(input.userIds)].filter((id) => id !== ctx.user.id);
  const kind = input.kind ?? (otherIds.length === 1 ? 'DIRECT' : 'GROUP');
  const title = parseTitle(kind, input.title);
  assertSize(ctx, kind, otherIds.length);
  const others = await loadMany(ctx, visibleUserById, otherIds);
  if (others.length < otherIds.length) throw notFound('User', ['userIds']);

  const directPair = kind === 'DIRECT' ? [ctx.user.id, ...otherIds].toSorted().join(' ') : null;
  await assertCanStart(ctx, { userIds: input.userIds, otherIds, directPair });
  const id = await ctx.transaction(async (tx) => {
    const now = ctx.clock.now();
    const made = { id: ctx.ids.next(), kind, title, directPair, createdBy: ctx.user.id, createdAt: now };
    // Two people who start at once meet here: the second waits, and then finds the first one's conversation.
    if (!(await insertConversation(tx, made))) return findDirectConversationId(tx, directPair ?? '');
    const participants = [ctx.user.id, ...otherIds].map((userId): Participant => ({
      conversationId: made.id,
      userId,
      role: kind === 'GROUP' && userId === ctx.user.id ? 'OWNER' : 'MEMBER',
      joinedSeq: 0,
      joinedAt: now,
    }));
    await insertParticipants(tx, participants);
    tx.emit(
      conversationAdded,
      { conversationId: made.id },
      { userIds: participants.map(({ userId }) => userId) },
    );
    return made.id;
  });
  forgetLoaded(ctx);
  return ownConversation(ctx, id ?? '', ['userIds']);
}

/**
 * People decide who writes to them, and who brings them into a group. A direct conversation that there is stays open.
 * @throws ValidationFailed with FORBIDDEN for each person who does not admit the caller
 */
async function assertCanStart(
  ctx: UserContext,
  start: { userIds: readonly string[]; otherIds: readonly string[]; directPair: string | null },
): Promise<void> {
  const areOpen = await Promise.all(start.otherIds.map((id) => canDo(ctx, 'MESSAGE', id)));
  const closedIds = start.otherIds.filter((_id, index) => !areOpen[index]);
  if (closedIds.length === 0) return;
  if (start.directPair !== null && (await findDirectConversationId(ctx.db, start.directPair))) return;
  throw new ValidationFailed(closedIds.map((id) => notAdmitted(start.userIds.indexOf(id))));
}

const notAdmitted = (index: number): AppError =>
  new AppError('FORBIDDEN', 'This person does not let you write to them or add them to a group.', {
    path: ['userIds', String(index)],
  });

/** Null when there is no such conversation or the caller does not take part in it. */
export async function conversation(ctx: RequestContext, id: string): Promise<Conversation | null> {
  return load(ctx, ownConversationById, id);
}

/** @throws AppError NOT_FOUND when the caller does not take part in it */
export async function ownConversation(
  ctx: UserContext,
  id: string,
  path: readonly string[] = ['conversationId'],
): Promise<Conversation> {
  const found = await load(ctx, ownConversationById, id);
  if (!found) throw notFound('Conversation', path);
  return found;
}

/** Whether the caller, who takes part in it, may send: what guards `sendMessage`. */
export async function canSend(ctx: UserContext, found: Conversation): Promise<boolean> {
  const others = await othersOf(ctx, found);
  if (found.kind === 'GROUP') return canSendTo(found, others, new Set());
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

const TYPING_LIFE_MS = 10 * SECOND_MS;

/**
 * Tells the other participants, for 10 seconds: those of them who show the caller what they read and write, and whom the
 * caller shows it. Nothing is stored. @returns when it ends by itself
 */
export async function setTyping(
  ctx: UserContext,
  input: { conversationId: string; isTyping: boolean },
): Promise<{ conversation: Conversation; expiresAt: Date }> {
  const found = await ownConversation(ctx, input.conversationId);
  await assertCanSend(ctx, found);
  const otherIds = (await othersOf(ctx, found)).map((other) => other.userId);
  const expiresAt = new Date(ctx.clock.now().getTime() + (input.isTyping ? TYPING_LIFE_MS : 0));
  ctx.events.sendEphemeral(
    typingChanged.name,
    await listMutuallyAdmitted(ctx, 'SEE_READ_RECEIPTS', otherIds),
    {
      conversationId: found.id,
      userId: ctx.user.id,
      isTyping: input.isTyping,
      expiresAtMs: expiresAt.getTime(),
    },
  );
  return { conversation: found, expiresAt };
}

async function othersOf(ctx: UserContext, found: Conversation): Promise<readonly Participant[]> {
  const participants = await participantsOf(ctx, found.id);
  return participants.filter(({ userId }) => userId !== ctx.user.id);
}

/** Who takes part in a conversation that the caller was found to take part in. */
export async function participantsOf(
  ctx: RequestContext,
  conversationId: string,
): Promise<readonly Participant[]> {
  return (await load(ctx, participantsByConversation, conversationId)) ?? [];
}

/** Who takes part now. Inside a transaction that locked the conversation it is exact until the commit. */
export async function listParticipantIds(db: Db, conversationId: string): Promise<ReadonlySet<string>> {
  const participants = await listParticipants(db, [conversationId]);
  return new Set(participants.map(({ userId }) => userId));
}

/** A conversation with who takes part in it, for an event that many receive. */
export type ConversationFacts = {
  readonly conversation: Conversation;
  readonly participantIds: ReadonlySet<string>;
};

export async function readConversationFacts(
  services: Services,
  payload: { conversationId: string },
): Promise<ConversationFacts | null> {
  const { conversationId } = payload;
  const [found, participantIds] = await Promise.all([
    findConversation(services.db, conversationId),
    listParticipantIds(services.db, conversationId),
  ]);
  return found && { conversation: found, participantIds };
}

function parseTitle(kind: ConversationKind, title: string | null | undefined): string | null {
  if (title == null) return null;
  if (kind === 'DIRECT') throw invalid(['title'], 'A direct conversation has no title.', 'absent');
  return parseInput(z.object({ title: lineOf({ min: 1, max: TITLE_LENGTH_MAX }) }), { title }).title;
}

function assertSize(ctx: UserContext, kind: ConversationKind, others: number): void {
  const othersMax = kind === 'DIRECT' ? 1 : ctx.limits.groupParticipants - 1;
  if (others < 1) throw invalid(['userIds'], 'Name at least one other person.', 'minItems', 1);
  if (others > othersMax)
    throw invalid(['userIds'], `Name at most ${othersMax} other people.`, 'maxItems', othersMax);
}
