import type { UserContext } from '#platform/request/context.ts';
import type { Db } from '#platform/db/database.ts';
import { FIRST_ID, type IdKey, type ListRequest } from '#platform/db/keyset.ts';
import { growingCache } from '#platform/caches/growing-cache.ts';
import {
  type SkeletonEntry,
  type SkeletonRow,
  type SkeletonScan,
  listSkeletonEntries,
  listEntriesWithoutMutedWords,
  listFirstReposts,
  PULLED_MANY,
} from './skeleton.queries.ts';
import { allFollowees, type PulledCandidate, pulledFollowees, type PullScan } from './pull.queries.ts';

/** Entries of a feed page before their rows are read. */
export type FeedSkeleton = {
  /** One more than the page if there are as many. */
  readonly entries: readonly SkeletonEntry[];
  /** Id at which to continue when a short page may have more entries; null otherwise. */
  readonly reachedId: string | null;
  /** Whether the caller pulls followees because they have no timeline. */
  readonly lacksTimeline: boolean;
};

/** A page stays short after this many scans: nearly all publications are hidden from the caller. */
const SCANS_MAX = 6;
const SCAN_CANDIDATES_MAX = 1_000;
/** One or two hidden candidates are frequent and should not cost a second scan. */
const SPARE_CANDIDATES = 3;

type CandidateScan = {
  readonly before: string;
  readonly limit: number;
  readonly wanted: number;
  /** Whether to scan the timeline down to its floor; otherwise publications below it. */
  readonly isRecent: boolean;
};

/**
 * Reads the skeleton of a page: from the timeline, then from the followees' publications below it. Many candidates may be
 * hidden from the caller, so a scan that continues another one is four times as large.
 */
export async function findSkeleton(ctx: UserContext, page: ListRequest<IdKey>): Promise<FeedSkeleton> {
  const wanted = page.limit + 1;
  const entries: SkeletonEntry[] = [];
  let [before] = page.from;
  let limit = wanted + SPARE_CANDIDATES;
  let isRecent = true;
  let lacksTimeline = false;
  for (let scans = 0; scans < SCANS_MAX; scans += 1) {
    const found = await scanCandidates(ctx, { before, limit, wanted, isRecent });
    entries.push(...found.entries);
    lacksTimeline ||= isRecent && found.floorId === null && found.pulledCount > 0;
    if (entries.length >= wanted) {
      return { entries: entries.slice(0, wanted), reachedId: null, lacksTimeline };
    }
    if (found.reachedId !== null) {
      before = found.reachedId;
      limit = Math.min(4 * limit, SCAN_CANDIDATES_MAX);
    } else {
      if (found.floorId === null || found.floorId === FIRST_ID) {
        return { entries, reachedId: null, lacksTimeline };
      }
      if (found.floorId < before) before = found.floorId;
      isRecent = false;
    }
  }
  return { entries, reachedId: before, lacksTimeline };
}

type ScanResult = Pick<SkeletonRow, 'floorId' | 'reachedId' | 'pulledCount'> & {
  readonly entries: readonly SkeletonEntry[];
};

async function scanCandidates(ctx: UserContext, at: CandidateScan): Promise<ScanResult> {
  const rows = await listCandidates(ctx, at);
  // All rows repeat the same facts.
  const [first] = rows;
  if (!first) throw new Error('The statement of the candidates gives at least one row.');
  const { floorId, pulledCount } = first;
  const found = newestFirst(rows);
  // The candidates below the last entry were not looked at.
  const reachedId = rows.length < at.wanted ? first.reachedId : (found.at(-1)?.sortId ?? null);
  return { floorId, reachedId, pulledCount, entries: await filterFirstReposts(ctx, found) };
}

/** A pulled publication can also have an entry in the timeline. */
function newestFirst(rows: readonly SkeletonRow[]): readonly SkeletonEntry[] {
  const byId = new Map<string, SkeletonEntry>();
  for (const row of rows) if (row.sortId !== null) byId.set(row.sortId, row);
  return [...byId.values()].sort((a, b) => (a.sortId > b.sortId ? -1 : 1));
}

/** The number of pulled followees of each user at their last scan. Without it a scan that needs some costs one statement more. */
const pulledCounts = growingCache<{ readonly count: number }>(50_000);

async function listCandidates(ctx: UserContext, at: CandidateScan): Promise<readonly SkeletonRow[]> {
  const { user, clock } = ctx;
  const scan = { viewerId: user.id, now: clock.now(), ...at };
  const { count } = pulledCounts.get(user.id) ?? { count: 0 };
  const pulled = await listPulled(ctx.db, scan, count);
  const rows = await listEntries(ctx, {
    ...scan,
    pulledSortIds: pulled.map(({ sortId }) => sortId),
    pulledPostIds: pulled.map(({ postId }) => postId),
  });
  const pulledCount = rows[0]?.pulledCount ?? 0;
  if (pulledCount === 0) pulledCounts.delete(user.id);
  else pulledCounts.set(user.id, { count: pulledCount });
  return at.isRecent && count === 0 && pulledCount > 0 ? listCandidates(ctx, at) : rows;
}

/** @param count of the user's pulled followees, as far as it is known */
async function listPulled(
  db: Db,
  { isRecent, ...scan }: PullScan & { readonly isRecent: boolean },
  count: number,
): Promise<readonly PulledCandidate[]> {
  if (isRecent && count === 0) return [];
  const { walk, probe } = isRecent ? pulledFollowees : allFollowees;
  if (isRecent && count < PULLED_MANY) return probe(db, scan);
  const walked = await walk(db, scan);
  if (walked.length === 0) return probe(db, scan);
  return walked.filter((row) => row.sortId !== null);
}

/** Users whose last scan needed their muted words. A wrong guess costs one statement. */
const mutingReaders = growingCache<true>(50_000);

async function listEntries({ db, user }: UserContext, scan: SkeletonScan): Promise<readonly SkeletonRow[]> {
  if (!mutingReaders.has(user.id)) {
    const rows = await listSkeletonEntries(db, scan);
    if (!rows[0]?.hasMutedWords) return rows;
    mutingReaders.set(user.id, true);
  }
  const rows = await listEntriesWithoutMutedWords(db, scan);
  if (rows[0]?.hasMutedWords === false) mutingReaders.delete(user.id);
  return rows;
}

/** Removes reposts that are not the first of their post. */
async function filterFirstReposts(
  ctx: UserContext,
  entries: readonly SkeletonEntry[],
): Promise<readonly SkeletonEntry[]> {
  const ids = entries.filter(isRepost).map(({ sortId }) => sortId);
  if (ids.length === 0) return entries;
  const first = await listFirstReposts(ctx.db, { viewerId: ctx.user.id, now: ctx.clock.now(), ids });
  const firstIds = new Set(first.map(({ id }) => id));
  return entries.filter((entry) => !isRepost(entry) || firstIds.has(entry.sortId));
}

const isRepost = ({ sortId, postId }: SkeletonEntry): boolean => sortId !== postId;
