import { sql } from 'kysely';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Comment } from './comments.types.ts';

export type CommentStateChange = {
  readonly commentId: string;
  readonly state: ModerationState;
  /** Reason for admins. */
  readonly reason: string;
  readonly changedAt: Date;
  /** The state in which alone it is changed; any when omitted. */
  readonly from?: ModerationState | undefined;
};

export type StatedComment = Pick<
  Comment,
  'postId' | 'parentId' | 'entities' | 'postAuthorId' | 'mediaIds' | 'isAwaitingScan'
> & {
  readonly authorId: string;
  readonly parentAuthorId: string | null;
  readonly state: ModerationState;
  /** The last change of its state; null before the first. */
  readonly moderatedAt: Date | null;
  /** Each edit of the text adds one. */
  readonly version: number;
  /** Whether others could see it before. */
  readonly isPublished: boolean;
};

/** Locks a comment for a change of its state; null for tombstones of deleted comments, and once the post is erased. */
export async function lockCommentState(tx: Tx, id: string): Promise<StatedComment | null> {
  const found = await tx
    .selectFrom('comments as c')
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .leftJoin('comments as parent', 'parent.id', 'c.parent_id')
    .select(['c.post_id as postId', 'c.author_id as authorId', 'c.moderation_state as state', 'c.entities'])
    .select(['p.author_id as postAuthorId', 'c.parent_id as parentId', 'parent.author_id as parentAuthorId'])
    .select(['c.moderated_at as moderatedAt', 'c.version'])
    .select(['c.awaits_scan as isAwaitingScan', 'c.media_ids as mediaIds'])
    .select((eb) => eb('c.published_at', 'is not', null).as('isPublished'))
    .where('c.id', '=', id)
    .where('c.author_id', 'is not', null)
    .forNoKeyUpdate('c')
    .$castTo<StatedComment>()
    .executeTakeFirst();
  return found ?? null;
}

/** The comments of an author that show a media item, oldest first; at most `limit`, after `after`. */
export async function listCommentIdsShowing(
  db: Db,
  shown: { mediaId: string; authorId: string; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from comments
    where author_id = ${shown.authorId}::uuid and id > ${shown.after}::uuid and media_ids @> array[${shown.mediaId}::uuid]
    order by id limit ${shown.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Sets the state of a locked comment, and unpins it. */
export async function updateCommentState(
  tx: Tx,
  { commentId, state, reason, changedAt }: CommentStateChange,
): Promise<void> {
  await tx
    .updateTable('comments')
    .set({ moderation_state: state, moderation_reason: reason, moderated_at: changedAt, pinned_at: null })
    .set({ awaits_scan: false })
    .$if(state === 'VISIBLE', (query) =>
      query.set({ published_at: sql`coalesce(published_at, ${changedAt}::timestamptz)` }),
    )
    .where('id', '=', commentId)
    .execute();
}

/** Lets a locked comment that is held wait for the scan of its media. */
export async function markAwaitingScan(tx: Tx, commentId: string): Promise<void> {
  await tx.updateTable('comments').set({ awaits_scan: true }).where('id', '=', commentId).execute();
}

/** Shows a locked comment that has waited for a scan. No moderator has decided: a text that is judged later can hold it. */
export async function updateReleased(
  tx: Tx,
  { commentId, releasedAt }: { commentId: string; releasedAt: Date },
): Promise<void> {
  await tx
    .updateTable('comments')
    .set({ moderation_state: 'VISIBLE', awaits_scan: false, published_at: releasedAt })
    .where('id', '=', commentId)
    .execute();
}
