import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { halfLivesSql, TREND } from './hashtags.policy.ts';
import type { HashtagDay } from './hashtags.types.ts';

/** Gives each hashtag whose score is higher than what is kept as its peak this score as its peak. */
export async function upsertTrends(tx: Tx, now: Date): Promise<void> {
  const recently = new Date(now.getTime() - TREND.windowMs);
  const before = new Date(recently.getTime() - TREND.windowMs);
  const forgottenAt = new Date(now.getTime() - TREND.peakLifeMs);
  await sql`
    with used as (
      select hashtag_id,
        sum(trend_account_count) filter (where hour > ${recently}::timestamptz) as observed,
        greatest(sum(trend_account_count) filter (where hour <= ${recently}::timestamptz),
          ${sql.lit(TREND.expectedAccountsMin)}) as expected
      from hashtag_hours
      where hour > ${before}::timestamptz and hour <= ${now}::timestamptz
      group by hashtag_id
      having sum(trend_account_count) filter (where hour > ${recently}::timestamptz)
        >= ${sql.lit(TREND.observedAccountsMin)}
    ), scored as (
      select hashtag_id, power(observed - expected, 2)::double precision / expected as score
      from used where observed > expected
    )
    insert into hashtag_trends (hashtag_id, peak_score, peak_at, strength)
    select hashtag_id, score, ${now}::timestamptz, ln(score) / ln(2.0::double precision) + ${halfLivesSql(now)}
    from scored where score >= ${sql.lit(TREND.scoreMin)} order by hashtag_id
    on conflict (hashtag_id) do update set
      peak_score = excluded.peak_score, peak_at = excluded.peak_at, strength = excluded.strength
    where excluded.peak_score > hashtag_trends.peak_score
      or hashtag_trends.peak_at <= ${forgottenAt}::timestamptz`.execute(tx);
}

export async function deleteForgottenTrends(tx: Tx, now: Date): Promise<void> {
  const forgottenAt = new Date(now.getTime() - TREND.peakLifeMs);
  await tx.deleteFrom('hashtag_trends').where('peak_at', '<=', forgottenAt).execute();
}

type DayOfHashtag = HashtagDay & { readonly hashtagId: string };

/** The days since a moment on which each of these hashtags was used. */
export async function listHashtagDays(db: Db, ids: readonly string[], since: Date): Promise<DayOfHashtag[]> {
  return db
    .selectFrom('hashtag_hours')
    .select(['hashtag_id as hashtagId', sql<Date>`date_trunc('day', hour, 'UTC')`.as('day')])
    .select(sql<number>`sum(use_count)::integer`.as('useCount'))
    .select(sql<number>`sum(day_account_count)::integer`.as('accountCount'))
    .where('hashtag_id', '=', anyOf(ids))
    .where('hour', '>=', since)
    .groupBy(['hashtag_id', sql`date_trunc('day', hour, 'UTC')`])
    .execute();
}

/** Deletes at most `limit` rows of each kind that nothing is computed of any more. @returns how many */
export async function deleteOldUses(
  tx: Tx,
  { hoursBefore, accountsBefore, limit }: { hoursBefore: Date; accountsBefore: Date; limit: number },
): Promise<number> {
  const hours = await tx
    .deleteFrom('hashtag_hours')
    .where(sql<string>`ctid`, 'in', (old) =>
      old
        .selectFrom('hashtag_hours')
        .select(sql<string>`ctid`.as('row'))
        .where('hour', '<', hoursBefore)
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  const accounts = await tx
    .deleteFrom('hashtag_accounts')
    .where(sql<string>`ctid`, 'in', (old) =>
      old
        .selectFrom('hashtag_accounts')
        .select(sql<string>`ctid`.as('row'))
        .where('used_at', '<', accountsBefore)
        .limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(hours.numDeletedRows + accounts.numDeletedRows);
}
