export type Interval = 'MONTH' | 'YEAR';

const MONTHS: Readonly<Record<Interval, number>> = { MONTH: 1, YEAR: 12 };

/** The time from which the periods of a subscription are counted, and how long they are. */
export type Anchor = { readonly anchorAt: Date; readonly interval: Interval };

export type Period = { readonly start: Date; readonly end: Date };

/**
 * The time at which a number of periods since the anchor are over, in UTC. It is counted from the anchor, never from the period before, so
 * that after a short month the day is the anchor's again: 31 January, 28 February, 31 March.
 */
export function afterPeriods({ anchorAt, interval }: Anchor, periods: number): Date {
  const month = anchorAt.getUTCMonth() + periods * MONTHS[interval];
  const daysOfMonth = new Date(Date.UTC(anchorAt.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const at = new Date(anchorAt);
  at.setUTCMonth(month, Math.min(anchorAt.getUTCDate(), daysOfMonth));
  return at;
}

/** The period that follows a number of them since the anchor. */
export const periodAfter = (anchor: Anchor, periods: number): Period => ({
  start: afterPeriods(anchor, periods),
  end: afterPeriods(anchor, periods + 1),
});

/** The part of a price that the rest of a period costs, rounded up; nothing once it is over. */
export function priceOfRest(price: number, { start, end }: Period, now: Date): number {
  const whole = end.getTime() - start.getTime();
  const rest = Math.min(Math.max(end.getTime() - now.getTime(), 0), whole);
  return Number((BigInt(price) * BigInt(rest) + BigInt(whole) - 1n) / BigInt(whole));
}

/** The part of a price that is given back for the rest of a period, rounded down, so that it is never more than was paid. */
export function refundOfRest(price: number, { start, end }: Period, now: Date): number {
  const whole = end.getTime() - start.getTime();
  const rest = Math.min(Math.max(end.getTime() - now.getTime(), 0), whole);
  return Number((BigInt(price) * BigInt(rest)) / BigInt(whole));
}
