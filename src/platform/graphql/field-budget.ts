import type { RequestContext } from '#platform/request/context.ts';
import { AppError, type ErrorCode, ValidationFailed } from '#platform/kernel/errors.ts';
import { networkOf } from '#platform/kernel/network.ts';
import { currentScope } from '#platform/kernel/operation-scope.ts';
import type { Budget, Charge } from '#platform/kernel/rate-limit.ts';

type BudgetOfField = { readonly field: string; readonly budget: Budget };

/** Takes a point of the budget that a root field declares. @throws AppError RATE_LIMITED */
export function takePoint(ctx: RequestContext, { field, budget }: BudgetOfField): Promise<Charge> {
  const { allowance, key } = holderOf(ctx, budget);
  return ctx.budgets.spend(`field:${field}`, allowance, key);
}

/**
 * Runs a root field whose point is taken. Refused input is not charged, nor is an act that changed nothing, unless the
 * budget charges every call.
 */
export async function underCharge<Result>(
  charge: Charge,
  budget: Budget,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  const before = changesSoFar();
  try {
    const result = await work();
    if (budget.charge !== 'call' && changesSoFar() === before) charge.giveBack();
    return result;
  } catch (error) {
    const isFree = budget.charge === 'call' ? isRefusedInput(error) : changesSoFar() === before;
    if (isFree) charge.giveBack();
    throw error;
  }
}

/** Mutations of a document run one after the other, so the difference between two moments is the change of one. */
const changesSoFar = (): number => currentScope()?.changes ?? 0;

const INPUT_CODES: ReadonlySet<ErrorCode> = new Set(['VALIDATION_FAILED', 'BAD_USER_INPUT', 'NOT_FOUND']);

const isRefusedInput = (error: unknown): boolean =>
  error instanceof ValidationFailed || (error instanceof AppError && INPUT_CODES.has(error.code));

function holderOf(ctx: RequestContext, budget: Budget): { allowance: Budget; key: string } {
  const accountId = ctx.user?.id ?? ctx.admin?.id;
  if (accountId !== undefined) return { allowance: budget, key: accountId };
  const points = budget.networkPoints ?? budget.points;
  return { allowance: { ...budget, points }, key: networkOf(ctx.caller.ip) };
}
