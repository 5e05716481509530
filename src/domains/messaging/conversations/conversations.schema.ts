import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { idempotentMutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { conversationAdded } from './conversations.events.ts';
import { ownConversationById } from './conversations.loaders.ts';
import {
  canSend,
  type ConversationFacts,
  participantsOf,
  readConversationFacts,
  startConversation,
  TITLE_LENGTH_MAX,
} from './conversations.service.ts';
import type {
  Conversation,
  ConversationKind,
  Participant,
  ParticipantRole,
  ParticipantStatus,
} from './conversations.types.ts';

const ConversationKindRef = enumType<ConversationKind>('ConversationKind', {
  description: 'Kind of a conversation.',
  values: { DIRECT: 'Between two users; a pair has one.', GROUP: 'Between up to {groupParticipants} users.' },
});

const ParticipantRoleRef = enumType<ParticipantRole>('ParticipantRole', {
  description: 'Permissions of a participant. In a direct conversation both are MEMBER.',
  values: {
    OWNER: 'Has all permissions; started the group.',
    ADMIN: 'Manages participants.',
    MEMBER: 'Reads and writes.',
  },
});

const ParticipantStatusRef = enumType<ParticipantStatus>('ParticipantStatus', {
  description: 'Whether a participant has joined the conversation.',
  values: {
    INVITED: 'Has not answered the invitation, and sees nothing of the conversation.',
    ACTIVE: 'Takes part.',
  },
});

export const ParticipantRef = builder.objectRef<Participant>('Participant').implement({
  description: 'A user in a conversation.',
  fields: (t) => ({
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user. Null if the caller cannot see them.',
      resolve: (participant, _args, ctx) => load(ctx, visibleUserById, participant.userId),
    }),
    role: t.field({
      type: ParticipantRoleRef,
      description: 'Role in the conversation.',
      resolve: (participant) => participant.role,
    }),
    status: t.field({
      type: ParticipantStatusRef,
      description: 'Whether the user has joined.',
      resolve: (participant) => participant.status,
    }),
    joinedAt: t.field({
      type: 'DateTime',
      description: 'Time of joining, or of the invitation.',
      resolve: (participant) => participant.joinedAt,
    }),
  }),
});

export const ConversationViewerRef = builder.objectRef<Conversation>('ConversationViewer').implement({
  description: 'Permissions of the caller in a conversation.',
  fields: (t) => ({
    canSend: t.boolean({
      description:
        'Whether the caller can send messages. False while the other user of a direct conversation is not active.',
      resolve: (found, _args, ctx) => canSend(signedIn(ctx), found),
    }),
  }),
});

export const ConversationRef = builder.objectRef<Conversation>('Conversation').implement({
  description: 'A conversation between users. Visible to its participants alone.',
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
    participants: t.field({
      type: [ParticipantRef],
      description: 'Current and invited participants, first joined first, at most {groupParticipants}.',
      varies: 'viewer',
      extensions: listSize('groupParticipants'),
      resolve: async (found, _args, ctx) => [...(await participantsOf(ctx, found.id))],
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
      description: 'Fields that depend on the caller.',
      resolve: (found, _args, ctx) => (ctx.user ? found : null),
    }),
  }),
});

nodeType(ConversationRef, 'conversation', (ctx, id) => load(ctx, ownConversationById, id));

builder.queryField('conversation', (t) =>
  t.field({
    type: ConversationRef,
    nullable: true,
    description: 'A conversation. Null if there is none or the caller does not take part in it.',
    access: 'user',
    args: {
      id: t.arg.idOf('conversation', { required: true, description: 'Global id of the conversation.' }),
    },
    resolve: (_root, { id }, ctx) => load(ctx, ownConversationById, id),
  }),
);

idempotentMutationField('startConversation', {
  description:
    'Starts a conversation; starting the direct conversation of a pair again returns the existing one. Users of a new group who cannot join it yet are INVITED. Fails with FORBIDDEN for each user who does not accept messages from the caller (`User.viewer.canMessage`).',
  access: 'user',
  restriction: 'MESSAGING',
  budget: { points: 30, windowSeconds: 600, per: 'user' },
  input: (t) => ({
    userIds: t.idListOf('user', {
      required: true,
      description:
        'The other users: 1, or several for a group of at most {groupParticipants} users with the caller.',
    }),
    kind: t.field({
      type: ConversationKindRef,
      description: 'Defaults to DIRECT with one other user, else to GROUP.',
    }),
    title: t.string({ description: `Name of a group, 1 to ${TITLE_LENGTH_MAX} characters.` }),
  }),
  payload: { conversation: { type: ConversationRef, description: 'The conversation.' } },
  idempotencyKey: 'optional',
  act: (ctx, input, key) => startConversation(ctx, input, key),
  show: async (ctx, id) => ({ conversation: await load(ctx, ownConversationById, id) }),
});

const ConversationAddedRef = builder
  .objectRef<Delivered<ConversationFacts>>('ConversationAddedEvent')
  .implement({
    description: 'The caller was added to a conversation. Delivered before its first message.',
    interfaces: [EventRef],
    fields: (t) => ({
      conversation: t.field({
        type: ConversationRef,
        description: 'The conversation.',
        resolve: (event) => event.facts.conversation,
      }),
    }),
  });

subscriptionField('conversationAdded', {
  description:
    'Conversations to which the caller is added, by another user or by themselves on another device.',
  events: [conversationAdded],
  args: () => ({}),
  authorize: async () => undefined,
  topics: null,
  read: readConversationFacts,
  people: () => [],
  type: ConversationAddedRef,
  filter: (userId, _args, facts) => facts.memberIds.has(userId),
});
