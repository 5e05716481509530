import { type RawBuilder, sql } from 'kysely';
import type { Services } from '#platform/outbox/services.ts';
import { assertSufficient, PLATFORM_ACCOUNT_IDS } from './ledger.policy.ts';
import { listBalances } from './ledger.queries.ts';
import type { CoinTransactionType, PlatformAccount } from './ledger.types.ts';

/**
 * Locks the coins of a user, as a part of a write of one statement: a function to join laterally, of one row with the columns
 * `coins_id`, `promo_id`, `coins` and `promo_coins`, which are null where there are no coins yet.
 */
export const lockCoinsSql = (userId: RawBuilder<string>): RawBuilder<unknown> =>
  sql`lock_coins(${userId}::uuid)`;

/** Whether coins that `lockCoinsSql` has locked are enough. */
export const isSufficientSql = (amountCoins: RawBuilder<number>): RawBuilder<boolean> =>
  sql`coalesce(coins + promo_coins, 0) >= ${amountCoins}::integer`;

type SpendingSql = {
  readonly type: CoinTransactionType;
  readonly spenderId: RawBuilder<string>;
  readonly amountCoins: RawBuilder<number>;
  readonly to: PlatformAccount;
  readonly transferId: RawBuilder<string>;
  readonly key: RawBuilder<string>;
  /** The id of the transaction, unless the newest one of the user is after it. */
  readonly transactionId: RawBuilder<string>;
  readonly counterpartyId: RawBuilder<unknown>;
  /** The newest transaction of the user, to which this is added, and its first transfer; null for a new one. */
  readonly addedTo: { readonly transactionId: RawBuilder<unknown>; readonly transferId: RawBuilder<unknown> };
  readonly at: RawBuilder<unknown>;
};

/**
 * Spends locked coins, given ones first, as a part of a write of one statement: a function to join laterally with what
 * `lockCoinsSql` returned, of one row with the columns `transaction_id` and `balance_after`. Each key must have been checked.
 */
export const spendCoinsSql = (spending: SpendingSql): RawBuilder<unknown> => sql`spend_coins(
  ${spending.spenderId}::uuid, coins_id, promo_id, coins, promo_coins, ${spending.amountCoins}::integer,
  ${sql.lit(PLATFORM_ACCOUNT_IDS[spending.to])}::uuid, ${spending.transferId}::uuid, ${sql.lit(spending.type)}, ${spending.key}::text,
  ${spending.addedTo.transferId}, ${spending.counterpartyId}, ${spending.transactionId}::uuid, ${spending.addedTo.transactionId},
  ${spending.at})`;

/** Finds out whether a spending was refused for want of coins. @throws AppError INSUFFICIENT_COINS */
export async function assertCanSpend(
  { db }: Pick<Services, 'db'>,
  { userId, amountCoins }: { userId: string; amountCoins: number },
): Promise<void> {
  const balances = await listBalances(db, [userId]);
  const available = balances.reduce(
    (sum, { kind, balance }) => sum + (kind === 'COINS' || kind === 'PROMO' ? balance : 0),
    0,
  );
  assertSufficient(available, amountCoins);
}
