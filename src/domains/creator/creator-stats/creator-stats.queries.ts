import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { CreatorMonth, CreatorSums } from './creator-stats.types.ts';

type OfMonth = CreatorSums & { readonly creatorId: string; readonly at: Date };

/** Adds to what the month of a time brought a creator. */
export async function addSums(tx: Tx, { creatorId, at, ...sums }: OfMonth): Promise<void> {
  const { started, ended, paidCoins, earnedCoins, refundedCoins } = sums;
  await sql`
    insert into creator_months as m (creator_id, month_on, started, ended, paid_coins, earned_coins, refunded_coins)
    values (${creatorId}, ${monthOf(at)}::date, ${started}, ${ended}, ${paidCoins}, ${earnedCoins}, ${refundedCoins})
    on conflict (creator_id, month_on) do update set
      started = m.started + excluded.started, ended = m.ended + excluded.ended, paid_coins = m.paid_coins + excluded.paid_coins,
      earned_coins = m.earned_coins + excluded.earned_coins, refunded_coins = m.refunded_coins + excluded.refunded_coins`.execute(
    tx,
  );
}

/** The first day of the month of a time, in UTC. */
const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`;

/** The last months of a creator with anything in them, newest first. */
export async function listMonths(db: Db, creatorId: string, limit: number): Promise<CreatorMonth[]> {
  const { rows } = await sql<CreatorMonth>`
    select month_on::text as "monthOn", started, ended, paid_coins::float8 as "paidCoins", earned_coins::float8 as "earnedCoins",
      refunded_coins::float8 as "refundedCoins"
    from creator_months where creator_id = ${creatorId}::uuid order by month_on desc limit ${limit}`.execute(
    db,
  );
  return rows;
}

/** The members of all tiers of a creator, by the counters of the tiers. */
export async function countMembers(db: Db, creatorId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(member_count), 0)::integer as count from subscription_tiers where creator_id = ${creatorId}::uuid`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

/** @returns how many */
export async function deleteMonthsOf(tx: Tx, creatorId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('creator_months')
    .where('creator_id', '=', creatorId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
