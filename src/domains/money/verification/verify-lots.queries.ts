import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { PLATFORM_ACCOUNT_IDS } from '../ledger/ledger.policy.ts';
import { type CheckedBatch, readBatch } from './verify.queries.ts';

/** Checks that the lots of each account have at least its balance: what they have beyond it is spent and not assigned. */
export const checkLots = (db: Db, after: string, limit: number): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select a.id, case when lots.remaining < greatest(a.balance, 0)
      then format('account %s (%s): the balance is %s, its lots have %s', a.id, a.kind, a.balance, lots.remaining) end as difference
    from (
      select * from coin_accounts where id > ${after}::uuid and kind in ('COINS', 'PROMO') order by id limit ${limit}
    ) a
    cross join lateral (
      select coalesce(sum(l.remaining), 0) as remaining from coin_lots l
      where l.owner_id = a.owner_id and l.kind = a.kind and l.remaining > 0
    ) lots
    order by a.id`,
  );

/** Checks that each credit which gives nothing back has a lot of as many coins, or came before an opening lot. */
export const checkCredits = (db: Db, after: number, limit: number): Promise<CheckedBatch<number> | null> =>
  readBatch(
    db,
    sql`
    select e.id, case
      when e.amount > 0 and a.kind in ('COINS', 'PROMO') and t.reverses_id is null
        and t.kind not in ('SUBSCRIPTION_REFUNDED', 'MESSAGE_REFUNDED') and l.coins is distinct from e.amount
        and not exists (
          select from coin_lots o where o.owner_id = a.owner_id and o.kind = a.kind and o.opening_entry_id >= e.id)
      then format('entry %s: it credits %s coins, its lot has %s', e.id, e.amount, coalesce(l.coins, 0)) end as difference
    from (select * from coin_entries where id > ${after}::bigint order by id limit ${limit}) e
    left join coin_accounts a on a.id = e.account_id left join coin_transfers t on t.id = e.transfer_id
    left join coin_lots l on l.source_transfer_id = e.transfer_id and l.kind = a.kind and l.owner_id = a.owner_id
    order by e.id`,
  );

/** Compares the coins that are held with those that lots say are held. */
export const checkHeldCoins = (db: Db, after: string, limit: number): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select a.id, case when entered.sum <> lots.held
      then format('account %s (%s): it holds %s coins, lots %s', a.id, a.kind, entered.sum, lots.held) end as difference
    from (
      select * from coin_accounts where id > ${after}::uuid and id = ${PLATFORM_ACCOUNT_IDS.DISPUTED}::uuid limit ${limit}
    ) a
    cross join lateral (select coalesce(sum(e.amount), 0) as sum from coin_entries e where e.account_id = a.id) entered
    cross join lateral (select coalesce(sum(l.held), 0) as held from coin_lots l where l.held > 0) lots
    order by a.id`,
  );
