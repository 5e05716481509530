import type { Loader } from '#platform/request/loader.ts';
import type { PostRevision } from './posts.types.ts';
import { listRevisions } from './revisions.queries.ts';

type Pages = { readonly before: number; readonly limit: number };

/** The key of a page of the revisions of a post. */
export const revisionKeyOf = ({ postId, before, limit }: Pages & { postId: string }): string =>
  `${postId} ${limit} ${before}`;

/** Revisions of posts, newest first, one more than the page; one statement for all posts with the same page. */
export const revisionsOfPost: Loader<readonly PostRevision[]> = {
  name: 'revisionsOfPost',
  batch: async (ctx, keys) => {
    const found = new Map<string, readonly PostRevision[]>();
    const byPage = Map.groupBy(keys, (key) => key.slice(key.indexOf(' ')));
    for (const pageKeys of byPage.values()) {
      const { pages, postIds } = parseKeys(pageKeys);
      const revisions = await listRevisions(ctx.db, { ...pages, postIds });
      const byPost = Map.groupBy(revisions, ({ postId }) => postId);
      for (const [postId, ofPost] of byPost) found.set(revisionKeyOf({ ...pages, postId }), ofPost);
    }
    return found;
  },
};

/** Parses keys that differ in their posts alone. */
function parseKeys(keys: readonly string[]): { pages: Pages; postIds: readonly string[] } {
  const [, limit, before] = (keys[0] ?? '').split(' ');
  const pages = { limit: Number(limit), before: Number(before) };
  return { pages, postIds: keys.map((key) => key.slice(0, key.indexOf(' '))) };
}
