import type { ArgBuilder } from '@pothos/core';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import {
  type CallFacts,
  callMembersAt,
  everybodyAt,
  hostsAt,
  listOwnTopics,
  readCallFacts,
} from './call-facts.service.ts';
import {
  callChanged,
  callCounted,
  callEnded,
  callInvited,
  callInviteEnded,
  callJoined,
  callLeft,
} from './calls.events.ts';
import { CallMemberRef } from './call-members.schema.ts';
import { CallEndReasonRef, CallRef } from './calls.schema.ts';
import { durationSeconds, requireCall } from './calls.service.ts';
import type { CallChange, CallEndReason, CallLeaveReason, CallRole, InviteeState } from './calls.types.ts';

type Arguments = { readonly callId?: string | null | undefined };

/** Options that the subscriptions to calls have in common. */
export const callEventOptions = {
  args: (t: ArgBuilder<Types>) => ({
    callId: t.idOf('call', { description: 'Only events of this call.' }),
  }),
  authorize: async (ctx: UserContext, { callId }: Arguments): Promise<void> => {
    if (callId != null) await requireCall(ctx, callId);
  },
};

const topicsOf = (ctx: UserContext, { callId }: Arguments): Promise<string[]> => listOwnTopics(ctx, callId);

export const isOfCall = ({ callId }: Arguments, facts: { readonly call: { readonly id: string } }): boolean =>
  callId == null || facts.call.id === callId;

type InvitedFacts = CallFacts<{ readonly callId: string; readonly byId: string }>;

const CallIncomingRef = builder.objectRef<Delivered<InvitedFacts>>('CallIncomingEvent').implement({
  description:
    'A call rings the caller. Stop at `ringingEndsAt`, and when `callStatusChanged` tells of `INVITATION`.',
  interfaces: [EventRef],
  fields: (t) => ({
    call: t.field({ type: CallRef, description: 'The call.', resolve: ({ facts }) => facts.call }),
    from: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who calls. Null if the caller cannot see them.',
      varies: 'people',
      resolve: ({ facts }, _args, ctx) => load(ctx, visibleUserById, facts.byId),
    }),
    ringingEndsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it stops to ring. Null when it has.',
      resolve: ({ facts }) => facts.call.ringingUntil,
    }),
    ringingMsLeft: t.int({
      description: 'Milliseconds until then, for devices whose clock is wrong; 0 when it has stopped.',
      varies: 'no',
      resolve: ({ facts }, _args, { clock }) =>
        Math.max(0, (facts.call.ringingUntil?.getTime() ?? 0) - clock.now().getTime()),
    }),
  }),
});

subscriptionField('callIncoming', {
  ...callEventOptions,
  description:
    'Calls that ring the caller, on all of their devices. Calls of a conversation that they have muted ring nobody: see `Conversation.activeCall`.',
  events: [callInvited],
  topics: null,
  read: readCallFacts<{ readonly callId: string; readonly byId: string }>,
  people: ({ people }) => people,
  type: CallIncomingRef,
  // A ring that is told late must not be heard.
  filter: (_userId, args, facts) => isOfCall(args, facts) && facts.call.ringingUntil !== null,
});

const CHANGES: Readonly<Record<CallChange, string>> = {
  STATE: '`state` and `startedAt`.',
  MODE: '`mode`: it became a group call.',
  HOST: '`host`.',
  ROLES: 'Roles of members.',
  MEDIA: 'Microphone or camera of `member`.',
  SCREEN: '`screenSharer`.',
  CONNECTION: 'The connection of `member` was lost, came back or moved to another device.',
  RECONNECT: '`member` has to connect again by `connectCall`, or by a new `viewer.connection`.',
  INVITATION: 'Somebody is rung or no more; of the caller see `viewer.invitation`.',
  COUNTS: '`memberCount` and `watchingCount`. Never replayed.',
};
const CHANGES_MAX = Object.keys(CHANGES).length;

const CallChangeRef = enumType<CallChange>('CallChange', {
  description: 'Changed part of a call.',
  values: CHANGES,
});

type StatusPayload = {
  readonly callId: string;
  readonly membersVersion?: number;
  readonly userId?: string | null;
  /** Absent where the counts alone have changed, or the invitation of the caller. */
  readonly changes?: readonly CallChange[];
  /** Of an invitation that has ended. */
  readonly state?: InviteeState;
  readonly sessionId?: string | null;
};

type StatusFacts = CallFacts<StatusPayload>;

function changesOf({ changes, state }: StatusPayload): readonly CallChange[] {
  if (changes) return changes;
  return state === undefined ? ['COUNTS'] : ['INVITATION'];
}

const CallStatusChangedRef = builder.objectRef<Delivered<StatusFacts>>('CallStatusChangedEvent').implement({
  description: 'A call has changed, or the invitation of the caller to it has ended.',
  interfaces: [EventRef],
  fields: (t) => ({
    call: t.field({
      type: CallRef,
      description: 'The call as it is now.',
      resolve: ({ facts }) => facts.call,
    }),
    changes: t.field({
      type: [CallChangeRef],
      description: `Parts that changed, at most ${CHANGES_MAX}.`,
      extensions: listSize(CHANGES_MAX),
      resolve: ({ facts }) => [...changesOf(facts)],
    }),
    member: t.field({
      type: CallMemberRef,
      nullable: true,
      description: 'The member whom it is about, as they are now. Null where it is about none.',
      resolve: ({ facts }) => facts.member,
    }),
    isAnsweredElsewhere: t.boolean({
      description: 'Whether another device of the caller has accepted the call: stop to ring.',
      varies: 'viewer',
      resolve: ({ facts }, _args, ctx) =>
        facts.state === 'ACCEPTED' && facts.sessionId !== ctx.user?.sessionId,
    }),
  }),
});

subscriptionField<StatusPayload, StatusFacts, ReturnType<typeof callEventOptions.args>>('callStatusChanged', {
  ...callEventOptions,
  description:
    'Changes of calls in which the caller is or that ring them, and the ends of their own invitations. Counts at most once in 2 seconds.',
  events: [callChanged, callInviteEnded, callCounted],
  topics: {
    of: topicsOf,
    audience: (services, { callId, membersVersion = 0, userId = null }) =>
      callMembersAt(services, { callId, membersVersion, userId }),
  },
  read: readCallFacts<StatusPayload>,
  people: ({ people }) => people,
  type: CallStatusChangedRef,
  filter: (_userId, args, facts) => isOfCall(args, facts),
});

type EndedPayload = {
  readonly callId: string;
  readonly membersVersion: number;
  readonly reason: CallEndReason;
};

const CallEndedRef = builder.objectRef<Delivered<CallFacts<EndedPayload>>>('CallEndedEvent').implement({
  description: 'A call has ended.',
  interfaces: [EventRef],
  fields: (t) => ({
    call: t.field({ type: CallRef, description: 'The call.', resolve: ({ facts }) => facts.call }),
    reason: t.field({
      type: CallEndReasonRef,
      description: 'Why it has ended.',
      resolve: ({ facts }) => facts.reason,
    }),
    durationSeconds: t.int({
      description: 'Seconds from the first accept or join to the end; 0 if nobody accepted.',
      varies: 'no',
      resolve: ({ facts }, _args, { clock }) => durationSeconds(facts.call, clock.now()) ?? 0,
    }),
  }),
});

subscriptionField('callEnded', {
  ...callEventOptions,
  description:
    'The ends of calls that rang the caller or in which they were, also when they have left before; once each. Whoever is banned or out of the conversation is not told.',
  events: [callEnded],
  topics: { of: topicsOf, audience: everybodyAt },
  read: readCallFacts<EndedPayload>,
  people: ({ people }) => people,
  type: CallEndedRef,
  filter: (_userId, args, facts) => isOfCall(args, facts),
});

type JoinedPayload = {
  readonly callId: string;
  readonly membersVersion: number;
  readonly userId: string;
  readonly role: CallRole;
};
type LeftPayload = JoinedPayload & { readonly reason: CallLeaveReason };

/** Members in viewer mode are named to hosts and to themselves alone. */
const audienceOfMember: typeof callMembersAt = (services, event) => {
  const { userId } = event;
  const isViewer = 'role' in event && event.role === 'VIEWER';
  return isViewer && userId != null
    ? hostsAt(services, { ...event, userId })
    : callMembersAt(services, event);
};

const ParticipantJoinedRef = builder
  .objectRef<Delivered<CallFacts<JoinedPayload>>>('ParticipantJoinedEvent')
  .implement({
    description: 'A member has connected to a call.',
    interfaces: [EventRef],
    fields: (t) => ({
      call: t.field({ type: CallRef, description: 'The call.', resolve: ({ facts }) => facts.call }),
      member: t.field({
        type: CallMemberRef,
        nullable: true,
        description: 'The member, as they are now. Null when their account is deleted.',
        resolve: ({ facts }) => facts.member,
      }),
    }),
  });

const NAMED =
  'Members in viewer mode are named to hosts, the first 50: the others are told of counts by `callStatusChanged`.';

subscriptionField('participantJoined', {
  ...callEventOptions,
  description: `Members who connect to calls in which the caller is or that ring them. ${NAMED}`,
  events: [callJoined],
  topics: { of: topicsOf, audience: audienceOfMember },
  read: readCallFacts<JoinedPayload>,
  people: ({ people }) => people,
  type: ParticipantJoinedRef,
  filter: (_userId, args, facts) => isOfCall(args, facts),
});

const LeaveReasonRef = enumType<CallLeaveReason>('CallLeaveReason', {
  description: 'How the part of a member in a call has ended.',
  values: {
    HUNG_UP: 'The member left.',
    REMOVED: 'A host or moderation removed them, or they are out of the conversation.',
    BANNED: 'A host banned them from the call.',
    NETWORK: 'The connection did not come back.',
    MOVED: 'The member entered another call.',
    SESSION_ENDED: 'The session ended.',
    CALL_ENDED: 'The call ended.',
  },
});

const ParticipantLeftRef = builder
  .objectRef<Delivered<CallFacts<LeftPayload>>>('ParticipantLeftEvent')
  .implement({
    description: 'A member has left a call, or was removed.',
    interfaces: [EventRef],
    fields: (t) => ({
      call: t.field({ type: CallRef, description: 'The call.', resolve: ({ facts }) => facts.call }),
      member: t.field({
        type: CallMemberRef,
        nullable: true,
        description: 'The member, as they are now. Null when their account is deleted.',
        resolve: ({ facts }) => facts.member,
      }),
      reason: t.field({
        type: LeaveReasonRef,
        description: 'How their part has ended.',
        resolve: ({ facts }) => facts.reason,
      }),
    }),
  });

subscriptionField('participantLeft', {
  ...callEventOptions,
  description: `Members who leave calls in which the caller is or that ring them; their own removal too. ${NAMED} When a call ends, \`callEnded\` alone tells of it.`,
  events: [callLeft],
  topics: { of: topicsOf, audience: audienceOfMember },
  read: readCallFacts<LeftPayload>,
  people: ({ people }) => people,
  type: ParticipantLeftRef,
  filter: (_userId, args, facts) => isOfCall(args, facts),
});
