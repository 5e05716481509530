import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { MessagePurchase } from './paid-messages.types.ts';

export type UnsettledPurchase = Pick<
  MessagePurchase,
  'id' | 'buyerId' | 'sellerId' | 'priceCoins' | 'feeBps'
> & {
  /** Whether the account of the seller was erased meanwhile. */
  readonly isUnclaimed: boolean;
};

/** Locks purchases whose sellers have not got the coins, oldest first, except for those that another worker settles. */
export async function lockUnsettled(tx: Tx, limit: number): Promise<readonly UnsettledPurchase[]> {
  const { rows } = await sql<UnsettledPurchase>`
    with chosen as materialized (
      select id, buyer_id, seller_id, price_coins, fee_bps from message_purchases
      where state = 'PAID' and settled_transfer_id is null
      order by id limit ${limit} for no key update skip locked
    )
    select c.id, c.buyer_id as "buyerId", c.seller_id as "sellerId", c.price_coins as "priceCoins", c.fee_bps as "feeBps",
      u.state = 'DELETED' as "isUnclaimed"
    from chosen c join users u on u.id = c.seller_id`.execute(tx);
  return rows;
}

export async function updateSettled(
  tx: Tx,
  { ids, transferId }: { ids: readonly string[]; transferId: string },
): Promise<void> {
  await sql`
    update message_purchases set settled_transfer_id = ${transferId}::uuid where id = ${anyOf(ids)}`.execute(
    tx,
  );
}
