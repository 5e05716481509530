import type { AppealState } from '../appeals/appeals.types.ts';
import type { DecisionSource, ModerationAction } from '../decisions/decisions.types.ts';
import type { ReportReason } from '../reports/reasons.policy.ts';

/** A span of time, without its end. */
export type Span = { readonly startsAt: Date; readonly endsAt: Date };

/** Numbers by a kind, without those that are zero. */
export type Counts<Kind extends string> = Readonly<Partial<Record<Kind, number>>>;

/** Numbers about moderation in a span of time. Totals and parts are of one moment. */
export type TransparencyCounts = {
  readonly noticeCount: number;
  readonly noticesByReason: Counts<ReportReason>;
  readonly reportCount: number;
  readonly reportsByReason: Counts<ReportReason>;
  /** From the notice to its decision, of decisions of the span; null without any. */
  readonly medianNoticeSeconds: number | null;
  readonly medianReportSeconds: number | null;
  readonly decisionCount: number;
  readonly decisionsBySource: Counts<DecisionSource>;
  /** A decision with several actions is counted for each. */
  readonly decisionsByAction: Counts<ModerationAction>;
  readonly automaticallyDetectedCount: number;
  readonly automaticallyDecidedCount: number;
  readonly overturnedCount: number;
  readonly appealCount: number;
  readonly appealsByState: Counts<AppealState>;
  readonly suspensionCount: number;
  readonly heldByMachineCount: number;
  readonly refusedByMachineCount: number;
};

export type TransparencyReport = Span & TransparencyCounts;
