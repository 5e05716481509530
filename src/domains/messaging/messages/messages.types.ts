import type { MediaKind } from '#domains/foundation/media/media.types.ts';
import type { TextEntity } from '#domains/graph/entities/entities.types.ts';
import type { MessageLock } from '../message-locks/message-locks.types.ts';

/** Kind of the content of a message; a column of its row. */
export type MessageKind =
  | 'TEXT'
  | 'MEDIA'
  | 'FILE'
  | 'VOICE_NOTE'
  | 'VIEW_ONCE'
  | 'LOCATION'
  | 'LIVE_LOCATION'
  | 'CONTACT'
  | 'SHARED_POST'
  | 'POLL'
  | 'SYSTEM';

/** Content of a kind beside text and media items, as it is stored; null for kinds with nothing else. */
export type StoredContent =
  | LocationPoint
  | { readonly userId: string }
  | { readonly postId: string }
  | { readonly mediaKind: MediaKind }
  /** End of a live location in ISO 8601: its position is never a part of the message. */
  | { readonly endsAt: string };

export type LocationPoint = {
  /** In degrees of WGS 84. */
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string | null;
};

/** A message as it was sent. */
export type SentMessage = {
  readonly id: string;
  readonly conversationId: string;
  /** Strictly increasing within the conversation, from 1. */
  readonly seq: number;
  /** Null for a message of the system. */
  readonly senderId: string | null;
  readonly kind: MessageKind;
  readonly text: string;
  /** Mentions and links of the text. */
  readonly entities: readonly TextEntity[];
  readonly mediaIds: readonly string[];
  readonly content: StoredContent | SystemChange | null;
  readonly replyToId: string | null;
  /** The user who sent it first, of a message that was forwarded. */
  readonly forwardedFromId: string | null;
  readonly clientData: unknown;
  readonly createdAt: Date;
};

export type Message = SentMessage & {
  /** Whether only users who see the sender see the content: in groups, unless the account of the sender is deleted. */
  readonly isBoundToSender: boolean;
  /** The user who has still to accept a direct conversation, of a message with media items; null of any other. */
  readonly requestedId: string | null;
  readonly editedAt: Date | null;
  /** Time at which it became a tombstone, without content. */
  readonly deletedAt: Date | null;
  /** Whether the owner or an admin of the group has deleted it, and not its sender. */
  readonly isDeletedByAdmin: boolean;
  /** Time at which it disappears; null for never. */
  readonly expiresAt: Date | null;
  /** Whether moderation holds it, so that its sender alone sees it. */
  readonly isHeld: boolean;
  /** Whether its content is for its sender and those who have bought it. */
  readonly isLocked: boolean;
  readonly lock: MessageLock | null;
};

/** A text of a message that an edit replaced. */
export type MessageRevision = {
  readonly messageId: string;
  readonly number: number;
  readonly text: string;
  readonly entities: readonly TextEntity[];
  readonly replacedAt: Date;
};

export type DeletionScope = 'ME' | 'EVERYONE';

/** How a message ended: for whom it was deleted, or that it has expired, or that moderation has taken it away. */
export type MessageEnd = DeletionScope | 'EXPIRED' | 'MODERATION';

/** The content of a message to write. */
export type NewContent = Pick<
  SentMessage,
  'kind' | 'text' | 'mediaIds' | 'content' | 'replyToId' | 'clientData'
>;

/** A message to write. */
export type NewMessage = Omit<NewContent, 'content' | 'clientData'> & {
  readonly id: string;
  readonly conversationId: string;
  readonly senderId: string;
  /** JSON, as the next two. */
  readonly entities: string;
  readonly content: string | null;
  readonly clientData: string | null;
  readonly forwardedFromId: string | null;
  readonly now: Date;
  /** The limit of this name. */
  readonly requestMessages: number;
  /** Whether a request that waits takes its kind. */
  readonly isForRequests: boolean;
  readonly isLocked: boolean;
  readonly eventId: string;
  /** The claim of the idempotency key by `onceByWrite`; null without a key. */
  readonly claim: string | null;
};

/** The users whom a message mentions, without its sender. */
export type Mentions = {
  /** Users whom the text names, without those of `@all`. */
  readonly mentionedIds: readonly string[];
  readonly mentionsEveryone: boolean;
};

/** A change of a group that a message of the system tells of. */
export type SystemChange = {
  readonly change: SystemChangeKind;
  /** The user who made it. */
  readonly byId: string;
  /** The first of those whom it concerns. */
  readonly userIds: readonly string[];
  readonly userCount: number;
  /** The new title, for RENAMED. */
  readonly title: string | null;
  /** Seconds after which messages disappear from then on, or null for never; for TIMER_CHANGED alone. */
  readonly disappearAfterSeconds?: number | null;
  /** The call, for CALL_ENDED alone. */
  readonly call?: EndedCall;
};

/** A call that has ended, in words of the domain of calls. */
export type EndedCall = {
  readonly callId: string;
  readonly kind: string;
  readonly outcome: string;
  /** From the first accept or join to the end. */
  readonly seconds: number;
};

export type SystemChangeKind =
  | 'PARTICIPANTS_ADDED'
  | 'PARTICIPANT_JOINED'
  | 'PARTICIPANT_REMOVED'
  | 'PARTICIPANT_LEFT'
  | 'ROLE_CHANGED'
  | 'RENAMED'
  | 'PICTURE_CHANGED'
  | 'TIMER_CHANGED'
  | 'MESSAGE_PINNED'
  | 'CALL_ENDED';

/** The key of lists of messages. */
export type SeqKey = readonly [seq: number];

/** Kind of attachments that a message brings beside plain text. */
export type AttachmentKind = 'MEDIA' | 'FILE' | 'VOICE_NOTE' | 'LINK';
