import { userBlocked } from '#domains/graph/blocks/blocks.events.ts';
import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { userSuspended } from '#domains/identity/restrictions/restrictions.events.ts';
import { sessionRevoked } from '#domains/identity/sessions/sessions.events.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { handleEvent, handleInterval, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { conversationLeft } from '../conversations/conversations.events.ts';
import { callEnded } from './calls.events.ts';
import { endDue } from './endings.service.ts';
import { endBlocked, endMembership, endPartsOfSession, endPartsOfUser, logCall } from './endings.service.ts';
import { reconcileCalls } from './reconciling.service.ts';
import { closeRoomJob } from './transitions.service.ts';

const LOOK_EVERY_MS = 5 * SECOND_MS;

export const callJobs: readonly JobHandler[] = [
  // Before the deadlines, which then know who is there.
  handleInterval('calls.reconcile', LOOK_EVERY_MS, reconcileCalls),
  handleInterval('calls.due', SECOND_MS, endDue),
  handleJob(closeRoomJob, ({ ports }, { room }) => ports.callServer.closeRoom(room)),
  handleEvent('calls.log', callEnded, (services, { callId }) => logCall(services, callId)),
  handleEvent('calls.endSession', sessionRevoked, (services, { sessionId }) =>
    endPartsOfSession(services, sessionId),
  ),
  handleEvent('calls.endBlocked', userBlocked, endBlocked),
  handleEvent('calls.endSuspended', userSuspended, (services, { userId }) =>
    endPartsOfUser(services, { userId, reason: 'REMOVED' }),
  ),
  handleEvent('calls.endErased', accountErased, (services, { userId }) =>
    endPartsOfUser(services, { userId, reason: 'SESSION_ENDED' }),
  ),
  handleEvent('calls.endMembership', conversationLeft, endMembership),
];
