import { detachMedia } from '#domains/foundation/media/media.service.ts';
import type { Tx } from '#platform/db/database.ts';
import { updatePostCounters } from '../posts/posts.service.ts';
import { commentDeleted } from './comments.events.ts';
import {
  type CommentStanding,
  deleteComments,
  lockComments,
  updateRepliesLost,
  updateTombstones,
} from './removal.queries.ts';

type Removal = {
  readonly places: readonly Pick<CommentStanding, 'id' | 'depth'>[];
  readonly authorId: string;
  readonly deletedAt: Date;
};

/**
 * Takes an author's comments away: one with replies leaves a tombstone, and a tombstone goes with its last reply. Rows are
 * locked level by level from the deepest one up, in one order for all who remove any. Whoever has files on comments locks
 * their own row before.
 *
 * @returns how many there were
 */
export async function removeComments(tx: Tx, removal: Removal): Promise<number> {
  const { places, authorId } = removal;
  const removed: CommentStanding[] = [];
  let lost: ReadonlyMap<string, number> = new Map();
  for (let depth = Math.max(0, ...places.map((place) => place.depth)); depth > 0; depth -= 1) {
    const own = places.flatMap((place) => (place.depth === depth ? [place.id] : []));
    if (own.length === 0 && lost.size === 0) continue;
    const rows = await lockComments(tx, [...own, ...lost.keys()]);
    const isOwn = new Set(own);
    const leaving = rows.filter((row) => isOwn.has(row.id) && row.authorId === authorId);
    removed.push(...leaving);
    lost = await settleLevel(tx, { rows, leaving: new Set(leaving), lost, deletedAt: removal.deletedAt });
  }
  await release(tx, removed);
  for (const { id, postId } of removed) {
    // What hangs on no post is told of by the event of the post.
    if (postId !== null) tx.emit(commentDeleted, { commentId: id, postId, authorId });
  }
  await uncount(tx, removed);
  return removed.length;
}

type Level = {
  readonly rows: readonly CommentStanding[];
  readonly leaving: ReadonlySet<CommentStanding>;
  /** How many replies each has just lost. */
  readonly lost: ReadonlyMap<string, number>;
  readonly deletedAt: Date;
};

/** @returns how many replies those on the level above have lost thereby */
async function settleLevel(
  tx: Tx,
  { rows, leaving, lost, deletedAt }: Level,
): Promise<ReadonlyMap<string, number>> {
  const isDeleted = (row: CommentStanding): boolean => leaving.has(row) || row.authorId === null;
  const gone = rows.filter((row) => isDeleted(row) && row.replyCount === (lost.get(row.id) ?? 0));
  const staying = rows.filter((row) => !gone.includes(row));
  const smaller = staying
    .map(({ id }) => ({ id, count: lost.get(id) ?? 0 }))
    .filter(({ count }) => count > 0);
  const tombstones = staying.filter((row) => leaving.has(row));
  if (gone.length > 0) await deleteComments(tx, idsOf(gone));
  if (smaller.length > 0) await updateRepliesLost(tx, smaller);
  if (tombstones.length > 0) await updateTombstones(tx, idsOf(tombstones), deletedAt);
  return countsOf(gone.map(({ parentId }) => parentId));
}

/** Takes away what hung on a post, whoever wrote it: the rows are locked and no others answer them. */
export async function removeThread(tx: Tx, rows: readonly CommentStanding[]): Promise<void> {
  await deleteComments(tx, idsOf(rows));
  await release(tx, rows);
  await uncount(
    tx,
    rows.filter(({ authorId }) => authorId !== null),
  );
}

async function release(tx: Tx, removed: readonly CommentStanding[]): Promise<void> {
  // One by one: a media that two of them show is counted for both.
  for (const { mediaIds } of removed) await detachMedia(tx, { ids: mediaIds });
}

/** Last, and in the order of the posts' ids: others wait for these rows. */
async function uncount(tx: Tx, removed: readonly CommentStanding[]): Promise<void> {
  const counts = [...countsOf(removed.map(({ postId }) => postId))];
  for (const [postId, count] of counts.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await updatePostCounters(tx, postId, { commentCount: -count });
  }
}

const idsOf = (rows: readonly CommentStanding[]): string[] => rows.map(({ id }) => id);

function countsOf(ids: readonly (string | null)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
