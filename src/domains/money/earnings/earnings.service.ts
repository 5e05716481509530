import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { clearEarnings, type Earned } from '../ledger/payouts.service.ts';
import { addClearings, takeDue } from './clearings.queries.ts';
import { clearingTime } from './earnings.policy.ts';

/** Has pending earnings that a transaction books become available some days later, one amount for each user. */
export const clearLater = (
  { clock, limits }: Pick<Services, 'clock' | 'limits'>,
  tx: Tx,
  earned: readonly Earned[],
): Promise<void> => addClearings(tx, earned, clearingTime(clock.now(), limits.earningsClearingDays));

/** Makes pending earnings available that are due. @returns how many rows it took */
export async function clearDue(
  services: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  limit: number,
): Promise<number> {
  const { earned, count } = await takeDue(tx, { now: services.clock.now(), limit });
  if (count > 0) await clearEarnings(services, tx, earned);
  return count;
}
