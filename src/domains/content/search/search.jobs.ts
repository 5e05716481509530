import { MINUTE_MS } from '#platform/kernel/clock.ts';
import { firstIdAt } from '#platform/kernel/ids.ts';
import { type EventFollower, followEvents } from '#platform/outbox/followers/event-followers.ts';
import { handleCron, type JobHandler } from '#platform/outbox/worker/worker.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { postCreated, postDeleted, postHidden, postRestored, postUpdated } from '../posts/posts.events.ts';
import { deleteDocuments, insertSegment, lockLivePosts, upsertDocuments } from './documents.queries.ts';

/** A segment begins this far ahead, more than clocks differ, so that it exists before its first post. */
const AHEAD_MS = MINUTE_MS;
/** Bounds how long the posts of a batch are locked: who changes one of them waits. */
const BATCH_POSTS = 100;

export const searchFollowers: readonly EventFollower[] = [
  followEvents('search.index', [postCreated, postUpdated, postDeleted, postHidden, postRestored], {
    batch: BATCH_POSTS,
    work: (_services, tx, events) =>
      indexPosts(tx, [...new Set(events.map(({ payload }) => payload.postId))]),
  }),
];

export const searchJobs: readonly JobHandler[] = [
  handleCron('search.beginSegment', '*/5 * * * *', async ({ clock, transaction }) => {
    const firstId = firstIdAt(new Date(clock.now().getTime() + AHEAD_MS));
    await transaction((tx) => insertSegment(tx, firstId));
  }),
];

/** Indexes posts as they are now, whatever happened to them. The document of an erased post is deleted with it. */
async function indexPosts(tx: Tx, postIds: readonly string[]): Promise<void> {
  const live = await lockLivePosts(tx, postIds);
  await upsertDocuments(tx, live);
  await deleteDocuments(
    tx,
    postIds.filter((id) => !live.includes(id)),
  );
}
