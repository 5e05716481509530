import type { RequestContext } from '#platform/request/context.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import { PostRef, PostViewerRef } from '../posts/posts.schema.ts';
import { SavedCollectionRef } from './collections.schema.ts';
import { collectionsBySavedPost, isSavedByPost } from './saved.loaders.ts';
import { moveSavedPost, savedPost, mySavedPosts, savePost, unsavePost } from './saved.service.ts';
import type { SavedPost } from './saved.types.ts';

const SavedPostRef = builder.objectRef<SavedPost>('SavedPost').implement({
  description: 'A post that the caller saved. Visible to the caller alone; the author is not notified.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description:
        'The global id, `savedpost_…`: by it `unsavePost` also removes posts that are not visible any more.',
      resolve: (saved) => toGlobalId('savedpost', saved.id),
    }),
    post: t.field({
      type: PostRef,
      nullable: true,
      description:
        'The post. Null while it is not visible to the caller, and permanently once it is deleted.',
      resolve: (saved, _args, ctx) => visiblePost(ctx, saved.postId),
    }),
    savedAt: t.field({
      type: 'DateTime',
      description: 'Time at which the caller saved the post.',
      resolve: (saved) => saved.savedAt,
    }),
    collections: t.field({
      type: [SavedCollectionRef],
      description: 'Collections that contain the saved post, newest first, at most {savedCollections}.',
      extensions: listSize('savedCollections'),
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

const SavedPostConnectionRef = connectionType('SavedPost', SavedPostRef, {
  description: 'Saved posts of the caller, newest first.',
});

listField('mySavedPosts', {
  connection: SavedPostConnectionRef,
  description: 'Saved posts of the caller, newest first. Null if the caller has no such collection.',
  access: 'user',
  args: (t) => ({
    collectionId: t.idOf('collection', {
      description: 'Only posts in this collection; all saved posts when omitted.',
    }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, { collectionId = null }, page) => mySavedPosts(ctx, collectionId, page),
});

const SAVE_BUDGET = { points: 120, windowSeconds: 60, per: 'user' } as const;

mutationField('savePost', {
  description:
    'Saves a post, at most {savedPosts}, and adds it to collections. A post that is saved already is added to further collections and stays in its present ones.',
  access: 'user',
  restriction: null,
  isJudgedByWrite: true,
  budget: SAVE_BUDGET,
  input: (t) => ({
    postId: t.idOf('post', { required: true, description: 'The post.' }),
    collectionIds: t.idListOf('collection', {
      description: 'Collections of the caller to add the post to. Optional.',
    }),
  }),
  payload: { savedPost: { type: SavedPostRef, description: 'The saved post.' } },
  resolve: async (ctx, input) => ({ savedPost: await savePost(ctx, input) }),
});

mutationField('unsavePost', {
  description:
    'Removes a post from the saved posts and from all collections. Succeeds without a change when it is not saved.',
  access: 'user',
  restriction: null,
  budget: SAVE_BUDGET,
  takesOneOf: true,
  input: (t) => ({
    postId: t.idOf('post', { description: 'The post.' }),
    savedPostId: t.idOf('savedpost', {
      description: 'The saved post, also one whose post is no longer visible.',
    }),
  }),
  payload: {
    savedPostId: {
      type: 'ID',
      description: 'Global id of the removed saved post. Null if the post was not saved.',
    },
    post: {
      type: PostRef,
      description: 'The post. Null if `postId` is omitted or the post is not visible to the caller.',
    },
  },
  resolve: async (ctx, input) => {
    const savedPostId = await unsavePost(ctx, input);
    return {
      savedPostId: savedPostId && toGlobalId('savedpost', savedPostId),
      post: await visiblePost(ctx, input.postId ?? null),
    };
  },
});

mutationField('moveSavedPost', {
  description:
    'Moves a saved post from one collection to another; with one of the two omitted it only adds or removes. Succeeds without a change when repeated.',
  access: 'user',
  restriction: null,
  budget: SAVE_BUDGET,
  input: (t) => ({
    postId: t.idOf('post', { description: 'The post. Either this or `savedPostId` is required.' }),
    savedPostId: t.idOf('savedpost', { description: 'Global id of the saved post.' }),
    fromCollectionId: t.idOf('collection', {
      description: 'The collection of the caller to remove the post from.',
    }),
    toCollectionId: t.idOf('collection', {
      description:
        'The collection of the caller to add the post to. This, `fromCollectionId` or both are required.',
    }),
  }),
  payload: {
    savedPost: { type: SavedPostRef, description: 'The moved saved post.' },
    fromCollection: {
      type: SavedCollectionRef,
      description:
        'The collection that the saved post left, with its new number of items. Null if `fromCollectionId` is omitted.',
    },
  },
  resolve: (ctx, input) => moveSavedPost(ctx, input),
});
