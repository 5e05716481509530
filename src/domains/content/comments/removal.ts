import { detachMedia } from '#domains/foundation/media/media.service.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { updatePostCounters } from '../posts/post-counters.service.ts';
import { commentDeleted } from './comments.events.ts';
import {
  type LockedComment,
  deleteComments,
  lockComments,
  decrementReplyCounts,
  type LostReplies,
  type PlacedComment,
  replaceWithTombstones,
} from './removal.queries.ts';

type Removal = {
  readonly comments: readonly Pick<LockedComment, 'id' | 'depth'>[];
  readonly authorId: string;
  readonly deletedAt: Date;
};

/**
 * Deletes comments of an author: one with replies leaves a tombstone, and a tombstone is deleted with its last reply. Locks
 * rows level by level from the deepest one up, the one order of all removals. Callers whose comments may have media lock
 * the author's row first.
 *
 * @returns the number of deleted comments
 */
export async function removeComments(tx: Tx, removal: Removal): Promise<number> {
  const { comments, authorId } = removal;
  const removed: PlacedComment[] = [];
  let lost: ReadonlyMap<string, LostReplies> = new Map();
  for (let depth = Math.max(0, ...comments.map((comment) => comment.depth)); depth > 0; depth -= 1) {
    const own = comments.flatMap((comment) => (comment.depth === depth ? [comment.id] : []));
    if (own.length === 0 && lost.size === 0) continue;
    const rows = await lockComments(tx, [...own, ...lost.keys()]);
    const isOwn = new Set(own);
    const leaving = rows.filter((row) => isOwn.has(row.id) && row.authorId === authorId);
    removed.push(...leaving);
    lost = await removeLevel(tx, { rows, leaving: new Set(leaving), lost, deletedAt: removal.deletedAt });
  }
  await detachCommentMedia(tx, removed);
  for (const { id: commentId, postId, postAuthorId, parentId, publishedAt } of removed) {
    // Nobody was told of it.
    if (publishedAt === null) continue;
    // Comments of an erased post are covered by the event of the post.
    if (postId === null || postAuthorId === null) continue;
    tx.emit(commentDeleted, { commentId, postId, authorId, postAuthorId, parentId });
  }
  await decrementCommentCounts(tx, removed);
  return removed.length;
}

type Level = {
  readonly rows: readonly LockedComment[];
  readonly leaving: ReadonlySet<LockedComment>;
  /** Replies that the level below has deleted, by parent. */
  readonly lost: ReadonlyMap<string, LostReplies>;
  readonly deletedAt: Date;
};

/** @returns the deleted replies by parent, which is on the level above */
async function removeLevel(
  tx: Tx,
  { rows, leaving, lost, deletedAt }: Level,
): Promise<ReadonlyMap<string, LostReplies>> {
  const isDeleted = (row: LockedComment): boolean => leaving.has(row) || row.authorId === null;
  const gone = rows.filter((row) => isDeleted(row) && rowsOf(row) === rowsOf(lost.get(row.id) ?? NONE_LOST));
  const staying = rows.filter((row) => !gone.includes(row));
  const smaller = staying
    .map(({ id }) => ({ id, ...(lost.get(id) ?? NONE_LOST) }))
    .filter((each) => rowsOf(each) > 0);
  const tombstones = staying.filter((row) => leaving.has(row));
  if (gone.length > 0) await deleteComments(tx, idsOf(gone));
  if (smaller.length > 0) await decrementReplyCounts(tx, smaller);
  if (tombstones.length > 0) await replaceWithTombstones(tx, idsOf(tombstones), deletedAt);
  return repliesOf(gone);
}

const NONE_LOST: LostReplies = { replyCount: 0, unpublishedReplyCount: 0 };
const rowsOf = ({ replyCount, unpublishedReplyCount }: LostReplies): number =>
  replyCount + unpublishedReplyCount;

/** Comments by their parents, as those count them. */
function repliesOf(comments: readonly LockedComment[]): ReadonlyMap<string, LostReplies> {
  const replies = new Map<string, LostReplies>();
  for (const { parentId, publishedAt } of comments) {
    if (parentId === null) continue;
    const { replyCount, unpublishedReplyCount } = replies.get(parentId) ?? NONE_LOST;
    const isPublished = publishedAt !== null;
    replies.set(parentId, {
      replyCount: replyCount + Number(isPublished),
      unpublishedReplyCount: unpublishedReplyCount + Number(!isPublished),
    });
  }
  return replies;
}

/** Deletes comments of a deleted post by any author; the rows are locked and have no other replies. */
export async function removeThread(tx: Tx, rows: readonly LockedComment[]): Promise<void> {
  await deleteComments(tx, idsOf(rows));
  await detachCommentMedia(tx, rows);
  await decrementCommentCounts(tx, rows);
}

async function detachCommentMedia(tx: Tx, removed: readonly LockedComment[]): Promise<void> {
  // Detached one by one: a media item that two comments show has two references.
  for (const { mediaIds } of removed) await detachMedia(tx, { ids: mediaIds });
}

/**
 * Called last, and in the order of the posts' ids: these rows are contended. Tombstones and what moderation hides are not
 * counted.
 */
async function decrementCommentCounts(tx: Tx, removed: readonly LockedComment[]): Promise<void> {
  const counted = removed.filter((row) => row.authorId !== null && row.moderationState === 'VISIBLE');
  const counts = [...countsOf(counted.map(({ postId }) => postId))];
  for (const [postId, count] of counts.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    await updatePostCounters(tx, postId, { commentCount: -count });
  }
}

const idsOf = (rows: readonly LockedComment[]): string[] => rows.map(({ id }) => id);

function countsOf(ids: readonly (string | null)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) if (id !== null) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
