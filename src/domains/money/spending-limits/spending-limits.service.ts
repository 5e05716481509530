import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { UserContext } from '#platform/request/context.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { ownLimitPassed } from './spending-limits.policy.ts';
import { deleteLimits, insertLimit, listLimits } from './spending-limits.queries.ts';
import type { SpendingLimit, SpendingLimitKind, SpendingPeriod } from './spending-limits.types.ts';

/** Time after which a limit is raised or ends, so that nobody does it in the heat of the moment. */
const RAISED_AFTER_MS = DAY_MS;

type OfKind = { readonly kind?: SpendingLimitKind | null | undefined };

/** The caller's limits of a kind, by day, week and month. */
export const mySpendingLimits = (ctx: UserContext, { kind }: OfKind): Promise<SpendingLimit[]> =>
  listLimits(ctx.db, { userId: ctx.user.id, kind: kind ?? 'SPENDING', now: ctx.clock.now() });

/**
 * Sets the caller's limit of a period: a lower one at once, a higher one or none after a day. A change that was to come is replaced.
 * @throws AppError VALIDATION_FAILED
 */
export async function setSpendingLimit(
  ctx: UserContext,
  input: OfKind & { readonly period: SpendingPeriod; readonly limitCoins?: number | null | undefined },
): Promise<SpendingLimit | null> {
  const { period } = input;
  const [kind, limitCoins] = [input.kind ?? 'SPENDING', input.limitCoins ?? null];
  if (limitCoins !== null && limitCoins < 0)
    throw invalid(['limitCoins'], 'Use a limit of 0 coins or more.', 'min', 0);
  const userId = ctx.user.id;
  await ctx.transaction(async (tx) => {
    await lockUsers(tx, [userId]);
    const now = ctx.clock.now();
    const current =
      (await listLimits(tx, { userId, kind, now })).find((one) => one.period === period)?.limitCoins ?? null;
    const isLowered = limitCoins !== null && (current === null || limitCoins < current);
    await deleteLimits(tx, { userId, kind, period, after: isLowered ? null : now });
    if (limitCoins === current) return;
    const effectiveAt = isLowered ? now : new Date(now.getTime() + RAISED_AFTER_MS);
    await insertLimit(tx, { userId, kind, period, limitCoins, effectiveAt });
  });
  return (await mySpendingLimits(ctx, { kind })).find((one) => one.period === period) ?? null;
}

type Spending = {
  readonly userId: string;
  readonly amountCoins: number;
  readonly now: Date;
  /** Of the input that says what is paid for. */
  readonly path: readonly string[];
};

/**
 * Refuses a spending that passes a limit of the user's own. The caller holds the lock on their coins, so that all that was spent before
 * counts.
 * @throws AppError LIMIT_REACHED
 */
export async function assertRoomToSpend(tx: Tx, { userId, amountCoins, now, path }: Spending): Promise<void> {
  const passed = (await listLimits(tx, { userId, kind: 'SPENDING', now })).find(
    ({ limitCoins, spentCoins }) => limitCoins !== null && spentCoins + amountCoins > limitCoins,
  );
  if (passed) throw ownLimitPassed(path)({ constraint: passed.period });
}

export type PurchaseRoom = {
  /** The refusal by the limit that the purchase passes; null when there is room for it. */
  readonly refusal: AppError | null;
  /** Whether there is room without the purchases whose card was declined. */
  readonly isTakenByDeclined: boolean;
};

/**
 * Whether a buyer's own limits have room for coins that they want to buy. What is bought at the same time is counted where the
 * beginnings of their purchases wait for each other.
 * @param path of the input that names what is bought
 */
export async function roomForPurchase(
  tx: Tx,
  { coins, ...buyer }: { userId: string; coins: number; now: Date },
  path: readonly string[],
): Promise<PurchaseRoom> {
  const limits = await listLimits(tx, { ...buyer, kind: 'PURCHASES' });
  const passed = limits.filter(
    ({ limitCoins, spentCoins, declinedCoins }) =>
      limitCoins !== null && spentCoins + declinedCoins + coins > limitCoins,
  );
  const [first] = passed;
  return {
    refusal: first ? ownPurchasesReached(first, path) : null,
    isTakenByDeclined: passed.every(({ limitCoins, spentCoins }) => spentCoins + coins <= (limitCoins ?? 0)),
  };
}

const ownPurchasesReached = ({ period }: SpendingLimit, path: readonly string[]): AppError =>
  new AppError('LIMIT_REACHED', 'This passes the limit that you have set for your own purchases.', {
    path,
    details: { constraint: period },
  });
