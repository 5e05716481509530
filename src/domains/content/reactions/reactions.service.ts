import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { load, prime } from '#platform/request/loader.ts';
import { counterChanges } from './reactions.policy.ts';
import { deleteReaction, insertReaction, updateReactionType } from './reactions.queries.ts';
import type { OwnReaction, Reaction, ReactionCounts, ReactionType, SubjectKind } from './reactions.types.ts';
import { listReactors, listReactorsOfType } from './reactors.queries.ts';
import type { Subject } from './subjects.ts';

/**
 * Sets the caller's reaction to a subject, replacing an earlier one. Repeating it succeeds without a change.
 * @throws AppError NOT_FOUND when the subject is absent or invisible
 */
export async function react<Found extends { readonly authorId: string }>(
  ctx: UserContext,
  subject: Subject<Found>,
  { subjectId, type }: { subjectId: string; type: ReactionType },
): Promise<Found> {
  const found = await requireSubject(ctx, subject, subjectId);
  const userId = ctx.user.id;
  const isWritten = await ctx.transaction(async (tx) => {
    const reaction = { subjectId, userId, type, reactedAt: ctx.clock.now() };
    const changes = await upsertReaction(tx, subject.kind, reaction);
    if (!changes) return false;
    subject.emitReacted(tx, { subjectId, userId, type, authorId: found.authorId });
    await subject.updateCounters(tx, subjectId, changes);
    return true;
  });
  // Without a change the subject may have been deleted meanwhile.
  return isWritten && !subject.isLoadedWithCounters ? found : requireSubject(ctx, subject, subjectId);
}

/**
 * Removes the caller's reaction, whether or not they can still see the subject. Repeating it succeeds without a change.
 * @returns the subject; null when the caller cannot see it
 */
export async function removeReaction<Found>(
  ctx: UserContext,
  subject: Subject<Found>,
  { subjectId }: { subjectId: string },
): Promise<Found | null> {
  const userId = ctx.user.id;
  await ctx.transaction(async (tx) => {
    const [removed] = await deleteReaction[subject.kind](tx, { subjectId, userId });
    if (!removed) return;
    const { authorId, type } = removed;
    // A deleted comment has no author to notify.
    if (authorId !== null) subject.emitRemoved(tx, { subjectId, userId, type, authorId });
    await subject.updateCounters(tx, subjectId, counterChanges(type, null));
  });
  return load(ctx, subject.loader, subjectId);
}

async function requireSubject<Found>(
  ctx: RequestContext,
  { loader, noun, idField }: Subject<Found>,
  id: string,
): Promise<Found> {
  const found = await load(ctx, loader, id);
  if (found === null) throw notFound(noun, [idField]);
  return found;
}

/** @returns the changes of the subject's counters; null when nothing has changed */
async function upsertReaction(
  tx: Tx,
  kind: SubjectKind,
  reaction: OwnReaction & { readonly userId: string },
): Promise<Partial<ReactionCounts> | null> {
  const [inserted] = await insertReaction[kind](tx, reaction);
  if (inserted) return counterChanges(null, reaction.type);
  const [former] = await updateReactionType[kind](tx, reaction);
  return former ? counterChanges(former.type, reaction.type) : null;
}

/** Reactions to a subject, newest first, of one type or of all; null when the caller cannot see the subject. */
export async function reactions<Found>(
  ctx: RequestContext,
  { kind, loader }: Subject<Found>,
  { subjectId, type }: { subjectId: string; type?: ReactionType | null | undefined },
  { from: [beforeMs, beforeId], limit }: ListRequest<TimeKey>,
): Promise<Reaction[] | null> {
  if ((await load(ctx, loader, subjectId)) === null) return null;
  const { id: viewerId, now } = viewerOf(ctx);
  const bounds = { viewerId, now, subjectId, before: new Date(beforeMs), beforeId, limit: limit + 1 };
  const rows = type
    ? await listReactorsOfType[kind](ctx.db, { ...bounds, type })
    : await listReactors[kind](ctx.db, bounds);
  prime(ctx, visibleUserById, rows);
  return rows;
}
