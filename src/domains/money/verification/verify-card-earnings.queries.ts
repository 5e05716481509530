import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { PLATFORM_ACCOUNT_IDS } from '../ledger/ledger.policy.ts';
import { type CheckedBatch, readBatch } from './verify.queries.ts';

/** Compares the earnings of each payment by card with its state, with their transfer, and with what refunds and disputes took of them. */
export const checkCardEarnings = (
  db: Db,
  after: string,
  limit: number,
): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select c.payment_id as id, case
      when p.state <> 'SUCCEEDED' then format('payment %s (%s): it has earned %s coins', p.id, p.state, c.amount_coins)
      when entered.issued <> c.amount_coins or entered.fee <> c.amount_coins - c.earned_coins
        then format('payment %s: it has earned %s coins, its entries issue %s', p.id, c.amount_coins, entered.issued)
      when taken.coins <> c.taken_coins or taken.earned <> c.taken_earned_coins or taken.returned <> c.taken_coins
        then format('payment %s: %s coins of its earnings are taken back, by refunds and disputes %s, by transfers %s',
          p.id, c.taken_coins, taken.coins, taken.returned)
      end as difference
    from (select * from card_earnings where payment_id > ${after}::uuid order by payment_id limit ${limit}) c
    join payments p on p.id = c.payment_id
    cross join lateral (
      select coalesce(-sum(e.amount) filter (where e.account_id = ${PLATFORM_ACCOUNT_IDS.ISSUED}::uuid), 0) as issued,
        coalesce(sum(e.amount) filter (where e.account_id = ${PLATFORM_ACCOUNT_IDS.PLATFORM_FEE}::uuid), 0) as fee
      from coin_entries e where e.transfer_id = c.transfer_id
    ) entered
    cross join lateral (
      select coalesce(sum(k.coins) filter (where k.return_transfer_id is null), 0) as coins,
        coalesce(sum(k.earned_coins) filter (where k.return_transfer_id is null), 0) as earned,
        coalesce(sum((
          select sum(e.amount) from coin_entries e
          where e.transfer_id in (k.take_transfer_id, k.return_transfer_id) and e.account_id = ${PLATFORM_ACCOUNT_IDS.ISSUED}::uuid
        )), 0) as returned
      from card_earning_takes k where k.payment_id = c.payment_id
    ) taken
    order by c.payment_id`,
  );
