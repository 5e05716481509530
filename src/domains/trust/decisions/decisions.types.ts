import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { SubjectKind } from '../cases/cases.types.ts';

export type ModerationAction =
  | 'NO_ACTION'
  | 'REMOVE'
  | 'WARN'
  | 'RESTRICT_POSTING'
  | 'RESTRICT_COMMENTING'
  | 'RESTRICT_MESSAGING'
  | 'RESTRICT_FOLLOWING'
  | 'RESTRICT_UPLOADS'
  | 'RESTRICT_DISCOVERY'
  | 'SUSPEND';
export type Ground = 'ILLEGAL' | 'TERMS';
export type DecisionSource = 'NOTICE' | 'OWN_DETECTION';

/** A decision is a statement of reasons. */
export type Decision = {
  readonly id: string;
  readonly caseId: string;
  readonly subjectKind: SubjectKind;
  readonly subjectId: string;
  readonly ownerId: string | null;
  readonly actions: readonly ModerationAction[];
  readonly policyId: string | null;
  readonly policyTitle: string | null;
  readonly ground: Ground | null;
  readonly facts: string;
  readonly explanation: string;
  readonly source: DecisionSource;
  readonly automatedDetection: boolean;
  readonly automatedDecision: boolean;
  readonly scope: string | null;
  readonly strikePoints: number;
  readonly strikeExpiresAt: Date | null;
  readonly expiresAt: Date | null;
  /** State of the content before; null where it was not removed. */
  readonly formerState: ModerationState | null;
  readonly restrictionIds: readonly string[];
  readonly decidedBy: string;
  readonly decidedAt: Date;
  readonly appealableUntil: Date;
  readonly revertedBy: string | null;
  readonly revertedAt: Date | null;
};

export type Policy = {
  readonly id: string;
  readonly title: string;
  readonly ground: Ground;
  readonly template: string;
  readonly isActive: boolean;
};
