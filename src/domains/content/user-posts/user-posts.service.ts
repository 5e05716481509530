import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { User } from '#domains/identity/users/users.types.ts';
import { type IdKey, type ListRequest, NEWEST_FIRST, type Order } from '#platform/db/keyset.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { prime } from '#platform/request/loader.ts';
import { pageLoader } from '#platform/request/page-loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import { listUserTimelines } from './user-posts.queries.ts';
import type { UserPost, UserTimelineFilter } from './user-posts.types.ts';

/** By the time of the post or of the repost. */
export const NEWEST_PUBLISHED_FIRST: Order<UserPost, IdKey> = {
  ...NEWEST_FIRST,
  keyOf: ({ sortId }) => [sortId],
};

const pagesOf = (filter: UserTimelineFilter) =>
  pageLoader(`userTimeline ${filter}`, async (ctx, pages) => {
    const { id: viewerId, now } = viewerOf(ctx);
    const rows = await listUserTimelines[filter](ctx.db, { viewerId, now, ...pages });
    prime(ctx, visiblePostById, rows);
    return rows;
  });

const PAGES = {
  ALL: pagesOf('ALL'),
  POSTS: pagesOf('POSTS'),
  MEDIA: pagesOf('MEDIA'),
  REPOSTS: pagesOf('REPOSTS'),
} as const satisfies Record<UserTimelineFilter, unknown>;

/** Posts and reposts of a visible user, newest first. */
export const userTimeline = (
  ctx: RequestContext,
  { id }: User,
  filter: UserTimelineFilter,
  page: ListRequest<IdKey>,
): Promise<readonly UserPost[]> => PAGES[filter](ctx, id, page);
