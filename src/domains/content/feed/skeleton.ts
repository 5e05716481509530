import type { UserContext } from '#platform/request/context.ts';
import { FIRST_ID, type IdKey, type ListRequest } from '#platform/db/keyset.ts';
import { growingCache } from '#platform/kernel/growing-cache.ts';
import {
  type SkeletonEntry,
  type SkeletonRow,
  type SkeletonScan,
  listSkeletonEntries,
  listEntriesWithoutMutedWords,
  listFirstReposts,
} from './skeleton.queries.ts';
import { listAllFolloweeCandidates, listPulledCandidates } from './pull.queries.ts';

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
  /** Whether to scan the timeline down to its floor; otherwise publications below it. */
  readonly isRecent: boolean;
};

/**
 * Reads the skeleton of a page: from the timeline, then from the followees' publications below it. Many candidates may be
 * hidden from the caller, so each further scan is four times as large as the one before.
 */
export async function findSkeleton(ctx: UserContext, page: ListRequest<IdKey>): Promise<FeedSkeleton> {
  const wanted = page.limit + 1;
  const entries: SkeletonEntry[] = [];
  let [before] = page.from;
  let isRecent = true;
  let lacksTimeline = false;
  for (let scans = 0; scans < SCANS_MAX; scans += 1) {
    const limit = Math.min((wanted + SPARE_CANDIDATES) * 4 ** scans, SCAN_CANDIDATES_MAX);
    const found = await scanCandidates(ctx, { before, limit, isRecent });
    entries.push(...found.entries);
    lacksTimeline ||= isRecent && found.floorId === null && found.hasPulled;
    if (entries.length >= wanted) {
      return { entries: entries.slice(0, wanted), reachedId: null, lacksTimeline };
    }
    if (found.reachedId !== null) {
      before = found.reachedId;
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

type ScanResult = Pick<SkeletonRow, 'floorId' | 'reachedId' | 'hasPulled'> & {
  readonly entries: readonly SkeletonEntry[];
};

async function scanCandidates(ctx: UserContext, at: CandidateScan): Promise<ScanResult> {
  const rows = await listCandidates(ctx, at);
  // All rows repeat the same facts.
  const [first] = rows;
  if (!first) throw new Error('The statement of the candidates gives at least one row.');
  const { floorId, reachedId, hasPulled } = first;
  const byId = new Map<string, SkeletonEntry>();
  for (const row of rows) if (row.sortId !== null) byId.set(row.sortId, row);
  const entries = await filterFirstReposts(ctx, [...byId.values()]);
  return { floorId, reachedId, hasPulled, entries };
}

/** Users whose last scan needed pulled followees. A wrong guess costs one statement. */
const pullingReaders = growingCache<true>(50_000);

async function listCandidates(
  ctx: UserContext,
  { isRecent, ...at }: CandidateScan,
): Promise<readonly SkeletonRow[]> {
  const { db, clock, user } = ctx;
  const viewer = { viewerId: user.id, now: clock.now() };
  const none = { pulledSortIds: [], pulledPostIds: [] };
  if (isRecent && !pullingReaders.has(user.id)) {
    const rows = await listEntries(ctx, { ...viewer, ...at, isRecent, ...none });
    if (!rows[0]?.hasPulled) return rows;
    pullingReaders.set(user.id, true);
  }
  const pulled = await (isRecent ? listPulledCandidates : listAllFolloweeCandidates)(db, {
    ...viewer,
    ...at,
  });
  const rows = await listEntries(ctx, {
    ...viewer,
    ...at,
    isRecent,
    pulledSortIds: pulled.map(({ sortId }) => sortId),
    pulledPostIds: pulled.map(({ postId }) => postId),
  });
  if (rows[0]?.hasPulled === false) pullingReaders.delete(user.id);
  return rows;
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
