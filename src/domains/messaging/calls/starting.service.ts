import { privacyAllows } from '#domains/graph/privacy/privacy.service.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { changedMeanwhile } from '#platform/outbox/write.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import { load } from '#platform/request/loader.ts';
import { conversationViewerById } from '../conversations/conversations.loaders.ts';
import { cannotSend, requestStateOf } from '../conversations/conversations.policy.ts';
import { assertCanSend, requireConversation } from '../conversations/conversations.service.ts';
import type { Conversation } from '../conversations/conversations.types.ts';
import { lockConversationFor } from '../conversations/membership.service.ts';
import { carryOut, reached, roomOf, type ServerActs } from './call-server.service.ts';
import { findStanding, upsertMember } from './call-members.queries.ts';
import {
  insertCall,
  insertGroupInvitees,
  isConversationMuted,
  lockLiveCall,
  upsertInvitees,
} from './call-writes.queries.ts';
import { callInvited } from './calls.events.ts';
import { forbidden, isPresent, secondsAfter } from './calls.policy.ts';
import { findLiveCall, findVisiblePeer } from './calls.queries.ts';
import type { Call, CallInvitee, CallKind, CallSpeaking } from './calls.types.ts';
import { acceptIn, type EntryInput, entryMedia, joinIn, whenAlone } from './entering.service.ts';
import { settle } from './transitions.service.ts';
import { seesCall, callNotFound } from './calls.policy.ts';

export type StartInput = EntryInput & {
  readonly conversationId: string;
  readonly kind: CallKind;
  readonly speaking?: CallSpeaking | null | undefined;
};

/** The id of a call, and whether it was started by this. */
export type StartedCall = { readonly callId: string; readonly isNew: boolean };

const ROUNDS_MAX = 5;

/**
 * Starts the call of a conversation, or joins the one that rings or runs there: two who start at once are in one call.
 * @throws AppError NOT_FOUND | INVALID_STATE | FORBIDDEN | LIMIT_REACHED | SERVICE_UNAVAILABLE
 */
export async function startCall(
  ctx: UserContext,
  input: StartInput,
  key: IdempotencyKey | null = null,
): Promise<StartedCall> {
  const found = await requireConversation(ctx, input.conversationId);
  await assertCanSend(ctx, found);
  await assertAccepted(ctx, found);
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const live = await findLiveCall(ctx.db, found.id);
    const callId = live?.id ?? ctx.ids.next();
    if (!live) await prepare(ctx, found, callId);
    let started: StartedCall | null = null;
    try {
      // Another device of theirs, or the same request once more, may have begun the call of this conversation.
      const isTarget = (call: Call): boolean => call.conversationId === found.id;
      started = await whenAlone(ctx, isTarget, () =>
        startOnce(ctx, { found, input, callId, isNew: !live }, key),
      );
      return started;
    } catch (error) {
      if (!(error instanceof LiveCallChanged)) throw error;
    } finally {
      // The room of a call that has not begun, or that had begun by the same key before, is nobody's.
      if (!live && started?.callId !== callId) await carryOut(ctx, [{ kind: 'close', room: callId }]);
    }
  }
  throw changedMeanwhile();
}

/** Thrown when a call has begun or ended since it was looked for. */
class LiveCallChanged extends Error {
  override readonly name = 'LiveCallChanged';
}

/** @throws AppError INVALID_STATE while somebody has still to accept the conversation */
async function assertAccepted(ctx: UserContext, { id }: Conversation): Promise<void> {
  const viewer = await load(ctx, conversationViewerById, id);
  if (!viewer) throw notFound('Conversation', ['conversationId']);
  const request = requestStateOf(viewer);
  if (request !== null) throw cannotSend(request === 'RECEIVED' ? 'REQUEST' : 'REQUESTED');
}

/** Checks who admits a call, and opens its room before anybody can know of it. */
async function prepare(ctx: UserContext, { id, kind }: Conversation, callId: string): Promise<void> {
  if (kind === 'DIRECT') {
    const peerId = await findVisiblePeer(ctx.db, {
      conversationId: id,
      userId: ctx.user.id,
      now: ctx.clock.now(),
    });
    if (peerId === null) throw cannotSend('READ_ONLY');
    if (!(await privacyAllows(ctx, 'CALL', peerId))) {
      throw forbidden('This user does not accept calls from you.', ['conversationId']);
    }
  }
  await reached(() => ctx.ports.callServer.openRoom(roomOf(ctx, callId)));
}

type Start = {
  readonly found: Conversation;
  readonly input: StartInput;
  readonly callId: string;
  readonly isNew: boolean;
};

async function startOnce(ctx: UserContext, start: Start, key: IdempotencyKey | null): Promise<StartedCall> {
  let acts: ServerActs = [];
  const { callId, isNew } = start;
  const result = await once(ctx, key, { callId, isNew }, async (tx) => {
    // The transaction may be repeated.
    acts = [];
    const { conversation, own } = await lockConversationFor(ctx, tx, start.found.id);
    if (own?.status !== 'ACTIVE') throw notFound('Conversation', ['conversationId']);
    const live = await lockLiveCall(tx, conversation.id);
    if (live === null && isNew) return insertStarted(ctx, tx, start, conversation.participantCount);
    if (live?.id !== callId) throw new LiveCallChanged();
    return joinLive(ctx, tx, live, start.input, acts);
  });
  await carryOut(ctx, acts);
  return result;
}

async function joinLive(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  call: Call,
  media: EntryInput,
  acts: ServerActs,
): Promise<void> {
  const own = await findStanding(tx, { callId: call.id, userId: ctx.user.id });
  if (!seesCall(own)) throw callNotFound();
  const isAnswer = own.invitee?.state === 'RINGING';
  if (isAnswer) return acceptIn(ctx, tx, { call, own }, media, acts);
  // A ring that has ended, with a starter who waits still: the next round starts anew when that is over.
  if (call.state === 'RINGING' && !isPresent(own.member)) throw new LiveCallChanged();
  return joinIn(ctx, tx, { call, own }, { as: null, media }, acts);
}

async function insertStarted(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { found, input, callId }: Start,
  participantCount: number,
): Promise<void> {
  const now = ctx.clock.now();
  const isDirect = found.kind === 'DIRECT';
  const { id: starterId, sessionId } = ctx.user;
  const call = {
    id: callId,
    conversationId: found.id,
    starterId,
    kind: input.kind,
    mode: found.kind,
    speaking: isDirect ? ('OPEN' as const) : (input.speaking ?? 'OPEN'),
    state: isDirect ? ('RINGING' as const) : ('ONGOING' as const),
    room: callId,
    createdAt: now,
    startedAt: isDirect ? null : now,
  };
  await insertCall(tx, call);
  await upsertMember(tx, {
    callId,
    userId: starterId,
    sessionId,
    role: 'HOST',
    ...entryMedia(call, input),
    slots: ctx.limits.callSpeakers,
    now,
    dueAt: secondsAfter(now, ctx.limits.callConnectSeconds),
  });
  const rung = await ring(ctx, tx, { found, callId, participantCount });
  const isAloud = (invitee: CallInvitee): boolean => !invitee.isSilent;
  const userIds = rung.filter(isAloud).map(({ userId }) => userId);
  if (userIds.length > 0) tx.emit(callInvited, { callId, byId: starterId }, { userIds });
  const fresh = { ...call, memberCount: 0, hostUntil: null, aloneUntil: null };
  await settle(ctx, tx, { ...NOTHING, ...fresh, hostId: starterId });
}

/** Values that a call which begins does not have yet. */
const NOTHING = {
  endReason: null,
  endedAt: null,
  ringingUntil: null,
  endsAt: null,
  membersVersion: 1,
  viewerCount: 0,
  screenUserId: null,
} as const;

/** Rings the other user of a direct conversation, or those of a small group who admit it. */
async function ring(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { found, callId, participantCount }: { found: Conversation; callId: string; participantCount: number },
): Promise<readonly CallInvitee[]> {
  const now = ctx.clock.now();
  const { callRingSeconds, callRingMembers } = ctx.limits;
  const byId = ctx.user.id;
  const each = { callId, byId, now, ringingUntil: secondsAfter(now, callRingSeconds) };
  if (found.kind === 'GROUP') {
    if (participantCount > callRingMembers) return [];
    return insertGroupInvitees(tx, { ...each, conversationId: found.id });
  }
  const peerId = await findVisiblePeer(tx, { conversationId: found.id, userId: byId, now });
  if (peerId === null) throw cannotSend('READ_ONLY');
  const isSilent = await isConversationMuted(tx, { conversationId: found.id, userId: peerId, now });
  const silentIds = isSilent ? [peerId] : [];
  return upsertInvitees(tx, { ...each, userIds: [peerId], guestIds: [], silentIds });
}
