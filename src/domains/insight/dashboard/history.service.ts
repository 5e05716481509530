import { DAY_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { dayOf } from './periods.policy.ts';
import {
  type CohortCount,
  hasClosedDays,
  insertClosedDays,
  insertCohorts,
  lockHead,
} from './days.queries.ts';
import { addTimedValues, type TimedValue } from './measures.queries.ts';

export type History = {
  readonly values: readonly TimedValue[];
  readonly cohorts: readonly CohortCount[];
};

const CLOSED_AFTER_MS = 10 * MINUTE_MS;

/**
 * Takes numbers of days that nobody counted here, which come before those that are, and closes these days. What is counted already of
 * them is added.
 * @param historyOf makes the numbers of so many days before a day
 * @returns false when days are closed already
 */
export async function insertHistory(
  tx: Tx,
  { days, now }: { readonly days: number; readonly now: Date },
  historyOf: (until: Date) => History,
): Promise<boolean> {
  const { daysUntil } = await lockHead(tx, dayOf(now));
  if (await hasClosedDays(tx)) return false;
  const { values, cohorts } = historyOf(daysUntil);
  await addTimedValues(tx, values);
  await insertCohorts(tx, cohorts);
  const from = new Date(daysUntil.getTime() - days * DAY_MS);
  await insertClosedDays(tx, { from, until: daysUntil, afterMs: CLOSED_AFTER_MS });
  return true;
}
