import { detachMedia } from '#domains/foundation/media/media.service.ts';
import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { lockUsers, updatePostCount } from '#domains/identity/users/users.service.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import type { Tx } from '#platform/db/database.ts';
import { handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { deleteFromAudiences } from './audience.queries.ts';
import { addToPostCounters } from './counters.queries.ts';
import { deleteDraftsOf, deleteFromDraftAudiences } from './drafts.queries.ts';
import { postDeleted } from './posts.events.ts';
import { deleteDeletedPosts, deletePosts } from './posts.queries.ts';

const BATCH_POSTS = 100;
const BATCH_NAMED = 500;

export const postJobs: readonly JobHandler[] = [
  handleEvent('posts.eraseAuthor', accountErased, async (services, { userId }) => {
    await writeInBatches(services, (tx) => erasePosts(tx, userId));
    await writeInBatches(services, (tx) => deleteDeletedPosts(tx, userId, BATCH_POSTS));
    await writeInBatches(services, (tx) => eraseDrafts(tx, userId));
    await writeInBatches(services, (tx) => deleteFromAudiences(tx, userId, BATCH_NAMED));
    await writeInBatches(services, (tx) => deleteFromDraftAudiences(tx, userId, BATCH_NAMED));
  }),
];

/** Whoever follows what happens to posts learns of it as of any other deletion. @returns how many they were */
async function erasePosts(tx: Tx, authorId: string): Promise<number> {
  await lockUsers(tx, [authorId]);
  const posts = await deletePosts(tx, authorId, BATCH_POSTS);
  for (const { id: postId, mediaIds } of posts) {
    await detachMedia(tx, { ids: mediaIds });
    tx.emit(postDeleted, { postId, authorId });
  }
  await updatePostCount(tx, authorId, -posts.length);
  const quoted = Map.groupBy(posts, ({ quotedPostId }) => quotedPostId);
  for (const id of [...quoted.keys()].filter((quotedId) => quotedId !== null).toSorted()) {
    await addToPostCounters(tx, id, { quoteCount: -(quoted.get(id)?.length ?? 0) });
  }
  return posts.length;
}

/** @returns how many they were */
async function eraseDrafts(tx: Tx, authorId: string): Promise<number> {
  const drafts = await deleteDraftsOf(tx, authorId, BATCH_POSTS);
  await lockUsers(tx, [authorId]);
  for (const ids of drafts) await detachMedia(tx, { ids });
  return drafts.length;
}
