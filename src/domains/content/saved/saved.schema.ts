import type { RequestContext } from '#platform/context.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { fromGlobalId, type IdType, toGlobalId } from '#platform/ids.ts';
import { load } from '#platform/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import { PostRef, PostViewerRef } from '../posts/posts.schema.ts';
import { SavedCollectionRef } from './collections.schema.ts';
import { collectionsBySavedPost, isSavedByPost } from './saved.loaders.ts';
import { moveSavedPost, savedPost, savedPosts, savePost, unsavePost } from './saved.service.ts';
import type { SavedPost } from './saved.types.ts';

const SavedPostRef = builder.objectRef<SavedPost>('SavedPost').implement({
  description: 'A post that the caller saved. Visible to the caller alone; the author is not told.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description:
        'The global id, `savedpost_…`: by it `unsavePost` also removes what cannot be seen any more.',
      resolve: (saved) => toGlobalId('savedpost', saved.id),
    }),
    post: t.field({
      type: PostRef,
      nullable: true,
      description: 'The post; null while the caller may not see it, and for ever when it is gone.',
      resolve: (saved, _args, ctx) => visiblePost(ctx, saved.postId),
    }),
    savedAt: t.field({
      type: 'DateTime',
      description: 'When the caller saved it.',
      resolve: (saved) => saved.savedAt,
    }),
    collections: t.field({
      type: [SavedCollectionRef],
      description: 'The collections that it is in, newest first, at most 100; none when it is only saved.',
      extensions: { listSize: 4 },
      resolve: async (saved, _args, ctx) => [...((await load(ctx, collectionsBySavedPost, saved.id)) ?? [])],
    }),
  }),
});

const visiblePost = (ctx: RequestContext, id: string | null) =>
  id === null ? null : load(ctx, visiblePostById, id);

nodeType(SavedPostRef, 'savedpost', savedPost);

builder.objectField(PostViewerRef, 'isSaved', (t) =>
  t.boolean({
    description: 'Whether the caller saved the post.',
    resolve: async (post, _args, ctx) => (await load(ctx, isSavedByPost, post.id)) ?? false,
  }),
);

const SavedPostConnectionRef = connectionOf('SavedPost', SavedPostRef, {
  description: 'Saved posts of the caller, newest first.',
});

builder.queryField('savedPosts', (t) =>
  t.field({
    type: SavedPostConnectionRef,
    nullable: true,
    description:
      'What the caller saved, the last saved first; null when it is to be of a collection that they do not have.',
    access: 'user',
    args: {
      collectionId: t.arg.id({ description: 'Only what is in this collection; everything when left out.' }),
      ...forwardPageArgs(t.arg),
    },
    resolve: (_root, { collectionId, ...page }, ctx) =>
      savedPosts(signedIn(ctx), {
        ...page,
        collectionId: collectionId == null ? null : fromGlobalId('collection', collectionId),
      }),
  }),
);

const SAVE_BUDGET = { points: 120, windowSeconds: 60, per: 'user' } as const;

mutationField('savePost', {
  description:
    'Saves a post, and puts it into collections; success when it is saved already, which leaves it in the collections that it is in. At most 10000 at a time.',
  access: 'user',
  restriction: null,
  budget: SAVE_BUDGET,
  input: (t) => ({
    postId: t.id({ required: true, description: 'The post.' }),
    collectionIds: t.idList({ description: 'Collections of the caller to put it into; none when left out.' }),
  }),
  payload: { savedPost: { type: SavedPostRef, description: 'What is saved now.' } },
  resolve: async (ctx, { postId, collectionIds }) => ({
    savedPost: await savePost(ctx, {
      postId: fromGlobalId('post', postId),
      collectionIds: (collectionIds ?? []).map((id) => fromGlobalId('collection', id)),
    }),
  }),
});

mutationField('unsavePost', {
  description:
    'Saves a post no longer, and takes it out of all collections. Success when it was not saved, too.',
  access: 'user',
  restriction: null,
  budget: SAVE_BUDGET,
  input: (t) => ({
    postId: t.id({ description: 'The post. Either this or `savedPostId` is required.' }),
    savedPostId: t.id({ description: 'What it was saved under.' }),
  }),
  payload: {
    savedPostId: { type: 'ID', description: 'What it was saved under. Null when it was not saved, too.' },
    post: { type: PostRef, description: 'The post, when `postId` named it and the caller may see it.' },
  },
  resolve: async (ctx, input) => {
    const key = keyOf(input);
    const savedPostId = await unsavePost(ctx, key);
    return {
      savedPostId: savedPostId && toGlobalId('savedpost', savedPostId),
      post: await visiblePost(ctx, key.postId),
    };
  },
});

mutationField('moveSavedPost', {
  description:
    'Takes a saved post out of one collection and puts it into another; in others it stays. Without the one it is only put into the other, and the other way round. Repeating it is success.',
  access: 'user',
  restriction: null,
  budget: SAVE_BUDGET,
  input: (t) => ({
    postId: t.id({ description: 'The post. Either this or `savedPostId` is required.' }),
    savedPostId: t.id({ description: 'What it is saved under.' }),
    fromCollectionId: t.id({ description: 'The collection of the caller to take it out of.' }),
    toCollectionId: t.id({
      description:
        'The collection of the caller to put it into. This, `fromCollectionId` or both are required.',
    }),
  }),
  payload: { savedPost: { type: SavedPostRef, description: 'The saved post as sorted now.' } },
  resolve: async (ctx, { fromCollectionId, toCollectionId, ...input }) => ({
    savedPost: await moveSavedPost(ctx, {
      ...keyOf(input),
      fromCollectionId: uuidOf('collection', fromCollectionId),
      toCollectionId: uuidOf('collection', toCollectionId),
    }),
  }),
});

type KeyInput = {
  readonly postId?: string | null | undefined;
  readonly savedPostId?: string | null | undefined;
};

const keyOf = ({ postId, savedPostId }: KeyInput) => ({
  postId: uuidOf('post', postId),
  savedPostId: uuidOf('savedpost', savedPostId),
});

const uuidOf = (type: IdType, id: string | null | undefined): string | null =>
  id == null ? null : fromGlobalId(type, id);
