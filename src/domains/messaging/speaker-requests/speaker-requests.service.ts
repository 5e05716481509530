import { SECOND_MS } from '#platform/kernel/clock.ts';
import { AppError, notFound, rateLimited } from '#platform/kernel/errors.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import { followedBy, type ServerActs, withCallServer } from '../calls/call-server.service.ts';
import {
  assertLive,
  canManage,
  forbidden,
  isPresent,
  notInState,
  secondsAfter,
} from '../calls/calls.policy.ts';
import type { Call, CallMember } from '../calls/calls.types.ts';
import { changeRole, lockCallFor, partOf } from '../calls/transitions.service.ts';
import { speakerAnswered, speakerRequested } from './speaker-requests.events.ts';
import {
  countWaiting,
  type DecidedRequest,
  findDeniedAt,
  insertRequest,
  listRequests,
  lockOwnWaiting,
  lockRequest,
  updateAllDecided,
  updateDecided,
  updateDue,
  updateVoid,
} from './speaker-requests.queries.ts';
import type { SpeakerDecision, SpeakerRequest, SpeakerRequestKind } from './speaker-requests.types.ts';

const RAISED_SECONDS = 5 * 60;
const OFFERED_SECONDS = 60;
const AFTER_DENIAL_SECONDS = 30;

/**
 * Asks to speak, in viewer mode. A request that waits is the answer to a repetition.
 * @returns its id
 * @throws AppError NOT_FOUND | INVALID_STATE | RATE_LIMITED | LIMIT_REACHED
 */
export function requestToSpeak(ctx: UserContext, { callId }: { readonly callId: string }): Promise<string> {
  return withCallServer(ctx, async (tx) => {
    const { call, own } = await lockCallFor(tx, callId, ctx.user.id);
    assertLive(call);
    assertViewer(own.member);
    const now = ctx.clock.now();
    const waiting = await lockOwnWaiting(tx, { callId, userId: ctx.user.id, now });
    if (waiting) return waiting.id;
    await assertRested(tx, { callId, userId: ctx.user.id, now });
    return insertNew(ctx, tx, call, { userId: ctx.user.id, kind: 'RAISED' });
  });
}

/** @throws AppError INVALID_STATE for who is not in the call, or speaks */
function assertViewer(member: CallMember | null): asserts member is CallMember {
  if (!isPresent(member)) throw notInState('Join the call as a viewer first.', 'LEFT', ['VIEWER']);
  if (member.role !== 'VIEWER') throw notInState('This user may speak already.', 'SPEAKER', ['VIEWER']);
}

/** @throws AppError RATE_LIMITED within half a minute after a denial */
async function assertRested(
  tx: Tx,
  { now, ...who }: { callId: string; userId: string; now: Date },
): Promise<void> {
  const deniedAt = await findDeniedAt(tx, who);
  if (!deniedAt) return;
  const leftMs = deniedAt.getTime() + AFTER_DENIAL_SECONDS * SECOND_MS - now.getTime();
  if (leftMs > 0) throw rateLimited(Math.ceil(leftMs / SECOND_MS));
}

async function insertNew(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  call: Call,
  { userId, kind }: { readonly userId: string; readonly kind: SpeakerRequestKind },
): Promise<string> {
  const { callPendingRequests: limit } = ctx.limits;
  if ((await countWaiting(tx, call.id)) >= limit) {
    throw new AppError('LIMIT_REACHED', `At most ${limit} people ask to speak at a time.`, {
      path: ['callId'],
      details: { limit },
    });
  }
  const now = ctx.clock.now();
  const id = ctx.ids.next();
  const expiresAt = secondsAfter(now, kind === 'RAISED' ? RAISED_SECONDS : OFFERED_SECONDS);
  await insertRequest(tx, { id, callId: call.id, userId, kind, now, expiresAt });
  const told = { callId: call.id, membersVersion: call.membersVersion, requestId: id, userId };
  tx.emit(speakerRequested, told, kind === 'RAISED' ? { topic: call.id } : { userIds: [userId] });
  return id;
}

/** Asks a viewer to speak; one who has raised a hand is let speak at once. @returns the id of the request @throws AppError NOT_FOUND | FORBIDDEN | INVALID_STATE | LIMIT_REACHED */
export async function inviteToSpeak(
  ctx: UserContext,
  { callId, userId }: { readonly callId: string; readonly userId: string },
): Promise<string> {
  return answeredBy(ctx, async (tx, acts) => {
    const { call, own } = await lockCallFor(tx, callId, ctx.user.id);
    assertLive(call);
    if (!canManage(own.member)) throw forbidden('Only hosts can do this.');
    const { member } = await partOf(tx, callId, userId);
    if (!isPresent(member)) throw notFound('User', ['userId']);
    assertViewer(member);
    const now = ctx.clock.now();
    const waiting = await lockOwnWaiting(tx, { callId, userId, now });
    if (waiting?.kind === 'RAISED') {
      const decision = { state: 'GRANTED' as const, byId: ctx.user.id, now };
      return {
        id: waiting.id,
        granted: await grant(ctx, tx, call, { member, request: waiting, decision }, acts),
      };
    }
    const id = waiting?.id ?? (await insertNew(ctx, tx, call, { userId, kind: 'OFFERED' }));
    return { id, granted: null };
  });
}

/** Takes a request back: their own a viewer, an offer a host. Succeeds without a change when it waits no more. @throws AppError NOT_FOUND */
export function withdrawSpeakerRequest(
  ctx: UserContext,
  { requestId }: { readonly requestId: string },
): Promise<string> {
  return withCallServer(ctx, async (tx) => {
    const { request, member } = await lockRequestFor(ctx, tx, requestId);
    const isOwn = request.kind === 'RAISED' ? request.userId === ctx.user.id : canManage(member);
    if (!isOwn) throw requestNotFound();
    tellAnswered(
      tx,
      await updateDecided(tx, requestId, { state: 'WITHDRAWN', byId: ctx.user.id, now: ctx.clock.now() }),
    );
    return requestId;
  });
}

const requestNotFound = (): AppError => notFound('Speaker request', ['requestId']);

type LockedRequest = {
  readonly request: SpeakerRequest;
  readonly call: Call;
  /** The caller's own part. */
  readonly member: CallMember | null;
};

/** Locks the call of a request, and the request. @throws AppError NOT_FOUND */
async function lockRequestFor(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  requestId: string,
): Promise<LockedRequest> {
  const [found] = await listRequests(tx, [requestId]);
  if (!found) throw requestNotFound();
  const { call, own } = await lockCallFor(tx, found.callId, ctx.user.id);
  const request = await lockRequest(tx, requestId);
  if (!request || (request.userId !== ctx.user.id && !canManage(own.member))) throw requestNotFound();
  return { request, call, member: own.member };
}

type Answer = { readonly requestId: string; readonly isGranted: boolean };

/**
 * Answers a raised hand as a host, or an offer as the viewer. While no slot is free a request waits on.
 * @throws AppError NOT_FOUND | FORBIDDEN | INVALID_STATE | LIMIT_REACHED
 */
export function respondToSpeakerRequest(ctx: UserContext, { requestId, isGranted }: Answer): Promise<string> {
  return answeredBy(ctx, async (tx, acts) => {
    const { request, call, member } = await lockRequestFor(ctx, tx, requestId);
    const isMine = request.kind === 'OFFERED' ? request.userId === ctx.user.id : canManage(member);
    if (!isMine) throw forbidden('Wait for the answer of the other side.', ['requestId']);
    const state = isGranted ? ('GRANTED' as const) : ('DENIED' as const);
    if (request.state === state) return { id: requestId, granted: null };
    const now = ctx.clock.now();
    await assertWaits(tx, request, now);
    const decision = { state, byId: ctx.user.id, now };
    if (!isGranted) {
      tellAnswered(tx, await updateDecided(tx, requestId, decision));
      return { id: requestId, granted: null };
    }
    const { member: viewer } = await partOf(tx, call.id, request.userId);
    assertLive(call);
    assertViewer(viewer);
    const granted = await grant(ctx, tx, call, { member: viewer, request, decision }, acts);
    return { id: requestId, granted };
  });
}

/** @throws AppError INVALID_STATE */
async function assertWaits(
  tx: Tx,
  { state, userId, callId, createdAt, expiresAt }: SpeakerRequest,
  now: Date,
): Promise<void> {
  const { member } = await partOf(tx, callId, userId);
  const isGone = !isPresent(member) || member.joinedAt > createdAt;
  const current =
    state !== 'PENDING'
      ? state
      : isGone
        ? ('WITHDRAWN' as const)
        : expiresAt <= now
          ? ('EXPIRED' as const)
          : null;
  if (current === null) return;
  throw notInState('The request waits no more.', current, ['PENDING'], ['requestId']);
}

type Granting = {
  readonly member: CallMember;
  readonly request: SpeakerRequest;
  readonly decision: SpeakerDecision;
};

async function grant(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  call: Call,
  { member, request, decision }: Granting,
  acts: ServerActs,
): Promise<DecidedRequest | null> {
  await changeRole(ctx, tx, call, { member, role: 'SPEAKER' }, acts);
  const granted = await updateDecided(tx, request.id, decision);
  tellAnswered(tx, granted);
  return granted;
}

/** Runs an answer. Where the call server gives rights only at the next connection, a further event says so. @returns the id of the request */
async function answeredBy(
  ctx: UserContext,
  work: (
    tx: Tx,
    acts: ServerActs,
  ) => Promise<{ readonly id: string; readonly granted: DecidedRequest | null }>,
): Promise<string> {
  const { result, outdated } = await followedBy(ctx, work);
  const { id, granted } = result;
  if (granted && outdated.some(({ userId }) => userId === granted.userId)) {
    await ctx.transaction((tx) => {
      tellAnswered(tx, granted, true);
      return Promise.resolve();
    });
  }
  return id;
}

function tellAnswered(tx: Tx, request: DecidedRequest | null, needsReconnect = false): void {
  if (!request) return;
  const { id: requestId, callId, membersVersion, userId, state } = request;
  tx.emit(
    speakerAnswered,
    { callId, membersVersion, requestId, userId, state, needsReconnect },
    { topic: callId },
  );
}

/** Lowers all raised hands of a call. @throws AppError NOT_FOUND | FORBIDDEN */
export function lowerAllHands(ctx: UserContext, { callId }: { readonly callId: string }): Promise<string> {
  return withCallServer(ctx, async (tx) => {
    const { own } = await lockCallFor(tx, callId, ctx.user.id);
    if (!canManage(own.member)) throw forbidden('Only hosts can do this.');
    const decision = { state: 'WITHDRAWN' as const, byId: ctx.user.id, now: ctx.clock.now() };
    for (const request of await updateAllDecided(tx, callId, decision)) tellAnswered(tx, request);
    return callId;
  });
}

/** Withdraws the requests of who has left a call, or speaks in it by other ways. */
export async function withdrawVoid({ transaction, clock }: Services, callId: string): Promise<void> {
  await transaction(async (tx) => {
    const decision = { state: 'WITHDRAWN' as const, byId: null, now: clock.now() };
    for (const request of await updateVoid(tx, callId, decision)) tellAnswered(tx, request);
  });
}

/** Expires requests whose time is over. @returns how many */
export async function expireDue({ clock }: Pick<Services, 'clock'>, tx: Tx): Promise<number> {
  const decision = { state: 'EXPIRED' as const, byId: null, now: clock.now() };
  const expired = await updateDue(tx, { ...decision, limit: BATCH_REQUESTS });
  for (const request of expired) tellAnswered(tx, request);
  return expired.length;
}

const BATCH_REQUESTS = 500;
