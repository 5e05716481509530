import { readInBatches } from '#platform/db/batches.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { listOwnPosts } from './posts.queries.ts';
import type { Post } from './posts.types.ts';

const BATCH_POSTS = 500;

export const postExport: ExportPart = {
  name: 'posts',
  description: 'What you published, and what of it you deleted since.',
  async *rows({ db }, authorId) {
    for (const isDeleted of [false, true]) {
      const posts = readInBatches((last: Post | null) =>
        listOwnPosts(db, { authorId, isDeleted, after: last?.id ?? null, limit: BATCH_POSTS }),
      );
      for await (const post of posts) {
        yield {
          id: toGlobalId('post', post.id),
          text: post.text,
          visibility: post.visibility,
          mediaIds: post.mediaIds.map((id) => toGlobalId('media', id)),
          createdAt: post.createdAt,
          deletedAt: post.deletedAt,
        };
      }
    }
  },
};
