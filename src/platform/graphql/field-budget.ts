import type { RequestContext } from '#platform/request/context.ts';
import { AppError, type ErrorCode, ValidationFailed } from '#platform/kernel/errors.ts';
import { networkOf } from '#platform/kernel/network.ts';
import { currentScope } from '#platform/kernel/operation-scope.ts';
import { assertLeft, type Budget, isShared, type Point } from '#platform/kernel/rate-limit.ts';

type BudgetOfField = {
  readonly field: string;
  readonly budget: Budget;
  /** Points that the call spends; one when absent. */
  readonly points?: number | undefined;
};

/**
 * Runs a root field under its budget. Refused input is not charged, nor is an act that changed nothing, unless the
 * budget charges every call.
 * @throws AppError RATE_LIMITED
 */
export async function underBudget<Result>(
  ctx: RequestContext,
  { field, budget, points = 1 }: BudgetOfField,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const point = pointOf(ctx, { field, budget });
  if (isShared(budget) && (budget.charge ?? 'effect') === 'effect') {
    return ctx.budgets.spendByCommit(point, async () => work());
  }
  const charge = await ctx.budgets.spend(point, points);
  const before = changesSoFar();
  try {
    const result = await work();
    if (budget.charge !== 'call' && changesSoFar() === before) await charge.giveBack();
    return result;
  } catch (error) {
    const isFree = budget.charge === 'call' ? isRefusedInput(error) : changesSoFar() === before;
    if (isFree) await charge.giveBack();
    throw error;
  }
}

/** Returns a point that a call has spent by its commit, where it turns out later that it is not to count. */
export const giveBackPoint = (ctx: RequestContext, of: BudgetOfField): Promise<void> =>
  ctx.budgets.giveBack(pointOf(ctx, of));

/** Refuses a call whose budget is spent before its files come. @throws AppError RATE_LIMITED */
export async function assertWithinBudget(
  ctx: RequestContext,
  { field, budget }: BudgetOfField,
): Promise<void> {
  const point = pointOf(ctx, { field, budget });
  assertLeft(point.allowance, await ctx.budgets.windowOf(point), ctx.clock.now());
}

/** Mutations of a document run one after the other, so the difference between two moments is the change of one. */
const changesSoFar = (): number => currentScope()?.changes ?? 0;

const INPUT_CODES: ReadonlySet<ErrorCode> = new Set(['VALIDATION_FAILED', 'BAD_USER_INPUT', 'NOT_FOUND']);

const isRefusedInput = (error: unknown): boolean =>
  error instanceof ValidationFailed || (error instanceof AppError && INPUT_CODES.has(error.code));

function pointOf(ctx: RequestContext, { field, budget }: BudgetOfField): Point {
  const name = `field:${field}`;
  const accountId = ctx.user?.id ?? ctx.admin?.id;
  if (accountId !== undefined) return { name, allowance: budget, key: accountId };
  const points = budget.networkPoints ?? budget.points;
  return { name, allowance: { ...budget, points }, key: networkOf(ctx.caller.ip) };
}
