import { type RawBuilder, sql } from 'kysely';

type Range = {
  readonly viewerId: RawBuilder<string>;
  readonly before: RawBuilder<string>;
  /** The range begins with it. */
  readonly floor: RawBuilder<string>;
  readonly limit: RawBuilder<number>;
  /** Condition: the viewer subscribes to the user of alias `s`. */
  readonly isSubscribed: RawBuilder<boolean>;
  /** Condition: the publications of the user of alias `s` count. It is tested for the newest users alone. */
  readonly isShown: RawBuilder<boolean>;
};

/**
 * Common table expressions that end in `newest (sort_id, post_id)`: the newest posts and reposts, at most `limit`, of the
 * users in the table `source (id, shows_posts, shows_reposts)`, visible to the viewer or not. A page of n can only hold
 * publications of the n users whose latest one is newest, and nothing older than the oldest of those. So it takes one probe
 * of the covering indexes for each user, then short scans for n of them, whose merge is the page. A fence sorts the users before
 * `isShown` is asked of them.
 */
export function newestPublicationsSql(source: string, range: Range): RawBuilder<unknown> {
  const latest = { floor: range.floor, limit: sql`1` };
  const page = { floor: sql`(select id from bound)`, limit: range.limit };
  return sql`author as materialized (
      select s.id, s.shows_posts, s.shows_reposts, s.newest_id
      from (
        select s.*, greatest((${postsOfSql(sql`p.id`, range, latest)}), (${repostsOfSql(sql`r.id`, range, latest)})) as newest_id
        from ${sql.table(source)} s
        order by newest_id desc nulls last offset 0
      ) s
      where s.newest_id is not null and ${range.isShown}
      limit ${range.limit}
    ), bound as materialized (
      select coalesce(
        (select newest_id from author order by newest_id desc offset ${range.limit} - 1 limit 1),
        ${range.floor}) as id
    ), newest as materialized (
      select n.sort_id, n.post_id
      from author s
      cross join lateral (
        (${postsOfSql(sql`p.id as sort_id, p.id as post_id`, range, page)})
        union all
        (${repostsOfSql(sql`r.id, r.post_id`, range, page)})
      ) n
      order by n.sort_id desc limit ${range.limit}
    )`;
}

type Part = { readonly floor: RawBuilder<unknown>; readonly limit: RawBuilder<unknown> };

/** The newest posts of the user of alias `s`, by columns of the covering index alone. */
const postsOfSql = (
  columns: RawBuilder<unknown>,
  { viewerId, before, isSubscribed }: Range,
  { floor, limit }: Part,
): RawBuilder<unknown> => sql`
  select ${columns} from posts p
  where s.shows_posts and p.author_id = s.id and p.deleted_at is null and p.id < ${before} and p.id >= ${floor}
    and ${reachesSql({ viewerId, isSubscribed })}
  order by p.id desc limit ${limit}`;

/** The newest reposts by the user of alias `s`, by columns of the covering index alone. */
const repostsOfSql = (
  columns: RawBuilder<unknown>,
  { before }: Range,
  { floor, limit }: Part,
): RawBuilder<unknown> => sql`
  select ${columns} from reposts r
  where s.shows_reposts and r.user_id = s.id and r.id < ${before} and r.id >= ${floor}
  order by r.id desc limit ${limit}`;

/**
 * Condition: a post `p` of a followee is published for the viewer, as far as its row says. The page is judged by the one
 * rule of visibility afterwards.
 *
 * @param isSubscribed whether the viewer subscribes to the author
 */
export const reachesSql = ({
  viewerId,
  isSubscribed,
}: {
  viewerId: RawBuilder<string>;
  isSubscribed: RawBuilder<boolean>;
}): RawBuilder<boolean> => sql`(
  p.visibility in ('PUBLIC', 'FOLLOWERS') or p.visibility = 'SUBSCRIBERS' and ${isSubscribed}
  or p.visibility = 'PRIVATE' and exists (
    select from post_audience a where a.post_id = p.id and a.user_id = ${viewerId}::uuid))`;
