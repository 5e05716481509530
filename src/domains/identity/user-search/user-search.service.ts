import { z } from 'zod';
import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { FIRST_ID, LAST_ID, type ListRequest, type Order } from '#platform/db/keyset.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { prime } from '#platform/request/loader.ts';
import { parseUserSearch } from './user-search.policy.ts';
import { listMatchingUsers } from './user-search.queries.ts';
import type { FoundUser } from './user-search.types.ts';
import { visibleUserById } from '../users/users.loaders.ts';

const matchKey = z.tuple([z.int().min(0).max(4), z.boolean(), z.int().min(0).max(24), z.uuid()]);
type MatchKey = z.infer<typeof matchKey>;

/** By distance, then users whom the viewer follows, then popular ones. */
export const NEAREST_FIRST: Order<FoundUser, MatchKey> = {
  key: matchKey,
  keyOf: ({ distance, isFollowed, popularity, id }) => [distance, isFollowed, popularity, id],
  // Outside of the bounds of a key, so that no user lies beyond them.
  start: [-1, true, 0, FIRST_ID],
  end: [5, false, 0, LAST_ID],
};

/** Users that match the query and that the caller can find, nearest first. */
export async function searchUsers(
  ctx: RequestContext,
  query: string,
  { from: [distance, isFollowed, popularity, id], limit }: ListRequest<MatchKey>,
): Promise<readonly FoundUser[]> {
  const { id: viewerId, now } = viewerOf(ctx);
  const users = await listMatchingUsers(ctx.db, {
    viewerId,
    now,
    ...parseUserSearch(query),
    distance,
    isFollowed,
    popularity,
    id,
    limit: limit + 1,
  });
  prime(ctx, visibleUserById, users);
  return users;
}
