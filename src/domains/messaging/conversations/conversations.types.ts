export type ConversationKind = 'DIRECT' | 'GROUP';
export type ParticipantRole = 'OWNER' | 'ADMIN' | 'MEMBER';

export type Conversation = {
  readonly id: string;
  readonly kind: ConversationKind;
  readonly title: string | null;
  readonly createdAt: Date;
  /** When the newest message was sent, or when the conversation was made. */
  readonly updatedAt: Date;
};

export type Participant = {
  readonly conversationId: string;
  readonly userId: string;
  readonly role: ParticipantRole;
  /** Messages after this seq are the participant's to see. */
  readonly joinedSeq: number;
  readonly joinedAt: Date;
};
