/** Key of the marker of a participant. */
export type MarkerKey = { readonly conversationId: string; readonly userId: string };

/** A participant to whom messages were delivered up to one of them. */
export type DeliveredMarker = MarkerKey & { readonly deliveredSeq: number };

/** How far a user has read in a conversation. */
export type OwnReading = {
  /** Id of the conversation. */
  readonly id: string;
  readonly readSeq: number;
  readonly unreadCount: number;
};

/** How far messages have reached a current participant, and how far they have read. */
export type Marker = MarkerKey & {
  /** Null, as `readAt`, while they have read nothing. */
  readonly readSeq: number | null;
  readonly readAt: Date | null;
  /** Null while nothing has reached them; at least `readSeq`. */
  readonly deliveredSeq: number | null;
  /** Seq of the message after which the participant sees messages. */
  readonly joinedSeq: number;
};

/** The markers of a conversation that the caller may know of, by user. */
export type SharedMarkers = {
  /** Whether the conversation has few enough participants. */
  readonly hasReceipts: boolean;
  readonly byUser: ReadonlyMap<string, Marker>;
};

/** Unread mentions of a user in a conversation. */
export type UnreadMentions = {
  /** Id of the conversation. */
  readonly id: string;
  readonly count: number;
  /** Seq of the oldest one; null for none. */
  readonly nextSeq: number | null;
};

/** Numbers of conversations in the inboxes beside PRIMARY. */
export type InboxCounts = { readonly requestCount: number; readonly archivedCount: number };

/** A conversation that was read to its end. */
export type ReadConversation = {
  readonly conversationId: string;
  readonly readSeq: number;
  readonly membersVersion: number;
  /** Whether the reader had marked it as unread. */
  readonly wasMarked: boolean;
};
