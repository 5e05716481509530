import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Tip, TipperPeriod, TipTargetKind, TipTotal } from './tips.types.ts';

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
  settled: readonly { readonly id: string; readonly transferId: string }[],
): Promise<void> {
  await sql`
    update coin_tips t set state = 'POSTED', settled_transfer_id = s.transfer_id
    from unnest(${settled.map(({ id }) => id)}::uuid[], ${settled.map(({ transferId }) => transferId)}::uuid[]) as s (id, transfer_id)
    where t.id = s.id`.execute(tx);
}

type OfTarget = { readonly targetKind: TipTargetKind; readonly targetId: string; readonly coins: number };

export type NewTop = OfTarget & {
  readonly period: TipperPeriod;
  readonly startsOn: string;
  readonly tipperId: string;
};

/** Adds to the sums of tippers, in the order of their keys, so that two workers do not wait for each other in a circle. */
export async function addToTopTippers(tx: Tx, given: readonly NewTop[]): Promise<void> {
  const rows = given.map(({ targetKind, targetId, period, startsOn, tipperId, coins }) => ({
    ...{ target_kind: targetKind, target_id: targetId, period, starts_on: startsOn },
    ...{ tipper_id: tipperId, coins },
  }));
  await sql`
    insert into top_tippers as t (target_kind, target_id, period, starts_on, tipper_id, coins)
    select target_kind, target_id, period, starts_on, tipper_id, sum(coins)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as g (target_kind text, target_id uuid, period text, starts_on date, tipper_id uuid, coins bigint)
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (target_kind, target_id, period, starts_on, tipper_id) do update set coins = t.coins + excluded.coins`.execute(
    tx,
  );
}

/** Adds to the totals of targets, in the order of their keys. */
export async function addToTotals(tx: Tx, given: readonly OfTarget[]): Promise<void> {
  const rows = given.map(({ targetKind, targetId, coins }) => ({
    ...{ target_kind: targetKind, target_id: targetId, coins },
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

/** Deletes sums of days, weeks and months that began before a day, at most `limit`. @returns how many */
export async function deletePastTops(
  tx: Tx,
  { before, limit }: { before: string; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from top_tippers where ctid in (
      select ctid from top_tippers where period <> 'ALL' and starts_on < ${before}::date limit ${limit})`.execute(
    tx,
  );
  return Number(numAffectedRows);
}

export async function listPostTotals(db: Db, postIds: readonly string[]): Promise<TipTotal[]> {
  return db
    .selectFrom('tip_totals')
    .select(['target_id as postId', 'tips', 'coins'])
    .where('target_kind', '=', 'POST')
    .where('target_id', '=', anyOf(postIds))
    .execute();
}
