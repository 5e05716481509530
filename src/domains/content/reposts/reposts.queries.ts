import { sql } from 'kysely';
import {
  type PostVisibility,
  type ViewerSql,
  visiblePostSql,
  visibleUserSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { USER_COLUMNS } from '#domains/identity/users/users.service.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { IdKey, PageRequest } from '#platform/db/keyset.ts';
import type { Reposter } from './reposts.types.ts';

type Key = { readonly userId: string; readonly postId: string };

type Standing = {
  readonly visibility: PostVisibility;
  readonly isAuthorPrivate: boolean;
  readonly isReposted: boolean;
};

/**
 * How a post stands to somebody who wants to repost it, whom it may be shown to held as it is until the end of the
 * transaction; null when they may not see it.
 */
export async function lockStanding(tx: Tx, viewer: Key & { now: Date }): Promise<Standing | null> {
  const standing = await tx
    .selectFrom('posts as p')
    .innerJoin('users as u', 'u.id', 'p.author_id')
    .select(['p.visibility', 'u.is_private as isAuthorPrivate'])
    .select(
      sql<boolean>`exists (
        select from reposts r where r.user_id = ${viewer.userId}::uuid and r.post_id = p.id)`.as(
        'isReposted',
      ),
    )
    .where('p.id', '=', viewer.postId)
    .where(visiblePostSql({ id: viewer.userId, now: viewer.now }))
    .forShare('p')
    .$castTo<Standing>()
    .executeTakeFirst();
  return standing ?? null;
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

/** @returns the id that the repost had; null when there was none */
export async function deleteRepost(tx: Tx, repost: Key): Promise<string | null> {
  const deleted = await tx
    .deleteFrom('reposts')
    .where('user_id', '=', repost.userId)
    .where('post_id', '=', repost.postId)
    .returning('id')
    .executeTakeFirst();
  return deleted?.id ?? null;
}

/** Those of `ids` that a person reposted. */
export async function listRepostedIds(
  db: Db,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('reposts')
    .select('post_id as postId')
    .where('user_id', '=', userId)
    .where('post_id', '=', anyOf(ids))
    .execute();
  return rows.map(({ postId }) => postId);
}

type ListedRepost = { readonly repostId: string; readonly postId: string; readonly repostedAt: Date };

/** What a person reposted and the viewer may see, newest repost first, one more than the page. */
export async function listUserReposts(
  db: Db,
  viewer: ViewerSql,
  userId: string,
  page: PageRequest<IdKey>,
): Promise<ListedRepost[]> {
  // Rows of the list first, then a look at each post, whatever the planner thinks of how many there are.
  const visiblePost = db
    .selectFrom('posts as p')
    .innerJoin('users as u', 'u.id', 'p.author_id')
    .select('p.id')
    .whereRef('p.id', '=', sql.ref('r.post_id'))
    .where(visiblePostSql(viewer))
    .offset(sql.lit(0));
  return db
    .selectFrom('reposts as r')
    .crossJoinLateral(visiblePost.as('p'))
    .select(['r.id as repostId', 'r.post_id as postId', 'r.created_at as repostedAt'])
    .where('r.user_id', '=', userId)
    .$if(page.from !== null, (query) => query.where('r.id', '<', page.from?.[0] ?? ''))
    .orderBy('r.id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

/** Who reposted a post and is visible to the viewer, newest first, one more than the page. */
export async function listReposters(
  db: Db,
  viewer: ViewerSql,
  postId: string,
  page: PageRequest<IdKey>,
): Promise<Reposter[]> {
  const visibleUser = db
    .selectFrom('users as u')
    .select(USER_COLUMNS)
    .whereRef('u.id', '=', sql.ref('r.user_id'))
    .where(visibleUserSql(viewer))
    .offset(sql.lit(0));
  return db
    .selectFrom('reposts as r')
    .crossJoinLateral(visibleUser.as('u'))
    .selectAll('u')
    .select(['r.id as repostId', 'r.created_at as repostedAt'])
    .where('r.post_id', '=', postId)
    .$if(page.from !== null, (query) => query.where('r.id', '<', page.from?.[0] ?? ''))
    .orderBy('r.id', 'desc')
    .limit(page.limit + 1)
    .$castTo<Reposter>()
    .execute();
}

/** A repost of a person's own, with whose post it is. */
export type OwnRepost = {
  readonly id: string;
  readonly postId: string;
  readonly authorId: string;
  readonly createdAt: Date;
};

/** What a person reposted, whether or not they still see it, in the order of the reposts, beyond `after`. */
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

/** @returns the ids of those that were there */
export async function deleteReposts(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const deleted = await tx.deleteFrom('reposts').where('id', '=', anyOf(ids)).returning('id').execute();
  return deleted.map(({ id }) => id);
}
