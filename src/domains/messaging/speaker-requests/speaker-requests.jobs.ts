import { SECOND_MS } from '#platform/kernel/clock.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import { handleEvent, handleInterval, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { callEnded, callLeft } from '../calls/calls.events.ts';
import { expireDue, withdrawVoid } from './speaker-requests.service.ts';

export const speakerRequestJobs: readonly JobHandler[] = [
  handleInterval('speakerRequests.due', SECOND_MS, (services) =>
    writeInBatches(services, (tx) => expireDue(services, tx)),
  ),
  handleEvent('speakerRequests.endLeft', callLeft, (services, { callId }) => withdrawVoid(services, callId)),
  handleEvent('speakerRequests.endAll', callEnded, (services, { callId }) => withdrawVoid(services, callId)),
];
