/**
 * Voice and video calls of conversations: direct and in groups, with a viewer mode. The rows decide; the call server carries.
 * Owns `calls`, `call_invitees`, `call_members` and `call_ratings`.
 * Begin with calls.state.ts and transitions.service.ts; starting.service.ts and entering.service.ts bring people in, endings.service.ts ends
 * what has come to its time, reconciling.service.ts compares the rows with the call server.
 */
import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { callJobs } from './calls.jobs.ts';
import {
  deleteInvitationsOf,
  deletePartsOf,
  deleteRatingsOf,
  type ExportedCall,
  listCallsOf,
} from './personal-data.queries.ts';
import { endLooks } from './reconciling.service.ts';
import './call-events.schema.ts';
import './calls.schema.ts';
import './operations.schema.ts';

const BATCH_ROWS = 500;
const STAYS = 'other rows refer to it; nothing identifies the user any more';

const callsLimits = {
  callSpeakers: limit(8, 'Slots of a call: the people who speak at a time.'),
  callViewers: limit(
    1_000,
    'Maximum members of a call in viewer mode, where the call server carries as many.',
  ),
  callInvitees: limit(20, 'Maximum users whom `inviteToCall` rings at once.'),
  callRingMembers: limit(50, 'Participants up to which a call in a group rings the others.'),
  callRingSeconds: limit(45, 'Seconds for which a call rings.'),
  callConnectSeconds: limit(20, 'Seconds in which a member who has joined a call connects.'),
  callReturnSeconds: limit(30, 'Seconds in which a member whose connection to a call is lost returns.'),
  callHours: limit(4, 'Maximum hours of a call.'),
};

defineModule({
  name: 'calls',
  ids: ['call'],
  limits: callsLimits,
  restrictions: { CALLING: 'Starting, accepting and joining calls, and speaking in them.' },
  jobs: callJobs,
  beforeStop: endLooks,
  personalData: {
    tables: {
      'public.calls': {
        erased: { starter_id: STAYS, host_id: STAYS },
        exported: ['calls'],
      },
      'public.call_invitees': { erased: { by_id: STAYS }, exported: ['calls'] },
      'public.call_members': { erased: 'calls.eraseParts', exported: ['calls'] },
      'public.call_ratings': { erased: 'calls.eraseRatings', exported: ['calls'] },
    },
    exports: [
      listExport<ExportedCall>({
        name: 'calls',
        description: 'The calls that you were in or that rang you, and your ratings of them.',
        list: ({ db }, { userId, after, limit: rows }) =>
          listCallsOf(db, { userId, after: after?.id ?? FIRST_ID, limit: rows }),
        show: ({ id, conversationId, ...shown }) => ({
          id: toGlobalId('call', id),
          conversationId: toGlobalId('conversation', conversationId),
          ...shown,
        }),
      }),
    ],
    erasures: [
      {
        name: 'calls.eraseRatings',
        batches: [(tx, { userId }) => deleteRatingsOf(tx, { userId, limit: BATCH_ROWS })],
      },
      {
        name: 'calls.eraseInvitations',
        batches: [(tx, { userId }) => deleteInvitationsOf(tx, { userId, limit: BATCH_ROWS })],
      },
      {
        name: 'calls.eraseParts',
        batches: [(tx, { userId }) => deletePartsOf(tx, { userId, limit: BATCH_ROWS })],
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    call: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof callsLimits> {}
}

declare module '#platform/kernel/restriction-kinds.ts' {
  interface RestrictionKinds {
    CALLING: true;
  }
}
