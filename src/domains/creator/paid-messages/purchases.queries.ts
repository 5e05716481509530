import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { MessagePurchase, SaleCount } from './paid-messages.types.ts';

/** The columns of a purchase whose row has the alias `p`. */
const PURCHASE_ROW = sql`p.id, p.message_id as "messageId", p.buyer_id as "buyerId", p.seller_id as "sellerId",
  p.price_coins as "priceCoins", p.fee_bps as "feeBps", p.state, p.settled_transfer_id as "settledTransferId",
  p.created_at as "createdAt", p.refunded_at as "refundedAt"`;

export async function listPurchasesByIds(db: Db, ids: readonly string[]): Promise<MessagePurchase[]> {
  const { rows } = await sql<MessagePurchase>`
    select ${PURCHASE_ROW} from message_purchases p where p.id = ${anyOf(ids)}`.execute(db);
  return rows;
}

/** Purchases of a buyer, newest first, one more than the page. */
export async function listPurchasesOf(
  db: Db,
  buyerId: string,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<MessagePurchase[]> {
  const { rows } = await sql<MessagePurchase>`
    select ${PURCHASE_ROW} from message_purchases p where p.buyer_id = ${buyerId}::uuid and p.id < ${beforeId}::uuid
    order by p.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

/** Sales of a seller, of all messages or of one, newest first, one more than the page. */
export async function listSalesOf(
  db: Db,
  { sellerId, messageId }: { sellerId: string; messageId: string | null },
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<MessagePurchase[]> {
  const { rows } = await sql<MessagePurchase>`
    select ${PURCHASE_ROW} from message_purchases p
    where p.seller_id = ${sellerId}::uuid and p.id < ${beforeId}::uuid
      ${messageId === null ? sql`` : sql`and p.message_id = ${messageId}::uuid`}
    order by p.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

/** How often each of some messages was sold and not refunded; those without a sale are missing. */
export async function countSales(db: Db, messageIds: readonly string[]): Promise<SaleCount[]> {
  const { rows } = await sql<SaleCount>`
    select message_id as id, count(*)::integer as sales from message_purchases
    where message_id = ${anyOf(messageIds)} and state = 'PAID' group by message_id`.execute(db);
  return rows;
}

/** Locks a purchase until the commit. */
export async function lockPurchase(tx: Tx, id: string): Promise<MessagePurchase | null> {
  const { rows } = await sql<MessagePurchase>`
    select ${PURCHASE_ROW} from message_purchases p where p.id = ${id}::uuid for no key update`.execute(tx);
  return rows[0] ?? null;
}

export async function updateRefunded(tx: Tx, id: string, refundedAt: Date): Promise<void> {
  await tx
    .updateTable('message_purchases')
    .set({ state: 'REFUNDED', refunded_at: refundedAt })
    .where('id', '=', id)
    .execute();
}

/** Purchases of a buyer or sales of a seller, oldest first. */
export async function listOwnPurchases(
  db: Db,
  { userId, afterId, limit }: { userId: string; afterId: string; limit: number },
  role: 'BUYER' | 'SELLER',
): Promise<MessagePurchase[]> {
  const own = role === 'BUYER' ? sql`p.buyer_id` : sql`p.seller_id`;
  const { rows } = await sql<MessagePurchase>`
    select ${PURCHASE_ROW} from message_purchases p where ${own} = ${userId}::uuid and p.id > ${afterId}::uuid
    order by p.id limit ${limit}`.execute(db);
  return rows;
}
