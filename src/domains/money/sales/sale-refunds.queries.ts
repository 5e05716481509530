import { sql } from 'kysely';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { CoinKind } from '../ledger/ledger.types.ts';

/** Coins of a lot that paid for a sale, and what they earned. */
export type SoldOrigin = {
  readonly lotId: string;
  readonly kind: CoinKind;
  readonly coins: number;
  readonly takenCoins: number;
  readonly earnerId: string;
  readonly earnedCoins: number;
  readonly takenEarnedCoins: number;
  readonly clearsAt: Date;
};

/** The origins of a sale that is settled, in the opposite order of spending: coins that were paid for come back first. */
export async function listSold(tx: Tx, spendingId: string): Promise<SoldOrigin[]> {
  const { rows } = await sql<SoldOrigin>`
    select o.lot_id as "lotId", l.kind, o.coins, o.taken_coins as "takenCoins", o.earner_id as "earnerId",
      o.earned_coins as "earnedCoins", o.taken_earned_coins as "takenEarnedCoins", o.clears_at as "clearsAt"
    from coin_origins o join coin_lots l on l.id = o.lot_id
    where o.spending_id = ${spendingId}::uuid and o.earner_id is not null
    order by l.kind, l.expires_at desc nulls first, l.created_at desc, l.id desc`.execute(tx);
  return rows;
}

/** The transaction by which a settlement showed its earner a sale; null where their account was erased. */
export async function findEarned(
  tx: Tx,
  { transferId, earnerId, spendingId }: { transferId: string; earnerId: string; spendingId: string },
): Promise<{ earnedCoins: number; createdAt: Date } | null> {
  const row = await tx
    .selectFrom('coin_transactions')
    .select([sql<number>`amount_coins - fee_coins`.as('earnedCoins'), 'created_at as createdAt'])
    .where('transfer_id', '=', transferId)
    .where('user_id', '=', earnerId)
    .where('earned_from_id', '=', spendingId)
    .where('balance_after', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}
