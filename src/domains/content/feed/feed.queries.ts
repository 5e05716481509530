import { sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, PageRequest } from '#platform/db/keyset.ts';
import type { Post } from '../posts/posts.types.ts';

/** Above every UUID of version 7: where a feed without a cursor starts. */
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * The newest posts of the viewer and of everybody they follow, one more than the page.
 * Each author gives at most a page from the covering index; the page is cut from their merge, and only its rows are read.
 */
export async function listFeedPosts(db: Db, viewerId: string, page: PageRequest<IdKey>): Promise<Post[]> {
  const { rows } = await sql<Post>`
    select p.id, p.author_id as "authorId", p.text, p.visibility, p.media_ids as "mediaIds", p.created_at as "createdAt"
    from (
      select newest.id
      from (
        select followee_id as id from follows where follower_id = ${viewerId}::uuid
        union all select ${viewerId}::uuid
      ) author
      join users u on u.id = author.id and ${visibleUserSql(viewerId)}
      cross join lateral (
        select p.id from posts p
        where p.author_id = u.id and p.deleted_at is null and p.id < ${page.from?.[0] ?? LAST_ID}::uuid
          and (p.visibility in ('PUBLIC', 'FOLLOWERS') or u.id = ${viewerId}::uuid)
        order by p.id desc limit ${page.limit + 1}
      ) newest
      order by newest.id desc limit ${page.limit + 1}
    ) page
    join posts p on p.id = page.id
    order by p.id desc`.execute(db);
  return rows;
}
