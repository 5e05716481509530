import { invalid } from '#platform/kernel/parse-input.ts';
import { monthOf, type MonthSpan, parseMonth } from '../months/months.policy.ts';

/** Parses the month of an export, which has begun. @throws ValidationFailed */
export function parseExportedMonth(month: string, now: Date): MonthSpan {
  const span = parseMonth(month);
  if (span.month > monthOf(now)) throw invalid(['month'], 'Use a month that has begun.', 'max');
  return span;
}
