import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { PLATFORM_ACCOUNT_IDS, PLATFORM_ID } from './ledger.policy.ts';
import { lockCoins } from './ledger.queries.ts';
import { move, post } from './ledger.service.ts';
import { listExpiredOwners, withdrawExpired } from './lots.queries.ts';
import { settleLots } from './lots.service.ts';

const BATCH_LOTS = 50;

/**
 * Takes what is left of promotional coins that have expired, of a few users. Until then they can be spent.
 * @returns the number of lots, zero when nothing is left
 */
export async function expireCoins(ctx: Pick<Services, 'clock' | 'ids'>, tx: Tx): Promise<number> {
  const now = ctx.clock.now();
  const owners = await listExpiredOwners(tx, { now, limit: BATCH_LOTS });
  // In one order, as others who lock the coins of several users do.
  const userIds = [...new Set(owners.map(({ userId }) => userId))].toSorted();
  for (const userId of userIds) await expireCoinsOf(ctx, tx, { userId, now });
  return owners.length;
}

async function expireCoinsOf(
  ctx: Pick<Services, 'clock' | 'ids'>,
  tx: Tx,
  { userId, now }: { userId: string; now: Date },
): Promise<void> {
  const locked = await lockCoins(tx, userId);
  if (!locked) throw new Error('a lot belongs to a user without coins');
  await settleLots(tx, userId);
  const amountCoins = await withdrawExpired(tx, { userId, now });
  if (amountCoins === 0) return;
  const entries = move({ from: locked.PROMO.id, to: PLATFORM_ACCOUNT_IDS.BREAKAGE, amount: amountCoins });
  const cause = { type: 'COINS_EXPIRED', initiatorId: PLATFORM_ID, idempotencyKey: null } as const;
  await post(ctx, tx, { userId, locked, entries, direction: 'DEBIT', amountCoins, cause });
}
