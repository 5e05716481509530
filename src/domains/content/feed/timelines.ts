import { updateEdgeDelivery } from '#domains/graph/follows/follows.service.ts';
import { DAY_MS } from '#platform/clock.ts';
import type { Services } from '#platform/context.ts';
import { readInBatches, writeInBatches } from '#platform/db/batches.ts';
import type { Tx } from '#platform/db/database.ts';
import { defineJob } from '#platform/jobs/definition.ts';
import type { Limits } from '#platform/limits.ts';
import { FIRST_ID } from './newest.queries.ts';
import {
  deleteEntriesFrom,
  deleteEntriesOfPost,
  deleteOldEntries,
  deleteTimeline,
  insertEntries,
  insertNewestEntries,
  insertTimeline,
  listFollowersToTrim,
  listUnseenOwners,
  lockPulledEdges,
  lockTimeline,
  type Publication,
  type PulledEdge,
} from './timelines.queries.ts';

/** For somebody who reads their feed and has no timeline. */
export const buildTimeline = defineJob<{ userId: string }>('feed.buildTimeline');

const UNSEEN_MS = 30 * DAY_MS;

const BATCH_FOLLOWERS = 4_000;
const BATCH_ENTRIES = 2_000;
const BATCH_OWNERS = 500;

/** Puts what is published into the timelines of the followers. Doing it again changes nothing. */
export async function deliver({ transaction, limits }: Services, publication: Publication): Promise<void> {
  let afterId: string | null = FIRST_ID;
  while (afterId !== null) {
    const range = { afterId, limit: BATCH_FOLLOWERS };
    afterId = await transaction(async (tx) => {
      const lastId = await insertEntries(tx, publication, range);
      if (lastId === null) return null;
      const userIds = await listFollowersToTrim(tx, publication, { afterId: range.afterId, lastId });
      if (userIds.length > 0) await deleteOldEntries(tx, { userIds, length: limits.timelineEntries });
      return lastId;
    });
  }
}

/**
 * Brings whom somebody follows and looks up so far into their timeline, which is made when there is none. In two
 * transactions: what is published after the first is delivered, and the second finds what was published before.
 */
export async function fillTimeline({ transaction, limits }: Services, userId: string): Promise<void> {
  const length = limits.timelineEntries;
  await transaction(async (tx) => {
    await insertTimeline(tx, userId);
    await lockTimeline(tx, userId);
    await chooseDelivery(tx, userId, limits);
  });
  await transaction(async (tx) => {
    if (!(await lockTimeline(tx, userId))) return;
    const edges = await lockPulledEdges(tx, userId);
    const followeeIds = edges.filter(({ isDelivered }) => isDelivered).map(({ followeeId }) => followeeId);
    if (followeeIds.length === 0) return;
    await insertNewestEntries(tx, { userId, publisherIds: followeeIds, limit: length });
    await updateEdgeDelivery(tx, { followerId: userId, followeeIds, isDelivered: true, isPulled: false });
    await deleteOldEntries(tx, { userIds: [userId], length });
  });
}

/** Has a timeline filled for somebody who has none. */
export async function orderTimeline({ transaction }: Services, userId: string): Promise<void> {
  await transaction(async (tx) => {
    if (await insertTimeline(tx, userId)) tx.enqueue(buildTimeline, { userId });
  });
}

/** Whom so many follow that one worker could not keep up stays looked up, but not too many by one reader. */
async function chooseDelivery(tx: Tx, followerId: string, limits: Limits): Promise<void> {
  const edges = await lockPulledEdges(tx, followerId);
  const kept = new Set(
    edges
      .filter(({ followerCount }) => followerCount >= limits.timelineFollowers)
      .slice(0, limits.timelinePulled),
  );
  for (const isDelivered of [true, false]) {
    const isWrong = (edge: PulledEdge): boolean =>
      edge.isDelivered !== isDelivered && kept.has(edge) !== isDelivered;
    const followeeIds = edges.filter(isWrong).map(({ followeeId }) => followeeId);
    if (followeeIds.length > 0) {
      await updateEdgeDelivery(tx, { followerId, followeeIds, isDelivered, isPulled: true });
    }
  }
}

/** Takes what somebody published out of the timeline of a former follower, where it is not shown any more. */
export async function clearUnfollowed(
  { transaction }: Services,
  { userId, publisherId }: { userId: string; publisherId: string },
): Promise<void> {
  await transaction(async (tx) => {
    if (await lockTimeline(tx, userId)) await deleteEntriesFrom(tx, { userId, publisherId });
    // What was under way when the timeline went.
    else await deleteTimeline(tx, userId);
  });
}

/** Takes a post, or one repost of it, out of all timelines, where it is not shown any more. */
export async function clearPost(
  services: Services,
  place: { postId: string; sortId: string | null },
): Promise<void> {
  await writeInBatches(services, (tx) => deleteEntriesOfPost(tx, place, BATCH_ENTRIES));
}

/** Ends the timelines of people who have not been here for long; whom they follow they look up when they come back. */
export async function retireTimelines(services: Services): Promise<void> {
  const seenBefore = new Date(services.clock.now().getTime() - UNSEEN_MS);
  const owners = readInBatches((last: { id: string } | null) =>
    listUnseenOwners(services.db, { seenBefore, afterId: last?.id ?? FIRST_ID, limit: BATCH_OWNERS }),
  );
  for await (const { id, isUnseen } of owners) {
    if (isUnseen) await services.transaction((tx) => retireTimeline(tx, id));
  }
}

async function retireTimeline(tx: Tx, userId: string): Promise<void> {
  if (!(await lockTimeline(tx, userId))) return;
  await updateEdgeDelivery(tx, { followerId: userId, followeeIds: null, isDelivered: false, isPulled: true });
  await deleteTimeline(tx, userId);
}
