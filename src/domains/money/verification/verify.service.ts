import type { Db } from '#platform/db/database.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
import type { Progress } from './verify.policy.ts';
import {
  checkAccounts,
  type CheckedBatch,
  checkEarnings,
  checkEntries,
  checkHolders,
  checkTips,
  checkTipsInFlight,
  checkTransactions,
  checkTransfers,
  type BookTable,
  estimateRows,
} from './verify.queries.ts';
import {
  checkBookedPayments,
  checkBookedPayouts,
  checkCashEntries,
  checkCashTransfers,
  checkSales,
  checkTrialBalances,
} from './verify-cash.queries.ts';
import { checkCardEarnings } from './verify-card-earnings.queries.ts';
import { checkCredits, checkHeldCoins, checkLots } from './verify-lots.queries.ts';
import { checkInvoices, checkPurchases, checkSalesInFlight } from './verify-sales.queries.ts';
import {
  checkClearings,
  checkLosses,
  checkTaken,
  checkTracedLots,
  checkUnassigned,
} from './verify-origins.queries.ts';

type Listener = {
  /** Called after each batch, and when all rows of a kind are checked. */
  readonly onChecked: (progress: Progress) => void;
  /** Called with one sentence for each row that is wrong. */
  readonly onDifference: (difference: string) => void;
};

const BATCH_ROWS = 2_000;

/**
 * Recomputes the books of coins and of cash, in batches by keyset.
 * @param db with one snapshot for all reads, so that postings meanwhile are no differences
 * @returns the number of differences
 */
export async function verifyBooks(db: Db, listener: Listener): Promise<number> {
  const rows = await estimateRows(db);
  const check = <Id>(what: string, table: BookTable | null, read: Read<Id>, first: Id) =>
    checkAll(db, { what, expected: (table && rows.get(table)) ?? 1, read, first }, listener);
  return (
    (await check('accounts', 'coin_accounts', checkAccounts, FIRST_ID)) +
    (await check('transfers', 'coin_transfers', checkTransfers, FIRST_ID)) +
    (await check('entries', 'coin_entries', checkEntries, 0)) +
    (await check('holders of coins', 'coin_accounts', checkHolders, FIRST_ID)) +
    (await check('transactions', 'coin_transactions', checkTransactions, FIRST_ID)) +
    (await check('transfers of earnings', 'coin_transfers', checkEarnings, FIRST_ID)) +
    (await check('tips', 'coin_tips', checkTips, FIRST_ID)) +
    (await check('accounts of tips', null, checkTipsInFlight, FIRST_ID)) +
    (await check('purchases of messages', null, checkPurchases, FIRST_ID)) +
    (await check('invoices', null, checkInvoices, FIRST_ID)) +
    (await check('accounts of sales', null, checkSalesInFlight, FIRST_ID)) +
    (await check('accounts with lots', 'coin_accounts', checkLots, FIRST_ID)) +
    (await check('credits', 'coin_entries', checkCredits, 0)) +
    (await check('held coins', null, checkHeldCoins, FIRST_ID)) +
    (await check('traced lots', null, checkTracedLots, FIRST_ID)) +
    (await check('unassigned spending', 'coin_accounts', checkUnassigned, FIRST_ID)) +
    (await check('coins taken back', null, checkTaken, FIRST_ID)) +
    (await check('pending earnings', null, checkClearings, FIRST_ID)) +
    (await check('losses', null, checkLosses, FIRST_ID)) +
    (await check('earnings by card', null, checkCardEarnings, FIRST_ID)) +
    (await check('transfers of cash', null, checkCashTransfers, FIRST_ID)) +
    (await check('entries of cash', null, checkCashEntries, 0)) +
    (await check('booked payments', null, checkBookedPayments, FIRST_ID)) +
    (await check('booked payouts', null, checkBookedPayouts, FIRST_ID)) +
    (await check('sales by card', null, checkSales, '')) +
    (await check('closed months', null, checkTrialBalances, ''))
  );
}

type Read<Id> = (db: Db, after: Id, limit: number) => Promise<CheckedBatch<Id> | null>;

async function checkAll<Id>(
  db: Db,
  { what, expected, read, first }: { what: string; expected: number; read: Read<Id>; first: Id },
  { onChecked, onDifference }: Listener,
): Promise<number> {
  let [after, count, wrong] = [first, 0, 0];
  for (;;) {
    const batch = await read(db, after, BATCH_ROWS);
    if (!batch) break;
    after = batch.lastId;
    count += batch.count;
    wrong += batch.differences.length;
    for (const difference of batch.differences) onDifference(difference);
    onChecked({ what, count, expected });
  }
  onChecked({ what, count, expected: count });
  return wrong;
}
