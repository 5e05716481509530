import { type Clock, DAY_MS } from '#platform/kernel/clock.ts';

/**
 * A clock that follows the system clock until a test advances it. Shortly before midnight (UTC) it begins on the next day: what is
 * counted by days would change in the middle of a test.
 */
export type MovableClock = Clock & {
  /** `advance('90s')`, `'2m'`, `'3h'`, `'4d'`, or milliseconds. */
  advance(duration: string | number): void;
  /**
   * Stops the clock, for a test of what happens within one second: only `advance` moves it then. It stops some minutes from now,
   * because the job queue goes by the time of the database, which must not come to what this clock has in the future.
   */
  freeze(): void;
};

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

const FROZEN_AHEAD_MS = 3 * 60_000;

/** Longer than the tests of a world take. */
const BEFORE_MIDNIGHT_MS = 20 * 60_000;

function aheadOfMidnight(nowMs: number): number {
  const leftMs = DAY_MS - (nowMs % DAY_MS);
  return leftMs < BEFORE_MIDNIGHT_MS ? leftMs : 0;
}

export function movableClock(): MovableClock {
  let aheadMs = aheadOfMidnight(Date.now());
  let frozenAtMs: number | undefined;
  return {
    now: () => new Date((frozenAtMs ?? Date.now()) + aheadMs),
    freeze: () => (frozenAtMs ??= Date.now() + FROZEN_AHEAD_MS),
    advance: (duration) => (aheadMs += typeof duration === 'number' ? duration : parseDuration(duration)),
  };
}

function parseDuration(duration: string): number {
  const [, amount, unit] = /^(\d+)([smhd])$/.exec(duration) ?? [];
  const unitMs = UNIT_MS[unit ?? ''];
  if (amount === undefined || unitMs === undefined) throw new Error(`"${duration}" is not a duration`);
  return Number(amount) * unitMs;
}
