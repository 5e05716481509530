import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { ListRequest, TimeKey } from '#platform/db/keyset.ts';
import { untilWritten } from '#platform/outbox/write.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { load, prime, primeKey } from '#platform/request/loader.ts';
import type { SubjectIfVisible } from './reactions.queries.ts';
import type { Reaction, ReactionType } from './reactions.types.ts';
import { listReactors, listReactorsOfType } from './reactors.queries.ts';
import type { Subject } from './subjects.ts';

/**
 * Sets the caller's reaction to a subject, replacing an earlier one. Repeating it succeeds without a change.
 * @throws AppError NOT_FOUND when the subject is absent or invisible | RESTRICTED
 */
export async function react<Found, Written>(
  ctx: UserContext,
  subject: Subject<Found, Written>,
  { subjectId, type }: { subjectId: string; type: ReactionType },
): Promise<Found | null> {
  const reaction = { subjectId, type, userId: ctx.user.id };
  await untilWritten(async () => {
    const values = { ...reaction, now: ctx.clock.now(), eventId: ctx.ids.next() };
    const { row } = await ctx.write(subject.reaction, values);
    if (row) primeReacted(ctx, subject, { ...reaction, row });
    return row;
  });
  return load(ctx, subject.loader, subjectId);
}

/**
 * Removes the caller's reaction, whether or not they can still see the subject. Repeating it succeeds without a change.
 * @returns the subject; null when the caller cannot see it
 */
export async function removeReaction<Found, Written>(
  ctx: UserContext,
  subject: Subject<Found, Written>,
  { subjectId }: { subjectId: string },
): Promise<Found | null> {
  const key = { subjectId, userId: ctx.user.id, now: ctx.clock.now(), eventId: ctx.ids.next() };
  const { row } = await ctx.write(subject.removal, key);
  if (row) primeReacted(ctx, subject, { subjectId, type: null, row });
  return load(ctx, subject.loader, subjectId);
}

/** @param type of the caller's reaction to the subject after the write */
function primeReacted<Found, Written>(
  ctx: UserContext,
  { primeWritten, ownReactions }: Subject<Found, Written>,
  written: { subjectId: string; type: ReactionType | null; row: SubjectIfVisible<Written> },
): void {
  primeWritten(ctx, written.row);
  primeKey(ctx, ownReactions, written.subjectId, written.type);
}

/** Reactions to a subject, newest first, of one type or of all; null when the caller cannot see the subject. */
export async function reactions<Found>(
  ctx: RequestContext,
  { kind, loader }: Pick<Subject<Found, unknown>, 'kind' | 'loader'>,
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
