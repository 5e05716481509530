import { type Clock, SECOND_MS } from './clock.ts';
import { rateLimited } from './errors.ts';
import { growingCache } from './growing-cache.ts';

/** Points per window. */
export type Allowance = { readonly points: number; readonly windowSeconds: number };

/** The length of a window in words, for descriptions. */
export function windowText({ windowSeconds }: Pick<Allowance, 'windowSeconds'>): string {
  const duration = new Intl.DurationFormat('en', { style: 'long' });
  return duration.format({ hours: Math.floor(windowSeconds / 3_600), minutes: (windowSeconds % 3_600) / 60 });
}

/** An allowance and its holder, declared beside the field that it protects. */
export type Budget = Allowance & {
  /**
   * A signed-in caller is counted by account in any case. `caller` is for fields that are open to callers without a
   * token, who are counted by network.
   */
  readonly per: 'user' | 'admin' | 'caller';
  /** Points of a network, which many callers without a token may share; `points` when absent. */
  readonly networkPoints?: number;
  /**
   * `effect`, of mutations when absent, charges calls that changed something. `call` charges every call whose input was
   * not refused: for what costs or tells something without changing a row.
   */
  readonly charge?: 'effect' | 'call';
};

/** A point that was spent. */
export type Charge = {
  /** Returns the point to its window, unless that has ended. */
  giveBack(): void;
};

/** Counts points in memory: each process counts for itself. */
export type Budgets = {
  /**
   * Spends a point before the act, so that concurrent acts cannot pass together; the caller gives it back when nothing
   * is due.
   * @throws AppError RATE_LIMITED when `key` has spent its points in the window of `allowance`
   */
  spend(name: string, allowance: Allowance, key: string): Promise<Charge>;
  /** Points that `key` has spent in its present window. */
  spent(name: string, key: string): Promise<number>;
};

/** The points of one key since its window began with the first of them. */
type Window = { spent: number; readonly endsAtMs: number };

const WINDOWS_MAX = 500_000;

export function createBudgets(clock: Clock): Budgets {
  const windows = growingCache<Window>(WINDOWS_MAX);

  function windowOf(name: string, key: string): Window | undefined {
    const window = windows.get(`${name}\n${key}`);
    return window && window.endsAtMs > clock.now().getTime() ? window : undefined;
  }

  return {
    async spend(name, { points, windowSeconds }, key) {
      const nowMs = clock.now().getTime();
      const window = windowOf(name, key) ?? { spent: 0, endsAtMs: nowMs + windowSeconds * SECOND_MS };
      if (window.spent >= points) throw rateLimited(Math.ceil((window.endsAtMs - nowMs) / SECOND_MS));
      window.spent += 1;
      windows.set(`${name}\n${key}`, window);
      return { giveBack: () => void (window.spent -= 1) };
    },
    spent: async (name, key) => windowOf(name, key)?.spent ?? 0,
  };
}
