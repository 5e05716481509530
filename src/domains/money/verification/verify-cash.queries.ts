import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { type CheckedBatch, readBatch } from './verify.queries.ts';

/** Checks that each transfer of cash has entries that sum to zero in each currency, and that a charge is entered as it was charged. */
export const checkCashTransfers = (
  db: Db,
  after: string,
  limit: number,
): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select t.id, case
      when entered.count < 2 or entered.wrong is not null
        then format('transfer of cash %s (%s): its %s entries do not sum to zero in each currency', t.id, t.kind, entered.count)
      when t.kind = 'CHARGE' and entered.sold is distinct from t.charged_minor
        then format('transfer of cash %s (%s): it charged %s, its entries %s', t.id, t.kind, t.charged_minor, entered.sold)
      end as difference
    from (select * from cash_transfers where id > ${after}::uuid order by id limit ${limit}) t
    cross join lateral (
      select coalesce(sum(c.count), 0) as count, sum(c.sold) as sold, max(c.currency) filter (where c.sum <> 0) as wrong
      from (
        select e.currency, count(*) as count, sum(e.amount_minor) as sum,
          -sum(e.amount_minor) filter (where e.account = 'CARD_SALES' and e.currency = t.charged_currency) as sold
        from cash_entries e where e.transfer_id = t.id group by e.currency
      ) c
    ) entered
    order by t.id`,
  );

/** Checks that each entry of cash has its transfer. */
export const checkCashEntries = (
  db: Db,
  after: number,
  limit: number,
): Promise<CheckedBatch<number> | null> =>
  readBatch(
    db,
    sql`
    select e.id, case when t.id is null
      then format('entry of cash %s: its transfer %s is missing', e.id, e.transfer_id) end as difference
    from (select * from cash_entries where id > ${after}::bigint order by id limit ${limit}) e
    left join cash_transfers t on t.id = e.transfer_id
    order by e.id`,
  );

/**
 * Compares each payment with what is booked of its charge, its refunds and its disputes, unless something of it waits for the
 * provider. A refund that is pending may be booked or not.
 */
export const checkBookedPayments = (
  db: Db,
  after: string,
  limit: number,
): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select p.id, case
      when p.state <> 'SUCCEEDED' and booked.count > 0 then format('payment %s (%s): %s transfers of cash are booked', p.id, p.state, booked.count)
      when booked.charged is not null and (booked.charges > 1 or booked.charged <> p.amount_minor or booked.currency <> p.currency)
        then format('payment %s: it is of %s %s, booked as %s %s', p.id, p.amount_minor, p.currency, booked.charged, booked.currency)
      when p.unbooked_since is not null or p.state <> 'SUCCEEDED' then null
      when booked.charged is null then format('payment %s: it is paid and not booked', p.id)
      when refund.id is not null then format('payment %s: its refund %s is booked as %s', p.id, refund.id, refund.booked)
      when dispute.id is not null then format('payment %s: its dispute %s (%s) is booked as %s', p.id, dispute.id, dispute.state, dispute.booked)
      end as difference
    from (select * from payments where id > ${after}::uuid order by id limit ${limit}) p
    cross join lateral (
      select count(*) as count, count(*) filter (where t.kind = 'CHARGE') as charges,
        sum(t.charged_minor) filter (where t.kind = 'CHARGE') as charged, max(t.charged_currency) filter (where t.kind = 'CHARGE') as currency
      from cash_transfers t where t.payment_id = p.id
    ) booked
    left join lateral (
      select r.id, b.booked from payment_refunds r
      cross join lateral (select coalesce(-sum(t.charged_minor), 0) as booked from cash_transfers t where t.payment_id = p.id and t.refund_id = r.id) b
      where r.payment_id = p.id and case r.state
        when 'SUCCEEDED' then b.booked <> r.amount_minor when 'PENDING' then b.booked not in (0, r.amount_minor) else b.booked <> 0 end
      order by r.id limit 1
    ) refund on true
    left join lateral (
      select d.id, d.state, b.booked from payment_disputes d
      cross join lateral (select coalesce(-sum(t.charged_minor), 0) as booked from cash_transfers t where t.payment_id = p.id and t.dispute_id = d.id) b
      where d.payment_id = p.id and case when d.state in ('NEEDS_RESPONSE', 'UNDER_REVIEW', 'LOST') then b.booked <= 0 else b.booked > 0 end
      order by d.id limit 1
    ) dispute on true
    order by p.id`,
  );

/** Compares each payout with what is booked of it. */
export const checkBookedPayouts = (
  db: Db,
  after: string,
  limit: number,
): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select o.id, case when booked.sum <> expected.minor or booked.wrong > 0
      then format('payout %s: %s of its money is paid, and %s booked', o.id, expected.minor, booked.sum) end as difference
    from (select * from coin_payouts where id > ${after}::uuid order by id limit ${limit}) o
    cross join lateral (select case when o.reversed_at is null then coalesce(o.paid_minor, 0) else 0 end as minor) expected
    cross join lateral (
      select coalesce(sum(e.amount_minor), 0) as sum,
        count(*) filter (where e.currency is distinct from o.paid_currency or abs(e.amount_minor) is distinct from o.paid_minor) as wrong
      from cash_transfers t join cash_entries e on e.transfer_id = t.id and e.account = 'PAYOUTS_TO_CREATORS'
      where t.payout_id = o.id
    ) booked
    order by o.id`,
  );

/** Compares what is sold by the books, in each currency, with the payments whose charges are booked. */
export const checkSales = (db: Db, after: string): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select c.currency as id, case when c.sold <> c.paid
      then format('sales by card in %s: the books have %s, the payments %s', c.currency, c.sold, c.paid) end as difference
    from (
      select currency, sum(sold) as sold, sum(paid) as paid from (
        select currency, -amount_minor as sold, 0 as paid from cash_entries where account = 'CARD_SALES'
        union all
        select p.currency, 0, p.amount_minor from payments p
        where p.state = 'SUCCEEDED' and exists (select from cash_transfers t where t.payment_id = p.id and t.kind = 'CHARGE')
      ) each group by currency
    ) c
    where c.currency > ${after} order by c.currency`,
  );

/** Recounts the trial balance of each closed month. */
export const checkTrialBalances = (db: Db, after: string): Promise<CheckedBatch<string> | null> =>
  readBatch(
    db,
    sql`
    select m.month as id, case
      when m.month > (select min(month) from book_months) and not exists (
          select from book_months b where b.ends_at = m.starts_at)
        then format('month %s: the one before it is not closed', m.month)
      when wrong.account is not null
        then format('month %s: of %s %s %s were entered, its trial balance has %s', m.month, wrong.account, wrong.currency, wrong.entered, wrong.shown)
      when gap.account is not null
        then format('month %s: %s %s opens with %s and closed with %s before', m.month, gap.account, gap.currency, gap.opening, gap.closed)
      end as difference
    from (
      select *, (month || '-01')::timestamp at time zone 'UTC' as starts_at from book_months
      where month > ${after} order by month limit 1
    ) m
    left join lateral (
      select coalesce(e.account, l.account) as account, coalesce(e.currency, l.currency) as currency,
        coalesce(e.sum, 0) as entered, coalesce(l.moved, 0) as shown
      from (
        select 'COINS' as book, a.kind as account, '' as currency, sum(x.amount) as sum
        from coin_transfers t join coin_entries x on x.transfer_id = t.id join coin_accounts a on a.id = x.account_id
        where t.created_at >= m.starts_at and t.created_at < m.ends_at group by a.kind
        union all
        select 'CASH', x.account, x.currency, sum(x.amount_minor)
        from cash_transfers t join cash_entries x on x.transfer_id = t.id
        where t.booked_at >= m.starts_at and t.booked_at < m.ends_at group by x.account, x.currency
      ) e full join (
        select b.book, b.account, b.currency, b.closing - b.opening as moved from trial_balances b where b.month = m.month
      ) l on l.book = e.book and l.account = e.account and l.currency = e.currency
      where m.balanced_at is not null and coalesce(e.sum, 0) <> coalesce(l.moved, 0)
      order by 1, 2 limit 1
    ) wrong on true
    left join lateral (
      select coalesce(b.account, p.account) as account, coalesce(b.currency, p.currency) as currency,
        coalesce(b.opening, 0) as opening, coalesce(p.closing, 0) as closed
      from (select * from trial_balances where month = m.month) b
      full join (
        select x.* from trial_balances x join book_months y on y.month = x.month where y.ends_at = m.starts_at
      ) p on p.book = b.book and p.account = b.account and p.currency = b.currency
      where m.balanced_at is not null and coalesce(b.opening, 0) <> coalesce(p.closing, 0)
      order by 1, 2 limit 1
    ) gap on true
    order by m.month`,
  );
