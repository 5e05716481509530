import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { halfLivesSql, TREND } from './hashtags.policy.ts';
import type { HashtagDay } from './hashtags.types.ts';

/** Raises the peak of each hashtag whose score is higher now. */
export async function upsertTrends(tx: Tx, now: Date): Promise<void> {
  const recently = new Date(now.getTime() - TREND.windowMs);
  const before = new Date(recently.getTime() - TREND.windowMs);
  const expiredAt = new Date(now.getTime() - TREND.peakLifeMs);
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
      or hashtag_trends.peak_at <= ${expiredAt}::timestamptz`.execute(tx);
}

export async function deleteExpiredTrends(tx: Tx, now: Date): Promise<void> {
  const expiredAt = new Date(now.getTime() - TREND.peakLifeMs);
  await tx.deleteFrom('hashtag_trends').where('peak_at', '<=', expiredAt).execute();
}

type DayOfHashtag = HashtagDay & { readonly hashtagId: string };

/** The days from `since` on which each hashtag was used. */
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

/** Deletes at most `limit` rows of each kind that are too old for any computation. @returns how many */
export async function deleteOldUses(
  tx: Tx,
  { hoursBefore, accountsBefore, limit }: { hoursBefore: Date; accountsBefore: Date; limit: number },
): Promise<number> {
  const hours = await tx
    .deleteFrom('hashtag_hours')
    .where((eb) =>
      eb(
        sql`ctid`,
        'in',
        eb
          .selectFrom('hashtag_hours')
          .select(sql`ctid`.as('row'))
          .where('hour', '<', hoursBefore)
          .limit(limit),
      ),
    )
    .executeTakeFirstOrThrow();
  const accounts = await tx
    .deleteFrom('hashtag_accounts')
    .where((eb) =>
      eb(
        sql`ctid`,
        'in',
        eb
          .selectFrom('hashtag_accounts')
          .select(sql`ctid`.as('row'))
          .where('used_at', '<', accountsBefore)
          .limit(limit),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(hours.numDeletedRows + accounts.numDeletedRows);
}
