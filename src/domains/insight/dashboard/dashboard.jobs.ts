import { DAY_MS } from '#platform/kernel/clock.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import { type EventFollower, followEvents } from '#platform/outbox/followers/event-followers.ts';
import { handleCron, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { closeHoursAndDays, MONTHS_KEPT_DAYS } from './closing.service.ts';
import { COUNTED_EVENTS, sumEvents } from './counting.policy.ts';
import { dateOf, deleteOldMonths } from './days.queries.ts';
import { HOURS_KEPT_DAYS } from './periods.policy.ts';
import { addToMeasures, deleteOldHours } from './measures.queries.ts';

const BATCH_EVENTS = 500;
const BATCH_ROWS = 10_000;

/** Sums a batch in memory, so that it writes few rows however much happens. */
export const dashboardFollower: EventFollower = followEvents('dashboard.count', COUNTED_EVENTS, {
  batch: BATCH_EVENTS,
  work: (_services, tx, events) => addToMeasures(tx, sumEvents(events)),
});

export const dashboardJobs: readonly JobHandler[] = [
  handleCron('dashboard.close', '*/10 * * * *', closeHoursAndDays),
  handleCron('dashboard.sweep', '51 3 * * *', async (services) => {
    const now = services.clock.now().getTime();
    const hoursBefore = new Date(now - HOURS_KEPT_DAYS * DAY_MS);
    await writeInBatches(services, (tx) => deleteOldHours(tx, hoursBefore, BATCH_ROWS));
    const monthsBefore = dateOf(new Date(now - MONTHS_KEPT_DAYS * DAY_MS));
    await writeInBatches(services, (tx) => deleteOldMonths(tx, monthsBefore, BATCH_ROWS));
  }),
];
