export type ConversationKind = 'DIRECT' | 'GROUP';
export type ParticipantRole = 'OWNER' | 'ADMIN' | 'MEMBER';

/**
 * INVITED participants have not answered and read nothing of the conversation. The last three have ended; whoever declines a
 * direct conversation stays listed, so that the other one notices nothing.
 */
export type ParticipantStatus = 'INVITED' | 'ACTIVE' | 'DECLINED' | 'LEFT' | 'REMOVED';

/** REQUESTS holds what waits for an answer. */
export type ParticipantInbox = 'PRIMARY' | 'REQUESTS';

/** Why a user was added to a conversation. */
export type AddedReason = 'CREATED' | 'ADDED' | 'REQUEST' | 'REQUEST_ACCEPTED' | 'REJOINED' | 'JOINED';

/** How the part of a user ended. */
export type LeftReason = 'LEFT' | 'REMOVED' | 'DECLINED';

/** The first six are told to all members, JOIN_REQUESTS to those who manage them, the others to the user's own devices. */
export type ConversationChange =
  | 'TITLE'
  | 'DESCRIPTION'
  | 'AVATAR'
  | 'TIMER'
  | 'PARTICIPANTS'
  | 'ROLES'
  | 'JOIN_REQUESTS'
  | 'MUTE'
  | 'PIN'
  | 'ARCHIVE'
  | 'UNREAD'
  | 'CLEAR'
  | 'SCHEDULED';

export type Conversation = {
  readonly id: string;
  readonly kind: ConversationKind;
  readonly title: string | null;
  readonly description: string | null;
  readonly avatarMediaId: string | null;
  /** Seconds after which messages that are sent from now on disappear; null for never. */
  readonly disappearAfterSeconds: number | null;
  /** Current and invited ones. */
  readonly participantCount: number;
  readonly createdAt: Date;
  /** Time of the newest message, else of the start. */
  readonly updatedAt: Date;
  /** Raised by every change of its members. */
  readonly membersVersion: number;
};

/** A participant of a conversation that begins. */
export type NewParticipant = Omit<Participant, 'id'> & {
  readonly inbox: ParticipantInbox;
  readonly addedById: string | null;
};

export type Participant = {
  readonly id: string;
  readonly conversationId: string;
  readonly userId: string;
  readonly role: ParticipantRole;
  readonly status: ParticipantStatus;
  readonly joinedAt: Date;
};

/** The caller's own part in a conversation that has not ended. */
export type ConversationViewer = {
  readonly conversationId: string;
  readonly kind: ConversationKind;
  readonly role: ParticipantRole;
  readonly status: ParticipantStatus;
  readonly inbox: ParticipantInbox;
  /** Null for whoever started the conversation. */
  readonly addedById: string | null;
  readonly mutedUntil: Date | null;
  readonly pinnedAt: Date | null;
  readonly archivedAt: Date | null;
  readonly markedUnreadAt: Date | null;
  /** The seq up to which they have emptied the conversation for themselves; 0 for not. */
  readonly clearedSeq: number;
  readonly clearedAt: Date | null;
  /** The seq after which they see messages. */
  readonly seesAfterSeq: number;
  /** The seq of the newest message of the conversation. */
  readonly lastSeq: number;
  /** Number of current and invited participants. */
  readonly participantCount: number;
  /** Title of a group; null for an unnamed one and for a direct conversation. */
  readonly title: string | null;
  readonly avatarMediaId: string | null;
  /** The user on the other side of a direct conversation; null for a group. */
  readonly otherId: string | null;
  /** The participation of that user; null for a group. */
  readonly otherParticipantId: string | null;
  /** Where the other participant has it; null for a group. */
  readonly otherInbox: ParticipantInbox | null;
};

/** Settings of a conversation that change. */
export type SettingChanges = {
  readonly title?: string | null;
  readonly description?: string | null;
  readonly avatarMediaId?: string | null;
  readonly disappearAfterSeconds?: number | null;
};
