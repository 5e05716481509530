import { z } from 'zod';
import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { RequestContext } from '#platform/context.ts';
import { type KeysetList, type Page, type PageArgs, pageOf, parsePage } from '#platform/db/keyset.ts';
import { prime } from '#platform/loader.ts';
import { parseSearch } from './search.policy.ts';
import { listFoundUsers } from './search.queries.ts';
import type { FoundUser } from './search.types.ts';
import { visibleUserById } from './users.loaders.ts';

const foundKey = z.tuple([z.int().min(0).max(4), z.boolean(), z.int().min(0).max(24), z.uuid()]);
type FoundKey = z.infer<typeof foundKey>;

const foundList: KeysetList<FoundKey> = { name: 'searchUsers', key: foundKey };

/** Nearer than anybody can be. */
const BEGINNING: FoundKey = [-1, true, 0, '00000000-0000-0000-0000-000000000000'];

/** Those whom the caller may find, the nearest first. */
export async function searchUsers(
  ctx: RequestContext,
  { query, ...args }: PageArgs & { query: string },
): Promise<Page<FoundUser>> {
  const page = parsePage(foundList, args, ctx.limits);
  const { id: viewerId, now } = viewerOf(ctx);
  const [distance, isFollowed, popularity, id] = page.from ?? BEGINNING;
  const place = { distance, isFollowed, popularity, id };
  const limit = page.limit + 1;
  const users = await listFoundUsers(ctx.db, { viewerId, now, ...parseSearch(query), ...place, limit });
  for (const user of users) prime(ctx, visibleUserById, user.id, user);
  return pageOf(foundList, page, users, (user): FoundKey => [
    user.distance,
    user.isFollowed,
    user.popularity,
    user.id,
  ]);
}
