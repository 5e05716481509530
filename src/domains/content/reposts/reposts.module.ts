/**
 * Reposts: a post passed on to the followers of who reposts it, and who did so.
 * Owns `reposts`, and counts them in the counters of the post.
 * Begin with reposts.service.ts; reposts.policy.ts says what can be reposted.
 */
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { updatePostCounters } from '../posts/post-counters.service.ts';
import { repostUndone } from './reposts.events.ts';
import { deleteReposts, listOwnReposts, type OwnRepost } from './reposts.queries.ts';
import './reposts.schema.ts';

const ERASE_BATCH_ROWS = 100;

/** Changes the counters in the order of the posts' ids. */
async function eraseReposts(tx: Tx, { userId }: { userId: string }): Promise<number> {
  const reposts = await listOwnReposts(tx, { userId, after: null, limit: ERASE_BATCH_ROWS });
  const authorIds = reposts.map(({ authorId }) => authorId);
  await lockUsers(tx, authorIds);
  const ids = reposts.map(({ id }) => id);
  const deletedIds = new Set(await deleteReposts(tx, ids));
  const deleted = reposts.filter(({ id }) => deletedIds.has(id));
  for (const { id: repostId, postId, authorId } of deleted.toSorted(byPost)) {
    tx.emit(repostUndone, { repostId, postId, authorId, userId });
    await updatePostCounters(tx, postId, { repostCount: -1 });
  }
  return reposts.length;
}

const byPost = (a: OwnRepost, b: OwnRepost): number => (a.postId < b.postId ? -1 : 1);

defineModule({
  name: 'reposts',
  ids: ['repost'],
  personalData: {
    tables: {
      'public.reposts': { erased: 'reposts.eraseUser', exported: ['reposts'] },
    },
    exports: [
      listExport<OwnRepost>({
        name: 'reposts',
        description: 'The posts that you reposted.',
        list: ({ db }, { userId, after, limit }) =>
          listOwnReposts(db, { userId, after: after?.id ?? null, limit }),
        show: ({ postId, createdAt }) => ({ postId: toGlobalId('post', postId), repostedAt: createdAt }),
      }),
    ],
    erasures: [{ name: 'reposts.eraseUser', batches: [eraseReposts] }],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    repost: true;
  }
}
