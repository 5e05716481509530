import { LRUCache } from 'lru-cache';
import type { Clock } from './clock.ts';
import { SECOND_MS } from './clock.ts';
import type { RequestContext } from './context.ts';
import { rateLimited } from './errors.ts';
import type { Limits } from './limits.ts';
import { networkOf } from './network.ts';

type Bucket = { points: number; filledAtMs: number };

const BUCKETS_MAX = 100_000;

/**
 * A bucket of points for each user, or for each address without one, that fills up steadily: bursts are fine, and
 * what one caller can cost in the long run is bounded. In memory: each process counts for itself.
 */
export function createCostBudget(
  limits: Limits,
  clock: Clock,
): (ctx: RequestContext, cost: number) => Promise<void> {
  const buckets = new LRUCache<string, Bucket>({ max: BUCKETS_MAX });

  /** @throws AppError RATE_LIMITED when the caller's bucket has fewer points than the operation costs */
  return async function chargeCost(ctx, cost) {
    const callerId = ctx.user?.id ?? ctx.admin?.id;
    const capacity = callerId ? limits.userCostBudget : limits.anonymousCostBudget;
    const refillPerSecond = callerId ? limits.userCostRefillPerSecond : limits.anonymousCostRefillPerSecond;
    const key = callerId ?? networkOf(ctx.caller.ip);
    const nowMs = clock.now().getTime();
    const bucket = buckets.get(key) ?? { points: capacity, filledAtMs: nowMs };
    const refilled = ((nowMs - bucket.filledAtMs) / SECOND_MS) * refillPerSecond;
    bucket.points = Math.min(capacity, bucket.points + Math.max(0, refilled));
    bucket.filledAtMs = nowMs;
    buckets.set(key, bucket);
    // An operation that costs more than a whole bucket would never pass; a full bucket pays for any that the limits admit.
    const due = Math.min(cost, capacity);
    if (bucket.points < due) throw rateLimited(Math.ceil((due - bucket.points) / refillPerSecond));
    bucket.points -= due;
  };
}
