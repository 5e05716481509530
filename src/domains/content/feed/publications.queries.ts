import { type RawBuilder, sql } from 'kysely';

type Range = {
  readonly viewerId: RawBuilder<string>;
  readonly before: RawBuilder<string>;
  /** The range begins with it. */
  readonly floor: RawBuilder<string>;
  readonly limit: RawBuilder<number>;
  /** Condition: the viewer subscribes to the user of alias `s`. */
  readonly isSubscribed: RawBuilder<boolean>;
};

/**
 * Common table expressions that end in `newest (sort_id, post_id)`: the newest posts and reposts, at most `limit`, of the
 * users in the table `source (id, shows_posts, shows_reposts)`, visible to the viewer or not. A page of n can only hold
 * publications of the n users whose latest one is newest, and nothing older than the oldest of those. So it takes one probe
 * of the covering indexes for each user, then short scans for n of them, whose merge is the page.
 */
export function newestPublicationsSql(source: string, range: Range): RawBuilder<unknown> {
  return sql`author as materialized (
      select s.id, s.shows_posts, s.shows_reposts, newest.sort_id as newest_id
      from ${sql.table(source)} s
      cross join lateral (${publicationsOfSql(range, { floor: range.floor, limit: sql`1` })}) newest
      order by newest.sort_id desc limit ${range.limit}::integer
    ), bound as materialized (
      select coalesce(
        (select newest_id from author order by newest_id desc offset ${range.limit}::integer - 1 limit 1),
        ${range.floor}) as id
    ), newest as materialized (
      select n.sort_id, n.post_id
      from author s
      cross join lateral (
        ${publicationsOfSql(range, { floor: sql`(select id from bound)`, limit: sql`${range.limit}::integer` })}
      ) n
      order by n.sort_id desc limit ${range.limit}::integer
    )`;
}

/** The newest publications of the user of alias `s`, by columns of the covering indexes alone. */
function publicationsOfSql(
  { viewerId, before, isSubscribed }: Range,
  { floor, limit }: { floor: RawBuilder<unknown>; limit: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    select * from (
      (
        select p.id as sort_id, p.id as post_id from posts p
        where s.shows_posts and p.author_id = s.id and p.deleted_at is null
          and p.id < ${before}::uuid and p.id >= ${floor}
          and (p.visibility in ('PUBLIC', 'FOLLOWERS') or s.id = ${viewerId}::uuid
            or p.visibility = 'SUBSCRIBERS' and ${isSubscribed}
            or p.visibility = 'PRIVATE' and exists (
              select from post_audience a where a.post_id = p.id and a.user_id = ${viewerId}::uuid))
        order by p.id desc limit ${limit}
      ) union all (
        select r.id, r.post_id from reposts r
        where s.shows_reposts and r.user_id = s.id and r.id < ${before}::uuid and r.id >= ${floor}
        order by r.id desc limit ${limit}
      )
    ) published order by sort_id desc limit ${limit}`;
}
