import type { Measure } from './measures.policy.ts';

/** The length of what a value is of; weeks begin on Mondays, and all in UTC. */
export type DashboardGranularity = 'HOUR' | 'DAY' | 'WEEK' | 'MONTH';

export type DashboardPeriod = { readonly startsAt: Date; readonly isComplete: boolean };

/** The values of a measure in the order of the periods; null where nothing is known. */
export type DashboardSeries = {
  readonly key: Measure;
  readonly part: string | null;
  readonly values: readonly (number | null)[];
  readonly total: number | null;
  readonly previousTotal: number | null;
};

/** Users who registered in a month, and how many of them were there in it and in each month after it. */
export type DashboardCohort = {
  readonly month: string;
  readonly registeredCount: number;
  readonly activeCounts: readonly number[];
};

export type Dashboard = {
  readonly periods: readonly DashboardPeriod[];
  readonly measures: readonly DashboardSeries[];
  readonly cohorts: readonly DashboardCohort[];
  readonly updatedAt: Date;
};

/** Work that waits for admins and for the product. Counts end at their limit. */
export type Queues = {
  readonly openCaseCount: number;
  readonly oldestCaseAt: Date | null;
  readonly pendingAdjustmentCount: number;
  readonly failedScanCount: number;
  readonly followers: readonly FollowerLag[];
};

export type FollowerLag = {
  readonly follower: string;
  /** Events of the log, of any name, that it has not passed. */
  readonly events: number;
  /** Age of the first of them; 0 when there is none. */
  readonly seconds: number;
};

/** A value that is added to a measure, or that it has. */
export type MeasureValue = {
  readonly measure: Measure;
  /** Empty where the measure is not split. */
  readonly part: string;
  readonly value: number;
};

/** An addition to a measure in an hour, which begins at a time. */
export type HourSum = Omit<MeasureValue, 'part'> & { readonly startsAt: Date };
