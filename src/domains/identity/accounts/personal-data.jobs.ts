import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleEvent, type JobHandler } from '#platform/outbox/worker/worker.ts';
import type { Erasure, PersonalData } from '#platform/request/personal-data.ts';
import { accountErased } from './accounts.events.ts';
import { exportJobs } from './exports.jobs.ts';

/** @param personalData of every domain, in the order of the archive */
export const personalDataJobs = (personalData: readonly PersonalData[]): readonly JobHandler[] => [
  ...personalData.flatMap(({ erasures = [] }) => erasures.map(erasureJob)),
  ...exportJobs(personalData.flatMap(({ exports = [] }) => exports)),
];

function erasureJob({ name, batches }: Erasure): JobHandler {
  return handleEvent(name, accountErased, async (services, { userId }) => {
    for (const eraseBatch of batches) {
      await writeInBatches(services, (tx) => eraseBatch(tx, { userId, now: services.clock.now() }));
    }
  });
}
