import type { Db } from '#platform/db/database.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
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
} from './verify.queries.ts';
import { checkCredits, checkHeldCoins, checkLots } from './verify-lots.queries.ts';

type Listener = {
  /** Called after each batch, with the number of rows of this kind so far. */
  readonly onChecked: (what: string, count: number) => void;
  /** Called with one sentence for each row that is wrong. */
  readonly onDifference: (difference: string) => void;
};

const BATCH_ROWS = 2_000;

/**
 * Recomputes the books of coins, in batches by keyset.
 * @param db with one snapshot for all reads, so that postings meanwhile are no differences
 * @returns the number of differences
 */
export async function verifyBooks(db: Db, listener: Listener): Promise<number> {
  const check = <Id>(what: string, read: Read<Id>, first: Id) =>
    checkAll(db, { what, read, first }, listener);
  return (
    (await check('accounts', checkAccounts, FIRST_ID)) +
    (await check('transfers', checkTransfers, FIRST_ID)) +
    (await check('entries', checkEntries, 0)) +
    (await check('holders of coins', checkHolders, FIRST_ID)) +
    (await check('transactions', checkTransactions, FIRST_ID)) +
    (await check('transfers of earnings', checkEarnings, FIRST_ID)) +
    (await check('tips', checkTips, FIRST_ID)) +
    (await check('accounts of tips', checkTipsInFlight, FIRST_ID)) +
    (await check('accounts with lots', checkLots, FIRST_ID)) +
    (await check('credits', checkCredits, 0)) +
    (await check('held coins', checkHeldCoins, FIRST_ID))
  );
}

type Read<Id> = (db: Db, after: Id, limit: number) => Promise<CheckedBatch<Id> | null>;

async function checkAll<Id>(
  db: Db,
  { what, read, first }: { what: string; read: Read<Id>; first: Id },
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
    onChecked(what, count);
  }
  if (count === 0) onChecked(what, 0);
  return wrong;
}
