import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { findStanding, listDueMembers, updateMemberLeft } from './call-members.queries.ts';
import {
  findPresence,
  lockCall,
  lockDueCall,
  updateLogged,
  updateRingsEnded,
} from './call-writes.queries.ts';
import { type ServerActs, withCallServer, withCallServerBehind } from './call-server.service.ts';
import { identityOf, isPresent } from './calls.policy.ts';
import type { Call, CallLeaveReason, CallMember } from './calls.types.ts';
import {
  endCall,
  endPart,
  handOver,
  type Here,
  settle,
  tellChanged,
  tellCounts,
  tellLeft,
  tellRingsEnded,
} from './transitions.service.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import { lockConversationFor } from '../conversations/membership.service.ts';
import { addSystemMessage } from '../messages/system-messages.service.ts';
import { findLiveCall, listCalls, listDirectCallsBetween, listLivePartsOf } from './calls.queries.ts';
import { endRing } from './ringing.service.ts';

/** Ends what has come to its time, of all calls, in a transaction for each. Workers take different ones. The call server is not waited for. */
export async function endDue(services: Services): Promise<void> {
  let hasMore = true;
  while (hasMore) {
    hasMore = await withCallServerBehind(services, async (tx, acts) => {
      const call = await lockDueCall(tx, services.clock.now());
      if (call) await endDueIn(services, tx, call, acts);
      return call !== null;
    });
  }
}

/** Members first: a call ends for who is in it, and a host who is away has left before another one takes their place. */
async function endDueIn(here: Here, tx: Tx, call: Call, acts: ServerActs): Promise<void> {
  const now = here.clock.now();
  const left = await endDueMembers(here, tx, call, acts);
  if (call.state === 'RINGING' && left.some(({ userId }) => userId === call.starterId)) {
    return endCall(here, tx, call, 'CANCELLED', acts);
  }
  const isOver = (time: Date | null): boolean => time !== null && time <= now;
  if (isOver(call.ringingUntil)) {
    if (call.state === 'RINGING') return endCall(here, tx, call, 'MISSED', acts);
    tellRingsEnded(
      tx,
      call,
      await updateRingsEnded(tx, { callId: call.id, state: 'MISSED', now, dueBy: now }),
    );
  }
  if (isOver(call.endsAt)) return endCall(here, tx, call, 'MAX_DURATION', acts);
  if (isOver(call.aloneUntil)) return endCall(here, tx, call, 'EMPTY', acts);
  await goOn(here, tx, call, left, acts);
}

async function goOn(
  here: Here,
  tx: Tx,
  call: Call,
  left: readonly CallMember[],
  acts: ServerActs,
): Promise<void> {
  const isHostDue = call.hostUntil !== null && call.hostUntil <= here.clock.now();
  let settled = await settle(here, tx, isHostDue ? { ...call, hostUntil: null } : call);
  for (const member of left) tellLeft(tx, settled, member, 'NETWORK');
  if (left.some(({ userId }) => userId === call.screenUserId)) tellChanged(tx, settled, ['SCREEN']);
  if (isHostDue) settled = await replaceHost(here, tx, settled, acts);
  tellCounts(acts, settled, left);
}

async function replaceHost(here: Here, tx: Tx, call: Call, acts: ServerActs): Promise<Call> {
  const { heirId } = await findPresence(tx, call.id);
  if (heirId === null) return call;
  const handed = await handOver(here, tx, call, heirId);
  if (handed.heir) acts.push({ kind: 'permit', call: handed.call, member: handed.heir });
  return handed.call;
}

async function endDueMembers(
  here: Here,
  tx: Tx,
  { id: callId, room }: Call,
  acts: ServerActs,
): Promise<readonly CallMember[]> {
  const now = here.clock.now();
  const due = await listDueMembers(tx, { callId, now });
  for (const member of due) {
    const { userId } = member;
    await updateMemberLeft(tx, { callId, userId, reason: 'NETWORK', isBanned: false, now });
    acts.push({ kind: 'remove', room, identity: identityOf(member) });
  }
  return due;
}

/** Runs work on a locked live call. */
const inLiveCall = (
  services: Services,
  callId: string,
  work: (tx: Tx, call: Call, acts: ServerActs) => Promise<void>,
): Promise<void> =>
  withCallServer(services, async (tx, acts) => {
    const call = await lockCall(tx, callId);
    if (call !== null && call.state !== 'ENDED') await work(tx, call, acts);
  });

/** Ends the parts of a session that has ended. */
export async function endPartsOfSession(services: Services, sessionId: string): Promise<void> {
  for (const { callId, userId } of await listLivePartsOf(services.db, { userId: null, sessionId })) {
    await inLiveCall(services, callId, async (tx, call, acts) => {
      const { member } = await findStanding(tx, { callId, userId });
      if (!isPresent(member) || member.sessionId !== sessionId) return;
      await endPart(services, tx, call, { userId, reason: 'SESSION_ENDED' }, acts);
    });
  }
}

/** Ends the parts and the rings of a user who was suspended or erased. */
export async function endPartsOfUser(
  services: Services,
  { userId, reason }: { userId: string; reason: 'REMOVED' | 'SESSION_ENDED' },
): Promise<void> {
  for (const { callId, sessionId } of await listLivePartsOf(services.db, { userId, sessionId: null })) {
    await inLiveCall(services, callId, async (tx, call, acts) => {
      if (sessionId === null)
        return endRing(services, tx, call, { userId, state: 'CANCELLED', sessionId }, acts);
      const isModerated = reason === 'REMOVED' && call.mode === 'DIRECT' && call.state === 'ONGOING';
      if (isModerated) return endCall(services, tx, call, 'MODERATION', acts);
      return endPart(services, tx, call, { userId, reason }, acts);
    });
  }
}

/** Ends a direct call of two of whom one blocks the other. */
export async function endBlocked(
  services: Services,
  { blockerId, blockedId }: { blockerId: string; blockedId: string },
): Promise<void> {
  const ids = await listDirectCallsBetween(services.db, { userId: blockerId, otherId: blockedId });
  for (const id of ids) {
    await inLiveCall(services, id, (tx, call, acts) => {
      if (call.state === 'ONGOING') return endCall(services, tx, call, 'COMPLETED', acts);
      return endCall(services, tx, call, call.starterId === blockerId ? 'CANCELLED' : 'DECLINED', acts);
    });
  }
}

/** Ends the part and the ring of somebody who is out of the conversation of a call, unless they are its guest. */
export async function endMembership(
  services: Services,
  { conversationId, userId }: { conversationId: string; userId: string },
): Promise<void> {
  const live = await findLiveCall(services.db, conversationId);
  if (!live) return;
  await inLiveCall(services, live.id, async (tx, call, acts) => {
    const { isParticipant, invitee } = await findStanding(tx, { callId: call.id, userId });
    if (isParticipant || invitee?.isGuest === true) return;
    const reason: CallLeaveReason = 'REMOVED';
    if (invitee?.state === 'RINGING') {
      await endRing(services, tx, call, { userId, state: 'CANCELLED', sessionId: null }, acts);
    }
    await endPart(services, tx, call, { userId, reason }, acts);
  });
}

/** Tells of an ended call by a message of the system in its conversation, once. */
export async function logCall(services: Services, callId: string): Promise<void> {
  const [call] = await listCalls(services.db, [callId]);
  if (call?.state !== 'ENDED' || call.endReason === null) return;
  const { kind, endReason: outcome, startedAt, endedAt, starterId, conversationId } = call;
  const seconds = startedAt && endedAt ? secondsBetween(startedAt, endedAt) : 0;
  const ctx = localUserContext(services, starterId);
  await services.transaction(async (tx) => {
    await lockConversationFor(ctx, tx, conversationId);
    if (!(await updateLogged(tx, { id: callId, now: services.clock.now() }))) return;
    const log = { callId, kind, outcome, seconds };
    await addSystemMessage(services, tx, {
      conversationId,
      change: 'CALL_ENDED',
      byId: starterId,
      call: log,
    });
  });
}

const secondsBetween = (start: Date, end: Date): number =>
  Math.floor((end.getTime() - start.getTime()) / 1_000);
