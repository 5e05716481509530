/**
 * Posts that a user keeps for themselves, and the collections that they are sorted into.
 * Owns `saved_posts`, `saved_collections` and `saved_collection_items`.
 * Begin with saved.service.ts and collections.service.ts.
 */
import { defineModule } from '#platform/request/module.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { listExport, type PersonalData } from '#platform/request/personal-data.ts';
import {
  deleteCollectionsOf,
  deleteSavedPostsOf,
  listOwnCollections,
  listOwnSavedPosts,
  type OwnSavedPost,
} from './personal-data.queries.ts';
import './collections.schema.ts';
import './saved.schema.ts';

const savedLimits = {
  savedPosts: limit(10_000, 'Maximum saved posts of a user.'),
  savedCollections: limit(100, 'Maximum collections of saved posts of a user.'),
  collectionNameLength: limit(50, 'Maximum characters of the name of a collection of saved posts.'),
};

const ERASED_SAVED_POSTS = 500;

const personalData: PersonalData = {
  tables: {
    'public.saved_collections': { erased: 'saved.eraseUser', exported: ['saved-collections'] },
    'public.saved_posts': { erased: 'saved.eraseUser', exported: ['saved-posts'] },
  },
  exports: [
    listExport<OwnSavedPost>({
      name: 'saved-posts',
      description: 'The posts that you saved, by their ids, and the collections that they are in.',
      list: ({ db }, own) => listOwnSavedPosts(db, own),
      show: ({ id, postId, savedAt, collectionIds }) => ({
        id: toGlobalId('savedpost', id),
        postId: postId && toGlobalId('post', postId),
        savedAt,
        collectionIds: collectionIds.map((collectionId) => toGlobalId('collection', collectionId)),
      }),
    }),
    {
      name: 'saved-collections',
      description: 'The collections in which you sort the posts that you saved.',
      async *rows({ db }, userId) {
        for (const collection of await listOwnCollections(db, userId)) {
          yield { ...collection, id: toGlobalId('collection', collection.id) };
        }
      },
    },
  ],
  erasures: [
    {
      name: 'saved.eraseUser',
      batches: [
        (tx, { userId }) => deleteSavedPostsOf(tx, userId, ERASED_SAVED_POSTS),
        (tx, { userId }) => deleteCollectionsOf(tx, userId),
      ],
    },
  ],
};

defineModule({
  name: 'saved',
  ids: ['savedpost', 'collection'],
  limits: savedLimits,
  personalData,
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    savedpost: true;
    collection: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof savedLimits> {}
}
