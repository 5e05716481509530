import type { ViewSource } from './views.types.ts';

/** Range of days for statistics, ending with the current day. */
export type StatsRange = 'LAST_7_DAYS' | 'LAST_28_DAYS' | 'LAST_90_DAYS';

/** Statistics of one post of an author, or of all, in a range of days. */
export type PostStats = Engagement & {
  readonly viewCount: number;
  /** Number of different viewers; for several posts it counts a viewer of each once. */
  readonly reach: number;
  /** Null when no app reported a duration. */
  readonly averageDurationMs: number | null;
  /** Oldest first, days without views included. */
  readonly days: readonly DayViews[];
  readonly sources: readonly SourceViews[];
};

/** Actions of other users in the range that were not undone. */
export type Engagement = {
  readonly reactionCount: number;
  readonly commentCount: number;
  readonly repostCount: number;
  readonly saveCount: number;
};

/** `startsAt` is midnight of UTC. */
export type DayViews = { readonly startsAt: Date; readonly viewCount: number };
export type SourceViews = { readonly source: ViewSource; readonly viewCount: number };
