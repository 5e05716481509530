import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { insertEarnings, openEarnings, type NewEarnings } from './earnings.queries.ts';
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
 * Moves coins that are on their way to the earnings of users, in one transfer for each user, with a transaction for each of their earnings.
 * It only appends, so that it waits for nobody.
 * @returns the ids of the transfers by those of the users
 */
export async function postEarnings(
  { clock, ids }: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  { type, from, of }: { type: CoinTransactionType; from: PlatformAccount; of: readonly EarningsOfOne[] },
): Promise<ReadonlyMap<string, string>> {
  const userIds = of.flatMap(({ userId, isUnclaimed }) => (isUnclaimed ? [] : [userId]));
  const accounts = await openEarnings(tx, ids, { kind: 'EARNINGS_PENDING', userIds });
  const now = clock.now();
  const posted = of.map(({ userId, isUnclaimed, earnings }): NewEarnings => {
    const total = sumOf(earnings.map(({ amountCoins }) => amountCoins));
    const fees = sumOf(earnings.map(({ feeCoins }) => feeCoins));
    const accountId = isUnclaimed ? PLATFORM_ACCOUNT_IDS.UNCLAIMED : accounts.get(userId);
    if (accountId === undefined) throw new Error('an account that was opened is not there');
    const entries = [
      { accountId: PLATFORM_ACCOUNT_IDS[from], amount: -total },
      { accountId, amount: total - fees },
      { accountId: PLATFORM_ACCOUNT_IDS.PLATFORM_FEE, amount: fees },
    ].filter(({ amount }) => amount !== 0);
    const shown = isUnclaimed ? [] : earnings;
    return {
      ...{ userId, transferId: ids.next(), entries },
      transactions: shown.map((earning) => ({ id: ids.next(), ...earning })),
    };
  });
  await insertEarnings(tx, { type, posted, now });
  return new Map(posted.map(({ userId, transferId }) => [userId, transferId]));
}

const sumOf = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
