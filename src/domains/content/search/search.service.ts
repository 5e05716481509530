import { hashtagNameOf } from '#domains/graph/entities/entities.policy.ts';
import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { FIRST_ID, type FoundRows, LAST_ID, type ListRequest } from '#platform/db/keyset.ts';
import { endIdOf, firstIdAt } from '#platform/kernel/ids.ts';
import { loadMany } from '#platform/request/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import type { Post } from '../posts/posts.types.ts';
import { parsePostQuery } from './search.policy.ts';
import { listNewestMatches, listRankedMatches } from './search.queries.ts';
import type { PostSearchFilters, PostSearchKey, PostSearchSort } from './search.types.ts';

type PostSearchArgs = {
  readonly query: string;
  readonly filters?: PostSearchFilters | null | undefined;
  readonly sort?: PostSearchSort | null | undefined;
};

/** Posts visible to the caller that match a query. @throws AppError BAD_USER_INPUT */
export function searchPosts(
  ctx: RequestContext,
  args: PostSearchArgs,
  page: ListRequest<PostSearchKey>,
): Promise<FoundRows<Post, PostSearchKey>> {
  return args.sort === 'NEWEST' ? newestMatches(ctx, args, page) : rankedMatches(ctx, args, page);
}

async function newestMatches(
  ctx: RequestContext,
  args: PostSearchArgs,
  { from: [, , id], limit }: ListRequest<PostSearchKey>,
): Promise<FoundRows<Post, PostSearchKey>> {
  const search = parsedSearch(ctx, args);
  const beforeId = id < search.beforeId ? id : search.beforeId;
  const rows = await listNewestMatches(ctx.db, { ...search, beforeId, limit: limit + 1 });
  const visible = rows.filter((row) => row.isVisible);
  const posts = await loadMany(
    ctx,
    visiblePostById,
    visible.map((row) => row.id),
  );
  const last = rows.at(-1);
  if (visible.length > limit || !last?.isLast) return posts;
  const shownIds = visible.map((row) => row.id);
  return { rows: posts, endKey: [0, 0, endIdOf(last.id, beforeId, shownIds)] };
}

/** Ranks all pages at the time of the first one, without posts published after it. */
async function rankedMatches(
  ctx: RequestContext,
  args: PostSearchArgs,
  { from, limit, isFirst }: ListRequest<PostSearchKey>,
): Promise<FoundRows<Post, PostSearchKey>> {
  const search = parsedSearch(ctx, args);
  const [cursorAtMs, rank, belowId] = from;
  const rankedAtMs = isFirst ? ctx.clock.now().getTime() : cursorAtMs;
  const publishedSince = firstIdAt(new Date(rankedAtMs + 1));
  const found = await listRankedMatches(ctx.db, {
    ...search,
    beforeId: search.beforeId < publishedSince ? search.beforeId : publishedSince,
    rankedAt: new Date(rankedAtMs),
    rank,
    belowId,
    limit: limit + 1,
  });
  const ranks = new Map(found.map((row) => [row.id, row.rank]));
  const rows = await loadMany(ctx, visiblePostById, [...ranks.keys()]);
  return { rows, keyOf: ({ id }) => [rankedAtMs, ranks.get(id) ?? 0, id] };
}

function parsedSearch(ctx: RequestContext, { query, filters }: PostSearchArgs) {
  const terms = parsePostQuery(query);
  const { id: viewerId, now } = viewerOf(ctx);
  const { authorId = null, hashtag, from, to, hasMedia, following } = filters ?? {};
  return {
    viewerId,
    now,
    kinds: terms.map((term) => term.kind),
    texts: terms.map((term) => term.text),
    excluded: terms.map((term) => term.isExcluded),
    beginnings: terms.map((term) => term.isBeginning),
    authorId,
    hashtag: hashtag == null ? null : (hashtagNameOf(hashtag) ?? NO_HASHTAG),
    hasMedia: hasMedia ?? null,
    following: following ?? null,
    fromId: idAt(from) ?? FIRST_ID,
    beforeId: idAt(to) ?? LAST_ID,
  };
}

/** No hashtag has this name, so a name that is not valid finds nothing. */
const NO_HASHTAG = '';

/** The lowest id of posts published at `moment` or later; none is older than 1970. */
function idAt(moment: Date | null | undefined): string | null {
  return moment == null ? null : firstIdAt(new Date(Math.max(moment.getTime(), 0)));
}
