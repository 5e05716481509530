import { type RawBuilder, sql } from 'kysely';
import { hashtagNameOf } from '#domains/foundation/entities/entities.policy.ts';
import type { ViewerSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { DAY_MS, HOUR_MS } from '#platform/clock.ts';

/**
 * What makes a trend: many more accounts than the day before, however often each of them says it. The score is
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

/** Whether a hashtag of the alias `h` is among the trends that people see. */
export function isTrendingSql(now: Now): RawBuilder<boolean> {
  return sql<boolean>`(${isTrendableSql} and exists (
    select from hashtag_trends t where t.hashtag_id = h.id and ${isStrongSql(now)}))`;
}

/** Whether admins have nothing against a hashtag of the alias `h` among the trends. */
export const isTrendableSql: RawBuilder<boolean> = sql<boolean>`(h.state = 'ALLOWED'
  or h.state = 'PENDING' and not (select s.trends_need_review from hashtag_settings s))`;

/** Whether the peak of the alias `t` is a trend still. */
export function isStrongSql(now: Now): RawBuilder<boolean> {
  return sql<boolean>`(t.strength >= ${halfLivesSql(now)} and t.peak_at > ${now}::timestamptz - ${sql.lit(PEAK_LIFE_HOURS)} * interval '1 hour')`;
}

/** What the score of the alias `t` has faded to. */
export const fadedScoreSql = (now: Now): RawBuilder<number> =>
  sql<number>`power(2, t.strength - ${halfLivesSql(now)})`;

/** Half-lives since 1970: the strength of a score of 1 at this moment. */
export const halfLivesSql = (now: Now): RawBuilder<number> =>
  sql<number>`extract(epoch from ${now}::timestamptz)::double precision / ${sql.lit(TREND.halfLifeMs / 1_000)}`;

const PEAK_LIFE_HOURS = TREND.peakLifeMs / HOUR_MS;

/**
 * The beginning of names, which may be written with its `#`, folded as they are; null for what no name begins with. It may
 * lack the letter that every name has, so one is put behind it and taken away again.
 */
export function foldedPrefix(written: string): string | null {
  return hashtagNameOf(`${written.trim()}a`)?.slice(0, -1) || null;
}
