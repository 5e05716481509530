import { type RawBuilder, sql } from 'kysely';
import { hashtagNameOf } from '#domains/graph/entities/entities.policy.ts';
import { type ViewerSql, visiblePostSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { DAY_MS, HOUR_MS } from '#platform/kernel/clock.ts';

/**
 * Parameters of trends: many more accounts than the day before, however often each uses the hashtag. The score is
 * (observed - expected)² / expected; its peak halves every 4 hours, and is over below 1 or when 2 days have passed.
 */
export const TREND = {
  windowMs: DAY_MS,
  observedAccountsMin: 5,
  expectedAccountsMin: 1,
  scoreMin: 1,
  halfLifeMs: 4 * HOUR_MS,
  peakLifeMs: 2 * DAY_MS,
} as const;

type Now = ViewerSql['now'];

/** Condition: the hashtag of alias `h` is among the trends that users see. */
export function isTrendingSql(now: Now): RawBuilder<boolean> {
  return sql`(${isTrendableSql} and exists (
    select from hashtag_trends t where t.hashtag_id = h.id and ${isCurrentTrendSql(now)}))`;
}

/** Newest public posts of a hashtag among which one that is visible to the viewer is looked for. */
const RECENT_POSTS_MAX = 10_000;

/**
 * Condition: one of the newest public posts of the hashtag of alias `h` is visible to the viewer. A hashtag is text of those
 * who use it, so one that only hidden users use is hidden with them. Behind the fence (`offset 0`) posts are read one by one
 * until the first that is visible.
 */
export function isSeenSql(viewer: ViewerSql): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from (
      select used.post_id from post_hashtags used where used.hashtag_id = h.id and used.is_open
      order by used.post_id desc limit ${sql.lit(RECENT_POSTS_MAX)}
    ) recent cross join lateral (
      select from posts p join users u on u.id = p.author_id
      where p.id = recent.post_id and ${visiblePostSql(viewer)} offset 0
    ) seen)`;
}

/** Condition: admins allow the hashtag of alias `h` among the trends. */
export const isTrendableSql: RawBuilder<boolean> = sql`(h.state = 'ALLOWED'
  or h.state = 'PENDING' and not (select s.trends_need_review from hashtag_settings s))`;

/** Condition: the peak of alias `t` is still a trend. */
export function isCurrentTrendSql(now: Now): RawBuilder<boolean> {
  return sql`(t.strength >= ${halfLivesSql(now)} and t.peak_at > ${now}::timestamptz - ${sql.lit(PEAK_LIFE_HOURS)} * interval '1 hour')`;
}

/** The decayed score of the trend of alias `t`. */
export const decayedScoreSql = (now: Now): RawBuilder<number> =>
  sql`power(2, t.strength - ${halfLivesSql(now)})`;

/** Half-lives since 1970: the strength of a score of 1 at this moment. */
export const halfLivesSql = (now: Now): RawBuilder<number> =>
  sql`extract(epoch from ${now}::timestamptz)::double precision / ${sql.lit(TREND.halfLifeMs / 1_000)}`;

const PEAK_LIFE_HOURS = TREND.peakLifeMs / HOUR_MS;

/** The highest value of the column `popularity`. */
export const POPULARITY_MAX = 24;

/** The rank of an exact match in a search; other matches have their popularity as rank. */
export const FOUND_RANK_MAX = POPULARITY_MAX + 1;

/**
 * Folds a prefix of a name, with or without its `#`; null if no name can begin with it. A prefix may lack the letter that
 * every name has, so one is appended for the check and removed again.
 */
export function normalizedPrefix(written: string): string | null {
  return hashtagNameOf(`${written.trim()}a`)?.slice(0, -1) || null;
}
