import type { ErrorCode } from '#platform/kernel/errors.ts';
import type { NewContent } from '../messages/messages.types.ts';

/** A message that is sent later; visible to its sender alone. */
export type ScheduledMessage = NewContent & {
  readonly id: string;
  readonly senderId: string;
  readonly conversationId: string;
  readonly sendAt: Date;
  readonly createdAt: Date;
  /** The reason for which it could not be sent; null while it waits. */
  readonly failureCode: ErrorCode | null;
};
