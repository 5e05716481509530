import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { ON_THEIR_WAY_IDS, PLATFORM_ACCOUNT_IDS } from '../ledger/ledger.policy.ts';
import { type CheckedBatch, readBatch } from './verify.queries.ts';

/** Checks that the spendings which each lot traces, with what is left, withdrawn and held, have no more coins than it had. */
export const checkTracedLots = (db: Db, after: string, limit: number): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select l.id, case when l.remaining + l.withdrawn + l.held + traced.coins > l.coins
      then format('lot %s: it had %s coins, and %s went somewhere', l.id, l.coins, l.remaining + l.withdrawn + l.held + traced.coins) end as difference
    from (select * from coin_lots where id > ${after}::uuid order by id limit ${limit}) l
    cross join lateral (select coalesce(sum(o.coins), 0) as coins from coin_origins o where o.lot_id = l.id) traced
    order by l.id`,
  );

/** Checks that what was spent on what is on its way and is not assigned is no more than the lots of the account have beyond its balance. */
export const checkUnassigned = (db: Db, after: string, limit: number): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select a.id, case when a.unassigned > greatest(a.beyond, 0)
      then format('account %s (%s): %s coins are spent and not assigned, its lots have %s more than it', a.id, a.kind, a.unassigned, a.beyond) end as difference
    from (
      select a.id, a.kind, spent.coins as unassigned, lots.remaining - greatest(a.balance, 0) as beyond
      from (
        select * from coin_accounts where id > ${after}::uuid and kind in ('COINS', 'PROMO') order by id limit ${limit}
      ) a
      left join coin_assignments s on s.account_id = a.id
      cross join lateral (
        select coalesce(-sum(e.amount), 0) as coins from coin_entries e
        where e.account_id = a.id and e.id > coalesce(s.entry_id, 0) and e.amount < 0
          and exists (select from coin_entries f where f.transfer_id = e.transfer_id and f.account_id = ${anyOf(ON_THEIR_WAY_IDS)})
      ) spent
      cross join lateral (
        select coalesce(sum(l.remaining), 0) as remaining from coin_lots l
        where l.owner_id = a.owner_id and l.kind = a.kind and l.remaining > 0
      ) lots
    ) a
    order by a.id`,
  );

/** Compares what origins say was taken of them with what transfers took that were not reversed. */
export const checkTaken = (db: Db, after: string, limit: number): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select o.spending_id as id, case when bool_or(o.taken_coins <> taken.coins or o.taken_earned_coins <> taken.earned)
      then format('spending %s: %s coins of its origins are taken back, by transfers %s', o.spending_id, sum(o.taken_coins), sum(taken.coins)) end as difference
    from coin_origins o
    cross join lateral (
      select coalesce(sum(k.coins), 0) as coins, coalesce(sum(k.earned_coins), 0) as earned from coin_origin_takes k
      where k.spending_id = o.spending_id and k.lot_id = o.lot_id
        and not exists (select from coin_transfers r where r.reverses_id = k.transfer_id)
    ) taken
    where o.spending_id in (
      select distinct spending_id from coin_origins where spending_id > ${after}::uuid order by spending_id limit ${limit})
    group by o.spending_id order by o.spending_id`,
  );

/** Compares what is pending for each user with what clears. */
export const checkClearings = (db: Db, after: string, limit: number): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select a.id, case when u.state <> 'DELETED' and a.balance + unfolded.sum <> clearing.sum
      then format('account %s (%s): the balance is %s, and %s clear', a.id, a.kind, a.balance + unfolded.sum, clearing.sum) end as difference
    from (
      select * from coin_accounts where id > ${after}::uuid and kind = 'EARNINGS_PENDING' order by id limit ${limit}
    ) a
    join users u on u.id = a.owner_id
    cross join lateral (select coalesce(sum(x.amount), 0) as sum from coin_unfolded_entries x where x.account_id = a.id) unfolded
    cross join lateral (select coalesce(sum(c.amount_coins), 0) as sum from coin_clearings c where c.owner_id = a.owner_id) clearing
    order by a.id`,
  );

/** Compares the losses of the platform with what is owed, with what is taken back on its way, and with what erased accounts left below zero. */
export const checkLosses = async (db: Db, after: string): Promise<CheckedBatch<string> | null> =>
  after === PLATFORM_ACCOUNT_IDS.LOSSES
    ? null
    : readBatch(
        db,
        sql`
    select a.id, case when -entered.sum <> debts.sum + moving.sum + erased.sum
      then format('account %s (%s): the losses are %s, their recount %s', a.id, a.kind, -entered.sum, debts.sum + moving.sum + erased.sum) end as difference
    from coin_accounts a
    cross join lateral (select coalesce(sum(e.amount), 0) as sum from coin_entries e where e.account_id = a.id) entered
    cross join (select coalesce(sum(coins), 0) as sum from coin_debts) debts
    cross join (select coalesce(sum(taken_coins), 0) as sum from coin_origins where earner_id is null) moving
    cross join lateral (
      select coalesce(-sum(e.amount), 0) as sum from coin_entries e join coin_transfers t on t.id = e.transfer_id
      where e.account_id = a.id and t.kind = 'FORFEITURE'
    ) erased
    where a.id = ${PLATFORM_ACCOUNT_IDS.LOSSES}::uuid`,
      );
