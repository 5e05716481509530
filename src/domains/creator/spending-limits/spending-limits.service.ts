import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { UserContext } from '#platform/request/context.ts';
import { deleteLimits, insertLimit, listLimits } from './spending-limits.queries.ts';
import type { SpendingLimit, SpendingPeriod } from './spending-limits.types.ts';

/** Time after which a limit is raised or ends, so that nobody does it in the heat of the moment. */
const RAISED_AFTER_MS = DAY_MS;

/** The caller's limits, by day, week and month. */
export const mySpendingLimits = (ctx: UserContext): Promise<SpendingLimit[]> =>
  listLimits(ctx.db, { userId: ctx.user.id, now: ctx.clock.now() });

/**
 * Sets the caller's limit of a period: a lower one at once, a higher one or none after a day. A change that was to come is replaced.
 * @throws AppError VALIDATION_FAILED
 */
export async function setSpendingLimit(
  ctx: UserContext,
  { period, limitCoins: given }: { period: SpendingPeriod; limitCoins?: number | null | undefined },
): Promise<SpendingLimit | null> {
  const limitCoins = given ?? null;
  if (limitCoins !== null && limitCoins < 0)
    throw invalid(['limitCoins'], 'Use a limit of 0 coins or more.', 'min', 0);
  const userId = ctx.user.id;
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [userId]);
    const now = ctx.clock.now();
    const current =
      (await listLimits(tx, { userId, now })).find((one) => one.period === period)?.limitCoins ?? null;
    const isLowered = limitCoins !== null && (current === null || limitCoins < current);
    await deleteLimits(tx, { userId, period, after: isLowered ? null : now });
    if (limitCoins === current) return;
    const effectiveAt = isLowered ? now : new Date(now.getTime() + RAISED_AFTER_MS);
    await insertLimit(tx, { userId, period, limitCoins, effectiveAt });
  });
  return (await mySpendingLimits(ctx)).find((one) => one.period === period) ?? null;
}
