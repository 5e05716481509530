import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { MessageEnd, Mentions, MessageKind } from './messages.types.ts';

/** A message as its events name it. */
type OfMessage = {
  readonly messageId: string;
  readonly conversationId: string;
  readonly seq: number;
  /** Version of the conversation's members at the event. */
  readonly membersVersion: number;
};

/** Goes to the members of the conversation, as the next two. `senderId` is null for a message of the system. */
export const messageAdded = defineEvent<
  OfMessage & Mentions & { readonly senderId: string | null; readonly kind: MessageKind }
>('message.added');

export type MessageChange =
  | 'CONTENT'
  | 'MEDIA'
  | 'REACTIONS'
  | 'PIN'
  | 'POLL'
  | 'VIEW_ONCE'
  | 'LIVE_LOCATION'
  | 'MODERATION'
  | 'UNLOCKED'
  | 'LOCK';

/** Goes to the members of the conversation; of VIEW_ONCE and UNLOCKED to the sender and the user who opened or bought it, of MODERATION to those who see it then. */
export const messageUpdated = defineEvent<
  OfMessage & {
    readonly changes: readonly MessageChange[];
    /** Users whom an edit (CONTENT) mentions and the message did not mention before. */
    readonly mentions?: Mentions;
    /** The sender, of an edit. */
    readonly senderId?: string | null;
  }
>('message.updated');

/** `byId` is null for one that has expired or is taken away by moderation. */
type Deletion = OfMessage & { readonly scope: MessageEnd; readonly byId: string | null };

export const messageDeleted = defineEvent<Deletion>('message.deleted');

/** To the user alone who deleted the message for themselves. */
export const messageHidden = defineEvent<Deletion>('message.hidden');

/** Moderation holds a message, removes it or shows it again. Goes to those who may have seen it before and do not any more. */
export const messageModerated = defineEvent<Deletion & { readonly state: ModerationState }>(
  'message.moderated',
);
