import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { SubjectKind } from '../cases/cases.types.ts';

/** A case is decided; its reports are closed with it. `ownerId` is null where the owner of the subject is erased. */
export const decisionMade = defineEvent<{
  decisionId: string;
  ownerId: string | null;
  subjectKind: SubjectKind;
  subjectId: string;
  /** Whether anything was done against the owner. */
  isAdverse: boolean;
  closedReportCount: number;
}>('decision.made');
