import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { RequestContext } from '#platform/context.ts';
import {
  idKey,
  type IdKey,
  type KeysetList,
  type Page,
  type PageArgs,
  pageOf,
  parsePage,
} from '#platform/db/keyset.ts';
import { post } from './posts.service.ts';
import type { Post } from './posts.types.ts';
import { listQuotes } from './quotes.queries.ts';

const quotesList: KeysetList<IdKey> = { name: 'quotes', key: idKey };

/** The posts that quote a post, newest first; null when the caller may not see the post. */
export async function quotes(
  ctx: RequestContext,
  args: PageArgs & { postId: string },
): Promise<Page<Post> | null> {
  const page = parsePage(quotesList, args, ctx.limits);
  const quoted = await post(ctx, args.postId);
  if (!quoted) return null;
  const rows = await listQuotes(ctx.db, viewerOf(ctx), quoted, page);
  return pageOf(quotesList, page, rows, (found) => [found.id]);
}
