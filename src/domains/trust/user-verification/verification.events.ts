import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { VerificationDecision } from './verification.types.ts';

export const verificationDecided = defineEvent<{
  requestId: string;
  userId: string;
  decision: VerificationDecision;
  /** Version of the request that was decided about: one that was asked for more is decided again. */
  version: number;
}>('verification.decided');
