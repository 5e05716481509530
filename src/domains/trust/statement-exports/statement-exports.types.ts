import type { SubjectKind } from '../cases/cases.types.ts';
import type { DecisionSource, Ground, ModerationAction } from '../decisions/decisions.types.ts';
import type { ReportReason } from '../reports/reasons.policy.ts';

export type StatementExportState = 'PENDING' | 'READY' | 'FAILED' | 'EXPIRED';

/** A file with the statements of a day. */
export type StatementExport = {
  readonly id: string;
  /** As 2026-11-28, in UTC. */
  readonly day: string;
  readonly state: StatementExportState;
  /** Null until it is written. */
  readonly rowCount: number | null;
  readonly sizeBytes: number | null;
  readonly requestedBy: string;
  readonly createdAt: Date;
  /** Null until it is written. */
  readonly expiresAt: Date | null;
};

/** A day, without its end. */
export type DaySpan = { readonly day: string; readonly startsAt: Date; readonly endsAt: Date };

/** A decision against somebody, as far as its statement leaves the platform. */
export type Statement = {
  readonly id: string;
  readonly decidedAt: Date;
  readonly subjectKind: SubjectKind;
  readonly actions: readonly ModerationAction[];
  readonly ground: Ground | null;
  readonly policyTitle: string | null;
  /** The reason of most of the reports that it has closed; null without any. */
  readonly reason: ReportReason | null;
  readonly source: DecisionSource;
  readonly isNoticed: boolean;
  readonly automatedDetection: boolean;
  readonly automatedDecision: boolean;
  readonly scope: string | null;
  readonly expiresAt: Date | null;
  readonly appealableUntil: Date;
};
