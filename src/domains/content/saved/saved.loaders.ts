import type { Loader } from '#platform/request/loader.ts';
import { listCollectionsOfItems } from './collections.queries.ts';
import { listSavedPostIds } from './saved.queries.ts';
import type { SavedCollection } from './saved.types.ts';

/** Whether the caller saved a post; no value for other posts. */
export const isSavedByPost: Loader<true> = {
  name: 'isSavedByPost',
  batch: async (ctx, postIds) => {
    const saved = ctx.user ? await listSavedPostIds(ctx.db, { userId: ctx.user.id, postIds }) : [];
    return new Map(saved.map(({ id }) => [id, true]));
  },
};

/** The caller's collections by saved post; no value for a saved post in none. */
export const collectionsBySavedPost: Loader<readonly SavedCollection[]> = {
  name: 'collectionsBySavedPost',
  batch: async (ctx, savedPostIds) => {
    const found = ctx.user ? await listCollectionsOfItems(ctx.db, ctx.user.id, savedPostIds) : [];
    return Map.groupBy(found, ({ savedPostId }) => savedPostId);
  },
};
