import { HOUR_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { ObjectState } from '#platform/kernel/object-states.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { Book, EnteredSum, TrialBalanceLine } from './months.types.ts';

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

export type MonthSpan = { readonly month: string; readonly startsAt: Date; readonly endsAt: Date };

/** @returns null for what is no month */
export function monthSpan(month: string): MonthSpan | null {
  const [, year, number] = MONTH.exec(month) ?? [];
  if (year === undefined || number === undefined || year === '0000') return null;
  const at = (offset: number) => {
    const time = new Date(0);
    time.setUTCFullYear(Number(year), Number(number) - 1 + offset, 1);
    return time;
  };
  return { month, startsAt: at(0), endsAt: at(1) };
}

/** Parses a month in an input. @throws ValidationFailed */
export function parseMonth(month: string): MonthSpan {
  const span = monthSpan(month);
  if (!span) throw invalid(['month'], 'Use a month such as 2026-11.', 'format');
  return span;
}

/** The month of a time, in UTC. */
export const monthOf = (time: Date): string => time.toISOString().slice(0, 'yyyy-mm'.length);

/** The clocks of processes, and what is under way at the end of a month, may be behind by this. */
const CLOSED_AFTER_MS = HOUR_MS;

type Judged = {
  readonly span: MonthSpan;
  /** The end of the newest closed month; null while none is closed. */
  readonly closedUntil: Date | null;
  /** Whether there are transfers before the month in months that are not closed. */
  readonly hasEarlier: boolean;
  /** Payments of which something that may belong to the month is not booked. */
  readonly unbookedCount: number;
  readonly now: Date;
};

/** @throws AppError INVALID_STATE */
export function assertClosable({ span, closedUntil, hasEarlier, unbookedCount, now }: Judged): void {
  const { startsAt, endsAt } = span;
  if (now.getTime() < endsAt.getTime() + CLOSED_AFTER_MS)
    throw notClosable('NOT_OVER', 'The month is not over: close it an hour after its end, in UTC.');
  const follows = closedUntil === null ? !hasEarlier : closedUntil.getTime() === startsAt.getTime();
  if (!follows) throw notClosable('EARLIER_OPEN', 'Close the months before this one first, in their order.');
  if (unbookedCount > 0)
    throw notClosable(
      'UNBOOKED',
      `Wait for the provider of payments: of ${unbookedCount} payments it does not show yet what they have moved.`,
    );
}

const notClosable = (current: ObjectState, message: string): AppError =>
  new AppError('INVALID_STATE', message, { path: ['month'], details: { current, allowed: ['OVER'] } });

const keyOf = ({ account, currency }: Pick<EnteredSum, 'account' | 'currency'>): string =>
  `${account} ${currency}`;

/** The lines of a month: what its accounts had at the end of the month before, and what was entered since. */
export function linesOf(
  book: Book,
  before: readonly TrialBalanceLine[],
  entered: readonly EnteredSum[],
): Omit<TrialBalanceLine, 'closing'>[] {
  const lines = new Map<string, Omit<TrialBalanceLine, 'closing'>>();
  for (const { account, currency, closing } of before.filter((line) => line.book === book))
    lines.set(keyOf({ account, currency }), {
      book,
      account,
      currency,
      opening: closing,
      debits: 0,
      credits: 0,
    });
  for (const { account, currency, debits, credits } of entered) {
    const line = lines.get(keyOf({ account, currency })) ?? {
      book,
      account,
      currency,
      opening: 0,
      debits: 0,
      credits: 0,
    };
    const sums = { debits: line.debits + debits, credits: line.credits + credits };
    lines.set(keyOf(line), { ...line, ...sums });
  }
  return [...lines.values()];
}
