import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { fromGlobalId, toGlobalId } from '#platform/ids.ts';
import { load } from '#platform/loader.ts';
import { conversationAdded, typingChanged } from './conversations.events.ts';
import {
  canSend,
  conversation,
  type ConversationFacts,
  ownConversation,
  participantsOf,
  readConversationFacts,
  setTyping,
  startConversation,
} from './conversations.service.ts';
import type { Conversation, ConversationKind, Participant, ParticipantRole } from './conversations.types.ts';

const ConversationKindRef = enumOf<ConversationKind>('ConversationKind', {
  description: 'What a conversation is.',
  values: { DIRECT: 'Between two people; a pair has one.', GROUP: 'Between up to 100 people.' },
});

const ParticipantRoleRef = enumOf<ParticipantRole>('ParticipantRole', {
  description: 'What a participant may do. In a direct conversation both are MEMBER.',
  values: {
    OWNER: 'Everything; made the group.',
    ADMIN: 'Manages participants.',
    MEMBER: 'Reads and writes.',
  },
});

const ParticipantRef = builder.objectRef<Participant>('Participant').implement({
  description: 'One person in a conversation.',
  fields: (t) => ({
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who it is; null when the caller may not see them.',
      resolve: (participant, _args, ctx) => load(ctx, visibleUserById, participant.userId),
    }),
    role: t.field({
      type: ParticipantRoleRef,
      description: 'What they may do.',
      resolve: (participant) => participant.role,
    }),
    joinedAt: t.field({
      type: 'DateTime',
      description: 'Since when they take part.',
      resolve: (participant) => participant.joinedAt,
    }),
  }),
});

const ConversationViewerRef = builder.objectRef<Conversation>('ConversationViewer').implement({
  description: 'What the caller may do in a conversation.',
  fields: (t) => ({
    canSend: t.boolean({
      description:
        'Whether `sendMessage` would be accepted. False while the other person of a direct conversation is away.',
      resolve: (found, _args, ctx) => canSend(signedIn(ctx), found),
    }),
  }),
});

export const ConversationRef = builder.objectRef<Conversation>('Conversation').implement({
  description: 'People who write to one another. Visible to its participants alone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `conversation_…`.',
      resolve: (found) => toGlobalId('conversation', found.id),
    }),
    kind: t.field({ type: ConversationKindRef, description: 'What it is.', resolve: (found) => found.kind }),
    title: t.exposeString('title', {
      nullable: true,
      description: 'The name of a group; null for direct conversations and unnamed groups.',
    }),
    participants: t.field({
      type: [ParticipantRef],
      description: 'Who takes part now, those who have been there longest first; at most 100.',
      extensions: { listSize: 20 },
      resolve: async (found, _args, ctx) => [...(await participantsOf(ctx, found.id))],
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was started.',
      resolve: (found) => found.createdAt,
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When the newest message was sent, or when it was started.',
      resolve: (found) => found.updatedAt,
    }),
    viewer: t.field({
      type: ConversationViewerRef,
      nullable: true,
      description: 'What depends on the caller.',
      resolve: (found, _args, ctx) => (ctx.user ? found : null),
    }),
  }),
});

nodeType(ConversationRef, 'conversation', conversation);

builder.queryField('conversation', (t) =>
  t.field({
    type: ConversationRef,
    nullable: true,
    description: 'A conversation; null when there is none or the caller does not take part in it.',
    access: 'user',
    args: { id: t.arg.id({ required: true, description: 'The id of the conversation.' }) },
    resolve: (_root, { id }, ctx) => conversation(ctx, fromGlobalId('conversation', id)),
  }),
);

mutationField('startConversation', {
  description:
    'Starts a conversation. With one other person and no `kind` it is the direct one, of which a pair has one: starting it again gives it back. People who do not let the caller write to them are refused with FORBIDDEN, as `User.viewer.canMessage` says beforehand.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: { points: 30, windowSeconds: 600, per: 'user' },
  idempotent: true,
  input: (t) => ({
    userIds: t.idList({ required: true, description: 'The other people: 1, or up to 99 for a group.' }),
    kind: t.field({
      type: ConversationKindRef,
      description: 'Left out: DIRECT with one other person, else GROUP.',
    }),
    title: t.string({ description: 'The name of a group, 1 to 100 characters.' }),
  }),
  payload: { conversation: { type: ConversationRef, description: 'The conversation.' } },
  resolve: async (ctx, input) => ({
    conversation: await startConversation(ctx, {
      ...input,
      userIds: input.userIds.map((id) => fromGlobalId('user', id)),
    }),
  }),
});

mutationField('setTyping', {
  description:
    'Tells the other participants that the caller is writing, but for those with whom one of the two keeps read receipts to themselves. It ends by itself after 10 seconds: repeat it every few seconds.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: { points: 120, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    conversationId: t.id({ required: true, description: 'Where the caller writes.' }),
    isTyping: t.boolean({ required: true, description: 'False when they stopped.' }),
  }),
  payload: {
    conversation: { type: ConversationRef, description: 'The conversation.' },
    expiresAt: { type: 'DateTime', description: 'When it ends by itself.' },
  },
  resolve: (ctx, { conversationId, isTyping }) =>
    setTyping(ctx, { conversationId: fromGlobalId('conversation', conversationId), isTyping }),
});

const ConversationAddedRef = builder
  .objectRef<Delivered<ConversationFacts>>('ConversationAddedEvent')
  .implement({
    description: 'The caller has come into a conversation. Arrives before its first message.',
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
    "Conversations that the caller comes into, by their own doing on another device or by somebody else's.",
  event: conversationAdded,
  args: () => ({}),
  authorize: async () => undefined,
  read: readConversationFacts,
  type: ConversationAddedRef,
  admits: (ctx, _args, facts) => facts.participantIds.has(ctx.user.id),
});

type TypingFacts = {
  readonly conversationId: string;
  readonly userId: string;
  readonly isTyping: boolean;
  readonly expiresAtMs: number;
};

const TypingIndicatorRef = builder.objectRef<Delivered<TypingFacts>>('TypingIndicatorEvent').implement({
  description: 'Somebody began or stopped writing. Never replayed.',
  interfaces: [EventRef],
  fields: (t) => ({
    conversation: t.field({
      type: ConversationRef,
      nullable: true,
      description: 'Where; null when the caller has left it.',
      resolve: (event, _args, ctx) => conversation(ctx, event.facts.conversationId),
    }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who; null when the caller may not see them.',
      resolve: (event, _args, ctx) => load(ctx, visibleUserById, event.facts.userId),
    }),
    isTyping: t.boolean({
      description: 'False when they stopped.',
      resolve: (event) => event.facts.isTyping,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'When to stop showing it unless it is repeated.',
      resolve: (event) => new Date(event.facts.expiresAtMs),
    }),
  }),
});

subscriptionField('typingIndicator', {
  description: "Who is writing in the caller's conversations, or in one of them.",
  event: typingChanged,
  args: (t) => ({ conversationId: t.id({ description: 'Only in this conversation.' }) }),
  authorize: async (ctx, { conversationId }) => {
    if (conversationId != null) await ownConversation(ctx, fromGlobalId('conversation', conversationId));
  },
  read: async (_services, payload): Promise<TypingFacts> => payload,
  type: TypingIndicatorRef,
  admits: (_ctx, { conversationId }, facts) =>
    conversationId == null || toGlobalId('conversation', facts.conversationId) === conversationId,
});
