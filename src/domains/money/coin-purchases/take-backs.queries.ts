import type { Tx } from '#platform/outbox/transaction.ts';

/** The transfers that followed a refund or dispute; null for what has not happened. */
export type CoinTakeBack = {
  /** That of the refund or dispute. */
  readonly id: string;
  readonly amountMinor: number;
  readonly holdTransferId: string | null;
  readonly releaseTransferId: string | null;
  readonly takeTransferId: string | null;
  readonly returnTransferId: string | null;
};

/** Oldest first. The purchase has to be locked. */
export async function listTakeBacks(tx: Tx, purchaseId: string): Promise<CoinTakeBack[]> {
  return tx
    .selectFrom('coin_take_backs')
    .select(['id', 'amount_minor as amountMinor'])
    .select(['hold_transfer_id as holdTransferId', 'release_transfer_id as releaseTransferId'])
    .select(['take_transfer_id as takeTransferId', 'return_transfer_id as returnTransferId'])
    .where('purchase_id', '=', purchaseId)
    .orderBy('id')
    .execute();
}

export async function upsertTakeBack(tx: Tx, purchaseId: string, takeBack: CoinTakeBack): Promise<void> {
  const transfers = {
    hold_transfer_id: takeBack.holdTransferId,
    release_transfer_id: takeBack.releaseTransferId,
    take_transfer_id: takeBack.takeTransferId,
    return_transfer_id: takeBack.returnTransferId,
  };
  await tx
    .insertInto('coin_take_backs')
    .values({
      id: takeBack.id,
      purchase_id: purchaseId,
      amount_minor: takeBack.amountMinor,
      ...transfers,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(transfers))
    .execute();
}
