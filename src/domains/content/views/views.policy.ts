import { DAY_MS, HOUR_MS } from '#platform/kernel/clock.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { keyedHash } from '#platform/secrets/keyed-hash.ts';
import { networkOf } from '#platform/kernel/network.ts';
import type { ViewDayIncrement, ViewHour, LastView, ViewReport, ViewSource } from './views.types.ts';

export const VIEW_SOURCES = [
  'FEED',
  'PROFILE',
  'SEARCH',
  'HASHTAG',
  'SHARE_LINK',
  'NOTIFICATION',
  'MESSAGE',
] as const satisfies ViewSource[];

/** A viewer's next view of the same post counts no sooner than this after the one before. */
export const VIEW_COUNT_INTERVAL_MS = DAY_MS;

export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

const VIEWER_BYTES = 16;

/**
 * Hashes the viewer of a post: an account, or a network on one day. What an anonymous caller sends besides, such as the app, would
 * multiply them. The hash includes the post, so that the views of one viewer cannot be joined, and a secret key.
 */
export function viewerHashOf(
  { user, caller, secrets }: Pick<RequestContext, 'user' | 'caller' | 'secrets'>,
  view: { postId: string; viewedAt: Date },
): string {
  const viewer = user ? [user.id] : [networkOf(caller.ip), dayOf(view.viewedAt)];
  // The key also signs tokens; no token can begin like this, and no hash leaves the database.
  const hash = keyedHash(secrets.adminToken, JSON.stringify(['view', view.postId, ...viewer]));
  return hash.toString('hex', 0, VIEWER_BYTES);
}

export type AggregatedViews = {
  /** The viewers with a counted view. */
  readonly lastViews: readonly LastView[];
  readonly days: readonly ViewDayIncrement[];
  /** By post, in the order of the ids. */
  readonly viewCounts: ReadonlyMap<string, number>;
  /** Views by the hour (UTC) in which they happened. */
  readonly hours: readonly ViewHour[];
};

/**
 * Aggregates reports. A view counts if its viewer had no counted view of the post in the 24 hours before; `known` has their
 * last counted views, so that a batch continues from the one before.
 */
export function aggregateReports(
  reports: readonly ViewReport[],
  known: readonly LastView[],
): AggregatedViews {
  const lastViews = new Map(known.map((view) => [keyOf(view), view]));
  const counted = new Map<string, LastView>();
  const days = new Map<string, Gain>();
  const viewCounts = new Map<string, number>();
  const hours = new Map<string, number>();
  for (const report of reports.toSorted((a, b) => a.viewedAt.getTime() - b.viewedAt.getTime())) {
    const key = keyOf(report);
    const last = lastViews.get(key);
    if (last && report.viewedAt.getTime() < last.viewedAt.getTime() + VIEW_COUNT_INTERVAL_MS) continue;
    const view = { postId: report.postId, viewer: report.viewer, viewedAt: report.viewedAt };
    lastViews.set(key, view);
    counted.set(key, view);
    if (last) gainOf(days, last).lastViewerCount -= 1;
    addView(gainOf(days, view), report);
    viewCounts.set(report.postId, (viewCounts.get(report.postId) ?? 0) + 1);
    const hour = hourOf(report.viewedAt);
    hours.set(hour, (hours.get(hour) ?? 0) + 1);
  }
  return {
    lastViews: [...counted.values()],
    days: [...days.values()],
    viewCounts: new Map([...viewCounts].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    hours: [...hours].map(([startsAt, count]) => ({ startsAt, count })),
  };
}

const hourOf = (moment: Date): string =>
  new Date(moment.getTime() - (moment.getTime() % HOUR_MS)).toISOString();

const keyOf = ({ postId, viewer }: LastView): string => `${postId} ${viewer}`;

/** Mutable `ViewDayIncrement`, for accumulation. */
type Gain = { -readonly [Name in keyof ViewDayIncrement]: ViewDayIncrement[Name] } & {
  sources: Record<ViewSource, number>;
};

function gainOf(days: Map<string, Gain>, { postId, viewedAt }: LastView): Gain {
  const day = dayOf(viewedAt);
  const key = `${postId} ${day}`;
  let gain = days.get(key);
  if (!gain) {
    gain = { postId, day, sources: { ...NONE }, timedCount: 0, durationMs: 0, lastViewerCount: 0 };
    days.set(key, gain);
  }
  return gain;
}

const NONE: Readonly<Record<ViewSource, number>> = {
  FEED: 0,
  PROFILE: 0,
  SEARCH: 0,
  HASHTAG: 0,
  SHARE_LINK: 0,
  NOTIFICATION: 0,
  MESSAGE: 0,
};

function addView(gain: Gain, { source, durationMs }: ViewReport): void {
  gain.sources[source] += 1;
  gain.lastViewerCount += 1;
  if (durationMs === null) return;
  gain.timedCount += 1;
  gain.durationMs += durationMs;
}
