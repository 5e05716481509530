import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { fromGlobalId, toGlobalId } from '#platform/ids.ts';
import {
  createSavedCollection,
  deleteSavedCollection,
  savedCollection,
  savedCollections,
  updateSavedCollection,
} from './collections.service.ts';
import type { SavedCollection } from './saved.types.ts';

export const SavedCollectionRef = builder.objectRef<SavedCollection>('SavedCollection').implement({
  description: 'A name under which the caller keeps saved posts together. Visible to the caller alone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `collection_…`.',
      resolve: (collection) => toGlobalId('collection', collection.id),
    }),
    name: t.exposeString('name', {
      description: 'What the caller calls it, 1 to 50 characters on one line.',
    }),
    itemCount: t.exposeInt('itemCount', {
      description: 'How many saved posts are in it, those that cannot be seen any more among them.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the caller made it.',
      resolve: (collection) => collection.createdAt,
    }),
  }),
});

nodeType(SavedCollectionRef, 'collection', savedCollection);

const SavedCollectionConnectionRef = connectionOf('SavedCollection', SavedCollectionRef, {
  description: 'Collections of the caller, newest first.',
});

builder.queryField('savedCollections', (t) =>
  t.field({
    type: SavedCollectionConnectionRef,
    nullable: true,
    description: 'The collections of the caller, newest first.',
    access: 'user',
    args: forwardPageArgs(t.arg),
    resolve: (_root, args, ctx) => savedCollections(signedIn(ctx), args),
  }),
);

builder.queryField('savedCollection', (t) =>
  t.field({
    type: SavedCollectionRef,
    nullable: true,
    description:
      'A collection of the caller, whose posts `savedPosts` lists; null when they have none with this id.',
    access: 'user',
    args: { id: t.arg.id({ required: true, description: 'The id of the collection.' }) },
    resolve: (_root, { id }, ctx) => savedCollection(ctx, fromGlobalId('collection', id)),
  }),
);

const COLLECTION_BUDGET = { points: 200, windowSeconds: 86_400, per: 'user' } as const;
const NAME = 'What to call it, 1 to 50 characters on one line; several may have the same name.';

mutationField('createSavedCollection', {
  description: 'Makes an empty collection for saved posts. At most 100 at a time.',
  access: 'user',
  restriction: null,
  budget: COLLECTION_BUDGET,
  idempotent: true,
  input: (t) => ({ name: t.string({ required: true, description: NAME }) }),
  payload: { collection: { type: SavedCollectionRef, description: 'The new collection.' } },
  resolve: async (ctx, input) => ({ collection: await createSavedCollection(ctx, input) }),
});

mutationField('updateSavedCollection', {
  description: 'Gives a collection of the caller another name.',
  access: 'user',
  restriction: null,
  budget: COLLECTION_BUDGET,
  input: (t) => ({
    collectionId: t.id({ required: true, description: 'The collection.' }),
    name: t.string({ required: true, description: NAME }),
  }),
  payload: { collection: { type: SavedCollectionRef, description: 'The collection as changed.' } },
  resolve: async (ctx, input) => ({
    collection: await updateSavedCollection(ctx, {
      ...input,
      collectionId: fromGlobalId('collection', input.collectionId),
    }),
  }),
});

mutationField('deleteSavedCollection', {
  description: 'Deletes a collection of the caller. The posts in it stay saved.',
  access: 'user',
  restriction: null,
  budget: COLLECTION_BUDGET,
  input: (t) => ({ collectionId: t.id({ required: true, description: 'The collection.' }) }),
  payload: { collectionId: { type: 'ID', description: 'The collection that is gone.' } },
  resolve: async (ctx, { collectionId }) => ({
    collectionId: toGlobalId(
      'collection',
      await deleteSavedCollection(ctx, { collectionId: fromGlobalId('collection', collectionId) }),
    ),
  }),
});
