import { setFollowFanOut } from '#domains/graph/follows/follows.service.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { readInBatches, writeInBatches } from '#platform/outbox/batches.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import {
  deleteEntriesOfPublisher,
  deleteEntriesOfPost,
  trimTimelines,
  deleteTimeline,
  insertTimelineEntries,
  insertBackfillEntries,
  insertTimeline,
  listFollowersToTrim,
  listTimelineOwners,
  lockHiddenPost,
  lockPulledFollows,
  lockTimeline,
  type Publication,
  type PulledFollow,
} from './timelines.queries.ts';

/** Fills the timeline of a user who reads their feed and has none. */
export const buildTimelineJob = defineJob<{ userId: string }>('feed.buildTimeline');

const INACTIVE_AFTER_MS = 30 * DAY_MS;

const BATCH_FOLLOWERS = 4_000;
const BATCH_ENTRIES = 2_000;
const BATCH_OWNERS = 500;

/** Inserts a publication into the timelines of its followers. Idempotent. */
export async function fanOutPublication(
  { transaction, limits }: Services,
  publication: Publication,
): Promise<void> {
  let afterId: string | null = FIRST_ID;
  while (afterId !== null) {
    const range = { afterId, limit: BATCH_FOLLOWERS };
    afterId = await transaction(async (tx) => {
      const lastId = await insertTimelineEntries(tx, publication, range);
      if (lastId === null) return null;
      const userIds = await listFollowersToTrim(tx, publication, { afterId: range.afterId, lastId });
      if (userIds.length > 0) await trimTimelines(tx, { userIds, length: limits.timelineEntries });
      return lastId;
    });
  }
}

/**
 * Backfills the timeline of a user, created if absent, with publications of followees who were pulled so far. Takes two
 * transactions: publications after the first are fanned out, and the second reads the earlier ones.
 */
export async function backfillTimeline({ transaction, limits }: Services, userId: string): Promise<void> {
  const length = limits.timelineEntries;
  await transaction(async (tx) => {
    await insertTimeline(tx, userId);
    await lockTimeline(tx, userId);
    await chooseFanOut(tx, userId, limits);
  });
  await transaction(async (tx) => {
    if (!(await lockTimeline(tx, userId))) return;
    const edges = await lockPulledFollows(tx, userId);
    const followeeIds = edges.filter(({ isDelivered }) => isDelivered).map(({ followeeId }) => followeeId);
    if (followeeIds.length === 0) return;
    await insertBackfillEntries(tx, { userId, publisherIds: followeeIds, limit: length });
    await setFollowFanOut(tx, { followerId: userId, followeeIds, isDelivered: true, isPulled: false });
    await trimTimelines(tx, { userIds: [userId], length });
  });
}

/** Enqueues the job that fills the timeline of a user who has none. */
export async function enqueueTimelineBuild({ transaction }: Services, userId: string): Promise<void> {
  await transaction(async (tx) => {
    if (await insertTimeline(tx, userId)) tx.enqueue(buildTimelineJob, { userId });
  });
}

/** Keeps accounts with at least `timelineFollowers` followers pulled, at most `timelinePulled` for each reader. */
async function chooseFanOut(tx: Tx, followerId: string, limits: Limits): Promise<void> {
  const edges = await lockPulledFollows(tx, followerId);
  const kept = new Set(
    edges
      .filter(({ followerCount }) => followerCount >= limits.timelineFollowers)
      .slice(0, limits.timelinePulled),
  );
  for (const isDelivered of [true, false]) {
    const isWrong = (edge: PulledFollow): boolean =>
      edge.isDelivered !== isDelivered && kept.has(edge) !== isDelivered;
    const followeeIds = edges.filter(isWrong).map(({ followeeId }) => followeeId);
    await setFollowFanOut(tx, { followerId, followeeIds, isDelivered, isPulled: true });
  }
}

/** Deletes the entries of a publisher from the timeline of a former follower; visibility hides them already. */
export async function removeUnfollowedEntries(
  { transaction }: Services,
  { userId, publisherId }: { userId: string; publisherId: string },
): Promise<void> {
  await transaction(async (tx) => {
    if (await lockTimeline(tx, userId)) await deleteEntriesOfPublisher(tx, { userId, publisherId });
    // A concurrent fan-out may have inserted entries after the timeline was deleted.
    else await deleteTimeline(tx, userId);
  });
}

/** Deletes a post, or one repost of it, from all timelines; visibility hides it already. */
export async function removePostEntries(
  services: Services,
  entry: { postId: string; sortId: string | null },
): Promise<void> {
  await writeInBatches(services, (tx) => deleteEntriesOfPost(tx, entry, BATCH_ENTRIES));
}

/**
 * Deletes a post that moderation hides from the timelines of its author's followers. Entries by reposts stay as candidates, so
 * that restoring delivers one publication, and not each repost. Each batch locks the post: none deletes what was delivered
 * after it was restored.
 */
export async function removeHiddenPostEntries(
  services: Services,
  { postId }: { postId: string },
): Promise<void> {
  await writeInBatches(services, async (tx) =>
    (await lockHiddenPost(tx, postId))
      ? deleteEntriesOfPost(tx, { postId, sortId: postId }, BATCH_ENTRIES)
      : 0,
  );
}

/** Deletes the timelines of users who were not active for long; they pull their followees when they return. */
export async function deleteInactiveTimelines(services: Services): Promise<void> {
  const seenBefore = new Date(services.clock.now().getTime() - INACTIVE_AFTER_MS);
  const owners = readInBatches((last: { id: string } | null) =>
    listTimelineOwners(services.db, { seenBefore, afterId: last?.id ?? FIRST_ID, limit: BATCH_OWNERS }),
  );
  for await (const { id, isUnseen } of owners) {
    if (isUnseen) await services.transaction((tx) => deleteInactiveTimeline(tx, id));
  }
}

async function deleteInactiveTimeline(tx: Tx, userId: string): Promise<void> {
  if (!(await lockTimeline(tx, userId))) return;
  await setFollowFanOut(tx, { followerId: userId, followeeIds: null, isDelivered: false, isPulled: true });
  await deleteTimeline(tx, userId);
}
