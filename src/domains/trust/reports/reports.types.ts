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

/** Numbers of reports end here, however many there are. */
export const COUNTED_REPORTS = 1_000;

/** Reports that concern a user. */
export type AccountReports = {
  readonly userId: string;
  readonly aboutCount: number;
  readonly openAboutCount: number;
  readonly byCount: number;
};

/** Conditions of a list of reports; null holds for all. */
export type ReportFilter = {
  readonly state: ReportState | null;
  readonly caseId: string | null;
  readonly reporterId: string | null;
  /** The user who is reported, or who has published what is. */
  readonly ownerId: string | null;
};
