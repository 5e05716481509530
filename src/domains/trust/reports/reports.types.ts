import type { SubjectKind } from '../cases/cases.types.ts';
import type { ReportReason, ReportSubReason } from './reasons.policy.ts';

export type ReportState = 'OPEN' | 'CLOSED';
export type ReportOutcome = 'ACTION_TAKEN' | 'NO_VIOLATION' | 'WITHDRAWN';

export type Report = {
  readonly id: string;
  /** Null once the reporter is erased, and in notices of illegal content. */
  readonly reporterId: string | null;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly caseId: string;
  readonly snapshotVersion: string;
  readonly reason: ReportReason;
  readonly subReason: ReportSubReason | null;
  readonly text: string;
  readonly weight: number;
  /** Whether it is a notice of illegal content, whose sender `notice_contacts` knows. */
  readonly isIllegalNotice: boolean;
  readonly state: ReportState;
  readonly outcome: ReportOutcome | null;
  readonly decisionId: string | null;
  readonly createdAt: Date;
  readonly closedAt: Date | null;
};
