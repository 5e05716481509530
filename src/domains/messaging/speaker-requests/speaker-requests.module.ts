/**
 * Speaker requests of group calls, and what hosts do: who speaks, in the order in which hands were raised.
 * Owns `call_speaker_requests`.
 * Begin with speaker-requests.service.ts; hosting.service.ts holds what hosts do to members.
 */
import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { speakerRequestJobs } from './speaker-requests.jobs.ts';
import { deleteRequestsOf, listRequestsOf } from './speaker-requests.queries.ts';
import type { SpeakerRequest } from './speaker-requests.types.ts';
import './hosting.schema.ts';
import './request-events.schema.ts';
import './speaker-requests.schema.ts';

const BATCH_ROWS = 500;

const speakerRequestsLimits = {
  callPendingRequests: limit(500, 'Maximum speaker requests of a call that wait.'),
};

defineModule({
  name: 'speaker-requests',
  ids: ['speakerrequest'],
  limits: speakerRequestsLimits,
  jobs: speakerRequestJobs,
  personalData: {
    tables: {
      'public.call_speaker_requests': {
        erased: { decided_by: 'other rows refer to it; nothing identifies the user any more' },
        exported: ['speaker-requests'],
      },
    },
    exports: [
      listExport<SpeakerRequest>({
        name: 'speaker-requests',
        description: 'Your requests to speak in calls, and offers to you.',
        list: ({ db }, { userId, after, limit: rows }) =>
          listRequestsOf(db, { userId, after: after?.id ?? FIRST_ID, limit: rows }),
        show: ({ id, callId, userId: _own, ...shown }) => ({
          id: toGlobalId('speakerrequest', id),
          callId: toGlobalId('call', callId),
          ...shown,
        }),
      }),
    ],
    erasures: [
      {
        name: 'speakerRequests.eraseUser',
        batches: [(tx, { userId }) => deleteRequestsOf(tx, { userId, limit: BATCH_ROWS })],
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    speakerrequest: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof speakerRequestsLimits> {}
}
