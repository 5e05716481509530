import { readInBatches } from '#platform/db/batches.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { listOwnReposts, type OwnRepost } from './reposts.queries.ts';

const BATCH_REPOSTS = 1_000;

export const repostExport: ExportPart = {
  name: 'reposts',
  description: 'Which posts you passed on.',
  async *rows({ db }, userId) {
    const reposts = readInBatches((last: OwnRepost | null) =>
      listOwnReposts(db, { userId, after: last?.id ?? null, limit: BATCH_REPOSTS }),
    );
    for await (const { postId, createdAt } of reposts) {
      yield { postId: toGlobalId('post', postId), repostedAt: createdAt };
    }
  },
};
