export type Message = {
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
