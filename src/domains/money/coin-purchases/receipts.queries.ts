import type { Db } from '#platform/db/database.ts';
import type { Receipt } from './receipts.types.ts';

/** The facts of a receipt for a credited purchase; null unless its buyer has an account with an address, and keeps it. */
export async function findReceipt(db: Db, purchaseId: string): Promise<Receipt | null> {
  const row = await db
    .selectFrom('coin_purchases as c')
    .innerJoin('payments as p', 'p.id', 'c.id')
    .innerJoin('coin_package_versions as v', (join) =>
      join.onRef('v.package_id', '=', 'c.package_id').onRef('v.version', '=', 'c.version'),
    )
    .innerJoin('coin_transfers as t', 't.id', 'c.credited_transfer_id')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.id as purchaseId', 'u.email as to', 't.created_at as paidAt'])
    .select(['v.coins', 'v.bonus_coins as bonusCoins', 'p.amount_minor as amountMinor', 'p.currency'])
    .select(['p.card_brand as cardBrand', 'p.card_last4 as cardLast4', 'p.receipt_url as receiptUrl'])
    .where('c.id', '=', purchaseId)
    .where('u.state', 'in', ['ACTIVE', 'DEACTIVATED'])
    // A constraint holds the brands.
    .$castTo<Omit<Receipt, 'to'> & { to: string | null }>()
    .executeTakeFirst();
  return row?.to == null ? null : { ...row, to: row.to };
}

/** The part of a purchase's price that a refund or dispute has taken; null when there is no such one. */
export async function findTakenAmount(
  db: Db,
  { purchaseId, takeBackId }: { purchaseId: string; takeBackId: string },
): Promise<{ amountMinor: number; isDispute: boolean } | null> {
  const row = await db
    .selectFrom('coin_take_backs as b')
    .select(['b.amount_minor as amountMinor'])
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('payment_disputes as d').select('d.id').whereRef('d.id', '=', 'b.id')).as(
        'isDispute',
      ),
    )
    .where('b.purchase_id', '=', purchaseId)
    .where('b.id', '=', takeBackId)
    .executeTakeFirst();
  return row ? { amountMinor: row.amountMinor, isDispute: Boolean(row.isDispute) } : null;
}
