import { AppError } from '#platform/kernel/errors.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { updateMemberMedia } from './call-members.queries.ts';
import { updateCall } from './call-writes.queries.ts';
import { admit, reached, withCallServer } from './call-server.service.ts';
import {
  assertLive,
  callNotFound,
  canManage,
  forbidden,
  identityOf,
  isPresent,
  notInState,
} from './calls.policy.ts';
import type { Call, CallEndReason, CallMember, OwnPart } from './calls.types.ts';
import { endCall, endPart, lockCallFor, tellChanged } from './transitions.service.ts';
import { invalid, refuseNulls } from '#platform/kernel/parse-input.ts';
import { load } from '#platform/request/loader.ts';
import type { Admission } from '#ports/call-server.ts';
import { ownMemberByCall, visibleCallById } from './calls.loaders.ts';

/**
 * Ends the part of the caller in a call, from the device that is in it; any other device changes nothing. Succeeds without a change when
 * they are not in it.
 * @throws AppError NOT_FOUND
 */
export function leaveCall(ctx: UserContext, { callId }: { readonly callId: string }): Promise<string> {
  return withCallServer(ctx, async (tx, acts) => {
    const { call, own } = await lockCallFor(tx, callId, ctx.user.id);
    if (isPresent(own.member) && own.member.sessionId === ctx.user.sessionId) {
      await endPart(ctx, tx, call, { userId: ctx.user.id, reason: 'HUNG_UP' }, acts);
    }
    return callId;
  });
}

/** Ends a call for everybody. Succeeds without a change when it has ended. @throws AppError NOT_FOUND | FORBIDDEN */
export function endCallForAll(ctx: UserContext, { callId }: { readonly callId: string }): Promise<string> {
  return withCallServer(ctx, async (tx, acts) => {
    const { call, own } = await lockCallFor(tx, callId, ctx.user.id);
    if (call.state === 'ENDED') return callId;
    await endCall(ctx, tx, call, endReasonFor(call, own, ctx.user.id), acts);
    return callId;
  });
}

/** @throws AppError FORBIDDEN */
function endReasonFor(call: Call, { member }: OwnPart, userId: string): CallEndReason {
  if (call.state === 'RINGING') {
    if (call.starterId === userId) return 'CANCELLED';
    throw forbidden('Decline the call, or accept it.');
  }
  if (call.mode === 'DIRECT' && isPresent(member)) return 'COMPLETED';
  if (canManage(member) || call.hostId === userId) return 'HOST_ENDED';
  throw forbidden('Only hosts end a group call: leave it.');
}

export type MediaInput = {
  readonly callId: string;
  readonly isMuted?: boolean | null | undefined;
  readonly isVideoOn?: boolean | null | undefined;
  readonly isScreenSharing?: boolean | null | undefined;
};

/**
 * Changes what the caller sends. Only people themselves unmute, whoever has muted them.
 * @throws AppError NOT_FOUND | INVALID_STATE | FORBIDDEN for viewers
 */
export async function updateCallMedia(ctx: UserContext, input: MediaInput): Promise<string> {
  refuseNulls(input, ['isMuted', 'isVideoOn', 'isScreenSharing']);
  return withCallServer(ctx, async (tx, acts) => {
    const { call, own } = await lockCallFor(tx, input.callId, ctx.user.id);
    assertLive(call);
    const member = requireOnSession(own.member, ctx.user.sessionId);
    const screenUserId = screenAfter(call, member, input.isScreenSharing ?? null);
    if (screenUserId !== call.screenUserId) await updateCall(tx, call.id, { screen_user_id: screenUserId });
    const changed = await updateMemberMedia(tx, {
      callId: call.id,
      userId: ctx.user.id,
      isMuted: input.isMuted ?? null,
      isVideoOn: input.isVideoOn ?? null,
    });
    const isOtherScreen = screenUserId !== call.screenUserId;
    if (!changed && !isOtherScreen) return call.id;
    const now = { ...call, screenUserId };
    tellChanged(
      tx,
      now,
      [...(changed ? ['MEDIA' as const] : []), ...(isOtherScreen ? ['SCREEN' as const] : [])],
      ctx.user.id,
    );
    acts.push({ kind: 'permit', call: now, member: changed ?? member });
    return call.id;
  });
}

const notJoined = (): AppError => notInState('Join the call on this device first.', 'LEFT', ['ONGOING']);

/** @throws AppError INVALID_STATE | FORBIDDEN */
function requireOnSession(member: CallMember | null, sessionId: string): CallMember {
  if (!isPresent(member) || member.sessionId !== sessionId) {
    throw notJoined();
  }
  if (member.role === 'VIEWER') throw forbidden('Ask to speak first.');
  return member;
}

/** @throws AppError INVALID_STATE while somebody else shares their screen */
function screenAfter(call: Call, { userId }: CallMember, isSharing: boolean | null): string | null {
  const { screenUserId } = call;
  if (isSharing === null) return screenUserId;
  if (!isSharing) return screenUserId === userId ? null : screenUserId;
  if (screenUserId === null || screenUserId === userId) return userId;
  throw new AppError('INVALID_STATE', 'Somebody shares their screen: wait until they stop.', {
    path: ['isScreenSharing'],
    details: { current: 'SHARED', allowed: ['AVAILABLE'] },
  });
}

const OFFER_BYTES_MAX = 96 * 1_024;

/** The part of the caller in a live call, on the session that asks; null when it has none. */
async function joinedMember(ctx: RequestContext, call: Call): Promise<CallMember | null> {
  const member = await load(ctx, ownMemberByCall, call.id);
  const isJoined = call.state !== 'ENDED' && isPresent(member) && member.sessionId === ctx.user?.sessionId;
  return isJoined ? member : null;
}

/** How the session that has joined reaches the call server; null for any other. @throws AppError SERVICE_UNAVAILABLE */
export async function connectionOf(ctx: RequestContext, call: Call): Promise<Admission | null> {
  const member = await joinedMember(ctx, call);
  return member && admit(ctx, call, member);
}

/** @throws AppError NOT_FOUND | INVALID_STATE for a session that has not joined */
export async function requireJoined(
  ctx: UserContext,
  callId: string,
): Promise<{ readonly call: Call; readonly member: CallMember }> {
  const call = await load(ctx, visibleCallById, callId);
  if (!call) throw callNotFound();
  assertLive(call);
  const member = await joinedMember(ctx, call);
  if (!member) throw notJoined();
  return { call, member };
}

export type Connected = { readonly callId: string; readonly answer: string; readonly expiresAt: Date };

/**
 * Connects the session that has joined by an offer, in place of its former connection.
 * @throws AppError NOT_FOUND | INVALID_STATE | VALIDATION_FAILED | SERVICE_UNAVAILABLE
 */
export async function connectCall(
  ctx: UserContext,
  { callId, offer }: { readonly callId: string; readonly offer: string },
): Promise<Connected> {
  if (offer.length === 0 || Buffer.byteLength(offer) > OFFER_BYTES_MAX) {
    throw invalid(['offer'], `Give an offer of 1 to ${OFFER_BYTES_MAX} bytes.`, 'max', OFFER_BYTES_MAX);
  }
  const { call, member } = await requireJoined(ctx, callId);
  const { connect } = ctx.ports.callServer;
  if (!connect) {
    throw new AppError('INVALID_STATE', 'Connect by `url` and `token` of `viewer.connection`.', {
      path: ['callId'],
      details: { current: 'BY_TOKEN', allowed: ['BY_OFFER'] },
    });
  }
  const admission = await admit(ctx, call, member);
  if (!admission) throw notJoined();
  const peer = { room: call.room, identity: identityOf(member) };
  const { sdp } = await reached(() => connect({ ...peer, sdp: offer }), 'offer');
  return { callId, answer: sdp, expiresAt: admission.expiresAt };
}
