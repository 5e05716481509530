import { type RawBuilder, sql } from 'kysely';
import { type ViewerSql, visiblePostSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { holdsMutedWordSql, mutedWordsSql, notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { IdKey, PageRequest } from '#platform/db/keyset.ts';
import { POST_COLUMNS, selectVisiblePosts } from './posts.queries.ts';
import type { Post } from './posts.types.ts';

/** What the viewer may see, and what is not erased before the transaction ends. */
export async function lockQuotedPost(
  tx: Tx,
  viewer: ViewerSql,
  id: string,
): Promise<(Pick<Post, 'visibility'> & { isAuthorPrivate: boolean }) | null> {
  const found = await tx
    .selectFrom('posts as p')
    .innerJoin('users as u', 'u.id', 'p.author_id')
    .select(['p.visibility', 'u.is_private as isAuthorPrivate'])
    .where('p.id', '=', id)
    .where(visiblePostSql(viewer))
    .forKeyShare('p')
    .executeTakeFirst();
  return found ?? null;
}

/** What each of `quoteIds` quotes, where the viewer may see it and neither of the two authors blocks the other. */
export async function listQuotedPosts(
  db: Db,
  viewer: ViewerSql,
  quoteIds: readonly string[],
): Promise<(Post & { quoteId: string })[]> {
  return db
    .selectFrom('posts as q')
    .innerJoin('posts as p', 'p.id', 'q.quoted_post_id')
    .innerJoin('users as u', 'u.id', 'p.author_id')
    .select(POST_COLUMNS)
    .select('q.id as quoteId')
    .where('q.id', '=', anyOf(quoteIds))
    .where(visiblePostSql(viewer))
    .where(atPeaceSql(sql.ref('q.author_id'), sql.ref('p.author_id')))
    .$castTo<Post & { quoteId: string }>()
    .execute();
}

/** The quotes of a post that the viewer may see and does not mute, newest first, one more than the page. */
export async function listQuotes(
  db: Db,
  viewer: { id: string | null; now: Date },
  quoted: Pick<Post, 'id' | 'authorId'>,
  page: PageRequest<IdKey>,
): Promise<Post[]> {
  const quotes = selectVisiblePosts(db, viewer)
    .where('p.quoted_post_id', '=', quoted.id)
    .where(atPeaceSql(sql.ref('p.author_id'), sql`${quoted.authorId}::uuid`))
    .where(notMutedSql(viewer, sql.ref('p.author_id'), 'POSTS'))
    .where(sql<boolean>`not ${isExcludedSql(viewer.id)}`)
    .$if(page.from !== null, (query) => query.where('p.id', '<', page.from?.[0] ?? ''))
    .orderBy('p.id', 'desc')
    .limit(page.limit + 1);
  const { rows } = await sql<Post>`
    with of_followed as materialized (${mutedWordsSql(viewer, 'FOLLOWED')}),
    of_anybody as materialized (${mutedWordsSql(viewer, 'ANYBODY')})
    ${quotes}`.execute(db);
  return rows;
}

/** Whether the text holds a word that the viewer mutes; some are muted only in texts of people whom they do not follow. */
function isExcludedSql(viewerId: string | null): RawBuilder<boolean> {
  return sql<boolean>`case
    when p.author_id = ${viewerId}::uuid then false
    when exists (select from follows f where f.follower_id = ${viewerId}::uuid and f.followee_id = p.author_id)
      then ${holdsMutedWordSql('of_followed', sql.ref('p.text'))}
    else ${holdsMutedWordSql('of_anybody', sql.ref('p.text'))} end`;
}

/** A quote would bring somebody's words to people who read them beside those of whom they block. */
function atPeaceSql(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from blocks b where b.blocker_id = ${one} and b.blocked_id = ${other})
    and not exists (select from blocks b where b.blocker_id = ${other} and b.blocked_id = ${one})`;
}
