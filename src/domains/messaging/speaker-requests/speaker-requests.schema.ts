import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { soonestFirst } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { childListField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { toldCallById, visibleCallById } from '../calls/calls.loaders.ts';
import { CallRef, CallViewerRef } from '../calls/calls.schema.ts';
import { lowerAllHands } from './speaker-requests.service.ts';
import {
  ownWaitingByCall,
  positionByRequest,
  queuesOf,
  visibleRequestById,
} from './speaker-requests.loaders.ts';
import {
  inviteToSpeak,
  requestToSpeak,
  respondToSpeakerRequest,
  withdrawSpeakerRequest,
} from './speaker-requests.service.ts';
import type { SpeakerRequest, SpeakerRequestKind, SpeakerRequestState } from './speaker-requests.types.ts';

const SpeakerRequestKindRef = enumType<SpeakerRequestKind>('SpeakerRequestKind', {
  description: 'The side that a speaker request comes from.',
  values: {
    RAISED: 'A viewer asks to speak; hosts answer. Expires after 5 minutes.',
    OFFERED: 'A host asks a viewer to speak, who answers. Expires after 60 seconds.',
  },
});

const SpeakerRequestStateRef = enumType<SpeakerRequestState>('SpeakerRequestState', {
  description: 'State of a speaker request.',
  values: {
    PENDING: 'Waiting for an answer.',
    GRANTED: 'The viewer speaks.',
    DENIED: 'The answer was no.',
    WITHDRAWN: 'Taken back, the hand was lowered, or the viewer has left.',
    EXPIRED: 'Nobody answered in time.',
  },
});

export const SpeakerRequestRef = builder.objectRef<SpeakerRequest>('SpeakerRequest').implement({
  description: 'A request to speak in a call. Visible to its viewer and to the hosts.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `speakerrequest_…`.',
      resolve: ({ id }) => toGlobalId('speakerrequest', id),
    }),
    call: t.field({
      type: CallRef,
      nullable: true,
      description: 'The call. Null if it is deleted.',
      varies: 'no',
      resolve: ({ callId }, _args, ctx) => load(ctx, toldCallById, callId),
    }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'The viewer. Null if the caller cannot see them.',
      varies: 'people',
      resolve: ({ userId }, _args, ctx) => load(ctx, visibleUserById, userId),
    }),
    kind: t.field({
      type: SpeakerRequestKindRef,
      description: 'The side that it comes from.',
      resolve: ({ kind }) => kind,
    }),
    state: t.field({ type: SpeakerRequestStateRef, description: 'State.', resolve: ({ state }) => state }),
    position: t.int({
      nullable: true,
      description: 'Place in the queue, from 1. Null of an offer, and when it waits no more.',
      varies: 'no',
      resolve: async ({ id }, _args, ctx) => (await load(ctx, positionByRequest, id))?.position ?? null,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the request.',
      resolve: ({ createdAt }) => createdAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time at which it expires without an answer.',
      resolve: ({ expiresAt }) => expiresAt,
    }),
    decidedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it ended. Null while it waits.',
      resolve: ({ decidedAt }) => decidedAt,
    }),
  }),
});

nodeType(SpeakerRequestRef, 'speakerrequest', (ctx, id) => load(ctx, visibleRequestById, id));

childListField(CallRef, 'speakerRequests', {
  connection: connectionType('SpeakerRequest', SpeakerRequestRef, {
    description: 'Raised hands of a call, first come first.',
  }),
  description: 'Raised hands that wait, first come first, for hosts who are in the call; empty for others.',
  varies: 'viewer',
  order: soonestFirst<SpeakerRequest>(({ createdAt }) => createdAt),
  rows: (ctx, { id }, _args, page) => queuesOf(ctx, id, page),
});

builder.objectFields(CallViewerRef, (t) => ({
  speakerRequest: t.field({
    type: SpeakerRequestRef,
    nullable: true,
    description: 'The request of the caller, or the offer to them, that waits. Null if there is none.',
    resolve: ({ call }, _args, ctx) => load(ctx, ownWaitingByCall, call.id),
  }),
  position: t.int({
    nullable: true,
    description: 'Place of the caller in the queue, from 1. Null if they have not raised a hand.',
    resolve: async ({ call }, _args, ctx) => {
      const own = await load(ctx, ownWaitingByCall, call.id);
      return own && ((await load(ctx, positionByRequest, own.id))?.position ?? null);
    },
  }),
}));

const BUDGET = { points: 60, windowSeconds: 60, per: 'user' } as const;
const REQUEST = { type: SpeakerRequestRef, description: 'The request.' } as const;
const THE_CALL = { required: true, description: 'The call.' } as const;
const THE_REQUEST = { required: true, description: 'The request.' } as const;

mutationField('requestToSpeak', {
  description:
    'Asks to speak in a call in which the caller is a viewer. Hosts are told by `speakerRequestReceived`. While one waits, a repetition returns it.',
  refusals:
    'INVALID_STATE for others than viewers who are in the call; RATE_LIMITED within 30 seconds after a denial; LIMIT_REACHED past {callPendingRequests} requests.',
  access: 'user',
  restriction: 'CALLING',
  budget: BUDGET,
  input: (t) => ({ callId: t.idOf('call', THE_CALL) }),
  payload: { speakerRequest: REQUEST },
  resolve: async (ctx, input) => ({
    speakerRequest: await load(ctx, visibleRequestById, await requestToSpeak(ctx, input)),
  }),
});

mutationField('withdrawSpeakerRequest', {
  description:
    'Takes a request back: viewers their raised hand, hosts an offer. Succeeds without a change when it waits no more.',
  access: 'user',
  // Withdrawing only takes back.
  restriction: null,
  budget: BUDGET,
  input: (t) => ({ requestId: t.idOf('speakerrequest', THE_REQUEST) }),
  payload: { speakerRequest: REQUEST },
  resolve: async (ctx, input) => ({
    speakerRequest: await load(ctx, visibleRequestById, await withdrawSpeakerRequest(ctx, input)),
  }),
});

mutationField('respondToSpeakerRequest', {
  description:
    'Answers a request: hosts a raised hand, viewers an offer to them. Who is let speak gets a slot at once, without a new connection unless `speakerRequestResponse` says so.',
  refusals:
    'LIMIT_REACHED while no slot is free: the request waits on. INVALID_STATE when it waits no more; FORBIDDEN for the side that asks.',
  access: 'user',
  restriction: 'CALLING',
  budget: BUDGET,
  input: (t) => ({
    requestId: t.idOf('speakerrequest', THE_REQUEST),
    isGranted: t.boolean({ required: true, description: 'Whether the viewer may speak, or wants to.' }),
  }),
  payload: { speakerRequest: REQUEST },
  resolve: async (ctx, input) => ({
    speakerRequest: await load(ctx, visibleRequestById, await respondToSpeakerRequest(ctx, input)),
  }),
});

mutationField('inviteToSpeak', {
  description:
    'Offers a viewer of a call that they speak, who answers by `respondToSpeakerRequest`; one who has raised a hand is let speak at once.',
  refusals: 'FORBIDDEN for others than hosts; LIMIT_REACHED while no slot is free for a raised hand.',
  access: 'user',
  restriction: 'CALLING',
  budget: BUDGET,
  input: (t) => ({
    callId: t.idOf('call', THE_CALL),
    userId: t.idOf('user', { required: true, description: 'The viewer.' }),
  }),
  payload: { speakerRequest: REQUEST },
  resolve: async (ctx, input) => ({
    speakerRequest: await load(ctx, visibleRequestById, await inviteToSpeak(ctx, input)),
  }),
});

mutationField('lowerAllHands', {
  description: 'Lowers all raised hands of a call. Fails with FORBIDDEN for others than hosts.',
  access: 'user',
  restriction: 'CALLING',
  budget: BUDGET,
  input: (t) => ({ callId: t.idOf('call', THE_CALL) }),
  payload: { call: { type: CallRef, description: 'The call.' } },
  resolve: async (ctx, input) => ({
    call: await load(ctx, visibleCallById, await lowerAllHands(ctx, input)),
  }),
});
