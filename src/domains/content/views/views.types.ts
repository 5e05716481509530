/** Source of a view. */
export type ViewSource =
  'FEED' | 'PROFILE' | 'SEARCH' | 'HASHTAG' | 'SHARE_LINK' | 'NOTIFICATION' | 'MESSAGE';

/** A view that waits for aggregation; views soon after a counted one of the same viewer are dropped. */
export type ViewReport = {
  readonly postId: string;
  /** A hash in the form of a UUID that reveals neither the viewer nor their other views. */
  readonly viewer: string;
  readonly viewedAt: Date;
  readonly source: ViewSource;
  /** Null when the app did not report it. */
  readonly durationMs: number | null;
};

/** Why a view of a report was refused. */
export type ViewRefusalReason = 'MALFORMED_ID' | 'TOO_OLD' | 'IMPOSSIBLE_DURATION';

export type ViewRefusal = {
  /** Place in the report, from 0 on. */
  readonly index: number;
  readonly reason: ViewRefusalReason;
};

/** The last counted view of a viewer of a post. */
export type LastView = Pick<ViewReport, 'postId' | 'viewer' | 'viewedAt'>;

/** Increment of a day of a post by aggregation. */
export type ViewDayIncrement = {
  readonly postId: string;
  /** `2026-11-20`, in UTC. */
  readonly day: string;
  readonly sources: Readonly<Record<ViewSource, number>>;
  readonly timedCount: number;
  readonly durationMs: number;
  /** Viewers whose last view is now on this day, less those whose last view was. */
  readonly lastViewerCount: number;
};

/** Views that happened in an hour, which begins at an ISO time. */
export type ViewHour = { readonly startsAt: string; readonly count: number };
