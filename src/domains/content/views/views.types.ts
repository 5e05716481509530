/** Where a post was seen. */
export type ViewSource =
  'FEED' | 'PROFILE' | 'SEARCH' | 'HASHTAG' | 'SHARE_LINK' | 'NOTIFICATION' | 'MESSAGE';

/** A view as it waits to be counted; most that come soon after another by the same viewer never are. */
export type ViewReport = {
  readonly postId: string;
  /** A hash in the form of a UUID, which says neither who it is nor what else they saw. */
  readonly viewer: string;
  readonly viewedAt: Date;
  readonly source: ViewSource;
  /** Null when the app has not said. */
  readonly durationMs: number | null;
};

/** When a viewer's last view of a post was that counted. */
export type LastView = Pick<ViewReport, 'postId' | 'viewer' | 'viewedAt'>;

/** What a day of a post gains. */
export type DayGain = {
  readonly postId: string;
  /** `2026-11-20`, in UTC. */
  readonly day: string;
  readonly sources: Readonly<Record<ViewSource, number>>;
  readonly timedCount: number;
  readonly durationMs: number;
  /** Viewers whose last view is now on this day, less those whose last view was. */
  readonly lastViewerCount: number;
};
