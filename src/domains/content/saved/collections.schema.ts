import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listField } from '#platform/graphql/list.ts';
import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import {
  createSavedCollection,
  deleteSavedCollection,
  mySavedCollection,
  mySavedCollections,
  updateSavedCollection,
} from './collections.service.ts';
import type { SavedCollection } from './saved.types.ts';

export const SavedCollectionRef = builder.objectRef<SavedCollection>('SavedCollection').implement({
  description: 'A named collection of saved posts. Visible to the caller alone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `collection_…`.',
      resolve: (collection) => toGlobalId('collection', collection.id),
    }),
    name: t.exposeString('name', {
      description: 'Name of the collection, 1 to {collectionNameLength} characters on one line.',
    }),
    itemCount: t.exposeInt('itemCount', {
      description: 'Number of saved posts in the collection, those that are not visible any more included.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which the collection was created.',
      resolve: (collection) => collection.createdAt,
    }),
  }),
});

nodeType(SavedCollectionRef, 'collection', mySavedCollection);

const SavedCollectionConnectionRef = connectionType('SavedCollection', SavedCollectionRef, {
  description: 'Collections of the caller, newest first.',
});

listField('mySavedCollections', {
  connection: SavedCollectionConnectionRef,
  description: 'The collections of the caller, newest first.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => mySavedCollections(ctx, page),
});

builder.queryField('mySavedCollection', (t) =>
  t.field({
    type: SavedCollectionRef,
    nullable: true,
    description:
      'A collection of the caller; `mySavedPosts` lists its posts. Null if the caller has no collection with this id.',
    access: 'user',
    args: { id: t.arg.idOf('collection', { required: true, description: 'The id of the collection.' }) },
    resolve: (_root, { id }, ctx) => mySavedCollection(ctx, id),
  }),
);

const COLLECTION_BUDGET = { points: 200, windowSeconds: 86_400, per: 'user' } as const;
const NAME =
  'Name of the collection, 1 to {collectionNameLength} characters on one line; several collections can have the same name.';

idempotentMutationField('createSavedCollection', {
  description: 'Creates an empty collection for saved posts, at most {savedCollections}.',
  access: 'user',
  restriction: null,
  budget: COLLECTION_BUDGET,
  input: (t) => ({ name: t.string({ required: true, description: NAME }) }),
  payload: { collection: { type: SavedCollectionRef, description: 'The new collection.' } },
  idempotencyKey: 'optional',
  act: (ctx, input, key) => createSavedCollection(ctx, input, key),
  show: async (ctx, id) => ({ collection: await mySavedCollection(ctx, id) }),
});

mutationField('updateSavedCollection', {
  description: 'Renames a collection of the caller.',
  access: 'user',
  restriction: null,
  budget: COLLECTION_BUDGET,
  input: (t) => ({
    collectionId: t.idOf('collection', { required: true, description: 'The collection.' }),
    name: t.string({ required: true, description: NAME }),
  }),
  payload: { collection: { type: SavedCollectionRef, description: 'The renamed collection.' } },
  resolve: async (ctx, input) => ({ collection: await updateSavedCollection(ctx, input) }),
});

mutationField('deleteSavedCollection', {
  description: 'Deletes a collection of the caller. The posts in it stay saved.',
  access: 'user',
  restriction: null,
  budget: COLLECTION_BUDGET,
  input: (t) => ({ collectionId: t.idOf('collection', { required: true, description: 'The collection.' }) }),
  payload: { collectionId: { type: 'ID', description: 'Global id of the deleted collection.' } },
  resolve: async (ctx, input) => ({
    collectionId: toGlobalId('collection', await deleteSavedCollection(ctx, input)),
  }),
});
