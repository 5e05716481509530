import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Post, PostRevision } from './posts.types.ts';

/** Inserts the text of a locked post as a revision. @returns its number */
export async function insertRevision(
  tx: Tx,
  post: Pick<Post, 'id' | 'text' | 'entities'>,
  replacedAt: Date,
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into post_revisions (post_id, number, text, entities, replaced_at)
    select ${post.id}::uuid, coalesce(max(number), 0) + 1, ${post.text}, ${JSON.stringify(post.entities)}::jsonb,
      ${replacedAt}::timestamptz
    from post_revisions where post_id = ${post.id}::uuid
    returning number`.execute(tx);
  const [inserted] = rows;
  if (!inserted) throw new Error('an aggregate without groups gave no row');
  return inserted.number;
}

/** The newest revisions of each post below `before`, one more than `limit` of each. */
export async function listRevisions(
  db: Db,
  { postIds, before, limit }: { postIds: readonly string[]; before: number; limit: number },
): Promise<PostRevision[]> {
  return db
    .selectFrom('posts as p')
    .crossJoinLateral((from) =>
      from
        .selectFrom('post_revisions as r')
        .select(['r.post_id as postId', 'r.number', 'r.text', 'r.entities', 'r.replaced_at as replacedAt'])
        .whereRef('r.post_id', '=', 'p.id')
        .where('r.number', '<', before)
        .orderBy('r.number', 'desc')
        .limit(limit + 1)
        .as('r'),
    )
    .selectAll('r')
    .where('p.id', '=', anyOf(postIds))
    .orderBy('r.postId')
    .orderBy('r.number', 'desc')
    .$castTo<PostRevision>()
    .execute();
}
