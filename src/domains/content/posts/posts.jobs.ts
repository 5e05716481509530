import { detachMedia } from '#domains/foundation/media/media.service.ts';
import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { lockUsers, updatePostCount } from '#domains/identity/users/users.service.ts';
import { writeInBatches } from '#platform/db/batches.ts';
import type { Tx } from '#platform/db/database.ts';
import { handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { postDeleted } from './posts.events.ts';
import { deleteDeletedPosts, deletePosts } from './posts.queries.ts';

const BATCH_POSTS = 100;

export const postJobs: readonly JobHandler[] = [
  handleEvent('posts.eraseAuthor', accountErased, async (services, { userId }) => {
    await writeInBatches(services, (tx) => erasePosts(tx, userId));
    await writeInBatches(services, (tx) => deleteDeletedPosts(tx, userId, BATCH_POSTS));
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
  return posts.length;
}
