import { sql } from 'kysely';
import {
  notBlockedSql,
  type ViewerSql,
  visiblePostSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { POST_COLUMNS } from './post-rows.service.ts';
import type { Post } from './posts.types.ts';

/** The facts of a post that decide whether it can be quoted. */
export type QuotablePost = Pick<Post, 'visibility' | 'moderationState'> & {
  readonly isAuthorPrivate: boolean;
};

const selectQuotablePost = (db: Db, viewer: ViewerSql, id: string) =>
  db
    .selectFrom('posts as p')
    .innerJoin('users as u', 'u.id', 'p.author_id')
    .select(['p.visibility', 'p.moderation_state as moderationState', 'u.is_private as isAuthorPrivate'])
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
