import { z } from 'zod';
import { mediaById } from '#domains/foundation/media/media.loaders.ts';
import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { ownBlockedUserById } from '#domains/graph/blocks/blocks.loaders.ts';
import { BlockedUserRef } from '#domains/graph/blocks/blocks.schema.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { FIRST_ID, LAST_ID, type Order, type TimeKey } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { childListField, listField } from '#platform/graphql/list.ts';
import { idempotentMutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import {
  conversationViewerById,
  participantById,
  participantsOf,
  visibleConversationById,
} from './conversations.loaders.ts';
import { canMentionEveryone, type RequestState, requestStateOf } from './conversations.policy.ts';
import {
  canSend,
  conversationParticipants,
  PARTICIPANT_QUERY_MAX,
  startConversation,
  TITLE_LENGTH_MAX,
} from './conversations.service.ts';
import type {
  Conversation,
  ConversationKind,
  ConversationViewer,
  Participant,
  ParticipantRole,
} from './conversations.types.ts';

const ConversationKindRef = enumType<ConversationKind>('ConversationKind', {
  description: 'Kind of a conversation.',
  values: {
    DIRECT: 'Between two users; a pair has one.',
    GROUP:
      'Between up to {groupParticipants} users; up to {newOwnerParticipants} while the account of the owner is younger than {newAccountDays} days.',
  },
});

export const ParticipantRoleRef = enumType<ParticipantRole>('ParticipantRole', {
  description: 'Permissions of a participant. In a direct conversation both are MEMBER.',
  values: {
    OWNER: 'Has all permissions; started the group.',
    ADMIN: 'Manages participants.',
    MEMBER: 'Reads and writes.',
  },
});

/** How a participation ended is its user's own affair. */
const ParticipantStatusRef = enumType<'INVITED' | 'ACTIVE'>('ParticipantStatus', {
  description: 'Whether a participant has joined the conversation.',
  values: {
    INVITED: 'Has not answered the invitation, and sees no messages and no participants.',
    ACTIVE: 'Takes part.',
  },
});

export const ParticipantRef = builder.objectRef<Participant>('Participant').implement({
  description: 'A user in a conversation. Visible to those who take part in it.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `participant_…`: the same for as long as there is the conversation.',
      resolve: (participant) => toGlobalId('participant', participant.id),
    }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user. Null if the caller cannot see them.',
      resolve: (participant, _args, ctx) => load(ctx, visibleUserById, participant.userId),
    }),
    blockedUser: t.field({
      type: BlockedUserRef,
      nullable: true,
      description: 'The user, if the caller has blocked them. Null otherwise.',
      resolve: (participant, _args, ctx) => load(ctx, ownBlockedUserById, participant.userId),
    }),
    role: t.field({
      type: ParticipantRoleRef,
      description: 'Role in the conversation.',
      resolve: (participant) => participant.role,
    }),
    status: t.field({
      type: ParticipantStatusRef,
      description: 'Whether the user has joined.',
      resolve: ({ status }) => (status === 'INVITED' ? status : 'ACTIVE'),
    }),
    joinedAt: t.field({
      type: 'DateTime',
      description: 'Time of joining, or of the invitation.',
      resolve: (participant) => participant.joinedAt,
    }),
  }),
});

const RequestStateRef = enumType<RequestState>('RequestState', {
  description: 'The one who has still to accept a conversation.',
  values: {
    RECEIVED: 'The caller: see `acceptConversation` and `declineConversation`.',
    SENT: 'The other user of a direct conversation.',
  },
});

export const ConversationViewerRef = builder.objectRef<ConversationViewer>('ConversationViewer').implement({
  description: 'Part of the caller in a conversation. Visible only to the caller.',
  fields: (t) => ({
    role: t.field({
      type: ParticipantRoleRef,
      description: 'Role of the caller.',
      resolve: (viewer) => viewer.role,
    }),
    addedBy: t.field({
      type: UserRef,
      nullable: true,
      description:
        'The user who began the conversation with the caller, or added the caller to the group. Null if the caller started it, joined it by an invite link or cannot see them.',
      resolve: ({ addedById }, _args, ctx) =>
        addedById === null ? null : load(ctx, visibleUserById, addedById),
    }),
    canSend: t.boolean({
      description:
        'Whether the caller can send messages. False while the other user of a direct conversation is not active; until the caller accepts a request; and after {requestMessages} messages of a request that is not accepted.',
      resolve: (viewer, _args, ctx) => canSend(ctx, viewer),
    }),
    requestState: t.field({
      type: RequestStateRef,
      nullable: true,
      description:
        'The one who has still to accept a direct conversation or an invitation. Null if nobody has.',
      resolve: (viewer) => requestStateOf(viewer),
    }),
    messagesLeft: t.int({
      nullable: true,
      description:
        'Number of messages that can be sent before the other user accepts, 0 to {requestMessages}. Null unless `requestState` is SENT.',
      resolve: (viewer, _args, { limits }) =>
        requestStateOf(viewer) === 'SENT' ? Math.max(0, limits.requestMessages - viewer.lastSeq) : null,
    }),
    canMentionEveryone: t.boolean({
      description:
        'Whether `@all` in a message of the caller mentions everyone: in groups, for the owner and the admins, and for all members while there are at most {everyoneParticipants} participants.',
      resolve: (viewer, _args, ctx) => canMentionEveryone(viewer, ctx.limits),
    }),
  }),
});

export const ConversationRef = builder.objectRef<Conversation>('Conversation').implement({
  description:
    'A conversation between users. Visible to its participants alone; those who are invited see no messages and no participants.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `conversation_…`.',
      resolve: (found) => toGlobalId('conversation', found.id),
    }),
    kind: t.field({
      type: ConversationKindRef,
      description: 'Kind of the conversation.',
      resolve: (found) => found.kind,
    }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'Name of a group. Null for direct conversations and unnamed groups.',
    }),
    description: t.exposeString('description', {
      nullable: true,
      description: 'Text about a group. Null if there is none, and for direct conversations.',
    }),
    avatar: t.field({
      type: MediaRef,
      nullable: true,
      description: 'The image of a group. Null if there is none, and for direct conversations.',
      varies: 'no',
      resolve: (found, _args, ctx) =>
        found.avatarMediaId === null ? null : load(ctx, mediaById, found.avatarMediaId),
    }),
    disappearAfterSeconds: t.exposeInt('disappearAfterSeconds', {
      nullable: true,
      description:
        'Seconds after which messages that are sent from now on disappear, {disappearSecondsMin} to {disappearSecondsMax}. Null if they do not.',
    }),
    participantCount: t.exposeInt('participantCount', {
      description: 'Number of current and invited participants, at most {groupParticipants}.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the start.',
      resolve: (found) => found.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time of the newest message, else of the start.',
      resolve: (found) => found.updatedAt,
    }),
    viewer: t.field({
      type: ConversationViewerRef,
      nullable: true,
      varies: 'viewer',
      description: 'Fields that depend on the caller. Null if the caller no longer takes part.',
      resolve: (found, _args, ctx) => load(ctx, conversationViewerById, found.id),
    }),
  }),
});

const FIRST_JOINED_FIRST: Order<Participant, TimeKey> = {
  key: z.tuple([z.int().min(0), z.uuid()]),
  keyOf: ({ joinedAt, userId }) => [joinedAt.getTime(), userId],
  start: [0, FIRST_ID],
  end: [Number.MAX_SAFE_INTEGER, LAST_ID],
};

const ParticipantConnectionRef = connectionType('Participant', ParticipantRef, {
  description: 'Participants of a conversation, first joined first.',
});

childListField(ConversationRef, 'participants', {
  connection: ParticipantConnectionRef,
  description: 'Current and invited participants, first joined first. Empty while the caller is invited.',
  varies: 'viewer',
  order: FIRST_JOINED_FIRST,
  rows: (ctx, { id }, _args, page) => participantsOf(ctx, id, page),
});

listField('conversationParticipants', {
  connection: ParticipantConnectionRef,
  description:
    'Current and invited participants of a conversation who match, first joined first. Null if the caller does not take part in it.',
  access: 'user',
  args: (t) => ({
    conversationId: t.idOf('conversation', { required: true, description: 'The conversation.' }),
    query: t.string({
      description: `Only users visible to the caller whose username begins with it or whose name contains it, 1 to ${PARTICIPANT_QUERY_MAX} characters.`,
    }),
    role: t({ type: ParticipantRoleRef, description: 'Only participants with this role.' }),
  }),
  order: FIRST_JOINED_FIRST,
  rows: (ctx, args, page) => conversationParticipants(ctx, args, page),
});

nodeType(ParticipantRef, 'participant', (ctx, id) => load(ctx, participantById, id));

nodeType(ConversationRef, 'conversation', (ctx, id) => load(ctx, visibleConversationById, id));

builder.queryField('conversation', (t) =>
  t.field({
    type: ConversationRef,
    nullable: true,
    description:
      'A conversation. Null if there is none, or the caller neither takes part in it nor is invited to it.',
    access: 'user',
    args: {
      id: t.arg.idOf('conversation', { required: true, description: 'Global id of the conversation.' }),
    },
    resolve: (_root, { id }, ctx) => load(ctx, visibleConversationById, id),
  }),
);

idempotentMutationField('startConversation', {
  description:
    'Starts a conversation; the direct one of a pair that exists is returned, and accepted. Strangers are asked: by a request, see `acceptConversation`, or as INVITED to a group.',
  refusals:
    'LIMIT_REACHED past {dailyRequests} requests of a user, or {dailyAsked} strangers asked by the caller, in 24 hours; new accounts ask {newAccountDailyAsked}. FORBIDDEN for each user with `User.viewer.canMessage` false; MODERATION_NUDGE for a title that may hurt.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: { points: 30, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    userIds: t.idListOf('user', {
      required: true,
      description:
        'The other users: 1, or several for a group of at most {groupParticipants} users with the caller. Strangers neither follow the caller nor have a direct conversation with them that both have accepted.',
    }),
    kind: t.field({
      type: ConversationKindRef,
      description: 'Defaults to DIRECT with one other user, else to GROUP.',
    }),
    title: t.string({ description: `Name of a group, 1 to ${TITLE_LENGTH_MAX} characters.` }),
    retryToken: t.string({
      description: 'Token of a MODERATION_NUDGE, with which the author insists on the same text. Optional.',
    }),
  }),
  payload: { conversation: { type: ConversationRef, description: 'The conversation.' } },
  idempotencyKey: 'optional',
  act: (ctx, input, key) => startConversation(ctx, input, key),
  show: async (ctx, id) => ({ conversation: await load(ctx, visibleConversationById, id) }),
});
