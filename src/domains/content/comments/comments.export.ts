import { readInBatches } from '#platform/db/batches.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { listOwnComments, type OwnComment } from './personal-data.queries.ts';

const BATCH_COMMENTS = 500;

export const commentExport: ExportPart = {
  name: 'comments',
  description: 'What you answered to posts and to comments of others.',
  async *rows({ db }, authorId) {
    const comments = readInBatches((last: OwnComment | null) =>
      listOwnComments(db, { authorId, after: last?.id ?? null, limit: BATCH_COMMENTS }),
    );
    for await (const { id, postId, parentId, mediaIds, ...said } of comments) {
      yield {
        id: toGlobalId('comment', id),
        postId: postId && toGlobalId('post', postId),
        parentId: parentId && toGlobalId('comment', parentId),
        ...said,
        mediaIds: mediaIds.map((mediaId) => toGlobalId('media', mediaId)),
      };
    }
  },
};
