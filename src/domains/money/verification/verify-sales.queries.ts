import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { PLATFORM_ACCOUNT_IDS, PLATFORM_ID } from '../ledger/ledger.policy.ts';
import { type CheckedBatch, readBatch } from './verify.queries.ts';

/** Compares each purchase of a message with the coins that its transfer has put on their way. */
export const checkPurchases = (db: Db, after: string, limit: number): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select p.id, case
      when entered.sum <> p.price_coins
        then format('purchase %s: its price is %s coins, its entries %s', p.id, p.price_coins, entered.sum)
      when p.state = 'PAID' and r.id is not null then format('purchase %s (%s): its transfer is reversed', p.id, p.state)
      end as difference
    from (select * from message_purchases where id > ${after}::uuid order by id limit ${limit}) p
    ${onTheirWay(sql`p.id`)}
    left join coin_transfers r on r.reverses_id = p.id
    order by p.id`,
  );

/** Compares each invoice that was paid in coins with its transfer, and what was refunded of it with what came back. */
export const checkInvoices = (db: Db, after: string, limit: number): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select i.id, case
      when i.transfer_id is not null and entered.sum <> i.amount_coins
        then format('invoice %s: it is of %s coins, its entries %s', i.id, i.amount_coins, entered.sum)
      when i.transfer_id is not null and coalesce(refunded.coins, 0) <> returned.sum
        then format('invoice %s: %s coins are refunded, by transfers %s', i.id, coalesce(refunded.coins, 0), returned.sum)
      end as difference
    from (select * from subscription_invoices where id > ${after}::uuid order by id limit ${limit}) i
    ${onTheirWay(sql`i.transfer_id`)}
    left join subscription_refunds refunded on refunded.invoice_id = i.id and refunded.booked_at is not null
    cross join lateral (
      select coalesce(sum(e.amount), 0) as sum
      from coin_transfers t join coin_entries e on e.transfer_id = t.id join coin_accounts a on a.id = e.account_id
      where t.initiator_id = ${PLATFORM_ID}::uuid and t.kind = 'SUBSCRIPTION_REFUNDED' and t.idempotency_key = i.transfer_id::text
        and a.owner_id = i.subscriber_id and a.kind in ('COINS', 'PROMO')
    ) returned
    order by i.id`,
  );

const onTheirWay = (transferId: ReturnType<typeof sql>) => sql`
  cross join lateral (
    select coalesce(sum(e.amount), 0) as sum from coin_entries e
    where e.transfer_id = ${transferId} and e.account_id = ${PLATFORM_ACCOUNT_IDS.SALES_IN_FLIGHT}::uuid
  ) entered`;

/** Compares the coins of sales on their way with the invoices and the purchases that are paid in coins and not settled. */
export const checkSalesInFlight = async (db: Db, after: string): Promise<CheckedBatch<string> | null> =>
  after === PLATFORM_ACCOUNT_IDS.SALES_IN_FLIGHT
    ? null
    : readBatch(
        db,
        sql`
    select a.id, case when entered.sum <> pending.sum
      then format('sales on their way have %s coins, their entries sum to %s', pending.sum, entered.sum) end as difference
    from coin_accounts a
    cross join lateral (select coalesce(sum(e.amount), 0) as sum from coin_entries e where e.account_id = a.id) entered
    cross join (
      select coalesce((
          select sum(i.amount_coins) from subscription_invoices i
          where i.state = 'PAID' and i.transfer_id is not null and i.settled_transfer_id is null), 0)
        + coalesce((
          select sum(p.price_coins) from message_purchases p where p.state = 'PAID' and p.settled_transfer_id is null), 0) as sum
    ) pending
    where a.id = ${PLATFORM_ACCOUNT_IDS.SALES_IN_FLIGHT}::uuid`,
      );
