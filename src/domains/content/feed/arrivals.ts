import { LRUCache } from 'lru-cache';
import type { UserContext } from '#platform/context.ts';
import type { IdKey, PageRequest } from '#platform/db/keyset.ts';
import {
  type Arrival,
  type ArrivalRow,
  listArrivals,
  listFirstReposts,
  listMutedPosts,
} from './arrivals.queries.ts';
import { FIRST_ID, LAST_ID } from './newest.queries.ts';
import { listAllPlaces, listPulledPlaces } from './pulled.queries.ts';

/** What a page of the feed is made of. */
export type Arrivals = {
  /** One more than the page, or all that were found. */
  readonly arrivals: readonly Arrival[];
  /** Where to look further when they are fewer than the page and there may be more; null otherwise. */
  readonly reachedId: string | null;
  /** Whether the caller looks people up because they have no timeline. */
  readonly lacksTimeline: boolean;
};

/** After so many looks a page stays short: nearly all that was published is hidden from the caller. */
const LOOKS_MAX = 6;
const LOOK_PLACES_MAX = 1_000;
/** A place or two of a page are hidden from many people, who shall not need a second look for it. */
const SPARE_PLACES = 3;

type Look = {
  readonly before: string;
  readonly limit: number;
  /** Down to the floor of the timeline, or below it. */
  readonly isRecent: boolean;
};

/**
 * Looks for the arrivals of a page: first in the timeline, then below it. Much of what is there may be hidden from the
 * caller, so each further look is four times as large as the one before.
 */
export async function findArrivals(ctx: UserContext, page: PageRequest<IdKey>): Promise<Arrivals> {
  const wanted = page.limit + 1;
  const arrivals: Arrival[] = [];
  let before = page.from?.[0] ?? LAST_ID;
  let isRecent = true;
  let lacksTimeline = false;
  for (let looks = 0; looks < LOOKS_MAX; looks += 1) {
    const limit = Math.min((wanted + SPARE_PLACES) * 4 ** looks, LOOK_PLACES_MAX);
    const found = await look(ctx, { before, limit, isRecent });
    arrivals.push(...found.arrivals);
    lacksTimeline ||= isRecent && found.floorId === null && found.hasPulled;
    if (arrivals.length >= wanted) {
      return { arrivals: arrivals.slice(0, wanted), reachedId: null, lacksTimeline };
    }
    if (found.reachedId !== null) {
      before = found.reachedId;
    } else {
      if (found.floorId === null || found.floorId === FIRST_ID) {
        return { arrivals, reachedId: null, lacksTimeline };
      }
      if (found.floorId < before) before = found.floorId;
      isRecent = false;
    }
  }
  return { arrivals, reachedId: before, lacksTimeline };
}

type Found = Pick<ArrivalRow, 'floorId' | 'reachedId' | 'hasPulled'> & {
  readonly arrivals: readonly Arrival[];
};

async function look(ctx: UserContext, at: Look): Promise<Found> {
  const rows = await listPlaces(ctx, at);
  // The statement answers with one row at least, whose facts all others have too.
  const { floorId, reachedId, hasPulled, hasMutedWords } = rows[0]!;
  const places = new Map<string, Arrival>();
  for (const row of rows) if (row.sortId !== null) places.set(row.sortId, row);
  const arrivals = await withoutHidden(ctx, [...places.values()], hasMutedWords);
  return { floorId, reachedId, hasPulled, arrivals };
}

/** Who had to look somebody up the last time. A wrong guess costs a statement, and nothing else. */
const pulling = new LRUCache<string, true>({ max: 50_000 });

async function listPlaces(ctx: UserContext, { isRecent, ...at }: Look): Promise<readonly ArrivalRow[]> {
  const { db, clock, user } = ctx;
  const viewer = { viewerId: user.id, now: clock.now() };
  const none = { pulledSortIds: [], pulledPostIds: [] };
  if (isRecent && !pulling.has(user.id)) {
    const rows = await listArrivals(db, { ...viewer, ...at, isRecent, ...none });
    if (!rows[0]?.hasPulled) return rows;
    pulling.set(user.id, true);
  }
  const pulled = await (isRecent ? listPulledPlaces : listAllPlaces)(db, { ...viewer, ...at });
  const rows = await listArrivals(db, {
    ...viewer,
    ...at,
    isRecent,
    pulledSortIds: pulled.map(({ sortId }) => sortId),
    pulledPostIds: pulled.map(({ postId }) => postId),
  });
  if (rows[0]?.hasPulled === false) pulling.delete(user.id);
  return rows;
}

/** Leaves out later reposts of what has come before, and what holds a muted word. */
async function withoutHidden(
  ctx: UserContext,
  arrivals: readonly Arrival[],
  hasMutedWords: boolean,
): Promise<readonly Arrival[]> {
  const viewer = { viewerId: ctx.user.id, now: ctx.clock.now() };
  const repostIds = arrivals.filter(isRepost).map(({ sortId }) => sortId);
  const postIds = hasMutedWords ? arrivals.map(({ postId }) => postId) : [];
  if (repostIds.length === 0 && postIds.length === 0) return arrivals;
  const [first, muted] = await Promise.all([
    repostIds.length === 0 ? [] : listFirstReposts(ctx.db, { ...viewer, ids: repostIds }),
    postIds.length === 0 ? [] : listMutedPosts(ctx.db, { ...viewer, ids: postIds }),
  ]);
  const firstIds = new Set(first.map(({ id }) => id));
  const mutedIds = new Set(muted.map(({ id }) => id));
  return arrivals.filter(
    (arrival) => !mutedIds.has(arrival.postId) && (!isRepost(arrival) || firstIds.has(arrival.sortId)),
  );
}

const isRepost = ({ sortId, postId }: Arrival): boolean => sortId !== postId;
