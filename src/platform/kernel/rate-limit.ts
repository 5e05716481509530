import { SECOND_MS } from './clock.ts';
import { rateLimited } from './errors.ts';

/** Points per window. */
export type Allowance = { readonly points: number; readonly windowSeconds: number };

/** The length of a window in words, for descriptions. */
export function windowText({ windowSeconds }: Pick<Allowance, 'windowSeconds'>): string {
  const duration = new Intl.DurationFormat('en', { style: 'long' });
  return duration.format({ hours: Math.floor(windowSeconds / 3_600), minutes: (windowSeconds % 3_600) / 60 });
}

const WINDOW_IN_MEMORY_SECONDS_MAX = 60;

/**
 * Whether the points are counted in the database, for all processes together. Windows up to a minute are counted in
 * memory: they protect the process that counts them.
 */
export const isShared = ({ windowSeconds }: Allowance): boolean =>
  windowSeconds > WINDOW_IN_MEMORY_SECONDS_MAX;

/** An allowance and its holder, declared beside the field that it protects. */
export type Budget = Allowance & {
  /**
   * A signed-in caller is counted by account in any case. `caller` is for fields that are open to callers without a
   * token, who are counted by network.
   */
  readonly per: 'user' | 'admin' | 'caller';
  /** Points of a network, which many callers without a token may share; `points` when absent. */
  readonly networkPoints?: number;
  /** Things for which points are spent, in the plural, when a call may spend several; only of windows that are counted in memory. */
  readonly spentFor?: string;
  /**
   * `effect`, of mutations when absent, charges calls that changed something, in their own transaction. `ahead` charges
   * the same calls, but before they act: for what changes something outside of the database. `call` charges every call whose
   * input was not refused: for what costs or tells something without changing a row.
   */
  readonly charge?: 'effect' | 'ahead' | 'call';
};

/** A point of `allowance` that `key` spends. */
export type Point = { readonly name: string; readonly allowance: Allowance; readonly key: string };

/** Points that were spent. */
export type Charge = {
  /** Returns them to their window, unless that has ended; also when the operation was aborted. */
  giveBack(): Promise<void>;
};

/** Shared points that were spent, with the number of all that are spent in each of their windows. */
export type SharedCharge = Charge & { readonly spent: readonly number[] };

/** Without the database no shared point can be spent, and what needs one is refused. */
export type Budgets = {
  /**
   * Spends a point before the act, so that concurrent acts cannot pass together; the caller gives it back when nothing is
   * due.
   * @param count spent at once, all or none; only one of a shared allowance
   * @throws AppError RATE_LIMITED
   */
  spend(point: Point, count?: number): Promise<Charge>;
  /** As `spend`: all of the points, or none. */
  spendShared(...points: readonly Point[]): Promise<SharedCharge>;
  /**
   * Runs an act of the operation that spends a shared point by its first commit that changes rows: in the same
   * transaction, without a round trip. An act that changes nothing spends nothing; one beyond the budget is rolled back.
   * @throws AppError RATE_LIMITED
   */
  spendByCommit<Result>(point: Point, act: () => Promise<Result>): Promise<Result>;
  /** Returns one shared point to its present window, if any is spent in it. */
  giveBack(point: Point): Promise<void>;
  /** The present window of a point; its end, if none has begun, is as if it began now. */
  windowOf(point: Point): Promise<Window>;
};

/** The points of one key since its window began with the first of them. */
export type Window = { readonly spent: number; readonly endsAt: Date };

/** @throws AppError RATE_LIMITED when fewer than `count` points are left in the window */
export function assertLeft({ points }: Allowance, { spent, endsAt }: Window, now: Date, count = 1): void {
  const leftSeconds = Math.ceil((endsAt.getTime() - now.getTime()) / SECOND_MS);
  if (spent + count > points) throw rateLimited(Math.max(1, leftSeconds));
}
