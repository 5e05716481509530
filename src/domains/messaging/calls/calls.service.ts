import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { DAY_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { insertRating } from './call-writes.queries.ts';
import { visibleCallById, ownMemberByCall } from './calls.loaders.ts';
import { callNotFound, notInState } from './calls.policy.ts';
import { listActiveCalls, listCallHistory } from './calls.queries.ts';
import type { Call, CallProblem } from './calls.types.ts';

export const ACTIVE_CALLS_MAX = 20;

/** @throws AppError NOT_FOUND */
export async function requireCall(ctx: UserContext, id: string): Promise<Call> {
  const found = await load(ctx, visibleCallById, id);
  if (!found) throw callNotFound();
  return found;
}

/** Calls that ring the caller, and the one in which they are. */
export const activeCalls = (ctx: UserContext): Promise<readonly Call[]> =>
  listActiveCalls(ctx.db, { userId: ctx.user.id, limit: ACTIVE_CALLS_MAX });

/** Ended calls of the caller, newest first. */
export const callHistory = (
  ctx: UserContext,
  { conversationId }: { readonly conversationId?: string | null | undefined },
  page: ListRequest<IdKey>,
): Promise<readonly Call[]> =>
  listCallHistory(ctx.db, { userId: ctx.user.id, conversationId: conversationId ?? null }, page);

/** From the first accept or join until the end; null before it. */
export function durationSeconds({ startedAt, endedAt }: Call, now: Date): number | null {
  if (!startedAt) return null;
  return Math.max(0, Math.floor(((endedAt ?? now).getTime() - startedAt.getTime()) / SECOND_MS));
}

const PROBLEMS_MAX = 5;

/** Rates an ended call of the caller. A repetition changes nothing. @throws AppError NOT_FOUND | INVALID_STATE | VALIDATION_FAILED */
export async function rateCall(
  ctx: UserContext,
  input: {
    readonly callId: string;
    readonly stars: number;
    readonly problems?: readonly CallProblem[] | null | undefined;
  },
): Promise<Call> {
  const { callId, stars } = input;
  if (stars < 1 || stars > 5) throw invalid(['stars'], 'Give 1 to 5 stars.', 'range');
  const problems = [...new Set(input.problems ?? [])].slice(0, PROBLEMS_MAX);
  const call = await requireCall(ctx, callId);
  if (!(await load(ctx, ownMemberByCall, callId))) throw callNotFound();
  const now = ctx.clock.now();
  if (call.endedAt === null) throw notInState('Rate the call when it has ended.', call.state, ['ENDED']);
  if (now.getTime() - call.endedAt.getTime() > DAY_MS) {
    throw notInState('Rate a call within a day.', 'EXPIRED', ['ENDED']);
  }
  await ctx.transaction((tx) => insertRating(tx, { callId, userId: ctx.user.id, stars, problems, now }));
  return call;
}
