import { AppError } from '#platform/kernel/errors.ts';
import { ACCOUNT_TRANSITIONS } from './accounts.state.ts';
import type { MoneyLeft } from './deletion-terms.queries.ts';

export type DeletionObstacle = 'EARNINGS_UNPAID' | 'DISPUTE_OPEN' | 'PURCHASE_OPEN';

/** Obstacle to the deletion of an account by its owner: money of which nobody knows yet whose it is. */
export function obstaclesOf({
  earningsCoins,
  hasOpenDispute,
  hasOpenPurchase,
}: MoneyLeft): readonly DeletionObstacle[] {
  return [
    ...(earningsCoins > 0 ? (['EARNINGS_UNPAID'] as const) : []),
    ...(hasOpenDispute ? (['DISPUTE_OPEN'] as const) : []),
    ...(hasOpenPurchase ? (['PURCHASE_OPEN'] as const) : []),
  ];
}

const ADVICE: Readonly<Record<DeletionObstacle, string>> = {
  EARNINGS_UNPAID: 'Have your earnings paid out first.',
  DISPUTE_OPEN: 'Wait until the dispute of your payment is decided.',
  PURCHASE_OPEN: 'Wait for your purchase, or cancel it first.',
};

/**
 * Refuses a deletion that has an obstacle, or whose owner does not agree to what is lost.
 * @param agreedCoins coins that the owner agrees to lose
 * @throws AppError INVALID_STATE | CONSENT_REQUIRED
 */
export function assertTerms(left: MoneyLeft, agreedCoins: number): void {
  const [obstacle] = obstaclesOf(left);
  if (obstacle) {
    throw new AppError('INVALID_STATE', ADVICE[obstacle], {
      details: { current: obstacle, allowed: ACCOUNT_TRANSITIONS.requestAccountDeletion.from },
    });
  }
  const { lostCoins } = left;
  if (agreedCoins === lostCoins) return;
  throw new AppError(
    'CONSENT_REQUIRED',
    `The account loses ${lostCoins} coins: show this, and send it back.`,
    {
      path: ['lostCoins'],
      details: { lostCoins },
    },
  );
}
