import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { PLATFORM_ACCOUNT_IDS } from '../ledger/ledger.policy.ts';

/** A batch of rows in the order of their ids: how many there were, the last id, and what is wrong with some of them. */
export type CheckedBatch<Id> = {
  readonly count: number;
  readonly lastId: Id;
  readonly differences: readonly string[];
};

/** Rows of `id` and of `difference`, which is null where nothing is wrong, in the order of their ids; only the last id and the differences are sent. */
export async function readBatch<Id>(db: Db, rows: RawBuilder<unknown>): Promise<CheckedBatch<Id> | null> {
  const found = await sql<CheckedBatch<Id | null>>`
    select count(*)::integer as count, (array_agg(id))[count(*)] as "lastId",
      coalesce(array_agg(difference) filter (where difference is not null), '{}') as differences
    from (${rows}) checked`.execute(db);
  const [batch] = found.rows;
  return batch && batch.lastId !== null ? { ...batch, lastId: batch.lastId } : null;
}

/** Tables of which rows are counted while they are checked. */
export type BookTable =
  'coin_accounts' | 'coin_transfers' | 'coin_entries' | 'coin_transactions' | 'coin_tips';

/** The numbers of rows that the statistics of the tables tell; a table that was never analyzed is missing. */
export async function estimateRows(db: Db): Promise<ReadonlyMap<BookTable, number>> {
  const { rows } = await sql<{ table: BookTable; count: number }>`
    select relname as table, reltuples::bigint as count from pg_class
    where relnamespace = 'public'::regnamespace and reltuples > 0
      and relname in ('coin_accounts', 'coin_transfers', 'coin_entries', 'coin_transactions', 'coin_tips')`.execute(
    db,
  );
  return new Map(rows.map(({ table, count }) => [table, count]));
}

/** Compares each balance with the sum of its entries. */
export const checkAccounts = (db: Db, after: string, limit: number): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select a.id, case when a.balance + unfolded.sum <> entered.sum
      then format('account %s (%s): the balance is %s, its entries sum to %s', a.id, a.kind, a.balance + unfolded.sum, entered.sum) end as difference
    from (select * from coin_accounts where id > ${after}::uuid order by id limit ${limit}) a
    cross join lateral (select coalesce(sum(e.amount), 0) as sum from coin_entries e where e.account_id = a.id) entered
    cross join lateral (select coalesce(sum(u.amount), 0) as sum from coin_unfolded_entries u where u.account_id = a.id) unfolded
    order by a.id`,
  );

/** Checks that each transfer has entries that sum to zero. */
export const checkTransfers = (db: Db, after: string, limit: number): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select t.id, case when entered.count < 2 or entered.sum <> 0
      then format('transfer %s (%s): its %s entries sum to %s', t.id, t.kind, entered.count, entered.sum) end as difference
    from (select * from coin_transfers where id > ${after}::uuid order by id limit ${limit}) t
    cross join lateral (
      select count(*) as count, coalesce(sum(e.amount), 0) as sum from coin_entries e where e.transfer_id = t.id) entered
    order by t.id`,
  );

/** Checks that each entry has its transfer and its account. */
export const checkEntries = (db: Db, after: number, limit: number): Promise<CheckedBatch<number> | null> =>
  readBatch(
    db,
    sql`
    select e.id, case
      when t.id is null then format('entry %s: its transfer %s is missing', e.id, e.transfer_id)
      when a.id is null then format('entry %s: its account %s is missing', e.id, e.account_id) end as difference
    from (select * from coin_entries where id > ${after}::bigint order by id limit ${limit}) e
    left join coin_transfers t on t.id = e.transfer_id left join coin_accounts a on a.id = e.account_id
    order by e.id`,
  );

/** Compares the balance of each user with the one after their newest transaction. */
export const checkHolders = (db: Db, after: string, limit: number): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select a.owner_id as id, case when a.balance <> coalesce(newest.balance_after, 0)
      then format('user %s: the balance is %s, and %s after the newest transaction', a.owner_id, a.balance, coalesce(newest.balance_after, 0)) end as difference
    from (
      select owner_id, sum(balance) as balance from coin_accounts
      where owner_id > ${after}::uuid and kind in ('COINS', 'PROMO') group by owner_id order by owner_id limit ${limit}
    ) a
    left join lateral (
      select t.balance_after from coin_transactions t where t.user_id = a.owner_id and t.balance_after is not null order by t.id desc limit 1) newest on true
    order by a.owner_id`,
  );

/** Compares the earnings that each transfer moves for a user with the transactions that show them, less their fees; it names one user of each. */
export const checkEarnings = (db: Db, after: string, limit: number): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select t.id, case when wrong.user_id is not null
      then format('transfer %s (%s): it moves earnings of %s coins of user %s, their transactions %s', t.id, t.kind, wrong.entered, wrong.user_id, wrong.shown) end as difference
    from (select * from coin_transfers where id > ${after}::uuid order by id limit ${limit}) t
    left join lateral (
      select coalesce(e.owner_id, s.user_id) as user_id, coalesce(e.sum, 0) as entered, coalesce(s.sum, 0) as shown
      from (
        select a.owner_id, sum(e.amount) as sum from coin_entries e join coin_accounts a on a.id = e.account_id
        where e.transfer_id = t.id and a.kind in ('EARNINGS_PENDING', 'EARNINGS') group by a.owner_id
      ) e full join (
        select s.user_id, sum((amount_coins - coalesce(fee_coins, 0)) * case direction when 'CREDIT' then 1 else -1 end) as sum
        from coin_transactions s where s.transfer_id = t.id and s.balance_after is null group by s.user_id
      ) s on s.user_id = e.owner_id
      where coalesce(e.sum, 0) <> coalesce(s.sum, 0)
      order by 1 limit 1
    ) wrong on true
    order by t.id`,
  );

/** Compares each transaction of coins with the one before it, and with the entries of its transfer. */
export const checkTransactions = (
  db: Db,
  after: string,
  limit: number,
): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select t.id, case
      when t.balance_after <> coalesce(earlier.balance_after, 0) + t.moved
        then format('transaction %s: the balance after it is %s, and %s by the one before it', t.id, t.balance_after, coalesce(earlier.balance_after, 0) + t.moved)
      when t.balance_after is not null and entered.sum <> t.moved then format('transaction %s: it moves %s coins, its entries %s', t.id, t.moved, entered.sum)
      end as difference
    from (
      select *, case direction when 'CREDIT' then amount_coins else -amount_coins end as moved
      from coin_transactions where id > ${after}::uuid order by id limit ${limit}
    ) t
    left join lateral (
      select p.balance_after from coin_transactions p where p.user_id = t.user_id and p.id < t.id
        and p.balance_after is not null and t.balance_after is not null
      order by p.id desc limit 1
    ) earlier on true
    cross join lateral (
      select coalesce(sum(e.amount), 0) as sum from coin_entries e join coin_accounts a on a.id = e.account_id
      where t.balance_after is not null and e.transfer_id in (
          select t.transfer_id union all select g.id from coin_transfers g where g.group_id = t.transfer_id) and a.owner_id = t.user_id and a.kind in ('COINS', 'PROMO')
    ) entered
    order by t.id`,
  );

/** Compares each tip with the entries of its taps, those of its transaction included. */
export const checkTips = (db: Db, after: string, limit: number): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select t.id, case
      when entered.sum <> t.amount_coins then format('tip %s: it has %s coins, its entries %s', t.id, t.amount_coins, entered.sum)
      when shown.amount_coins is distinct from t.amount_coins
        then format('tip %s: it has %s coins, its transaction %s', t.id, t.amount_coins, shown.amount_coins)
      when (t.state = 'CANCELED') <> entered.is_reversed then format('tip %s (%s): its transfers say otherwise', t.id, t.state)
      end as difference
    from (select * from coin_tips where id > ${after}::uuid order by id limit ${limit}) t
    cross join lateral (
      select coalesce(sum(e.amount) filter (where e.is_in_flight), 0) as sum, bool_or(r.id is not null) filter (where e.is_in_flight) as is_reversed
      from (
        select id from coin_transfers where id = t.id
        union all select id from coin_transfers where group_id = t.id and id <> t.id
      ) x
      -- A fence: the entries of each transfer, by its index, since the account has those of all tips.
      cross join lateral (
        select e.amount, e.account_id = ${PLATFORM_ACCOUNT_IDS.TIPS_IN_FLIGHT}::uuid as is_in_flight
        from coin_entries e where e.transfer_id = x.id offset 0
      ) e
      left join coin_transfers r on r.reverses_id = x.id
    ) entered
    left join coin_transactions shown on shown.transfer_id = t.id and shown.user_id = t.sender_id and shown.balance_after is not null
    order by t.id`,
  );

/** Compares the coins of tips on their way with the tips that are not settled. */
export const checkTipsInFlight = async (db: Db, after: string): Promise<CheckedBatch<string> | null> =>
  after === PLATFORM_ACCOUNT_IDS.TIPS_IN_FLIGHT
    ? null
    : readBatch(
        db,
        sql`
    select a.id, case when entered.sum <> pending.sum
      then format('tips on their way have %s coins, their entries sum to %s', pending.sum, entered.sum) end as difference
    from coin_accounts a
    cross join lateral (select coalesce(sum(e.amount), 0) as sum from coin_entries e where e.account_id = a.id) entered
    cross join (select coalesce(sum(t.amount_coins), 0) as sum from coin_tips t where t.state = 'PENDING') pending
    where a.id = ${PLATFORM_ACCOUNT_IDS.TIPS_IN_FLIGHT}::uuid`,
      );
