import { sql } from 'kysely';
import {
  type ModerationState,
  notBlockedSql,
  type PostVisibility,
  type ViewerSql,
  visiblePostSql,
  visibleUserSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { USER_COLUMNS } from '#domains/identity/users/users.types.ts';
import { anyOf, idsWithRowSql } from '#platform/db/any-of.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Reposter } from './reposts.types.ts';

type Key = { readonly userId: string; readonly postId: string };

type RepostablePost = {
  readonly visibility: PostVisibility;
  readonly moderationState: ModerationState;
  readonly isAuthorPrivate: boolean;
  readonly isReposted: boolean;
};

/** Locks the visibility of a post until the end of the transaction; null when the viewer cannot see the post. */
export async function lockPostForRepost(tx: Tx, viewer: Key & { now: Date }): Promise<RepostablePost | null> {
  const found = await tx
    .selectFrom('posts as p')
    .innerJoin('users as u', 'u.id', 'p.author_id')
    .select(['p.visibility', 'p.moderation_state as moderationState', 'u.is_private as isAuthorPrivate'])
    .select(
      sql`exists (
        select from reposts r where r.user_id = ${viewer.userId}::uuid and r.post_id = p.id)`.as(
        'isReposted',
      ),
    )
    .where('p.id', '=', viewer.postId)
    .where(visiblePostSql({ id: viewer.userId, now: viewer.now }))
    .forShare('p')
    .$castTo<RepostablePost>()
    .executeTakeFirst();
  return found ?? null;
}

export async function insertRepost(tx: Tx, repost: Key & { id: string; createdAt: Date }): Promise<void> {
  await tx
    .insertInto('reposts')
    .values({
      id: repost.id,
      user_id: repost.userId,
      post_id: repost.postId,
      created_at: repost.createdAt,
    })
    .execute();
}

/** Finds the author of a post that the user reposted, whoever can see it; null without a repost. */
export async function findRepostedAuthorId(tx: Tx, repost: Key): Promise<string | null> {
  const found = await tx
    .selectFrom('reposts as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .select('p.author_id as authorId')
    .where('r.user_id', '=', repost.userId)
    .where('r.post_id', '=', repost.postId)
    .executeTakeFirst();
  return found?.authorId ?? null;
}

/** @returns the id of the deleted repost; null when there was none */
export async function deleteRepost(tx: Tx, repost: Key): Promise<string | null> {
  const deleted = await tx
    .deleteFrom('reposts')
    .where('user_id', '=', repost.userId)
    .where('post_id', '=', repost.postId)
    .returning('id')
    .executeTakeFirst();
  return deleted?.id ?? null;
}

/** The posts among `ids` that the user reposted, however many they reposted. */
export const listRepostedIds = prepared<{ userId: string; ids: readonly string[] }, { readonly id: string }>(
  (db, { userId, ids }) =>
    idsWithRowSql(
      ids,
      sql`select from reposts r where r.user_id = ${userId}::uuid and r.post_id = wanted.id`,
    ).compile(db),
);

/**
 * Users who reposted a post and are visible to the viewer, without those who block the author or are blocked by them,
 * newest repost first, one more than the page.
 */
export async function listReposters(
  db: Db,
  viewer: ViewerSql,
  { id: postId, authorId }: { id: string; authorId: string },
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Reposter[]> {
  const visibleUser = db
    .selectFrom('users as u')
    .select(USER_COLUMNS)
    .whereRef('u.id', '=', sql.ref('r.user_id'))
    .where(visibleUserSql(viewer))
    .where(notBlockedSql(sql.ref('u.id'), sql`${authorId}::uuid`))
    .offset(sql.lit(0));
  return db
    .selectFrom('reposts as r')
    .crossJoinLateral(visibleUser.as('u'))
    .selectAll('u')
    .select(['r.id as repostId', 'r.created_at as repostedAt'])
    .where('r.post_id', '=', postId)
    .where('r.id', '<', beforeId)
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** A repost with the author of its post. */
export type OwnRepost = {
  readonly id: string;
  readonly postId: string;
  readonly authorId: string;
  readonly createdAt: Date;
};

/** All reposts of a user, of invisible posts too, in the order of their ids, starting after `after`. */
export async function listOwnReposts(
  db: Db,
  own: { userId: string; after: string | null; limit: number },
): Promise<OwnRepost[]> {
  return db
    .selectFrom('reposts as r')
    .innerJoin('posts as p', 'p.id', 'r.post_id')
    .select(['r.id', 'r.post_id as postId', 'p.author_id as authorId', 'r.created_at as createdAt'])
    .where('r.user_id', '=', own.userId)
    .$if(own.after !== null, (query) => query.where('r.id', '>', own.after ?? ''))
    .orderBy('r.id')
    .limit(own.limit)
    .execute();
}

/** @returns the ids of the deleted rows */
export async function deleteReposts(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const deleted = await tx.deleteFrom('reposts').where('id', '=', anyOf(ids)).returning('id').execute();
  return deleted.map(({ id }) => id);
}
