export type ConversationKind = 'DIRECT' | 'GROUP';
export type ParticipantRole = 'OWNER' | 'ADMIN' | 'MEMBER';

/** INVITED participants have not answered and see nothing of the conversation. */
export type ParticipantStatus = 'INVITED' | 'ACTIVE';

export type Conversation = {
  readonly id: string;
  readonly kind: ConversationKind;
  readonly title: string | null;
  readonly createdAt: Date;
  /** Time of the newest message, else of the start. */
  readonly updatedAt: Date;
  /** Raised by every change of its members. */
  readonly membersVersion: number;
};

export type Participant = {
  readonly conversationId: string;
  readonly userId: string;
  readonly role: ParticipantRole;
  readonly status: ParticipantStatus;
  /** Only messages after this seq are visible to the participant. */
  readonly joinedSeq: number;
  readonly joinedAt: Date;
};
