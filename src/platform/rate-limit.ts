import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from './errors.ts';

/** So many points in so long a window, for whom: declared beside the field that it protects. */
export type Budget = {
  readonly points: number;
  readonly windowSeconds: number;
  readonly per: 'user' | 'ip' | 'admin';
};

/** Counts what callers spend. In memory: each process counts for itself. */
export type Budgets = {
  /** @throws AppError RATE_LIMITED when `key` has spent its points in the window of `budget` */
  spend(name: string, budget: Budget, key: string, points?: number): Promise<void>;
};

export function createBudgets(): Budgets {
  const limiters = new Map<string, RateLimiterMemory>();

  function limiterOf(name: string, budget: Budget): RateLimiterMemory {
    let limiter = limiters.get(name);
    if (!limiter) {
      limiter = new RateLimiterMemory({
        keyPrefix: name,
        points: budget.points,
        duration: budget.windowSeconds,
      });
      limiters.set(name, limiter);
    }
    return limiter;
  }

  return {
    async spend(name, budget, key, points = 1) {
      try {
        await limiterOf(name, budget).consume(key, points);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw rateLimited(Math.ceil(refusal.msBeforeNext / 1_000));
      }
    },
  };
}
