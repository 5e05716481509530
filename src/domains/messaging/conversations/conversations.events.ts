import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { AddedReason, ConversationChange, ConversationKind, LeftReason } from './conversations.types.ts';

/** To the users who were added. Of each conversation once with CREATED, to its creator at least. */
export const conversationAdded = defineEvent<
  { conversationId: string; byId: string } & (
    { reason: 'CREATED'; kind: ConversationKind } | { reason: Exclude<AddedReason, 'CREATED'> }
  )
>('conversation.added');

/** To the members of the conversation. */
export const conversationUpdated = defineEvent<{
  conversationId: string;
  /** Version of the conversation's members at the event. */
  membersVersion: number;
  changes: readonly ConversationChange[];
  byId: string;
}>('conversation.updated');

/** To the user, who is told of nothing more of the conversation. */
export const conversationLeft = defineEvent<{
  conversationId: string;
  userId: string;
  reason: LeftReason;
  byId: string;
}>('conversation.left');

/** To those who manage the participants of the group. */
export const conversationManagersUpdated = defineEvent<{
  conversationId: string;
  managerChanges: readonly ConversationChange[];
  byId: string;
}>('conversation.managersUpdated');

/** To the user's own devices. */
export const conversationOwnUpdated = defineEvent<{
  conversationId: string;
  userId: string;
  changes: readonly ConversationChange[];
}>('conversation.ownUpdated');
