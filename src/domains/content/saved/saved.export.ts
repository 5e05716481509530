import { readInBatches } from '#platform/db/batches.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { listOwnCollections, listOwnSavedPosts, type OwnSavedPost } from './personal-data.queries.ts';

const BATCH_SAVED_POSTS = 1_000;

export const savedExports: readonly ExportPart[] = [
  {
    name: 'saved-posts',
    description: 'The posts that you saved, by their ids, and the collections that they are in.',
    async *rows({ db }, userId) {
      const saved = readInBatches((last: OwnSavedPost | null) =>
        listOwnSavedPosts(db, { userId, after: last?.id ?? null, limit: BATCH_SAVED_POSTS }),
      );
      for await (const { id, postId, savedAt, collectionIds } of saved) {
        yield {
          id: toGlobalId('savedpost', id),
          postId: postId && toGlobalId('post', postId),
          savedAt,
          collectionIds: collectionIds.map((collectionId) => toGlobalId('collection', collectionId)),
        };
      }
    },
  },
  {
    name: 'saved-collections',
    description: 'The collections in which you sort what you saved.',
    async *rows({ db }, userId) {
      for (const collection of await listOwnCollections(db, userId)) {
        yield { ...collection, id: toGlobalId('collection', collection.id) };
      }
    },
  },
];
