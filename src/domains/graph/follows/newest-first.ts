import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { RequestContext } from '#platform/context.ts';
import {
  type KeysetList,
  type Page,
  pageOf,
  type PageRequest,
  timeKey,
  type TimeKey,
} from '#platform/db/keyset.ts';
import { prime } from '#platform/loader.ts';
import type { ListedUser } from './follows.types.ts';

/** A list of people, those who came last first. */
export const newestList = (name: string): KeysetList<TimeKey> => ({ name, key: timeKey });

/** What such a list's statement needs besides whose list it is. */
export type NewestBounds = {
  readonly viewerId: string | null;
  readonly now: Date;
  readonly before: Date;
  readonly beforeId: string;
  readonly limit: number;
};

/** Later than whatever is in a list, and above every UUID: where a list without a cursor starts. */
const LAST_MS = Date.UTC(9999, 11, 31);
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export function boundsOf(ctx: RequestContext, { from, limit }: PageRequest<TimeKey>): NewestBounds {
  const { id: viewerId, now } = viewerOf(ctx);
  const [beforeMs, beforeId] = from ?? [LAST_MS, LAST_ID];
  return { viewerId, now, before: new Date(beforeMs), beforeId, limit: limit + 1 };
}

/** Makes the page of the rows that its statement gave, which hold all that there is to read of these people. */
export function newestPage(
  ctx: RequestContext,
  list: KeysetList<TimeKey>,
  request: PageRequest<TimeKey>,
  rows: readonly ListedUser[],
): Page<ListedUser> {
  for (const row of rows) prime(ctx, visibleUserById, row.id, row);
  return pageOf(list, request, rows, ({ since, id }): TimeKey => [since.getTime(), id]);
}
