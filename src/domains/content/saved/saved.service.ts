import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { type AppError, notFound } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { untilWritten } from '#platform/outbox/write.ts';
import { mySavedCollection } from './collections.service.ts';
import { countCollections, findCollection } from './collections.queries.ts';
import {
  collectionNotFound,
  deleteItems,
  deleteSavedPost,
  findSavedPost,
  findSavedPostId,
  insertItems,
  listSavedPosts,
  writeCollectedPost,
  writeSavedPost,
} from './saved.queries.ts';
import type { SavedCollection, SavedPost, SavedPostKey } from './saved.types.ts';

/** The caller's saved posts, or those in one of their collections, newest first; null if they have no such collection. */
export async function mySavedPosts(
  ctx: UserContext,
  collectionId: string | null,
  page: ListRequest<IdKey>,
): Promise<SavedPost[] | null> {
  const userId = ctx.user.id;
  if (collectionId !== null && !(await findCollection(ctx.db, { userId, id: collectionId }))) return null;
  return listSavedPosts(ctx.db, { userId, collectionId }, page);
}

/** Null when the caller has no saved post with this id. */
export async function savedPost(ctx: RequestContext, id: string): Promise<SavedPost | null> {
  return ctx.user ? findSavedPost(ctx.db, { userId: ctx.user.id, id }) : null;
}

/**
 * Saves a post, or adds a saved one to further collections. Idempotent.
 * @throws AppError NOT_FOUND for a post that is absent or invisible and for collections that are not the caller's;
 * LIMIT_REACHED when the caller has saved as many posts as they may
 */
export async function savePost(
  ctx: UserContext,
  input: { postId: string; collectionIds?: readonly string[] | null | undefined },
): Promise<SavedPost> {
  const { postId } = input;
  const collectionIds = [...new Set(input.collectionIds ?? [])];
  const [userId, limit] = [ctx.user.id, ctx.limits.savedPosts];
  return untilWritten(async () => {
    const saving = { id: ctx.ids.next(), userId, postId, limit, now: ctx.clock.now() };
    const { row } = await (collectionIds.length > 0
      ? ctx.write(writeCollectedPost, { ...saving, collectionIds })
      : ctx.write(writeSavedPost, saving));
    return row;
  });
}

/** Removes a saved post, also from all collections. @returns its id; null when the post was not saved */
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
  readonly fromCollectionId?: string | null | undefined;
  readonly toCollectionId?: string | null | undefined;
};

/** The saved post, and the collection that it was to leave; null where none was given. */
type Moved = { readonly savedPost: SavedPost; readonly fromCollection: SavedCollection | null };

/**
 * Moves a saved post from one collection to another; either may be omitted. Idempotent.
 * @throws AppError NOT_FOUND for posts that the caller has not saved and for collections that are not theirs
 */
export async function moveSavedPost(ctx: UserContext, input: Move): Promise<Moved> {
  const key = parsedKey(input);
  const { fromCollectionId: from = null, toCollectionId: to = null } = input;
  if (from === null && to === null) {
    throw invalid(['toCollectionId'], 'Give `fromCollectionId`, `toCollectionId` or both.', 'required');
  }
  const id = await ctx.transaction(async (tx) => {
    await lockUsers(tx, [ctx.user.id]);
    const savedPostId = await findSavedPostId(tx, ctx.user.id, key);
    if (savedPostId === null) throw savedPostNotFound(key);
    if (from !== null) await assertCollections(tx, ctx.user.id, { ids: [from], path: ['fromCollectionId'] });
    if (to !== null) await assertCollections(tx, ctx.user.id, { ids: [to], path: ['toCollectionId'] });
    if (from !== null) await deleteItems(tx, { savedPostId, collectionId: from });
    if (to !== null) await insertItems(tx, { savedPostId, collectionIds: [to] });
    return savedPostId;
  });
  return {
    savedPost: await requireSavedPost(ctx, id),
    fromCollection: from === null ? null : await mySavedCollection(ctx, from),
  };
}

/** @throws AppError unless exactly one of the two is given */
function parsedKey({ postId, savedPostId }: SavedPostKey): { postId: string } | { savedPostId: string } {
  if (postId != null && savedPostId == null) return { postId };
  if (postId == null && savedPostId != null) return { savedPostId };
  throw invalid(['postId'], 'Give either postId or savedPostId.', 'exactlyOne');
}

async function assertCollections(
  db: Db,
  userId: string,
  { ids, path }: { ids: readonly string[]; path: readonly string[] },
): Promise<void> {
  if (ids.length === 0 || (await countCollections(db, userId, ids)) === ids.length) return;
  throw collectionNotFound(path);
}

async function requireSavedPost(ctx: UserContext, id: string): Promise<SavedPost> {
  const saved = await savedPost(ctx, id);
  if (!saved) throw postNotFound();
  return saved;
}

const postNotFound = (): AppError => notFound('Post', ['postId']);
const savedPostNotFound = (key: object): AppError => notFound('Saved post', Object.keys(key));
