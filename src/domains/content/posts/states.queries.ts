import { sql } from 'kysely';
import type { TextEntity } from '#domains/graph/entities/entities.types.ts';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Post } from './posts.types.ts';

export type PostStateChange = {
  readonly postId: string;
  readonly state: ModerationState;
  /** Reason for admins. */
  readonly reason: string;
  readonly changedAt: Date;
  /** The state in which alone it is changed; any when omitted. */
  readonly from?: ModerationState | undefined;
};

/** The author of a post that is not deleted, whoever can see it. */
export async function findPostAuthorId(tx: Tx, postId: string): Promise<string | null> {
  const found = await tx
    .selectFrom('posts')
    .select('author_id as authorId')
    .where('id', '=', postId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.authorId ?? null;
}

/** Locks a post that is not deleted for a change of its state. */
export async function lockPostState(tx: Tx, postId: string): Promise<StatedPost | null> {
  const found = await tx
    .selectFrom('posts as p')
    .leftJoin('posts as quoted', 'quoted.id', 'p.quoted_post_id')
    .select(['p.moderation_state as state', 'p.quoted_post_id as quotedPostId', 'p.entities', 'p.visibility'])
    .select('quoted.author_id as quotedAuthorId')
    .select('p.moderated_at as moderatedAt')
    .select(['p.awaits_scan as isAwaitingScan', 'p.media_ids as mediaIds'])
    .select((eb) => eb('p.published_at', 'is not', null).as('isPublished'))
    .where('p.id', '=', postId)
    .where('p.deleted_at', 'is', null)
    .forNoKeyUpdate('p')
    .$castTo<StatedPost>()
    .executeTakeFirst();
  return found ?? null;
}

export type StatedPost = Pick<
  Post,
  'quotedPostId' | 'entities' | 'visibility' | 'mediaIds' | 'isAwaitingScan'
> & {
  readonly state: ModerationState;
  readonly quotedAuthorId: string | null;
  /** The last change of its state; null before the first. */
  readonly moderatedAt: Date | null;
  /** Whether others could see it before. */
  readonly isPublished: boolean;
};

/** The entities that a post had when moderation last changed its state; null when its text is the same. */
export async function findEntitiesBeforeHold(
  tx: Tx,
  postId: string,
  moderatedAt: Date | null,
): Promise<readonly TextEntity[] | null> {
  if (moderatedAt === null) return null;
  const found = await tx
    .selectFrom('post_revisions')
    .select('entities')
    .where('post_id', '=', postId)
    .where('replaced_at', '>=', moderatedAt)
    .orderBy('number')
    .limit(1)
    .$castTo<{ entities: readonly TextEntity[] }>()
    .executeTakeFirst();
  return found?.entities ?? null;
}

/** The version of the text of a post, from 1: each edit of it adds one. */
export async function findPostTextVersion(tx: Tx, postId: string): Promise<number> {
  const { edits } = await tx
    .selectFrom('post_revisions')
    .select(sql<number>`count(*)::integer`.as('edits'))
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  return edits + 1;
}

/** The posts of an author, not deleted, that show a media item, oldest first; at most `limit`, after `after`. */
export async function listPostIdsShowing(
  db: Db,
  shown: { mediaId: string; authorId: string; after: string; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from posts
    where author_id = ${shown.authorId}::uuid and id > ${shown.after}::uuid and deleted_at is null and media_ids <> '{}'
      and media_ids @> array[${shown.mediaId}::uuid]
    order by id limit ${shown.limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Sets the state of a locked post, and unpins it. */
export async function updatePostState(
  tx: Tx,
  { postId, state, reason, changedAt }: PostStateChange,
): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ moderation_state: state, moderation_reason: reason, moderated_at: changedAt, pinned_at: null })
    .set({ awaits_scan: false })
    .$if(state === 'VISIBLE', (query) =>
      query.set({ published_at: sql`coalesce(published_at, ${changedAt}::timestamptz)` }),
    )
    .where('id', '=', postId)
    .execute();
}

/** Lets a locked post that is held wait for the scan of its media. */
export async function markAwaitingScan(tx: Tx, postId: string): Promise<void> {
  await tx.updateTable('posts').set({ awaits_scan: true }).where('id', '=', postId).execute();
}

/** Shows a locked post that has waited for a scan. No moderator has decided: a text that is judged later can hold it. */
export async function updateReleased(
  tx: Tx,
  { postId, releasedAt }: { postId: string; releasedAt: Date },
): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ moderation_state: 'VISIBLE', awaits_scan: false, published_at: releasedAt })
    .where('id', '=', postId)
    .execute();
}
