import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import type { Post } from '../posts/posts.types.ts';
import { listQuotes } from './quotes.queries.ts';

/** Quotes of a post, newest first; null when the caller cannot see the post. */
export async function postQuotes(
  ctx: RequestContext,
  postId: string,
  page: ListRequest<IdKey>,
): Promise<Post[] | null> {
  const quoted = await load(ctx, visiblePostById, postId);
  return quoted && listQuotes(ctx.db, viewerOf(ctx), quoted, page);
}
