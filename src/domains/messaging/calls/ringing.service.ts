import { privacyAllows } from '#domains/graph/privacy/privacy.service.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { AppError, notFound, rateLimited, ValidationFailed } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { listPartsAmong } from './call-members.queries.ts';
import {
  listParticipantsAmong,
  updateCall,
  updateInviteeDecided,
  upsertInvitees,
} from './call-writes.queries.ts';
import { type ServerActs, withCallServer } from './call-server.service.ts';
import { callInvited, callInviteEnded } from './calls.events.ts';
import { callNotFound, forbidden, hasEnded, isPresent, notInState, secondsAfter } from './calls.policy.ts';
import type { Call, CallInvitee } from './calls.types.ts';
import { endCall, lockCallFor, settle, tellChanged } from './transitions.service.ts';

/**
 * Declines a call that rings the caller, on all of their devices. Succeeds without a change once it rings no more, so that a device that is
 * late ends nothing.
 * @throws AppError NOT_FOUND
 */
export async function declineCall(
  ctx: UserContext,
  { callId, reason }: { readonly callId: string; readonly reason: 'DECLINED' | 'BUSY' },
): Promise<string> {
  return withCallServer(ctx, async (tx, acts) => {
    const { call, own } = await lockCallFor(tx, callId, ctx.user.id);
    if (!own.invitee) throw callNotFound();
    await endRing(ctx, tx, call, { userId: ctx.user.id, state: reason, sessionId: ctx.user.sessionId }, acts);
    return callId;
  });
}

type RingEnd = {
  readonly userId: string;
  readonly state: 'DECLINED' | 'BUSY' | 'CANCELLED';
  readonly sessionId: string | null;
};

/** Ends the ring of one invitee of a locked call, and with it a direct call that nobody has accepted. */
export async function endRing(
  here: Pick<InTransaction<UserContext>, 'clock' | 'limits'>,
  tx: Tx,
  call: Call,
  end: RingEnd,
  acts: ServerActs,
): Promise<void> {
  const decided = await updateInviteeDecided(tx, { callId: call.id, ...end, now: here.clock.now() });
  if (!decided) return;
  tx.emit(callInviteEnded, { callId: call.id, ...end }, { userIds: [end.userId] });
  if (call.state === 'RINGING') return endCall(here, tx, call, end.state, acts);
  const settled = await settle(here, tx, call);
  tellChanged(tx, settled, ['INVITATION'], end.userId);
}

/** Takes back a call that nobody has accepted. Succeeds without a change when it has ended. @throws AppError NOT_FOUND | FORBIDDEN | INVALID_STATE */
export async function cancelCall(ctx: UserContext, { callId }: { readonly callId: string }): Promise<string> {
  return withCallServer(ctx, async (tx, acts) => {
    const { call } = await lockCallFor(tx, callId, ctx.user.id);
    if (call.starterId !== ctx.user.id) throw forbidden('Only who has started the call can cancel it.');
    if (call.state === 'ONGOING') {
      throw notInState('The call was accepted: leave or end it.', 'ONGOING', ['RINGING']);
    }
    if (call.state === 'RINGING') await endCall(ctx, tx, call, 'CANCELLED', acts);
    return callId;
  });
}

const RING_AGAIN_SECONDS = 60;

/**
 * Rings more users, who need not take part in the conversation; a direct call becomes a group call of the same room.
 * @throws AppError NOT_FOUND | FORBIDDEN | INVALID_STATE | RATE_LIMITED | VALIDATION_FAILED
 */
export async function inviteToCall(
  ctx: UserContext,
  { callId, userIds }: { readonly callId: string; readonly userIds: readonly string[] },
): Promise<string> {
  const ids = [...new Set(userIds)];
  const { callInvitees } = ctx.limits;
  if (ids.length === 0 || ids.length > callInvitees) {
    throw invalid(['userIds'], `Name 1 to ${callInvitees} users.`, 'length', callInvitees);
  }
  await assertAdmit(ctx, userIds);
  return withCallServer(ctx, async (tx) => {
    const { call, own } = await lockCallFor(tx, callId, ctx.user.id);
    if (call.state === 'ENDED') throw hasEnded();
    if (call.state === 'RINGING')
      throw notInState('Wait until the call is accepted.', 'RINGING', ['ONGOING']);
    if (!isPresent(own.member) || own.member.role === 'VIEWER') {
      throw forbidden('Only people who speak in the call can invite.');
    }
    await ringMore(ctx, tx, call, ids);
    return callId;
  });
}

/** @throws AppError NOT_FOUND | ValidationFailed with FORBIDDEN for each who does not admit it */
async function assertAdmit(ctx: UserContext, userIds: readonly string[]): Promise<void> {
  const problems = await Promise.all(
    userIds.map(async (id, index) => {
      const path = ['userIds', String(index)];
      if (id === ctx.user.id || !(await load(ctx, visibleUserById, id))) return notFound('User', path);
      if (await privacyAllows(ctx, 'CALL', id)) return null;
      return new AppError('FORBIDDEN', 'This user does not accept calls from you.', { path });
    }),
  );
  const found = problems.filter((problem) => problem !== null);
  if (found.length > 0) throw new ValidationFailed(found);
}

async function ringMore(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  call: Call,
  userIds: readonly string[],
): Promise<void> {
  const now = ctx.clock.now();
  const { members, invitees } = await listPartsAmong(tx, { callId: call.id, userIds });
  const staying = new Set(
    members.filter((member) => member.isBanned || isPresent(member)).map(({ userId }) => userId),
  );
  const again = invitees.filter(
    ({ state, userId }) => state !== 'RINGING' && state !== 'ACCEPTED' && !staying.has(userId),
  );
  assertRestedSince(again, now);
  const participants = await listParticipantsAmong(tx, { conversationId: call.conversationId, userIds });
  const rung = await upsertInvitees(tx, {
    callId: call.id,
    byId: ctx.user.id,
    now,
    ringingUntil: secondsAfter(now, ctx.limits.callRingSeconds),
    userIds: userIds.filter((id) => !staying.has(id)),
    guestIds: userIds.filter((id) => !participants.has(id)),
    silentIds: [],
  });
  if (rung.length === 0) return;
  if (call.mode === 'DIRECT') await updateCall(tx, call.id, { mode: 'GROUP' });
  const settled = await settle(ctx, tx, { ...call, mode: 'GROUP' });
  tellChanged(tx, settled, call.mode === 'DIRECT' ? ['MODE', 'INVITATION'] : ['INVITATION']);
  const called = { callId: call.id, byId: ctx.user.id };
  tx.emit(callInvited, called, { userIds: rung.map(({ userId }) => userId) });
}

/** @throws AppError RATE_LIMITED for who was rung less than a minute ago */
function assertRestedSince(invitees: readonly CallInvitee[], now: Date): void {
  const decidedMs = Math.max(0, ...invitees.map(({ decidedAt }) => decidedAt?.getTime() ?? 0));
  const leftMs = decidedMs + RING_AGAIN_SECONDS * SECOND_MS - now.getTime();
  if (leftMs > 0) throw rateLimited(Math.ceil(leftMs / SECOND_MS));
}
