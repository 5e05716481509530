import type { Db } from '#platform/db/database.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { PostRevision } from './posts.types.ts';

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
