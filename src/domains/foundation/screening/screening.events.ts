import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { ScreenedKind, ScreeningOutcome } from './screening.types.ts';

/**
 * A job has judged the text of a post or comment that was published before, or of a reported message, and it was not simply allowed.
 * `version` is that of the text, and `writtenAtMs` the time of its writing: who decided later has decided with more knowledge.
 */
export const contentScanned = defineEvent<{
  subjectKind: Extract<ScreenedKind, 'POST' | 'COMMENT' | 'MESSAGE'>;
  subjectId: string;
  version: number;
  outcome: Exclude<ScreeningOutcome, 'ALLOW'>;
  writtenAtMs: number;
}>('content.scanned');
