import type { ViewSource } from './views.types.ts';

/** The days that statistics are about; the last of them is the current one. */
export type StatsRange = 'LAST_7_DAYS' | 'LAST_28_DAYS' | 'LAST_90_DAYS';

/** What happened to one post of an author, or to all of them, in these days. */
export type PostStats = Engagement & {
  readonly viewCount: number;
  /** How many different viewers there were; of several posts it would count some of them more than once. */
  readonly reach: number;
  /** Null when no app has said how long a view lasted. */
  readonly averageDurationMs: number | null;
  /** The oldest first, those without views too. */
  readonly days: readonly DayViews[];
  readonly sources: readonly SourceViews[];
};

/** What others did in these days and have not taken back. */
export type Engagement = {
  readonly reactionCount: number;
  readonly commentCount: number;
  readonly repostCount: number;
  readonly saveCount: number;
};

/** `startsAt` is midnight of UTC. */
export type DayViews = { readonly startsAt: Date; readonly viewCount: number };
export type SourceViews = { readonly source: ViewSource; readonly viewCount: number };
