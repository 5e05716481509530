import type { SubjectKind } from '../cases/cases.types.ts';
import type { DecisionSource, Ground, ModerationAction } from '../decisions/decisions.types.ts';
import type { ReportReason } from '../reports/reasons.policy.ts';

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
