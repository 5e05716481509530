import { SECOND_MS } from '#platform/kernel/clock.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import {
  findStanding,
  updateAbsentRole,
  updateMemberBanned,
  updateMemberLeft,
  updateMemberMedia,
  updateMemberRole,
} from './call-members.queries.ts';
import {
  findPresence,
  lockCall,
  updateCall,
  updateCallEnded,
  updateRingsEnded,
  updateSettled,
} from './call-writes.queries.ts';
import type { ServerActs } from './call-server.service.ts';
import { callChanged, callEnded, callInviteEnded, callLeft, callMissed } from './calls.events.ts';
import { callNotFound, identityOf, noSlot, seesCall } from './calls.policy.ts';
import { END_REASONS } from './calls.state.ts';
import type {
  Call,
  CallChange,
  CallEndReason,
  CallInvitee,
  CallLeaveReason,
  CallMember,
  CallRole,
  OwnPart,
} from './calls.types.ts';
import { deadlinesAfter, dueAt } from './calls.state.ts';

/** Time and limits of a transition, of a request or of a job. */
export type Here = Pick<Services, 'clock' | 'limits'>;

export type LockedCall = { readonly call: Call; readonly own: OwnPart };

/** Viewers who come and go are named to hosts while there are at most so many. */
export const NAMED_VIEWERS_MAX = 50;

/** Locks a call of which a user may know. @throws AppError NOT_FOUND */
export async function lockCallFor(tx: Tx, callId: string, userId: string): Promise<LockedCall> {
  const call = await lockCall(tx, callId);
  if (!call) throw callNotFound();
  const own = await findStanding(tx, { callId, userId });
  if (!seesCall(own)) throw callNotFound();
  return { call, own };
}

/** Writes counts and deadlines of a locked live call after a transition. @param step 0 where nobody has come, gone or been rung */
export async function settle(here: Here, tx: Tx, call: Call, step: 0 | 1 = 1): Promise<Call> {
  const presence = await findPresence(tx, call.id);
  const deadlines = deadlinesAfter(call, presence, { now: here.clock.now(), limits: here.limits });
  const { memberCount, viewerCount } = presence;
  const due = dueAt(deadlines, presence);
  return updateSettled(tx, { id: call.id, ...deadlines, memberCount, viewerCount, dueAt: due, step });
}

/** Tells those who are in a call, and whom it rings, of a change. */
export function tellChanged(
  tx: Tx,
  { id: callId, membersVersion }: Call,
  changes: readonly CallChange[],
  userId: string | null = null,
): void {
  tx.emit(callChanged, { callId, membersVersion, changes, userId }, { topic: callId });
}

export const closeRoomJob = defineJob<{ room: string }>('calls.closeRoom');

/** Ends a locked live call for everybody, and tells each of them once. */
export async function endCall(
  here: Here,
  tx: Tx,
  call: Call,
  reason: CallEndReason,
  acts: ServerActs,
): Promise<void> {
  if (!END_REASONS[call.state].includes(reason))
    throw new Error(`a call that is ${call.state} became ${reason}`);
  const now = here.clock.now();
  const state = reason === 'MISSED' ? 'MISSED' : 'CANCELLED';
  const rung = await updateRingsEnded(tx, { callId: call.id, state, now, dueBy: null });
  const membersVersion = await updateCallEnded(tx, { id: call.id, reason, now });
  tellRingsEnded(tx, call, rung);
  const seconds = call.startedAt && Math.round((now.getTime() - call.startedAt.getTime()) / SECOND_MS);
  tx.emit(callEnded, { callId: call.id, membersVersion, reason, seconds }, { topic: call.id });
  tx.enqueue(closeRoomJob, { room: call.room });
  acts.push({ kind: 'close', room: call.room });
}

/** Tells the devices of those whom a call has stopped to ring, and handlers of those who did not come. */
export function tellRingsEnded(tx: Tx, call: Call, rung: readonly CallInvitee[]): void {
  for (const { callId, userId, state, sessionId } of rung) {
    tx.emit(callInviteEnded, { callId, userId, state, sessionId }, { userIds: [userId] });
  }
  const missedIds = rung.map(({ userId }) => userId);
  if (missedIds.length === 0) return;
  tx.emit(callMissed, { callId: call.id, starterId: call.starterId, userIds: missedIds });
}

export type Leaving = {
  readonly userId: string;
  readonly reason: CallLeaveReason;
  readonly isBanned?: boolean;
};

/** Reasons for which a direct call ends with the first who leaves it. A lost connection may come back. */
const ENDS_DIRECT: ReadonlySet<CallLeaveReason> = new Set([
  'HUNG_UP',
  'MOVED',
  'SESSION_ENDED',
  'REMOVED',
  'BANNED',
]);

/** Ends the part of a member of a locked call. Succeeds without a change when they are not in it. */
export async function endPart(
  here: Here,
  tx: Tx,
  call: Call,
  { userId, reason, isBanned = false }: Leaving,
  acts: ServerActs,
): Promise<void> {
  const now = here.clock.now();
  const was = await updateMemberLeft(tx, { callId: call.id, userId, reason, isBanned, now });
  if (!was) {
    if (isBanned) await updateMemberBanned(tx, { callId: call.id, userId });
    return;
  }
  acts.push({ kind: 'remove', room: call.room, identity: identityOf(was) });
  if (call.state === 'RINGING' && userId === call.starterId) {
    return endCall(here, tx, call, 'CANCELLED', acts);
  }
  if (call.state === 'ONGOING' && call.mode === 'DIRECT' && ENDS_DIRECT.has(reason)) {
    return endCall(here, tx, call, 'COMPLETED', acts);
  }
  const settled = await settle(here, tx, call);
  tellLeft(tx, settled, was, reason);
  if (call.screenUserId === userId) tellChanged(tx, settled, ['SCREEN'], userId);
  tellCounts(acts, settled, [was]);
}

/** Tells of the counts where viewers came or went, whom no other event names to all. */
export function tellCounts(
  acts: ServerActs,
  { id: callId, membersVersion }: Call,
  members: readonly Pick<CallMember, 'role'>[],
): void {
  if (members.some(({ role }) => role === 'VIEWER')) acts.push({ kind: 'count', callId, membersVersion });
}

/** Tells that somebody has left a call that goes on. */
export function tellLeft(tx: Tx, call: Call, was: CallMember, reason: CallLeaveReason): void {
  const { userId, role } = was;
  const left = { callId: call.id, membersVersion: call.membersVersion, userId, role, reason };
  const isNamed = role !== 'VIEWER' || call.viewerCount < NAMED_VIEWERS_MAX;
  tx.emit(callLeft, left, isNamed ? { topic: call.id } : { userIds: [userId] });
}

/** Makes a member the host of a locked call in place of the present one, who speaks on when they come back. */
export async function handOver(
  here: Here,
  tx: Tx,
  call: Call,
  heirId: string,
): Promise<{ readonly call: Call; readonly heir: CallMember | null }> {
  const { id: callId, hostId } = call;
  const slots = here.limits.callSpeakers;
  const heir = await updateMemberRole(tx, { callId, userId: heirId, role: 'HOST', slots });
  if (!heir) return { call, heir };
  await updateMemberRole(tx, { callId, userId: hostId, role: 'SPEAKER', slots });
  await updateAbsentRole(tx, { callId, userId: hostId, role: 'SPEAKER' });
  await updateCall(tx, callId, { host_id: heirId, host_until: null });
  const settled = await settle(here, tx, { ...call, hostId: heirId, hostUntil: null });
  tellChanged(tx, settled, ['HOST', 'ROLES'], heirId);
  return { call: settled, heir };
}

/**
 * Gives a member of a locked live call another role, with a slot or without. Succeeds without a change when they have it.
 * @throws AppError LIMIT_REACHED while no slot is free
 */
export async function changeRole(
  here: Here,
  tx: Tx,
  call: Call,
  { member, role }: { readonly member: CallMember; readonly role: CallRole },
  acts: ServerActs,
): Promise<Call> {
  if (member.role === role) return call;
  const { userId } = member;
  const slots = here.limits.callSpeakers;
  const changed = await updateMemberRole(tx, { callId: call.id, userId, role, slots });
  if (!changed) throw noSlot(slots);
  const settled = await settle(here, tx, call);
  tellChanged(
    tx,
    settled,
    call.screenUserId === settled.screenUserId ? ['ROLES'] : ['ROLES', 'SCREEN'],
    userId,
  );
  acts.push({ kind: 'permit', call: settled, member: changed });
  tellCounts(acts, settled, [member, changed]);
  return settled;
}

/** Turns the microphone of a member of a locked live call off, which they alone turn on again. */
export async function muteMember(tx: Tx, call: Call, userId: string, acts: ServerActs): Promise<void> {
  const changed = await updateMemberMedia(tx, { callId: call.id, userId, isMuted: true, isVideoOn: null });
  if (!changed) return;
  tellChanged(tx, call, ['MEDIA'], userId);
  acts.push({ kind: 'permit', call, member: changed });
}

/** Somebody's part in a locked call. */
export async function partOf(tx: Tx, callId: string, userId: string): Promise<OwnPart> {
  const { member, invitee } = await findStanding(tx, { callId, userId });
  return { member, invitee };
}
