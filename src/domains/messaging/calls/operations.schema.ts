import { enumType } from '#platform/graphql/enum.ts';
import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { load } from '#platform/request/loader.ts';
import { visibleCallById } from './calls.loaders.ts';
import { CallKindRef, CallRef, CallSpeakingRef } from './calls.schema.ts';
import { rateCall } from './calls.service.ts';
import type { CallProblem } from './calls.types.ts';
import { connectCall, requireJoined } from './taking-part.service.ts';
import { acceptCall, joinCall } from './entering.service.ts';
import { cancelCall, declineCall, inviteToCall } from './ringing.service.ts';
import { startCall } from './starting.service.ts';
import { endCallForAll, leaveCall, updateCallMedia } from './taking-part.service.ts';

const MINUTE_BUDGET = { points: 60, windowSeconds: 60, per: 'user' } as const;
const CALL = { type: CallRef, description: 'The call.' } as const;
const CALL_OR_NOTHING = {
  type: CallRef,
  description: 'The call. Null also when the caller does not see it any more.',
} as const;
const THE_CALL = { required: true, description: 'The call.' } as const;
const IS_MUTED = 'Whether the microphone is off. Defaults to false.';
const IS_VIDEO_ON = 'Whether the camera is on. Defaults to true in a video call, else to false.';

idempotentMutationField('startCall', {
  description:
    'Starts a call in a conversation, or joins the one there. It rings the other user, in a group of at most {callRingMembers} those who admit calls of the caller and have not muted it.',
  refusals:
    'INVALID_STATE where the caller cannot send messages or somebody has still to accept; FORBIDDEN where `User.viewer.canCall` is false; SERVICE_UNAVAILABLE while the call server is away.',
  access: 'user',
  restriction: 'CALLING',
  budget: { points: 30, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    conversationId: t.idOf('conversation', { required: true, description: 'The conversation.' }),
    kind: t.field({ type: CallKindRef, required: true, description: 'Media with which it begins.' }),
    speaking: t.field({
      type: CallSpeakingRef,
      description: 'Rule by which people speak; of a direct call always OPEN. Defaults to OPEN.',
    }),
    isMuted: t.boolean({ description: IS_MUTED }),
    isVideoOn: t.boolean({ description: IS_VIDEO_ON }),
  }),
  payload: {
    call: CALL,
    isNew: { type: 'Boolean', description: 'Whether it was started by this, and not joined.' },
  },
  idempotencyKey: 'optional',
  act: (ctx, input, key) => startCall(ctx, input, key),
  show: async (ctx, { callId, isNew }) => ({ call: await load(ctx, visibleCallById, callId), isNew }),
});

mutationField('acceptCall', {
  description:
    'Accepts a call that rings the caller, on this session. The first device wins. The caller leaves any other call.',
  refusals: 'INVALID_STATE `ANSWERED_ELSEWHERE` on other devices, and `ENDED` when the call is over.',
  access: 'user',
  restriction: 'CALLING',
  budget: MINUTE_BUDGET,
  input: (t) => ({
    callId: t.idOf('call', THE_CALL),
    isMuted: t.boolean({ description: IS_MUTED }),
    isVideoOn: t.boolean({ description: IS_VIDEO_ON }),
  }),
  payload: { call: CALL },
  resolve: async (ctx, input) => ({ call: await load(ctx, visibleCallById, await acceptCall(ctx, input)) }),
});

const DeclineReasonRef = enumType<'DECLINED' | 'BUSY'>('CallDeclineReason', {
  description: 'Why a call is declined.',
  values: { DECLINED: 'The user does not want it.', BUSY: 'The user is in another call.' },
});

mutationField('declineCall', {
  description:
    'Declines a call that rings the caller, and stops all of their devices. Succeeds without a change once it rings no more.',
  access: 'user',
  // Declining only takes back.
  restriction: null,
  budget: MINUTE_BUDGET,
  input: (t) => ({
    callId: t.idOf('call', THE_CALL),
    reason: t.field({ type: DeclineReasonRef, required: true, description: 'Why it is declined.' }),
  }),
  payload: { call: CALL },
  resolve: async (ctx, input) => ({ call: await load(ctx, visibleCallById, await declineCall(ctx, input)) }),
});

mutationField('cancelCall', {
  description:
    'Takes back a call of the caller that nobody has accepted. Fails with INVALID_STATE `ONGOING` once somebody has. Succeeds without a change when it has ended.',
  access: 'user',
  restriction: null,
  budget: MINUTE_BUDGET,
  input: (t) => ({ callId: t.idOf('call', THE_CALL) }),
  payload: { call: CALL },
  resolve: async (ctx, input) => ({ call: await load(ctx, visibleCallById, await cancelCall(ctx, input)) }),
});

const JoinAsRef = enumType<'SPEAKER' | 'VIEWER'>('CallJoinAs', {
  description: 'How to join a call.',
  values: { SPEAKER: 'With a slot. Hosts get theirs in any case.', VIEWER: 'In viewer mode.' },
});

mutationField('joinCall', {
  description:
    'Joins a call that runs in a conversation of the caller, or to which they are invited; on another session it takes their place over. The caller leaves any other call.',
  refusals:
    'FORBIDDEN as SPEAKER where people speak on request; LIMIT_REACHED past {callSpeakers} slots or the viewers that the call server carries; INVALID_STATE `ENDED`.',
  access: 'user',
  restriction: 'CALLING',
  budget: MINUTE_BUDGET,
  input: (t) => ({
    callId: t.idOf('call', THE_CALL),
    as: t.field({ type: JoinAsRef, required: true, description: 'How to join.' }),
    isMuted: t.boolean({ description: IS_MUTED }),
    isVideoOn: t.boolean({ description: IS_VIDEO_ON }),
  }),
  payload: { call: CALL },
  resolve: async (ctx, input) => ({ call: await load(ctx, visibleCallById, await joinCall(ctx, input)) }),
});

mutationField('connectCall', {
  description:
    'Answers the offer of the session that has joined, in place of its former connection. For call servers without `CallAccess.url`.',
  refusals:
    'INVALID_STATE on a session that has not joined, or where the call server takes a token; VALIDATION_FAILED for an offer that it refuses; SERVICE_UNAVAILABLE while it is away.',
  access: 'user',
  restriction: 'CALLING',
  // An offer changes no row, and costs the call server some work.
  budget: { points: 30, windowSeconds: 60, per: 'user', charge: 'call' },
  input: (t) => ({
    callId: t.idOf('call', THE_CALL),
    offer: t.string({ required: true, description: 'The offer in SDP, at most 96 KiB.' }),
  }),
  payload: {
    call: CALL,
    answer: { type: 'String', description: 'The answer in SDP.' },
    expiresAt: { type: 'DateTime', description: 'Time until which the connection can be made.' },
  },
  resolve: async (ctx, input) => {
    const { callId, answer, expiresAt } = await connectCall(ctx, input);
    return { call: await load(ctx, visibleCallById, callId), answer, expiresAt };
  },
});

mutationField('refreshCallConnection', {
  description:
    'Gives the session that has joined a new `viewer.connection`. Fails with INVALID_STATE on any other session.',
  access: 'user',
  restriction: 'CALLING',
  // A new connection changes no row.
  budget: { points: 30, windowSeconds: 60, per: 'user', charge: 'call' },
  input: (t) => ({ callId: t.idOf('call', THE_CALL) }),
  payload: { call: CALL },
  resolve: async (ctx, { callId }) => ({ call: (await requireJoined(ctx, callId)).call }),
});

mutationField('leaveCall', {
  description:
    'Ends the part of the caller in a call, from the session that is in it; on any other it changes nothing. A direct call ends with it. Succeeds without a change when repeated.',
  access: 'user',
  restriction: null,
  budget: MINUTE_BUDGET,
  input: (t) => ({ callId: t.idOf('call', THE_CALL) }),
  payload: { call: CALL },
  resolve: async (ctx, input) => ({ call: await load(ctx, visibleCallById, await leaveCall(ctx, input)) }),
});

mutationField('endCall', {
  description:
    'Ends a call for everybody. Succeeds without a change when it has ended. Fails with FORBIDDEN for others than hosts of a group call.',
  access: 'user',
  restriction: null,
  budget: MINUTE_BUDGET,
  input: (t) => ({ callId: t.idOf('call', THE_CALL) }),
  payload: { call: CALL },
  resolve: async (ctx, input) => ({
    call: await load(ctx, visibleCallById, await endCallForAll(ctx, input)),
  }),
});

mutationField('inviteToCall', {
  description:
    'Rings more users for a running call. Guests see the call, never the conversation. A direct call becomes a group call. Users who are in it or rung stay as they are.',
  refusals:
    'FORBIDDEN for each user with `User.viewer.canCall` false, and for viewers; INVALID_STATE `RINGING` or `ENDED`; RATE_LIMITED within 60 seconds after the last ring of one of them.',
  access: 'user',
  restriction: 'CALLING',
  budget: { points: 20, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    callId: t.idOf('call', THE_CALL),
    userIds: t.idListOf('user', { required: true, description: 'The users, at most {callInvitees}.' }),
  }),
  payload: { call: CALL },
  resolve: async (ctx, input) => ({ call: await load(ctx, visibleCallById, await inviteToCall(ctx, input)) }),
});

mutationField('updateCallMedia', {
  description:
    'Changes what the caller sends, on the session that is in the call. Only people themselves unmute. Omitted fields stay.',
  refusals: 'FORBIDDEN for viewers; INVALID_STATE `SHARED` while somebody else shares their screen.',
  access: 'user',
  restriction: 'CALLING',
  budget: { points: 120, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    callId: t.idOf('call', THE_CALL),
    isMuted: t.boolean({ description: 'Whether the microphone is off. Cannot be null.' }),
    isVideoOn: t.boolean({ description: 'Whether the camera is on. Cannot be null.' }),
    isScreenSharing: t.boolean({ description: 'Whether the caller shares their screen. Cannot be null.' }),
  }),
  payload: { call: CALL },
  resolve: async (ctx, input) => ({
    call: await load(ctx, visibleCallById, await updateCallMedia(ctx, input)),
  }),
});

const CallProblemRef = enumType<CallProblem>('CallProblem', {
  description: 'A problem of a call.',
  values: {
    AUDIO: 'The sound was bad.',
    VIDEO: 'The video was bad.',
    CONNECTION: 'The connection was lost or late.',
    ECHO: 'There was an echo.',
    OTHER: 'Something else.',
  },
});

mutationField('rateCall', {
  description:
    'Rates a call of the caller, once and within a day after its end. A repetition succeeds without a change.',
  refusals: 'INVALID_STATE before the end, and `EXPIRED` a day after it.',
  access: 'user',
  restriction: null,
  budget: { points: 20, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    callId: t.idOf('call', THE_CALL),
    stars: t.int({ required: true, description: 'Stars, 1 to 5.' }),
    problems: t.field({ type: [CallProblemRef], description: 'Problems, at most 5.' }),
  }),
  payload: { call: CALL_OR_NOTHING },
  resolve: async (ctx, input) => ({ call: await rateCall(ctx, input) }),
});
