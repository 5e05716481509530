import { detachMedia } from '#domains/foundation/media/media.service.ts';
import { changePostCount, lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { type Erasure, type ExportPart, listExport } from '#platform/request/personal-data.ts';
import { listAudiences, removeFromAudiences } from './audience.queries.ts';
import { exportedContent } from './exported-content.service.ts';
import { updatePostCounters } from './post-counters.service.ts';
import { LAST_REVISION } from './posts.policy.ts';
import { deletePosts, listOwnPosts, purgeDeletedPosts } from './posts.queries.ts';
import { emitDeleted } from './states.service.ts';
import { listRevisions } from './revisions.queries.ts';

const EXPORT_BATCH_POSTS = 200;
const ERASE_BATCH_POSTS = 100;
const ERASE_BATCH_AUDIENCES = 500;

const postExport = (isDeleted: boolean): ExportPart =>
  listExport<ExportedPost>({
    name: 'posts',
    description: 'Your posts with their audiences and replaced texts, and the posts that you deleted.',
    list: (services, { userId, now, after }) =>
      listExportedPosts(services, { authorId: userId, now, isDeleted, after: after?.id ?? null }),
    show: (post) => ({
      id: toGlobalId('post', post.id),
      ...exportedContent(post),
      audience: post.audience.map(({ userId, username }) => ({ id: toGlobalId('user', userId), username })),
      edits: post.revisions.map(({ text, replacedAt }) => ({ text, replacedAt })),
      createdAt: post.createdAt,
      editedAt: post.editedAt,
      pinnedAt: post.pinnedAt,
      deletedAt: post.deletedAt,
    }),
  });

const [livePosts, deletedPosts] = [postExport(false), postExport(true)];

export const postExports: readonly ExportPart[] = [
  {
    ...livePosts,
    async *rows(services, userId) {
      yield* livePosts.rows(services, userId);
      yield* deletedPosts.rows(services, userId);
    },
  },
];

type ExportedPost = Awaited<ReturnType<typeof listExportedPosts>>[number];

async function listExportedPosts(
  { db, limits }: Services,
  own: { authorId: string; now: Date; isDeleted: boolean; after: string | null },
) {
  const posts = await listOwnPosts(db, { ...own, limit: EXPORT_BATCH_POSTS });
  const postIds = posts.map(({ id }) => id);
  const author = { id: own.authorId, now: own.now };
  const audiences = Map.groupBy(await listAudiences(db, author, postIds), ({ postId }) => postId);
  const revisions = Map.groupBy(
    await listRevisions(db, { postIds, before: LAST_REVISION, limit: limits.postEdits }),
    ({ postId }) => postId,
  );
  return posts.map((post) => ({
    ...post,
    audience: audiences.get(post.id) ?? [],
    revisions: revisions.get(post.id) ?? [],
  }));
}

export const postErasure: Erasure = {
  name: 'posts.eraseAuthor',
  batches: [
    erasePosts,
    (tx, { userId }) => purgeDeletedPosts(tx, userId, ERASE_BATCH_POSTS),
    (tx, { userId }) => removeFromAudiences(tx, userId, ERASE_BATCH_AUDIENCES),
  ],
};

/** Deletes posts and emits the same event as `deletePost`. */
async function erasePosts(tx: Tx, { userId: authorId }: { userId: string }): Promise<number> {
  await lockUsers(tx, [authorId]);
  const posts = await deletePosts(tx, authorId, ERASE_BATCH_POSTS);
  for (const post of posts) {
    await detachMedia(tx, { ids: post.mediaIds });
    emitDeleted(tx, authorId, post);
  }
  const counted = posts.filter(({ moderationState }) => moderationState === 'VISIBLE');
  await changePostCount(tx, authorId, -counted.length);
  const quoted = Map.groupBy(counted, ({ quotedPostId }) => quotedPostId);
  for (const id of [...quoted.keys()].filter((quotedId) => quotedId !== null).toSorted()) {
    await updatePostCounters(tx, id, { quoteCount: -(quoted.get(id)?.length ?? 0) });
  }
  return posts.length;
}
