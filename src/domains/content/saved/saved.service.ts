import { lockUsers } from '#domains/identity/users/users.service.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import {
  idKey,
  type IdKey,
  type KeysetList,
  type Page,
  type PageArgs,
  pageOf,
  parsePage,
} from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { invalid } from '#platform/parse-input.ts';
import { existingPost } from '../posts/posts.service.ts';
import { countCollections, findCollection } from './collections.queries.ts';
import {
  countSavedPosts,
  deleteItems,
  deleteSavedPost,
  findSavedPost,
  findSavedPostId,
  insertItems,
  insertSavedPost,
  listSavedPosts,
} from './saved.queries.ts';
import type { SavedPost, SavedPostKey } from './saved.types.ts';

const savedPostsList: KeysetList<IdKey> = { name: 'savedPosts', key: idKey };
const collectionItemsList: KeysetList<IdKey> = { name: 'savedPosts.ofCollection', key: idKey };

/** What the caller saved, newest first; null when it is to be of a collection that they do not have. */
export async function savedPosts(
  ctx: UserContext,
  args: PageArgs & { collectionId: string | null },
): Promise<Page<SavedPost> | null> {
  const { collectionId } = args;
  const userId = ctx.user.id;
  const list = collectionId === null ? savedPostsList : collectionItemsList;
  const page = parsePage(list, args, ctx.limits);
  if (collectionId !== null && !(await findCollection(ctx.db, { userId, id: collectionId }))) return null;
  const rows = await listSavedPosts(ctx.db, { userId, collectionId }, page);
  return pageOf(list, page, rows, ({ id }) => [id]);
}

/** Null when the caller has saved nothing under this id. */
export async function savedPost(ctx: RequestContext, id: string): Promise<SavedPost | null> {
  return ctx.user ? findSavedPost(ctx.db, { userId: ctx.user.id, id }) : null;
}

/**
 * Saves a post, or puts one that is saved into more collections. What is so already stays as it is.
 * @throws AppError NOT_FOUND for a post that is absent or invisible and for collections that are not the caller's;
 * LIMIT_REACHED when the caller has saved as many posts as they may
 */
export async function savePost(
  ctx: UserContext,
  input: { postId: string; collectionIds: readonly string[] },
): Promise<SavedPost> {
  const { postId } = input;
  const collectionIds = [...new Set(input.collectionIds)];
  await existingPost(ctx, postId, ['postId']);
  const id = await ctx.transaction(async (tx) => {
    // What one person saves and sorts is written in turn, so that no count passes its limit or misses an item.
    await lockUsers(tx, [ctx.user.id]);
    await assertCollections(tx, ctx.user.id, { ids: collectionIds, path: ['collectionIds'] });
    const savedPostId =
      (await findSavedPostId(tx, ctx.user.id, { postId })) ?? (await addSavedPost(ctx, tx, postId));
    await insertItems(tx, { savedPostId, collectionIds });
    return savedPostId;
  });
  return existingSavedPost(ctx, id);
}

async function addSavedPost(ctx: UserContext, tx: Tx, postId: string): Promise<string> {
  const userId = ctx.user.id;
  const limit = ctx.limits.savedPosts;
  if ((await countSavedPosts(tx, userId)) >= limit) {
    throw new AppError('LIMIT_REACHED', `There can be at most ${limit} saved posts.`, { details: { limit } });
  }
  const id = ctx.ids.next();
  if (!(await insertSavedPost(tx, { id, userId, postId, savedAt: ctx.clock.now() }))) throw noSuchPost();
  return id;
}

/** Saves a post no longer and takes it out of all collections. @returns what it was saved under; null when it was not */
export async function unsavePost(ctx: UserContext, input: SavedPostKey): Promise<string | null> {
  const key = parsedKey(input);
  return ctx.transaction(async (tx) => {
    await lockUsers(tx, [ctx.user.id]);
    const savedPostId = await findSavedPostId(tx, ctx.user.id, key);
    if (savedPostId === null) return null;
    await deleteItems(tx, { savedPostId, collectionId: null });
    await deleteSavedPost(tx, savedPostId);
    return savedPostId;
  });
}

type Move = SavedPostKey & {
  readonly fromCollectionId: string | null;
  readonly toCollectionId: string | null;
};

/**
 * Takes a saved post out of one collection and puts it into another; either may be left out. Repeating it is success.
 * @throws AppError NOT_FOUND for what the caller has not saved and for collections that are not theirs
 */
export async function moveSavedPost(ctx: UserContext, input: Move): Promise<SavedPost> {
  const key = parsedKey(input);
  const { fromCollectionId: from, toCollectionId: to } = input;
  if (from === null && to === null) {
    throw invalid(['toCollectionId'], 'Say where from, where to, or both.', 'required');
  }
  const id = await ctx.transaction(async (tx) => {
    await lockUsers(tx, [ctx.user.id]);
    const savedPostId = await findSavedPostId(tx, ctx.user.id, key);
    if (savedPostId === null) throw noSuchSavedPost(key);
    if (from !== null) await assertCollections(tx, ctx.user.id, { ids: [from], path: ['fromCollectionId'] });
    if (to !== null) await assertCollections(tx, ctx.user.id, { ids: [to], path: ['toCollectionId'] });
    if (from !== null) await deleteItems(tx, { savedPostId, collectionId: from });
    if (to !== null) await insertItems(tx, { savedPostId, collectionIds: [to] });
    return savedPostId;
  });
  return existingSavedPost(ctx, id);
}

/** @throws AppError unless one of the two is given, and not both */
function parsedKey({ postId, savedPostId }: SavedPostKey): { postId: string } | { savedPostId: string } {
  if (postId != null && savedPostId == null) return { postId };
  if (postId == null && savedPostId != null) return { savedPostId };
  throw invalid(['postId'], 'Give either postId or savedPostId.', 'exactlyOne');
}

async function assertCollections(
  tx: Tx,
  userId: string,
  { ids, path }: { ids: readonly string[]; path: readonly string[] },
): Promise<void> {
  if (ids.length === 0 || (await countCollections(tx, userId, ids)) === ids.length) return;
  throw notFound('Collection', path);
}

async function existingSavedPost(ctx: UserContext, id: string): Promise<SavedPost> {
  const saved = await savedPost(ctx, id);
  if (!saved) throw noSuchPost();
  return saved;
}

const noSuchPost = (): AppError => notFound('Post', ['postId']);
const noSuchSavedPost = (key: object): AppError => notFound('Saved post', Object.keys(key));
