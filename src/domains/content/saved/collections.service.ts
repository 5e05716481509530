import { z } from 'zod';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { RequestContext, UserContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { perLimits } from '#platform/kernel/limits.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import { lineSchema } from '#platform/kernel/text.ts';
import {
  countCollections,
  deleteCollection,
  findCollection,
  insertCollection,
  listCollections,
  updateCollectionName,
} from './collections.queries.ts';
import type { SavedCollection } from './saved.types.ts';

/** The caller's collections, newest first. */
export function mySavedCollections(ctx: UserContext, page: ListRequest<IdKey>): Promise<SavedCollection[]> {
  return listCollections(ctx.db, ctx.user.id, page);
}

/** Null when the caller has no such collection. */
export async function mySavedCollection(ctx: RequestContext, id: string): Promise<SavedCollection | null> {
  return ctx.user ? findCollection(ctx.db, { userId: ctx.user.id, id }) : null;
}

/** @throws AppError LIMIT_REACHED at `savedCollections` collections */
export async function createSavedCollection(
  ctx: UserContext,
  input: { name: string },
  key: IdempotencyKey | null,
): Promise<string> {
  const name = parsedName(ctx, input);
  const userId = ctx.user.id;
  const limit = ctx.limits.savedCollections;
  const id = ctx.ids.next();
  return once(ctx, key, id, async (tx) => {
    // The lock serializes the creations of one user, so that their number cannot exceed the limit.
    await lockUsers(tx, [userId]);
    if ((await countCollections(tx, userId, null)) >= limit) {
      throw new AppError('LIMIT_REACHED', `You can keep at most ${limit} collections. Delete one first.`, {
        details: { limit },
      });
    }
    await insertCollection(tx, { id, userId, name, createdAt: ctx.clock.now() });
  });
}

/** @throws AppError NOT_FOUND when the caller has no such collection */
export async function updateSavedCollection(
  ctx: UserContext,
  input: { collectionId: string; name: string },
): Promise<SavedCollection> {
  const name = parsedName(ctx, input);
  const { collectionId: id } = input;
  await ctx.transaction((tx) => updateCollectionName(tx, { id, userId: ctx.user.id, name }));
  return requireCollection(ctx, id, ['collectionId']);
}

/** Deletes a collection; its posts stay saved. @throws AppError NOT_FOUND when the caller has no such collection */
export async function deleteSavedCollection(
  ctx: UserContext,
  input: { collectionId: string },
): Promise<string> {
  const { collectionId: id } = input;
  await ctx.transaction(async (tx) => {
    // Adding to a collection holds the same lock.
    await lockUsers(tx, [ctx.user.id]);
    if (!(await deleteCollection(tx, { id, userId: ctx.user.id }))) throw collectionNotFound();
  });
  return id;
}

const parsedName = ({ limits }: UserContext, input: { name: string }): string =>
  parseInput(nameInput(limits), input).name;

const nameInput = perLimits((limits) =>
  z.object({ name: lineSchema({ min: 1, max: limits.collectionNameLength }) }),
);

async function requireCollection(
  ctx: UserContext,
  id: string,
  path: readonly string[],
): Promise<SavedCollection> {
  const found = await mySavedCollection(ctx, id);
  if (!found) throw notFound('Collection', path);
  return found;
}

const collectionNotFound = (): AppError => notFound('Collection', ['collectionId']);
