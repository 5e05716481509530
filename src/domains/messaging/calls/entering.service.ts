import { changedMeanwhile } from '#platform/outbox/write.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { isPresentElsewhere, updateMemberLeft, upsertMember } from './call-members.queries.ts';
import { updateCall, updateInviteeDecided } from './call-writes.queries.ts';
import { type ServerActs, viewersMax, withCallServer } from './call-server.service.ts';
import { callInviteEnded } from './calls.events.ts';
import {
  assertLive,
  callNotFound,
  forbidden,
  identityOf,
  isPresent,
  keepsSpeaking,
  noSlot,
  notInState,
  secondsAfter,
} from './calls.policy.ts';
import { listLivePartsOf } from './calls.queries.ts';
import type { Call, CallMember, CallRole, EntryMedia } from './calls.types.ts';
import {
  endPart,
  lockCallFor,
  type LockedCall,
  settle,
  tellChanged,
  tellCounts,
} from './transitions.service.ts';
import { lockCall } from './call-writes.queries.ts';

const ROUNDS_MAX = 4;

/**
 * Runs what makes the caller a member of a call. One person is in one call: while they are in another, that fails, and is done again after
 * their part there has ended in a transaction of its own. What is refused ends nothing.
 * @param isTarget whether a call is the one that they enter, which they do not leave for it
 * @throws AppError CONFLICT when they enter several at once
 */
export async function whenAlone<T>(
  ctx: UserContext,
  isTarget: (call: Call) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isPresentElsewhere(error)) throw error;
    }
    await leaveOthers(ctx, isTarget);
  }
  throw changedMeanwhile();
}

async function leaveOthers(ctx: UserContext, isTarget: (call: Call) => boolean): Promise<void> {
  const userId = ctx.user.id;
  const parts = await listLivePartsOf(ctx.db, { userId, sessionId: null });
  for (const { callId, sessionId } of parts) {
    if (sessionId === null) continue;
    await withCallServer(ctx, async (tx, acts) => {
      const call = await lockCall(tx, callId);
      if (!call || call.state === 'ENDED' || isTarget(call)) return;
      await endPart(ctx, tx, call, { userId, reason: 'MOVED' }, acts);
    });
  }
}

export type EntryInput = {
  readonly isMuted?: boolean | null | undefined;
  readonly isVideoOn?: boolean | null | undefined;
};

/** Microphones are on and cameras off unless it is said otherwise; of a video call both are on. */
export const entryMedia = ({ kind }: Pick<Call, 'kind'>, { isMuted, isVideoOn }: EntryInput): EntryMedia => ({
  isMuted: isMuted ?? false,
  isVideoOn: isVideoOn ?? kind === 'VIDEO',
});

const isCall =
  (callId: string) =>
  ({ id }: Call): boolean =>
    id === callId;

/**
 * Accepts a call that rings the caller. The first of their devices wins; its repetition gets the same answer.
 * @throws AppError NOT_FOUND | INVALID_STATE | CONFLICT | LIMIT_REACHED
 */
export function acceptCall(
  ctx: UserContext,
  { callId, ...media }: EntryInput & { readonly callId: string },
): Promise<string> {
  return whenAlone(ctx, isCall(callId), () =>
    withCallServer(ctx, async (tx, acts) => {
      await acceptIn(ctx, tx, await lockCallFor(tx, callId, ctx.user.id), media, acts);
      return callId;
    }),
  );
}

/** As `acceptCall`, of a locked call. */
export async function acceptIn(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { call, own }: LockedCall,
  media: EntryInput,
  acts: ServerActs,
): Promise<void> {
  const { member, invitee } = own;
  assertLive(call);
  if (!invitee) throw callNotFound();
  if (invitee.state === 'ACCEPTED') {
    if (invitee.sessionId !== ctx.user.sessionId) {
      throw notInState('Another device has answered the call.', 'ANSWERED_ELSEWHERE', ['RINGING']);
    }
    if (isPresent(member)) return;
  } else if (invitee.state !== 'RINGING') {
    throw notInState('The call does not ring any more: join it.', invitee.state, ['RINGING']);
  }
  const { id: callId } = call;
  const { id: userId, sessionId } = ctx.user;
  const now = ctx.clock.now();
  await updateInviteeDecided(tx, { callId, userId, state: 'ACCEPTED', sessionId, now });
  tx.emit(callInviteEnded, { callId, userId, state: 'ACCEPTED', sessionId }, { userIds: [userId] });
  await enter(ctx, tx, { call, own }, { as: null, media }, acts);
}

type Entering = {
  /** Null for the best that there is. */
  readonly as: 'SPEAKER' | 'VIEWER' | null;
  readonly media: EntryInput;
};

/**
 * Joins a live call of a conversation of the caller, or one to which they are invited; from another device it takes their place over.
 * @throws AppError NOT_FOUND | INVALID_STATE | FORBIDDEN | LIMIT_REACHED | CONFLICT
 */
export function joinCall(
  ctx: UserContext,
  { callId, as, ...media }: EntryInput & { readonly callId: string; readonly as: 'SPEAKER' | 'VIEWER' },
): Promise<string> {
  return whenAlone(ctx, isCall(callId), () =>
    withCallServer(ctx, async (tx, acts) => {
      await joinIn(ctx, tx, await lockCallFor(tx, callId, ctx.user.id), { as, media }, acts);
      return callId;
    }),
  );
}

/** As `joinCall`, of a locked call. */
export async function joinIn(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { call, own }: LockedCall,
  { as, media }: Entering,
  acts: ServerActs,
): Promise<void> {
  assertLive(call);
  if (as === 'VIEWER' && call.mode === 'DIRECT') {
    throw notInState('Only group calls have viewers.', 'DIRECT', ['GROUP']);
  }
  if (own.invitee?.state === 'RINGING') {
    const { id: userId, sessionId } = ctx.user;
    const decided = { callId: call.id, userId, state: 'ACCEPTED' as const, sessionId };
    await updateInviteeDecided(tx, { ...decided, now: ctx.clock.now() });
    tx.emit(callInviteEnded, decided, { userIds: [userId] });
  } else if (call.state === 'RINGING' && !isPresent(own.member)) {
    throw notInState('The call does not ring any more.', own.invitee?.state ?? 'RINGING', ['ONGOING']);
  }
  await enter(ctx, tx, { call, own }, { as, media }, acts);
}

/** Makes the caller a member of a locked live call, on their session. */
async function enter(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { call, own }: LockedCall,
  { as, media }: Entering,
  acts: ServerActs,
): Promise<void> {
  const { member } = own;
  const isMoved = isPresent(member);
  if (isMoved && member.sessionId === ctx.user.sessionId) return;
  if (isMoved) await endFormerSession(ctx, tx, call, member, acts);
  const role = isMoved ? member.role : roleOf(call, own.member, { as, userId: ctx.user.id });
  const entered =
    (await tryRole(ctx, tx, call, role, media)) ?? (await tryViewer(ctx, tx, call, { as, role, media }));
  const started =
    call.state === 'RINGING' && call.starterId !== ctx.user.id ? await begin(ctx, tx, call) : call;
  const settled = await settle(ctx, tx, started);
  if (started !== call) tellChanged(tx, settled, ['STATE']);
  if (isMoved) tellChanged(tx, settled, ['CONNECTION'], entered.userId);
  tellCounts(acts, settled, [entered]);
}

/** The device before stays signed in, and is out of the call. */
async function endFormerSession(
  { clock }: InTransaction<UserContext>,
  tx: Tx,
  call: Call,
  member: CallMember,
  acts: ServerActs,
): Promise<void> {
  const { userId } = member;
  const now = clock.now();
  await updateMemberLeft(tx, { callId: call.id, userId, reason: 'MOVED', isBanned: false, now });
  acts.push({ kind: 'remove', room: call.room, identity: identityOf(member) });
}

/** @throws AppError FORBIDDEN for who may not speak without being asked */
function roleOf(
  call: Call,
  before: CallMember | null,
  { as, userId }: { as: Entering['as']; userId: string },
): CallRole {
  if (call.hostId === userId) return 'HOST';
  if (as === 'VIEWER') return 'VIEWER';
  if (before && keepsSpeaking(before)) return before.role;
  if (call.speaking === 'OPEN' || call.mode === 'DIRECT') return 'SPEAKER';
  if (as === 'SPEAKER') throw forbidden('Join as a viewer, and ask to speak.', ['as']);
  return 'VIEWER';
}

async function tryRole(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  call: Call,
  role: CallRole,
  given: EntryInput,
): Promise<CallMember | null> {
  const now = ctx.clock.now();
  const isViewer = role === 'VIEWER';
  const max = viewersMax(ctx);
  if (isViewer && call.viewerCount >= max) {
    throw new AppError('LIMIT_REACHED', `A call has at most ${max} viewers.`, {
      path: ['callId'],
      details: { limit: max },
    });
  }
  const media = isViewer ? { isMuted: true, isVideoOn: false } : entryMedia(call, given);
  return upsertMember(tx, {
    callId: call.id,
    userId: ctx.user.id,
    sessionId: ctx.user.sessionId,
    role,
    ...media,
    slots: ctx.limits.callSpeakers,
    now,
    dueAt: secondsAfter(now, ctx.limits.callConnectSeconds),
  });
}

/** Lets watch who did not insist on speaking, while no slot is free. @throws AppError LIMIT_REACHED */
async function tryViewer(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  call: Call,
  { as, role, media }: Entering & { readonly role: CallRole },
): Promise<CallMember> {
  const mayWatch = as === null && role === 'SPEAKER' && call.mode === 'GROUP';
  const viewer = mayWatch ? await tryRole(ctx, tx, call, 'VIEWER', media) : null;
  if (!viewer) throw noSlot(ctx.limits.callSpeakers);
  return viewer;
}

async function begin(ctx: InTransaction<UserContext>, tx: Tx, call: Call): Promise<Call> {
  const startedAt = ctx.clock.now();
  await updateCall(tx, call.id, { state: 'ONGOING', started_at: startedAt });
  return { ...call, state: 'ONGOING', startedAt };
}
