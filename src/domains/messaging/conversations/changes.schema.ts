import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { type Delivered, EventRef, subscriptionField } from '#platform/graphql/subscription.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { type AddedFacts, type ChangedFacts, readAddedFacts, readChangedFacts } from './changes.service.ts';
import {
  conversationAdded,
  conversationLeft,
  conversationManagersUpdated,
  conversationOwnUpdated,
  conversationUpdated,
} from './conversations.events.ts';
import { ConversationRef } from './conversations.schema.ts';
import { listTopics, requireConversation } from './conversations.service.ts';
import type { AddedReason, ConversationChange, LeftReason } from './conversations.types.ts';
import { membersAt } from './members.service.ts';

const AddedReasonRef = enumType<AddedReason>('ConversationAddedReason', {
  description: 'Why the caller is told of a conversation.',
  values: {
    CREATED: 'The conversation was started.',
    ADDED: 'The caller was added to the group.',
    REQUEST: 'The conversation waits for the answer of the caller: see `acceptConversation`.',
    REQUEST_ACCEPTED: 'The caller accepted the request, or the other user of a direct conversation did.',
    REJOINED: 'The caller was added again, and sees what is sent from then on.',
    JOINED: 'The caller joined by an invite link, or their request to join was accepted.',
  },
});

const BY = 'The user who did it. Null if the caller cannot see them.';

const ConversationAddedRef = builder.objectRef<Delivered<AddedFacts>>('ConversationAddedEvent').implement({
  description: 'The caller was added to a conversation. Delivered before its first message.',
  interfaces: [EventRef],
  fields: (t) => ({
    conversation: t.field({
      type: ConversationRef,
      description: 'The conversation.',
      resolve: (event) => event.facts.conversation,
    }),
    reason: t.field({
      type: AddedReasonRef,
      description: 'Why the caller is told of it.',
      resolve: (event) => event.facts.reason,
    }),
    by: t.field({
      type: UserRef,
      nullable: true,
      description: BY,
      varies: 'people',
      resolve: (event, _args, ctx) => load(ctx, visibleUserById, event.facts.byId),
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
  read: readAddedFacts,
  people: ({ byId }) => [byId],
  type: ConversationAddedRef,
  filter: (userId, _args, { recipientIds }) => recipientIds.has(userId),
});

const CHANGES: Readonly<Record<ConversationChange, string>> = {
  TITLE: '`title`.',
  DESCRIPTION: '`description`.',
  AVATAR: '`avatar`.',
  TIMER: '`disappearAfterSeconds`.',
  PARTICIPANTS: 'Users were added, left or were removed.',
  ROLES: 'Roles of participants.',
  JOIN_REQUESTS:
    'Requests to join the group, told to those who answer them: one was made, cancelled or rejected. PARTICIPANTS tells of an accepted one. See `conversationJoinRequests`.',
  MUTE: '`viewer.isMuted` or its `muteExpiresAt`.',
  PIN: '`viewer.isPinned`.',
  ARCHIVE: '`viewer.isArchived`.',
  UNREAD: '`viewer.isMarkedUnread`.',
  CLEAR: '`viewer.clearedSeq`: the caller has emptied it for themselves.',
  SCHEDULED:
    'Messages that the caller has scheduled for it: one was scheduled, cancelled or sent, or could not be sent. See `myScheduledMessages`.',
};
const CHANGES_MAX = Object.keys(CHANGES).length;

const ConversationChangeRef = enumType<ConversationChange>('ConversationChange', {
  description: 'Changed part of a conversation.',
  values: CHANGES,
});

const LeftReasonRef = enumType<LeftReason>('ConversationLeftReason', {
  description: 'How the part of the caller in a conversation ended.',
  values: {
    LEFT: 'The caller left the group.',
    REMOVED: 'The owner or an admin removed the caller.',
    DECLINED: 'The caller declined the request.',
  },
});

const ConversationUpdatedRef = builder
  .objectRef<Delivered<ChangedFacts>>('ConversationUpdatedEvent')
  .implement({
    description:
      'A conversation changed. A user who leaves or is removed gets one last event, with `leftReason`.',
    interfaces: [EventRef],
    fields: (t) => ({
      conversationId: t.id({
        description: 'Global id of the conversation.',
        resolve: (event) => toGlobalId('conversation', event.facts.conversationId),
      }),
      conversation: t.field({
        type: ConversationRef,
        nullable: true,
        description: 'The conversation. Null if the caller is no longer in it.',
        resolve: (event) => event.facts.conversation,
      }),
      changes: t.field({
        type: [ConversationChangeRef],
        description: `Parts that changed, at most ${CHANGES_MAX}. Empty if the caller is no longer in it.`,
        extensions: listSize(CHANGES_MAX),
        resolve: (event) => [...event.facts.changes],
      }),
      leftReason: t.field({
        type: LeftReasonRef,
        nullable: true,
        description: 'How the part of the caller ended. Null if it did not.',
        resolve: (event) => event.facts.leftReason,
      }),
      by: t.field({
        type: UserRef,
        nullable: true,
        description: BY,
        varies: 'people',
        resolve: (event, _args, ctx) => load(ctx, visibleUserById, event.facts.byId),
      }),
    }),
  });

subscriptionField('conversationUpdated', {
  description:
    "Changes of the caller's conversations, or of one of them: settings, participants and roles; what is the caller's own, such as mutes; and the end of their part.",
  events: [conversationUpdated, conversationLeft, conversationManagersUpdated, conversationOwnUpdated],
  args: (t) => ({
    conversationId: t.idOf('conversation', { description: 'Only changes of this conversation.' }),
  }),
  authorize: async (ctx, { conversationId }) => {
    if (conversationId != null) await requireConversation(ctx, conversationId);
  },
  topics: {
    of: (ctx, { conversationId }) => listTopics(ctx, conversationId),
    audience: (services, event) =>
      // Only `conversationUpdated` has a topic.
      membersAt(services, event as { conversationId: string; membersVersion: number }),
  },
  read: readChangedFacts,
  people: ({ byId }) => [byId],
  type: ConversationUpdatedRef,
  filter: (userId, { conversationId }, facts) =>
    (facts.recipientIds === null || facts.recipientIds.has(userId)) &&
    (conversationId == null || facts.conversationId === conversationId),
});
