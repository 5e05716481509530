import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { AppealResult } from './appeals.types.ts';

/** `authorId` is null of an appeal by the sender of a notice who is not known as a user. */
export const appealDecided = defineEvent<{
  appealId: string;
  authorId: string | null;
  result: AppealResult;
}>('appeal.decided');
