import { z } from 'zod';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserViewerRef } from '#domains/graph/follows/follows.schema.ts';
import { privacyAllows } from '#domains/graph/privacy/privacy.service.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import {
  FIRST_ID,
  LAST_ID,
  LAST_MOMENT_MS,
  NEWEST_FIRST,
  type Order,
  type TimeKey,
} from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { childListField, listField } from '#platform/graphql/list.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { ownConversationById } from '../conversations/conversations.loaders.ts';
import { ConversationRef } from '../conversations/conversations.schema.ts';
import { SystemContentRef } from '../messages/message-content.schema.ts';
import {
  liveCallByConversation,
  membersOf,
  ownInviteeByCall,
  ownMemberByCall,
  visibleCallById,
} from './calls.loaders.ts';
import { canManage, isPresent } from './calls.policy.ts';
import { ACTIVE_CALLS_MAX, activeCalls, callHistory, durationSeconds } from './calls.service.ts';
import type {
  Call,
  CallEndReason,
  CallInvitee,
  CallKind,
  CallMember,
  CallMode,
  CallSpeaking,
  CallState,
  InviteeState,
} from './calls.types.ts';
import { CallAccessRef, CallMemberRef, CallMemberStateRef, CallRoleRef } from './call-members.schema.ts';
import { connectionOf } from './taking-part.service.ts';

export const CallKindRef = enumType<CallKind>('CallKind', {
  description: 'Media with which a call begins.',
  values: { AUDIO: 'Sound; cameras are off at first.', VIDEO: 'Sound and video.' },
});

const CallModeRef = enumType<CallMode>('CallMode', {
  description: 'Rules of a call.',
  values: {
    DIRECT: 'Of two users: it ends when one of them hangs up.',
    GROUP: 'Of any number, with hosts and viewers. A direct call becomes one by `inviteToCall`.',
  },
});

export const CallSpeakingRef = enumType<CallSpeaking>('CallSpeaking', {
  description: 'Rule by which people speak in a group call.',
  values: {
    OPEN: 'Everybody who joins may speak while a slot is free.',
    ON_REQUEST: 'Members watch until a host lets them speak; hosts speak.',
  },
});

const CallStateRef = enumType<CallState>('CallState', {
  description: 'State of a call.',
  values: {
    RINGING: 'A direct call that nobody has accepted yet.',
    ONGOING: 'People can join.',
    ENDED: 'Over, for the reason `endReason`.',
  },
});

export const CallEndReasonRef = enumType<CallEndReason>('CallEndReason', {
  description: 'Why a call has ended.',
  values: {
    CANCELLED: 'The starter took it back, or went away, before it was accepted.',
    DECLINED: 'The invitee declined it.',
    BUSY: 'The invitee was busy.',
    MISSED: 'Nobody accepted it within {callRingSeconds} seconds.',
    COMPLETED: 'A user of a direct call hung up.',
    HOST_ENDED: 'A host ended it.',
    EMPTY: 'Nobody was in it any more, or one person alone for long.',
    MAX_DURATION: 'The call lasted {callHours} hours.',
    FAILED: 'The call server could not carry it.',
    MODERATION: 'Moderation ended it.',
  },
});

const CallInviteeStateRef = enumType<InviteeState>('CallInviteeState', {
  description: 'State of an invitation to a call.',
  values: {
    RINGING: 'The call rings.',
    ACCEPTED: 'The invitee accepted, or joined.',
    DECLINED: 'The invitee declined.',
    BUSY: 'The invitee was busy.',
    MISSED: 'The invitee did not answer in time.',
    CANCELLED: 'Taken back, or the call ended before an answer.',
  },
});

/** The part of the caller in a call. */
export type CallViewer = {
  readonly call: Call;
  readonly member: CallMember | null;
  readonly invitee: CallInvitee | null;
};

export const CallViewerRef = builder.objectRef<CallViewer>('CallViewer').implement({
  description: 'Part of the caller in a call. Visible only to the caller.',
  fields: (t) => ({
    invitation: t.field({
      type: CallInviteeStateRef,
      nullable: true,
      description: 'State of the invitation of the caller. Null if the call never rang them.',
      resolve: ({ invitee }) => invitee?.state ?? null,
    }),
    role: t.field({
      type: CallRoleRef,
      nullable: true,
      description: 'Role of the caller. Null if they never were in the call.',
      resolve: ({ member }) => member?.role ?? null,
    }),
    state: t.field({
      type: CallMemberStateRef,
      nullable: true,
      description:
        'State of the connection of the caller, on whatever device. Null if they never were in the call.',
      resolve: ({ member }) => member?.state ?? null,
    }),
    isMuted: t.boolean({
      description: 'Whether the microphone of the caller is off. False if they never were in the call.',
      resolve: ({ member }) => member?.isMuted ?? false,
    }),
    isVideoOn: t.boolean({
      description: 'Whether the camera of the caller is on. False if they never were in the call.',
      resolve: ({ member }) => member?.isVideoOn ?? false,
    }),
    slot: t.int({
      nullable: true,
      description: 'Slot of the caller. Null in viewer mode, and when they are not in the call.',
      resolve: ({ member }) => member?.slot ?? null,
    }),
    canSpeak: t.boolean({
      description: 'Whether the caller has a slot.',
      resolve: ({ member }) => isPresent(member) && member.slot !== null,
    }),
    canManage: t.boolean({
      description: 'Whether the caller is the host or a co-host, and in the call.',
      resolve: ({ member }) => canManage(member),
    }),
    connection: t.field({
      type: CallAccessRef,
      nullable: true,
      description: 'The way to the call server. Null on every session but the one that has joined.',
      resolve: async ({ call }, _args, ctx) => {
        const admission = await connectionOf(ctx, call);
        return admission && { ...admission, server: ctx.ports.callServer.provider };
      },
    }),
  }),
});

export const CallRef = builder.objectRef<Call>('Call').implement({
  description:
    'A voice or video call of a conversation. Visible to those who take part in the conversation and to guests of the call, except whoever is banned.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `call_…`.', resolve: ({ id }) => toGlobalId('call', id) }),
    conversation: t.field({
      type: ConversationRef,
      nullable: true,
      description: 'The conversation. Null for guests.',
      varies: 'viewer',
      resolve: ({ conversationId }, _args, ctx) => load(ctx, ownConversationById, conversationId),
    }),
    kind: t.field({
      type: CallKindRef,
      description: 'Media with which it began.',
      resolve: ({ kind }) => kind,
    }),
    mode: t.field({ type: CallModeRef, description: 'Rules of the call.', resolve: ({ mode }) => mode }),
    speaking: t.field({
      type: CallSpeakingRef,
      description: 'Rule by which people speak.',
      resolve: ({ speaking }) => speaking,
    }),
    state: t.field({ type: CallStateRef, description: 'State.', resolve: ({ state }) => state }),
    endReason: t.field({
      type: CallEndReasonRef,
      nullable: true,
      description: 'Why it has ended. Null until then.',
      resolve: ({ endReason }) => endReason,
    }),
    starter: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who started it. Null if the caller cannot see them.',
      varies: 'people',
      resolve: ({ starterId }, _args, ctx) => load(ctx, visibleUserById, starterId),
    }),
    host: t.field({
      type: UserRef,
      nullable: true,
      description: 'The host. Null if the caller cannot see them.',
      varies: 'people',
      resolve: ({ hostId }, _args, ctx) => load(ctx, visibleUserById, hostId),
    }),
    memberCount: t.exposeInt('memberCount', {
      description: 'Number of members who are in the call, viewers and those who connect included.',
    }),
    watchingCount: t.exposeInt('viewerCount', { description: 'Number of them who are in viewer mode.' }),
    screenSharer: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who shares their screen. Null if nobody does, or the caller cannot see them.',
      varies: 'people',
      resolve: ({ screenUserId }, _args, ctx) =>
        screenUserId === null ? null : load(ctx, visibleUserById, screenUserId),
    }),
    viewer: t.field({
      type: CallViewerRef,
      nullable: true,
      description: 'Fields that depend on the caller. Null for anonymous callers.',
      varies: 'viewer',
      resolve: async (call, _args, ctx): Promise<CallViewer | null> => {
        if (!ctx.user) return null;
        const [member, invitee] = await Promise.all([
          load(ctx, ownMemberByCall, call.id),
          load(ctx, ownInviteeByCall, call.id),
        ]);
        return { call, member, invitee };
      },
    }),
  }),
});

builder.objectFields(CallRef, (t) => ({
  ringingEndsAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time at which the first of those whom it rings is rung no more. Null when it rings nobody.',
    resolve: ({ ringingUntil }) => ringingUntil,
  }),
  ringingMsLeft: t.int({
    nullable: true,
    description:
      'Milliseconds until `ringingEndsAt`, for devices whose clock is wrong. Null when it rings nobody.',
    varies: 'no',
    resolve: ({ ringingUntil }, _args, { clock }) =>
      ringingUntil && Math.max(0, ringingUntil.getTime() - clock.now().getTime()),
  }),
  createdAt: t.field({
    type: 'DateTime',
    description: 'Time of the start.',
    resolve: ({ createdAt }) => createdAt,
  }),
  startedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time of the first accept or join, of a group call of its start. Null before it.',
    resolve: ({ startedAt }) => startedAt,
  }),
  endedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time of the end. Null until then.',
    resolve: ({ endedAt }) => endedAt,
  }),
  durationSeconds: t.int({
    nullable: true,
    description: 'Seconds from `startedAt` until the end, or until now. Null before `startedAt`.',
    varies: 'no',
    resolve: (call, _args, { clock }) => durationSeconds(call, clock.now()),
  }),
}));

const FIRST_JOINED_FIRST: Order<CallMember, TimeKey> = {
  key: z.tuple([z.int().min(0), z.uuid()]),
  keyOf: ({ joinedAt, userId }) => [joinedAt.getTime(), userId],
  start: [0, FIRST_ID],
  end: [LAST_MOMENT_MS, LAST_ID],
};

childListField(CallRef, 'members', {
  connection: connectionType('CallMember', CallMemberRef, {
    description: 'Members who are in a call, first joined first.',
  }),
  description:
    'Members who are in the call, first joined first. Those in viewer mode are listed to hosts, and to themselves.',
  varies: 'viewer',
  args: (t) => ({
    roles: t({
      type: [CallRoleRef],
      description: 'Only members with one of these roles; with any when omitted.',
    }),
  }),
  order: FIRST_JOINED_FIRST,
  rows: (ctx, { id }, { roles }, page) => membersOf(roles ?? null)(ctx, id, page),
});

nodeType(CallRef, 'call', (ctx, id) => load(ctx, visibleCallById, id));

builder.queryField('call', (t) =>
  t.field({
    type: CallRef,
    nullable: true,
    description:
      'A call. Null if there is none, or the caller neither takes part in its conversation nor is its guest, or is banned.',
    access: 'user',
    args: { id: t.arg.idOf('call', { required: true, description: 'Global id of the call.' }) },
    resolve: (_root, { id }, ctx) => load(ctx, visibleCallById, id),
  }),
);

builder.queryField('activeCalls', (t) =>
  t.field({
    type: [CallRef],
    nullable: true,
    description: `Calls that ring the caller, and the one in which they are on any device, newest first, at most ${ACTIVE_CALLS_MAX}. Query it when an app starts.`,
    access: 'user',
    extensions: listSize(ACTIVE_CALLS_MAX),
    resolve: async (_root, _args, ctx) => [...(await activeCalls(signedIn(ctx)))],
  }),
);

listField('callHistory', {
  connection: connectionType('Call', CallRef, { description: 'Ended calls, newest first.' }),
  description: 'Ended calls that the caller was in or that rang them, newest first.',
  access: 'user',
  args: (t) => ({
    conversationId: t.idOf('conversation', { description: 'Only calls of this conversation.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, args, page) => callHistory(ctx, args, page),
});

builder.objectField(ConversationRef, 'activeCall', (t) =>
  t.field({
    type: CallRef,
    nullable: true,
    description:
      'The call that rings or runs in the conversation. Null if there is none, or the caller cannot join it.',
    varies: 'viewer',
    resolve: ({ id }, _args, ctx) => load(ctx, liveCallByConversation, id),
  }),
);

builder.objectField(UserViewerRef, 'canCall', (t) =>
  t.boolean({
    description: 'Whether the settings of the user admit calls of the caller; false for the caller.',
    resolve: ({ id }, _args, ctx) => privacyAllows(ctx, 'CALL', id),
  }),
);

type CallLog = {
  readonly callId: string;
  readonly kind: CallKind;
  readonly outcome: CallEndReason;
  readonly seconds: number;
};

const CallLogRef = builder.objectRef<CallLog>('CallLog').implement({
  description: 'A call that has ended, as its conversation keeps it.',
  fields: (t) => ({
    callId: t.id({
      description: 'Global id of the call.',
      resolve: ({ callId }) => toGlobalId('call', callId),
    }),
    kind: t.field({
      type: CallKindRef,
      description: 'Media with which it began.',
      resolve: ({ kind }) => kind,
    }),
    outcome: t.field({
      type: CallEndReasonRef,
      description: 'Why it has ended.',
      resolve: ({ outcome }) => outcome,
    }),
    durationSeconds: t.int({
      description: 'Seconds from the first accept or join to the end; 0 if nobody accepted.',
      resolve: ({ seconds }) => seconds,
    }),
  }),
});

builder.objectField(SystemContentRef, 'call', (t) =>
  t.field({
    type: CallLogRef,
    nullable: true,
    description: 'The call, of CALL_ENDED. Null for other changes.',
    // The domain of calls alone writes it, with these values.
    resolve: ({ call }) => (call ?? null) as CallLog | null,
  }),
);
