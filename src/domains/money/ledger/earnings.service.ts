import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { insertEarnings, openEarnings } from './earnings.queries.ts';
import { PLATFORM_ACCOUNT_IDS } from './ledger.policy.ts';
import type { CoinTransactionType, PlatformAccount } from './ledger.types.ts';

/** Coins that one action brought to a user. */
export type Earning = {
  /** Before the fee. */
  readonly amountCoins: number;
  readonly feeCoins: number;
  /** Null for somebody whom the receiver must not know. */
  readonly counterpartyId: string | null;
};

export type EarningsOfOne = {
  readonly userId: string;
  /** Whether the account of the user is erased: their share waits unclaimed, without transactions. */
  readonly isUnclaimed: boolean;
  readonly earnings: readonly Earning[];
};

/**
 * Moves coins that are on their way to the earnings of users, in one transfer for all, with a transaction for each of their earnings.
 * It only appends, so that it waits for nobody.
 * @returns the id of the transfer
 */
export async function postEarnings(
  { clock, ids }: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  { type, from, of }: { type: CoinTransactionType; from: PlatformAccount; of: readonly EarningsOfOne[] },
): Promise<string> {
  const userIds = of.flatMap(({ userId, isUnclaimed }) => (isUnclaimed ? [] : [userId]));
  const accounts = await openEarnings(tx, ids, { kind: 'EARNINGS_PENDING', userIds });
  const { UNCLAIMED, PLATFORM_FEE, [from]: source } = PLATFORM_ACCOUNT_IDS;
  const amounts = new Map<string, number>();
  const add = (accountId: string, amount: number): void =>
    void amounts.set(accountId, (amounts.get(accountId) ?? 0) + amount);
  for (const { userId, isUnclaimed, earnings } of of) {
    const accountId = isUnclaimed ? UNCLAIMED : accounts.get(userId);
    if (accountId === undefined) throw new Error('an account that was opened is not there');
    for (const { amountCoins, feeCoins } of earnings) {
      add(source, -amountCoins);
      add(accountId, amountCoins - feeCoins);
      add(PLATFORM_FEE, feeCoins);
    }
  }
  const transferId = ids.next();
  await insertEarnings(tx, {
    transferId,
    type,
    now: clock.now(),
    entries: [...amounts].flatMap(([accountId, amount]) => (amount === 0 ? [] : [{ accountId, amount }])),
    transactions: of.flatMap(({ userId, isUnclaimed, earnings }) =>
      isUnclaimed ? [] : earnings.map((earning) => ({ id: ids.next(), userId, ...earning })),
    ),
  });
  return transferId;
}
