import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import { readBooks, readStanding } from './books.queries.ts';
import {
  addToCohorts,
  countActive,
  countActiveToday,
  hasCountedUntil,
  insertClosed,
  lockHead,
  updateHoursUntil,
} from './days.queries.ts';
import { measuresFrom } from './measures.policy.ts';
import { insertValues, replaceHour } from './measures.queries.ts';
import { dayOf } from './periods.policy.ts';

/** Longer than a transaction lasts, and than a process takes to store a use of a session. */
const LATE_MS = 5 * MINUTE_MS;
const BOOKS = measuresFrom('BOOKS');
/** Users of a month are kept until nobody can be there in it any more. */
export const MONTHS_KEPT_DAYS = 400;

type Here = Pick<Services, 'clock' | 'transaction'>;

/** Reads hours that have ended from the books, and then closes the days that are complete. */
export async function closeHoursAndDays(here: Here): Promise<void> {
  await writeInBatches(here, (tx) => readNextHour(tx, here.clock.now()));
  await writeInBatches(here, (tx) => closeNextDay(tx, here.clock.now()));
  const today = dayOf(here.clock.now());
  await here.transaction(async (tx) => {
    const value = await countActiveToday(tx, today);
    const values = [{ measure: 'USERS_ACTIVE_DAY', part: '', value }] as const;
    await insertValues(tx, { granularity: 'DAY', startsAt: today, values });
  });
}

/** Reads the next hour, and that of a day before once more, for what was committed late. @returns zero when no hour is due */
async function readNextHour(tx: Tx, now: Date): Promise<number> {
  const { hoursUntil } = await lockHead(tx, dayOf(now));
  const end = new Date(hoursUntil.getTime() + HOUR_MS);
  if (end.getTime() + LATE_MS > now.getTime()) return 0;
  for (const hour of [new Date(hoursUntil.getTime() - DAY_MS), hoursUntil]) await readHour(tx, hour);
  await updateHoursUntil(tx, end);
  return 1;
}

async function readHour(tx: Tx, hour: Date): Promise<void> {
  const values = await readBooks(tx, { from: hour, until: new Date(hour.getTime() + HOUR_MS) });
  await replaceHour(tx, hour, { measures: BOOKS, values });
}

/** @returns zero while the next day has not ended, its hours are not read, or events of it are not counted */
async function closeNextDay(tx: Tx, now: Date): Promise<number> {
  const { hoursUntil, daysUntil } = await lockHead(tx, dayOf(now));
  const end = new Date(daysUntil.getTime() + DAY_MS);
  if (end.getTime() + LATE_MS > now.getTime() || hoursUntil < end) return 0;
  if (!(await hasCountedUntil(tx, end))) return 0;
  await addToCohorts(tx, daysUntil);
  const values = [...(await countActive(tx, daysUntil)), ...(await readStanding(tx, end))];
  await insertValues(tx, { granularity: 'DAY', startsAt: daysUntil, values });
  await insertClosed(tx, daysUntil, now);
  return 1;
}
