import { contentScanned } from '#domains/foundation/screening/screening.events.ts';
import { handleEvent, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { adminStandingChanged } from '#domains/identity/admins/admins.events.ts';
import { holdScanned, releaseLeases } from './cases.service.ts';

export const casesJobs: readonly JobHandler[] = [
  handleEvent('cases.holdScanned', contentScanned, async (services, { subjectKind: kind, subjectId: id }) => {
    await holdScanned(services, { kind, id });
  }),
  handleEvent('cases.releaseLeases', adminStandingChanged, releaseLeases),
];
