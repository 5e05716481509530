import { sql } from 'kysely';
import {
  activeUserSql,
  countedSql,
  discoverableSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { isTrendingSql } from '../hashtags/hashtags.policy.ts';

/** Posts of a ranking, and of one author in it. */
const RANKED_MAX = 1_000;
const RANKED_PER_AUTHOR_MAX = 2;
/** Candidates: the newest posts, the most recently reposted ones, and those of the last ranking. */
const NEWEST_MAX = 50_000;
const NEWEST_REPOSTS_MAX = 10_000;
/** Candidates with the best approximate score, which are scored exactly. */
const SHORTLIST_MAX = 4_000;
/** Newest comments of a post that are counted. */
const COMMENTS_MAX = 500;

/**
 * Ranks public posts of discoverable users. An account counts once however often it does the same, and never for its own
 * posts: 1 for a reaction, 2 for comments, 3 for a repost. The square root
 * of 1 + their sum, half as much again with a trending hashtag, is divided by (age in hours + 2) ^ 1.5.
 */
export async function insertRanking(
  tx: Tx,
  { rankingId, now }: { rankingId: string; now: Date },
): Promise<void> {
  await sql`
    with candidate as (
      (select id from posts where deleted_at is null and visibility = 'PUBLIC' order by id desc limit ${sql.lit(NEWEST_MAX)})
      union
      (select post_id from (select post_id from reposts order by id desc limit ${sql.lit(NEWEST_REPOSTS_MAX)}) reposted)
      union
      select post_id from explore_ranks
      where ranking_id = (select ranking_id from explore_ranks order by ranking_id desc limit 1)
    ), shortlist as materialized (
      select p.id, p.author_id, counted.reactions, counted.age, c.comment_count, c.repost_count
      from candidate
      -- By probes, however few candidates the planner expects: a join may compare each post with each candidate.
      cross join lateral (select * from posts where id = candidate.id offset 0) p
      join users u on u.id = p.author_id
      join post_counters c on c.post_id = p.id
      cross join lateral (
        select c.like_count + c.love_count + c.haha_count + c.wow_count + c.sad_count + c.angry_count as reactions,
          power(extract(epoch from ${now}::timestamptz - p.created_at)::double precision / 3600 + 2, 1.5) as age
      ) counted
      where ${countedSql('p')} and p.visibility = 'PUBLIC' and p.created_at <= ${now}::timestamptz
        and not u.is_private and ${discoverableSql(now)} and ${activeUserSql(now)}
      order by sqrt(1 + counted.reactions + 2 * c.comment_count + 3 * c.repost_count) / counted.age desc, p.id desc
      limit ${sql.lit(SHORTLIST_MAX)}
    ), scored as materialized (
      select s.id, s.author_id,
        sqrt(greatest(1, 1 + s.reactions - own.reactions + 2 * others.commenters + 3 * (s.repost_count - own.reposts)))
          * case when trend.is_there then 1.5 else 1 end / s.age as score
      from shortlist s
      cross join lateral (
        select
          (select count(*) from post_reactions r where r.post_id = s.id and r.user_id = s.author_id) as reactions,
          (select count(*) from reposts r where r.post_id = s.id and r.user_id = s.author_id) as reposts
      ) own
      cross join lateral (
        select count(distinct newest.author_id) as commenters
        from (
          select c.author_id from comments c
          where c.post_id = s.id and s.comment_count > 0 and c.moderation_state = 'VISIBLE'
          order by c.id desc limit ${sql.lit(COMMENTS_MAX)}
        ) newest
        where newest.author_id <> s.author_id
      ) others
      cross join lateral (
        select exists (
          select from post_hashtags of join hashtags h on h.id = of.hashtag_id
          where of.post_id = s.id and ${isTrendingSql(now)}
        ) as is_there
      ) trend
    )
    insert into explore_ranks (ranking_id, rank, post_id)
    select ${rankingId}::uuid, row_number() over (order by score desc, id desc), id
    from (
      select id, score, row_number() over (partition by author_id order by score desc, id desc) as of_author from scored
    ) post
    where of_author <= ${sql.lit(RANKED_PER_AUTHOR_MAX)}
    order by score desc, id desc limit ${sql.lit(RANKED_MAX)}`.execute(tx);
}

/** Deletes rankings below an id, but never the newest one. */
export async function deleteRankingsBefore(tx: Tx, firstKeptId: string): Promise<void> {
  await sql`
    delete from explore_ranks where ranking_id < least(${firstKeptId}::uuid,
      (select ranking_id from explore_ranks order by ranking_id desc limit 1))`.execute(tx);
}
