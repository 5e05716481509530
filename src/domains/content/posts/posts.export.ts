import type { Services } from '#platform/context.ts';
import { readInBatches } from '#platform/db/batches.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { listAudiences } from './audience.queries.ts';
import { listOwnDrafts } from './drafts.queries.ts';
import type { Draft } from './drafts.types.ts';
import { listOwnPosts } from './posts.queries.ts';
import type { PostContent } from './posts.types.ts';
import { listRevisions } from './revisions.queries.ts';

const BATCH_POSTS = 200;
const BATCH_DRAFTS = 100;

export const postExports: readonly ExportPart[] = [
  {
    name: 'posts',
    description:
      'What you published, with what it said before you edited it and whom it was for, and what of it you deleted since.',
    async *rows(services, authorId) {
      for (const isDeleted of [false, true]) {
        const posts = readInBatches((last: WholePost | null) =>
          listWholePosts(services, { authorId, isDeleted, after: last?.id ?? null }),
        );
        for await (const post of posts) {
          yield {
            id: toGlobalId('post', post.id),
            ...exportedContent(post),
            audience: post.audience.map(({ userId, username }) => ({
              id: toGlobalId('user', userId),
              username,
            })),
            edits: post.revisions.map(({ text, replacedAt }) => ({ text, replacedAt })),
            createdAt: post.createdAt,
            editedAt: post.editedAt,
            pinnedAt: post.pinnedAt,
            deletedAt: post.deletedAt,
          };
        }
      }
    },
  },
  {
    name: 'drafts',
    description: 'What you wrote and did not publish.',
    async *rows({ db }, authorId) {
      const drafts = readInBatches((last: Draft | null) =>
        listOwnDrafts(db, { authorId, after: last?.id ?? null, limit: BATCH_DRAFTS }),
      );
      for await (const { id, content, updatedAt } of drafts) {
        yield {
          id: toGlobalId('draft', id),
          ...exportedContent(content),
          audience: content.audienceUserIds.map((userId) => ({ id: toGlobalId('user', userId) })),
          poll: content.poll,
          updatedAt,
        };
      }
    },
  },
];

type WholePost = Awaited<ReturnType<typeof listWholePosts>>[number];

async function listWholePosts(
  { db, limits }: Services,
  own: { authorId: string; isDeleted: boolean; after: string | null },
) {
  const posts = await listOwnPosts(db, { ...own, limit: BATCH_POSTS });
  const postIds = posts.map(({ id }) => id);
  const audiences = Map.groupBy(await listAudiences(db, postIds), ({ postId }) => postId);
  const revisions = Map.groupBy(
    await listRevisions(db, { postIds, before: null, limit: limits.postEdits }),
    ({ postId }) => postId,
  );
  return posts.map((post) => ({
    ...post,
    audience: audiences.get(post.id) ?? [],
    revisions: revisions.get(post.id) ?? [],
  }));
}

const exportedContent = (content: Omit<PostContent, 'audienceUserIds' | 'poll'>) => ({
  text: content.text,
  visibility: content.visibility,
  tierLevel: content.tierLevel,
  commentAudience: content.commentAudience,
  isSensitive: content.isSensitive,
  location: content.location,
  quotedPostId: content.quotedPostId === null ? null : toGlobalId('post', content.quotedPostId),
  mediaIds: content.mediaIds.map((id) => toGlobalId('media', id)),
});
