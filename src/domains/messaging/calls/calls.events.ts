import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { CallChange, CallEndReason, CallLeaveReason, CallRole, InviteeState } from './calls.types.ts';

/** A call as the events of its topic, its own id, name it. */
type OfCall = {
  readonly callId: string;
  /** Version of the call's members at the event. */
  readonly membersVersion: number;
};

/** To those whom a call begins to ring, without those who have muted its conversation. */
export const callInvited = defineEvent<{ readonly callId: string; readonly byId: string }>('call.invited');

/** To the invitee, whose devices stop ringing. `sessionId` is that of the device that has answered. */
export const callInviteEnded = defineEvent<{
  readonly callId: string;
  readonly userId: string;
  readonly state: InviteeState;
  readonly sessionId: string | null;
}>('call.inviteEnded');

/** To the members and to those whom it rings. `userId` names the member who has changed. */
export const callChanged = defineEvent<
  OfCall & { readonly changes: readonly CallChange[]; readonly userId: string | null }
>('call.changed');

/** To all who were ever a member or rung, and see the call still. `seconds` since it was answered are null when nobody did. */
export const callEnded = defineEvent<
  OfCall & { readonly reason: CallEndReason; readonly seconds: number | null }
>('call.ended');

/** The call server has the member. Of viewers the first alone, and to hosts and themselves. */
export const callJoined = defineEvent<OfCall & { readonly userId: string; readonly role: CallRole }>(
  'call.joined',
);

/** As `callJoined`, and to the member themselves. */
export const callLeft = defineEvent<
  OfCall & { readonly userId: string; readonly role: CallRole; readonly reason: CallLeaveReason }
>('call.left');

/** To nobody: handlers notify those who were rung and did not come. */
export const callMissed = defineEvent<{
  readonly callId: string;
  readonly starterId: string;
  readonly userIds: readonly string[];
}>('call.missed');

/** Ephemeral: the counts of a call have changed. */
export const callCounted = defineEvent<OfCall>('call.counted');
