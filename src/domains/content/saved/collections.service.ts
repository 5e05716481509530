import { z } from 'zod';
import { lockUsers } from '#domains/identity/users/users.service.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
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
import { parseInput } from '#platform/parse-input.ts';
import { lineOf } from '#platform/text.ts';
import {
  countCollections,
  deleteCollection,
  findCollection,
  insertCollection,
  listCollections,
  updateCollectionName,
} from './collections.queries.ts';
import type { SavedCollection } from './saved.types.ts';

const collectionsList: KeysetList<IdKey> = { name: 'savedCollections', key: idKey };

/** The caller's collections, newest first. */
export async function savedCollections(ctx: UserContext, args: PageArgs): Promise<Page<SavedCollection>> {
  const page = parsePage(collectionsList, args, ctx.limits);
  const rows = await listCollections(ctx.db, ctx.user.id, page);
  return pageOf(collectionsList, page, rows, ({ id }) => [id]);
}

/** Null when the caller has no such collection. */
export async function savedCollection(ctx: RequestContext, id: string): Promise<SavedCollection | null> {
  return ctx.user ? findCollection(ctx.db, { userId: ctx.user.id, id }) : null;
}

/** @throws AppError LIMIT_REACHED when the caller has as many collections as there may be */
export async function createSavedCollection(
  ctx: UserContext,
  input: { name: string },
): Promise<SavedCollection> {
  const name = parsedName(ctx, input);
  const userId = ctx.user.id;
  const limit = ctx.limits.savedCollections;
  const collectionId = await ctx.transaction(async (tx) => {
    // Collections of one person are made one after the other, so that their number cannot pass the limit.
    await lockUsers(tx, [userId]);
    if ((await countCollections(tx, userId, null)) >= limit) {
      throw new AppError('LIMIT_REACHED', `There can be at most ${limit} collections.`, {
        details: { limit },
      });
    }
    const id = ctx.ids.next();
    await insertCollection(tx, { id, userId, name, createdAt: ctx.clock.now() });
    return id;
  });
  // A repetition finds the first result, which may be gone by then.
  return existingCollection(ctx, collectionId, []);
}

/** @throws AppError NOT_FOUND when the caller has no such collection */
export async function updateSavedCollection(
  ctx: UserContext,
  input: { collectionId: string; name: string },
): Promise<SavedCollection> {
  const name = parsedName(ctx, input);
  const { collectionId: id } = input;
  await ctx.transaction(async (tx) => {
    if (!(await updateCollectionName(tx, { id, userId: ctx.user.id, name }))) throw noSuchCollection();
  });
  return existingCollection(ctx, id, ['collectionId']);
}

/** What is in it stays saved. @throws AppError NOT_FOUND when the caller has no such collection */
export async function deleteSavedCollection(
  ctx: UserContext,
  input: { collectionId: string },
): Promise<string> {
  const { collectionId: id } = input;
  await ctx.transaction(async (tx) => {
    // Whoever puts something into a collection holds the same lock.
    await lockUsers(tx, [ctx.user.id]);
    if (!(await deleteCollection(tx, { id, userId: ctx.user.id }))) throw noSuchCollection();
  });
  return id;
}

const parsedName = ({ limits }: UserContext, input: { name: string }): string =>
  parseInput(z.object({ name: lineOf({ min: 1, max: limits.collectionNameLength }) }), input).name;

async function existingCollection(
  ctx: UserContext,
  id: string,
  path: readonly string[],
): Promise<SavedCollection> {
  const found = await savedCollection(ctx, id);
  if (!found) throw notFound('Collection', path);
  return found;
}

const noSuchCollection = (): AppError => notFound('Collection', ['collectionId']);
