import { sql } from 'kysely';
import { notBlockedSql, type ViewerSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import { type Paged, type Pages, pagesSql } from '#platform/request/page-loader.ts';
import { selectVisiblePosts } from '../posts/post-rows.service.ts';
import type { UserPost, UserTimelineFilter } from './user-posts.types.ts';

const parentId = sql.ref<string>('page.parent_id');
const beforeId = sql.ref<string>('page.before_id');
const size = sql.ref<number>('page.size');

const postsOfUser = (db: Db, viewer: ViewerSql) =>
  selectVisiblePosts(db, viewer)
    .select(['p.id as sortId', sql<Date | null>`null::timestamptz`.as('repostedAt')])
    .where('p.author_id', '=', parentId)
    .where('p.id', '<', beforeId)
    .orderBy('p.id', 'desc')
    .limit(size);

/** Without reposts of authors who block the user or are blocked by them. */
const repostsOfUser = (db: Db, viewer: ViewerSql) => {
  // `offset 0` reads the rows of the list first and then each post, whatever the planner estimates.
  const visiblePost = selectVisiblePosts(db, viewer)
    .where('p.id', '=', sql.ref<string>('r.post_id'))
    .where(notBlockedSql(sql.ref('p.author_id'), sql.ref('r.user_id')))
    .offset(sql.lit(0));
  return db
    .selectFrom('reposts as r')
    .crossJoinLateral(visiblePost.as('p'))
    .selectAll('p')
    .select(['r.id as sortId', 'r.created_at as repostedAt'])
    .where('r.user_id', '=', parentId)
    .where('r.id', '<', beforeId)
    .orderBy('r.id', 'desc')
    .limit(size);
};

/** The condition of the partial index `posts_author_media`. */
const hasMediaSql = sql<boolean>`p.media_ids <> '{}'`;

const PARTS = {
  ALL: (db: Db, viewer: ViewerSql) => sql`${postsOfUser(db, viewer)} union all ${repostsOfUser(db, viewer)}`,
  POSTS: postsOfUser,
  MEDIA: (db: Db, viewer: ViewerSql) => postsOfUser(db, viewer).where(hasMediaSql),
  REPOSTS: repostsOfUser,
} as const;

type Viewer = { readonly viewerId: string | null; readonly now: Date };

const timelineOf = (filter: UserTimelineFilter) =>
  prepared<Viewer & Pages, Paged<UserPost>>((db, values) => {
    const viewer = { id: values.viewerId, now: values.now };
    return sql<Paged<UserPost>>`
      select listed.*, page.ordinal::integer as "pageNumber" from ${pagesSql(values)}
      cross join lateral (
        select * from (${PARTS[filter](db, viewer)}) part order by part."sortId" desc limit page.size
      ) listed
      order by page.ordinal, listed."sortId" desc`.compile(db);
  });

/** Posts and reposts of users that are visible to the viewer, newest first, one page for each parent. */
export const listUserTimelines = {
  ALL: timelineOf('ALL'),
  POSTS: timelineOf('POSTS'),
  MEDIA: timelineOf('MEDIA'),
  REPOSTS: timelineOf('REPOSTS'),
} as const satisfies Record<UserTimelineFilter, unknown>;
