import type { Services } from '#platform/outbox/services.ts';
import { listCurrentParticipants, listInvited, listManagers } from './changes.queries.ts';
import { conversationsById } from './conversations.service.ts';
import type { AddedReason, Conversation, ConversationChange, LeftReason } from './conversations.types.ts';
import { membersAt } from './members.service.ts';

/** A conversation to which users were added, read once for all of them. */
export type AddedFacts = {
  readonly conversation: Conversation;
  readonly reason: AddedReason;
  readonly byId: string;
  /** Users who may still be told of the event. */
  readonly recipientIds: ReadonlySet<string>;
};

type AddedEvent = { readonly conversationId: string; readonly reason: AddedReason; readonly byId: string };

/** In the order of the events; null where the conversation is deleted. */
export async function readAddedFacts(
  services: Services,
  events: readonly AddedEvent[],
): Promise<(AddedFacts | null)[]> {
  const asked = events
    .filter(({ reason }) => reason === 'REQUEST')
    .map(({ conversationId }) => conversationId);
  const [conversations, invited] = await Promise.all([
    conversationsById(services.db, events),
    asked.length === 0 ? new Map<string, ReadonlySet<string>>() : listInvited(services.db, asked),
  ]);
  return Promise.all(
    events.map(async ({ conversationId, reason, byId }) => {
      const conversation = conversations.get(conversationId);
      if (!conversation) return null;
      const memberIds = await membersAt(services, { conversationId, ...conversation });
      const invitedIds = reason === 'REQUEST' ? invited.get(conversationId) : undefined;
      return {
        conversation,
        reason,
        byId,
        recipientIds: invitedIds ? memberIds.union(invitedIds) : memberIds,
      };
    }),
  );
}

/** A change of a conversation. */
export type ChangedFacts = {
  readonly conversationId: string;
  /** Null for a user who is no longer in. */
  readonly conversation: Conversation | null;
  readonly changes: readonly ConversationChange[];
  readonly leftReason: LeftReason | null;
  readonly byId: string;
  /** Null for all members. */
  readonly recipientIds: ReadonlySet<string> | null;
};

type UpdatedEvent = {
  readonly conversationId: string;
  readonly membersVersion: number;
  readonly changes: readonly ConversationChange[];
  readonly byId: string;
};
type LeftEvent = {
  readonly conversationId: string;
  readonly userId: string;
  readonly reason: LeftReason;
  readonly byId: string;
};
type ManagersEvent = {
  readonly conversationId: string;
  readonly managerChanges: readonly ConversationChange[];
  readonly byId: string;
};
type OwnEvent = {
  readonly conversationId: string;
  readonly userId: string;
  readonly changes: readonly ConversationChange[];
};

/** In the order of the events; null where nobody may be told any more. */
export async function readChangedFacts(
  { db }: Services,
  events: readonly (UpdatedEvent | LeftEvent | ManagersEvent | OwnEvent)[],
): Promise<(ChangedFacts | null)[]> {
  const own = events.filter((event): event is OwnEvent => !('byId' in event));
  const managed = events.filter((event) => 'managerChanges' in event);
  const [conversations, isIn, managers] = await Promise.all([
    conversationsById(
      db,
      events.filter((event) => !('reason' in event)),
    ),
    own.length === 0 ? () => false : listCurrentParticipants(db, own),
    managed.length === 0
      ? new Map<string, ReadonlySet<string>>()
      : listManagers(
          db,
          managed.map(({ conversationId }) => conversationId),
        ),
  ]);
  return events.map((event) => {
    const { conversationId } = event;
    if ('reason' in event) {
      const { byId, userId, reason } = event;
      return {
        conversationId,
        conversation: null,
        changes: [],
        leftReason: reason,
        byId,
        recipientIds: new Set([userId]),
      };
    }
    const conversation = conversations.get(conversationId);
    if (!conversation) return null;
    const changed = { conversationId, conversation, leftReason: null };
    if ('managerChanges' in event) {
      const recipientIds = managers.get(conversationId) ?? new Set();
      return { ...changed, changes: event.managerChanges, byId: event.byId, recipientIds };
    }
    const { changes } = event;
    if ('byId' in event) return { ...changed, changes, byId: event.byId, recipientIds: null };
    if (!isIn(event)) return null;
    return { ...changed, changes, byId: event.userId, recipientIds: new Set([event.userId]) };
  });
}
