import type { RequestContext } from '../context.ts';
import { networkOf } from '../network.ts';
import type { Budget } from '../rate-limit.ts';

/** Spends one point of the budget that a root field declares. @throws AppError RATE_LIMITED */
export async function spendFieldBudget(ctx: RequestContext, field: string, budget: Budget): Promise<void> {
  await ctx.budgets.spend(`field:${field}`, budget, budgetKey(ctx, budget));
}

function budgetKey(ctx: RequestContext, budget: Budget): string {
  const identity = { user: ctx.user?.id, admin: ctx.admin?.id, ip: null }[budget.per];
  return identity ?? networkOf(ctx.caller.ip);
}
