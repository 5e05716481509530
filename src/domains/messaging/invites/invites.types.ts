/** A link by which users join a group, without its code. */
export type ConversationInvite = {
  readonly id: string;
  readonly conversationId: string;
  readonly createdById: string;
  readonly createdAt: Date;
  /** Null for a link that lasts until it is revoked. */
  readonly expiresAt: Date | null;
  /** Null for any number. */
  readonly maxUses: number | null;
  /** Users who joined by it, with those who wait for an answer. */
  readonly useCount: number;
  readonly needsApproval: boolean;
};

/** A group as the holder of a usable link sees it. */
export type InvitePreview = {
  readonly conversationId: string;
  readonly title: string | null;
  readonly avatarMediaId: string | null;
  readonly participantCount: number;
  readonly needsApproval: boolean;
};

/** A request to join a group that nobody has answered; to its user a rejected one is gone. */
export type JoinRequest = {
  readonly id: string;
  readonly conversationId: string;
  readonly userId: string;
  readonly createdAt: Date;
};
