import { type RawBuilder, sql } from 'kysely';
import {
  type ViewerSql,
  viewerOf,
  visibleUserSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { USER_COLUMNS } from '#domains/identity/users/users.types.ts';
import type { Db } from '#platform/db/database.ts';
import { latestFirst, type ListRequest, type TimeKey } from '#platform/db/keyset.ts';
import type { RequestContext } from '#platform/request/context.ts';
import type { ListedUser } from './follows.types.ts';

/** The order of lists of users: by the time at which each entered the list. */
export const LATEST_FIRST = latestFirst<ListedUser>(({ since }) => since);

/** Parameters of every statement that reads a list of users, besides the user whose list it is. */
export type UserListBounds = {
  readonly viewerId: string | null;
  readonly now: Date;
  readonly before: Date;
  readonly beforeId: string;
  readonly limit: number;
};

/** The bounds of a page, with a limit of one more than the page. */
export function boundsOf(
  ctx: RequestContext,
  { from: [beforeMs, beforeId], limit }: Pick<ListRequest<TimeKey>, 'from' | 'limit'>,
): UserListBounds {
  const { id: viewerId, now } = viewerOf(ctx);
  return { viewerId, now, before: new Date(beforeMs), beforeId, limit: limit + 1 };
}

/**
 * The row of a user if the viewer can see them, for a lateral join. `offset 0` keeps the planner from flattening it: its
 * estimates assume an average account and would lead to the wrong join order.
 */
export const visibleUserRow = (db: Db, id: RawBuilder<string>, viewer: ViewerSql) =>
  db
    .selectFrom('users as u')
    .select(USER_COLUMNS)
    .where('u.id', '=', id)
    .where(visibleUserSql(viewer))
    .offset(sql.lit(0));
