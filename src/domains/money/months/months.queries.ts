import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { BookMonth, TrialBalanceLine } from './months.types.ts';

/** Waits for transfers of cash that are being booked, and keeps others back until the commit. */
export async function lockMonths(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('book_months'))`.execute(tx);
}

const selectMonths = (db: Db) =>
  db
    .selectFrom('book_months')
    .select(['month', 'ends_at as endsAt', 'closed_by as closedBy', 'closed_at as closedAt'])
    .select('balanced_at as balancedAt');

export const findMonth = async (db: Db, month: string): Promise<BookMonth | null> =>
  (await selectMonths(db).where('month', '=', month).executeTakeFirst()) ?? null;

/** The end of the newest closed month; null while none is closed. */
export async function findClosedUntil(db: Db): Promise<Date | null> {
  const [newest] = await listMonths(db, 1);
  return newest?.endsAt ?? null;
}

/** The newest months, newest first. */
export const listMonths = (db: Db, limit: number): Promise<BookMonth[]> =>
  selectMonths(db).orderBy('ends_at', 'desc').limit(limit).execute();

/** The month that ends at a time; null when that is not closed. */
export const findMonthEndingAt = async (db: Db, endsAt: Date): Promise<BookMonth | null> =>
  (await selectMonths(db).where('ends_at', '=', endsAt).executeTakeFirst()) ?? null;

/** Closed months whose trial balance is not written. */
export async function listUnbalanced(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('book_months')
    .select('month')
    .where('balanced_at', 'is', null)
    .orderBy('ends_at')
    .execute();
  return rows.map(({ month }) => month);
}

/** Whether transfers of coins or of cash have dates before a time. */
export async function hasTransfersBefore(tx: Tx, time: Date): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from cash_transfers where booked_at < ${time}::timestamptz)
      or exists (
        select from (select created_at from coin_transfers order by id limit 1) oldest
        where oldest.created_at < ${time}::timestamptz) as found`.execute(tx);
  return rows[0]?.found ?? false;
}

/** Payments of which something that was known before a time is not booked. */
export async function countUnbooked(
  tx: Tx,
  { provider, before }: { provider: string; before: Date },
): Promise<number> {
  const { count } = await tx
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('book_at', 'is not', null)
    .where('unbooked_since', '<', before)
    .where('provider', '=', provider)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertMonth(tx: Tx, month: Omit<BookMonth, 'balancedAt'>): Promise<void> {
  await tx
    .insertInto('book_months')
    .values({
      month: month.month,
      ends_at: month.endsAt,
      closed_by: month.closedBy,
      closed_at: month.closedAt,
    })
    .execute();
}

/** Notes that the trial balance of a month is complete. @returns false when it was before */
export async function updateBalanced(tx: Tx, month: string, balancedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('book_months')
    .set({ balanced_at: balancedAt })
    .where('month', '=', month)
    .where('balanced_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

export async function insertLines(
  tx: Tx,
  month: string,
  lines: readonly Omit<TrialBalanceLine, 'closing'>[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx
    .insertInto('trial_balances')
    .values(lines.map((line) => ({ month, ...line })))
    .execute();
}

/** The lines of a trial balance, by book, account and currency. */
export async function listLines(db: Db, month: string): Promise<TrialBalanceLine[]> {
  return (
    db
      .selectFrom('trial_balances')
      .select(['book', 'account', 'currency', 'opening', 'debits', 'credits', 'closing'])
      .where('month', '=', month)
      .orderBy('book')
      .orderBy('account')
      .orderBy('currency')
      // A constraint holds the books.
      .$narrowType<{ book: TrialBalanceLine['book']; closing: number }>()
      .execute()
  );
}
