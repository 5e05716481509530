import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Tip, TipTargetKind, TipTotal } from './tips.types.ts';

export type DueTip = Pick<
  Tip,
  'id' | 'senderId' | 'receiverId' | 'targetKind' | 'targetId' | 'amountCoins' | 'isAnonymous'
> & { readonly feeBps: number };

/** Locks tips that cannot be undone any more, except for those that another worker settles. */
export async function lockDueTips(
  tx: Tx,
  { now, limit }: { now: Date; limit: number },
): Promise<readonly DueTip[]> {
  const { rows } = await sql<DueTip>`
    select id, sender_id as "senderId", receiver_id as "receiverId", target_kind as "targetKind", target_id as "targetId",
      amount_coins as "amountCoins", is_anonymous as "isAnonymous", fee_bps as "feeBps"
    from coin_tips where state = 'PENDING' and undoable_until <= ${now}::timestamptz
    order by undoable_until limit ${limit} for no key update skip locked`.execute(tx);
  return rows;
}

/** The ids of those whose accounts are erased. */
export async function listErased(tx: Tx, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', anyOf(userIds))
    .where('state', '=', 'DELETED')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function updateTipsPosted(
  tx: Tx,
  { ids, transferId }: { ids: readonly string[]; transferId: string },
): Promise<void> {
  await sql`
    update coin_tips set state = 'POSTED', settled_transfer_id = ${transferId}::uuid
    where id = ${anyOf(ids)}`.execute(tx);
}

type OfTarget = { readonly targetKind: TipTargetKind; readonly targetId: string; readonly coins: number };

export type NewTop = OfTarget & { readonly tipperId: string };

/** The first days of the periods in which tips are settled. */
export type Periods = { readonly dayOn: string; readonly weekOn: string; readonly monthOn: string };

/**
 * Adds to the sums of tippers, in the order of their keys, so that two workers do not wait for each other in a circle. The sum of a new
 * period replaces that of the last one; a worker whose clock is behind adds nothing to it.
 */
export async function addToTopTippers(tx: Tx, given: readonly NewTop[], periods: Periods): Promise<void> {
  const rows = given.map(({ targetKind, targetId, tipperId, coins }) => ({
    target_kind: targetKind,
    target_id: targetId,
    tipper_id: tipperId,
    coins,
  }));
  await sql`
    insert into top_tippers as t (
      target_kind, target_id, tipper_id, coins, day_on, day_coins, week_on, week_coins, month_on, month_coins)
    select target_kind, target_id, tipper_id, sum(coins), ${periods.dayOn}::date, sum(coins), ${periods.weekOn}::date, sum(coins),
      ${periods.monthOn}::date, sum(coins)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (target_kind text, target_id uuid, tipper_id uuid, coins bigint)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (target_kind, target_id, tipper_id) do update set
      coins = t.coins + excluded.coins,
      day_on = greatest(t.day_on, excluded.day_on),
      day_coins = ${sumOfNewest('day')},
      week_on = greatest(t.week_on, excluded.week_on),
      week_coins = ${sumOfNewest('week')},
      month_on = greatest(t.month_on, excluded.month_on),
      month_coins = ${sumOfNewest('month')}`.execute(tx);
}

function sumOfNewest(period: 'day' | 'week' | 'month'): RawBuilder<number> {
  const [on, coins] = [sql.ref(`${period}_on`), sql.ref(`${period}_coins`)];
  return sql`case when t.${on} < excluded.${on} then excluded.${coins} when t.${on} > excluded.${on} then t.${coins}
    else t.${coins} + excluded.${coins} end`;
}

/** Adds to the totals of targets, in the order of their keys. */
export async function addToTotals(tx: Tx, given: readonly OfTarget[]): Promise<void> {
  const rows = given.map(({ targetKind, targetId, coins }) => ({
    target_kind: targetKind,
    target_id: targetId,
    coins,
  }));
  await sql`
    insert into tip_totals as t (target_kind, target_id, tips, coins)
    select target_kind, target_id, count(*), sum(coins)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (target_kind text, target_id uuid, coins bigint)
    group by 1, 2 order by 1, 2
    on conflict (target_kind, target_id) do update set tips = t.tips + excluded.tips, coins = t.coins + excluded.coins`.execute(
    tx,
  );
}

export async function listPostTotals(db: Db, postIds: readonly string[]): Promise<TipTotal[]> {
  return db
    .selectFrom('tip_totals')
    .select(['target_id as postId', 'tips', 'coins'])
    .where('target_kind', '=', 'POST')
    .where('target_id', '=', anyOf(postIds))
    .execute();
}
