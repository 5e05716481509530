import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from './errors.ts';

/** So many points in so long a window. */
export type Allowance = { readonly points: number; readonly windowSeconds: number };

/** An allowance and for whom: declared beside the field that it protects. */
export type Budget = Allowance & { readonly per: 'user' | 'ip' | 'admin' };

/** Counts what callers spend. In memory: each process counts for itself. */
export type Budgets = {
  /** @throws AppError RATE_LIMITED when `key` has spent its points in the window of `allowance` */
  spend(name: string, allowance: Allowance, key: string): Promise<void>;
};

export function createBudgets(): Budgets {
  const limiters = new Map<string, RateLimiterMemory>();

  function limiterOf(name: string, { points, windowSeconds }: Allowance): RateLimiterMemory {
    let limiter = limiters.get(name);
    if (!limiter) {
      limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds });
      limiters.set(name, limiter);
    }
    return limiter;
  }

  return {
    async spend(name, allowance, key) {
      try {
        await limiterOf(name, allowance).consume(key);
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw rateLimited(Math.ceil(refusal.msBeforeNext / 1_000));
      }
    },
  };
}
