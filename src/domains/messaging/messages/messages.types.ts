/** A message as it was sent. */
export type SentMessage = {
  readonly id: string;
  readonly conversationId: string;
  /** Strictly increasing within the conversation, from 1. */
  readonly seq: number;
  readonly senderId: string;
  readonly text: string;
  readonly mediaIds: readonly string[];
  readonly clientData: unknown;
  readonly createdAt: Date;
};

export type Message = SentMessage & {
  /** Whether only users who see the sender see the content: in groups, unless the account of the sender is deleted. */
  readonly isBoundToSender: boolean;
};

/** A message to write. */
export type NewMessage = Omit<SentMessage, 'seq' | 'clientData' | 'createdAt'> & {
  /** In JSON. */
  readonly clientData: string | null;
  readonly now: Date;
  readonly eventId: string;
  /** By `onceByWrite`. */
  readonly claim: string | null;
};

/** The key of lists of messages. */
export type SeqKey = readonly [seq: number];
