import { sql } from 'kysely';
import type { Tx } from '#platform/outbox/transaction.ts';

/** Earnings that a payment by card has brought. */
export type CardEarning = {
  readonly paymentId: string;
  readonly earnerId: string;
  readonly amountCoins: number;
  readonly earnedCoins: number;
  readonly takenCoins: number;
  readonly takenEarnedCoins: number;
  readonly clearsAt: Date;
  readonly transferId: string;
};

type NewCardEarning = Omit<CardEarning, 'takenCoins' | 'takenEarnedCoins'> & { readonly createdAt: Date };

export async function insertCardEarning(tx: Tx, earning: NewCardEarning): Promise<void> {
  await tx
    .insertInto('card_earnings')
    .values({
      payment_id: earning.paymentId,
      earner_id: earning.earnerId,
      amount_coins: earning.amountCoins,
      earned_coins: earning.earnedCoins,
      clears_at: earning.clearsAt,
      transfer_id: earning.transferId,
      created_at: earning.createdAt,
    })
    .execute();
}

/** Locks the earnings of a payment until the commit; null when it has none. */
export async function lockCardEarning(tx: Tx, paymentId: string): Promise<CardEarning | null> {
  const row = await tx
    .selectFrom('card_earnings')
    .select(['payment_id as paymentId', 'earner_id as earnerId', 'amount_coins as amountCoins'])
    .select(['earned_coins as earnedCoins', 'taken_coins as takenCoins', 'clears_at as clearsAt'])
    .select(['taken_earned_coins as takenEarnedCoins', 'transfer_id as transferId'])
    .where('payment_id', '=', paymentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Coins that a refund or dispute took back. */
export type CardTake = {
  readonly id: string;
  readonly coins: number;
  readonly earnedCoins: number;
  readonly takeTransferId: string;
  /** Null until they are given back. */
  readonly returnTransferId: string | null;
};

export async function listCardTakes(tx: Tx, paymentId: string): Promise<CardTake[]> {
  return tx
    .selectFrom('card_earning_takes')
    .select(['id', 'coins', 'earned_coins as earnedCoins', 'take_transfer_id as takeTransferId'])
    .select('return_transfer_id as returnTransferId')
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute();
}

export async function insertCardTake(
  tx: Tx,
  paymentId: string,
  take: Omit<CardTake, 'returnTransferId'>,
): Promise<void> {
  await tx
    .insertInto('card_earning_takes')
    .values({
      id: take.id,
      payment_id: paymentId,
      coins: take.coins,
      earned_coins: take.earnedCoins,
      take_transfer_id: take.takeTransferId,
    })
    .execute();
}

export async function updateReturned(tx: Tx, take: { id: string; returnTransferId: string }): Promise<void> {
  await tx
    .updateTable('card_earning_takes')
    .set({ return_transfer_id: take.returnTransferId })
    .where('id', '=', take.id)
    .execute();
}

/** Adds to what is taken of the earnings of a payment. @param take below zero for what is given back */
export async function addToTaken(
  tx: Tx,
  paymentId: string,
  take: { coins: number; earnedCoins: number },
): Promise<void> {
  await tx
    .updateTable('card_earnings')
    .set({
      taken_coins: sql<number>`taken_coins + ${take.coins}::integer`,
      taken_earned_coins: sql<number>`taken_earned_coins + ${take.earnedCoins}::integer`,
    })
    .where('payment_id', '=', paymentId)
    .execute();
}
