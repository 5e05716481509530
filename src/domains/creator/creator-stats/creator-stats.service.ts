import type { Tx } from '#platform/outbox/transaction.ts';
import type { UserContext } from '#platform/request/context.ts';
import { addSums, countMembers, listMonths } from './creator-stats.queries.ts';
import type { CreatorStats, CreatorSums } from './creator-stats.types.ts';

export const STATS_MONTHS = 24;

const NOTHING: CreatorSums = { started: 0, ended: 0, paidCoins: 0, earnedCoins: 0, refundedCoins: 0 };

/** Adds to the sums of a creator in the month of a time. */
export const addToMonth = (
  tx: Tx,
  sums: Partial<CreatorSums> & { readonly creatorId: string; readonly at: Date },
): Promise<void> => addSums(tx, { ...NOTHING, ...sums });

/** Sums of the subscriptions to the caller, which writes have kept. */
export async function creatorStats({ db, user }: UserContext): Promise<CreatorStats> {
  const [memberCount, months] = await Promise.all([
    countMembers(db, user.id),
    listMonths(db, user.id, STATS_MONTHS),
  ]);
  return { memberCount, months };
}
