import { sql } from 'kysely';
import {
  notBlockedSql,
  type ViewerSql,
  visiblePostSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { containsMutedWordSql, notMutedSql } from '#domains/graph/mutes/mutes.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { POST_COLUMNS, selectVisiblePosts } from './posts.queries.ts';
import type { Post } from './posts.types.ts';

/** The facts of a post that decide whether it can be quoted. */
export type QuotablePost = Pick<Post, 'visibility'> & { readonly isAuthorPrivate: boolean };

const selectQuotablePost = (db: Db, viewer: ViewerSql, id: string) =>
  db
    .selectFrom('posts as p')
    .innerJoin('users as u', 'u.id', 'p.author_id')
    .select(['p.visibility', 'u.is_private as isAuthorPrivate'])
    .where('p.id', '=', id)
    .where(visiblePostSql(viewer));

/** Null for a post that the viewer cannot see. */
export async function findQuotablePost(db: Db, viewer: ViewerSql, id: string): Promise<QuotablePost | null> {
  return (await selectQuotablePost(db, viewer, id).executeTakeFirst()) ?? null;
}

/** As `findQuotablePost`; locks the post against its erasure until the end of the transaction. */
export async function lockQuotablePost(tx: Tx, viewer: ViewerSql, id: string): Promise<QuotablePost | null> {
  return (await selectQuotablePost(tx, viewer, id).forKeyShare('p').executeTakeFirst()) ?? null;
}

/** Posts quoted by `quoteIds` that the viewer can see, unless one of the two authors blocks the other. */
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
    .where(notBlockedSql(sql.ref('q.author_id'), sql.ref('p.author_id')))
    .$castTo<Post & { quoteId: string }>()
    .execute();
}

/** Quotes of a post, visible to the viewer and not muted, newest first, one more than the page. */
export async function listQuotes(
  db: Db,
  viewer: { id: string | null; now: Date },
  quoted: Pick<Post, 'id' | 'authorId'>,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Post[]> {
  return selectVisiblePosts(db, viewer)
    .where('p.quoted_post_id', '=', quoted.id)
    .where(notBlockedSql(sql.ref('p.author_id'), sql`${quoted.authorId}::uuid`))
    .where(notMutedSql(viewer, sql.ref('p.author_id'), 'POSTS'))
    .where(({ not }) => not(containsMutedWordSql(viewer, sql.ref('p.text'), sql.ref('p.author_id'))))
    .where('p.id', '<', beforeId)
    .orderBy('p.id', 'desc')
    .limit(limit + 1)
    .execute();
}
