import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { load } from '#platform/request/loader.ts';
import { ConversationRef } from '../conversations/conversations.schema.ts';
import {
  conversationsById,
  listTopics,
  requireConversation,
} from '../conversations/conversations.service.ts';
import type { Conversation } from '../conversations/conversations.types.ts';
import { listReceiptAudience } from './receipt-audience.service.ts';
import { typingChanged } from './typing.events.ts';
import { setTyping } from './typing.service.ts';
import type { Typing, TypingKind } from './typing.types.ts';

const TypingKindRef = enumType<TypingKind>('TypingKind', {
  description: 'Kind of message that a user is making.',
  values: {
    TEXT: 'Writes text.',
    VOICE_NOTE: 'Records a voice note.',
    MEDIA: 'Chooses, records or uploads media items.',
    LOCATION: 'Chooses a location.',
  },
});

mutationField('setTyping', {
  description:
    'Tells the other participants by `typingIndicator` that the caller is writing. Expires after 10 seconds: repeat it every few seconds. A sent message ends it: no call is needed then.',
  access: 'user',
  restriction: 'MESSAGING',
  // The restriction is read where it is not a repetition, for which nothing is.
  isJudgedByWrite: true,
  // Typing changes no row: the others learn of it by an ephemeral event.
  budget: { points: 120, windowSeconds: 60, per: 'user', charge: 'call' },
  input: (t) => ({
    conversationId: t.idOf('conversation', { required: true, description: 'The conversation.' }),
    isTyping: t.boolean({
      required: true,
      description:
        'Whether the user is writing; false when they stopped. The same state within 3 seconds is not sent again.',
    }),
    kind: t.field({
      type: TypingKindRef,
      description: 'Kind of message that the user is making. Defaults to TEXT.',
    }),
  }),
  payload: { expiresAt: { type: 'DateTime', description: 'Time at which the indicator expires.' } },
  resolve: (ctx, { kind, ...input }) => setTyping(ctx, { ...input, kind: kind ?? 'TEXT' }),
});

type TypingFacts = Typing & {
  readonly conversation: Conversation;
  readonly userId: string;
  readonly expiresAtMs: number;
};

const TypingIndicatorRef = builder.objectRef<Delivered<TypingFacts>>('TypingIndicatorEvent').implement({
  description:
    'A user began or stopped writing. Never replayed. Stop showing it at `expiresAt`, and at once when a message of the user arrives in the conversation by `messageAdded`.',
  interfaces: [EventRef],
  fields: (t) => ({
    conversation: t.field({
      type: ConversationRef,
      nullable: true,
      description: 'The conversation.',
      resolve: (event) => event.facts.conversation,
    }),
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user who is writing. Null if the caller no longer sees them.',
      varies: 'people',
      resolve: (event, _args, ctx) => load(ctx, visibleUserById, event.facts.userId),
    }),
    isTyping: t.boolean({
      description: 'Whether the user is writing; false when they stopped.',
      resolve: (event) => event.facts.isTyping,
    }),
    kind: t.field({
      type: TypingKindRef,
      description: 'Kind of message that the user is making, or was.',
      resolve: (event) => event.facts.kind,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time at which to stop showing it unless it is repeated.',
      resolve: (event) => new Date(event.facts.expiresAtMs),
    }),
  }),
});

subscriptionField('typingIndicator', {
  description:
    "Users who begin or stop writing in the caller's conversations, or in one of them: not in a request or among more than {receiptParticipants} participants, nor where one of the two does not see the other or hides read receipts from them.",
  events: [typingChanged],
  args: (t) => ({
    conversationId: t.idOf('conversation', { description: 'Only events in this conversation.' }),
  }),
  authorize: async (ctx, { conversationId }) => {
    if (conversationId != null) await requireConversation(ctx, conversationId);
  },
  topics: { of: (ctx, { conversationId }) => listTopics(ctx, conversationId), audience: listReceiptAudience },
  read: async ({ db }, events): Promise<(TypingFacts | null)[]> => {
    const conversations = await conversationsById(db, events);
    return events.map((event) => {
      const conversation = conversations.get(event.conversationId);
      return conversation ? { ...event, conversation } : null;
    });
  },
  people: ({ userId }) => [userId],
  type: TypingIndicatorRef,
  filter: (_userId, { conversationId }, { conversation }) =>
    conversationId == null || conversation.id === conversationId,
});
