import { z } from 'zod';
import { hashtagNameOf } from '#domains/foundation/entities/entities.policy.ts';
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
import { firstIdAt } from '#platform/ids.ts';
import { loadMany } from '#platform/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import type { Post } from '../posts/posts.types.ts';
import { parsePostQuery } from './search.policy.ts';
import { listNewestFound, listRankedFound } from './search.queries.ts';
import type { PostSearchFilters, PostSearchSort } from './search.types.ts';

/** Below every UUID, and above every one of version 7. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type PostSearchArgs = PageArgs & {
  readonly query: string;
  readonly filters: PostSearchFilters;
  readonly sort: PostSearchSort;
};

/** The posts that the caller may see and that have what a query asks for. @throws AppError BAD_USER_INPUT */
export function searchPosts(ctx: RequestContext, args: PostSearchArgs): Promise<Page<Post>> {
  return args.sort === 'NEWEST' ? newestFound(ctx, args) : rankedFound(ctx, args);
}

const newestList: KeysetList<IdKey> = { name: 'searchPosts.newest', key: idKey };

async function newestFound(ctx: RequestContext, args: PostSearchArgs): Promise<Page<Post>> {
  const page = parsePage(newestList, args, ctx.limits);
  const search = parsedSearch(ctx, args);
  const beforeId = page.from?.[0] ?? search.beforeId;
  const rows = await listNewestFound(ctx.db, { ...search, beforeId, limit: page.limit + 1 });
  const shown = rows.filter((row) => row.isShown);
  const last = rows.at(-1);
  const posts = await loadMany(
    ctx,
    visiblePostById,
    shown.map(({ id }) => id),
  );
  const found = pageOf(newestList, page, posts, (post): IdKey => [post.id]);
  if (shown.length > page.limit || !last?.isLast) return found;
  return { ...found, hasNextPage: true, endKey: [last.id] };
}

const RANK_MAX = 2_147_483_647;
const MOMENT_MAX_MS = 253_402_300_799_998;

/** The moment of the first page, the rank, and the post. */
const rankKey = z.tuple([z.int().min(0).max(MOMENT_MAX_MS), z.int().min(0).max(RANK_MAX), z.uuid()]);
type RankKey = z.infer<typeof rankKey>;

const rankedList: KeysetList<RankKey> = { name: 'searchPosts.ranked', key: rankKey };

/** All pages are ranked at the moment of the first one, without what was published since. */
async function rankedFound(ctx: RequestContext, args: PostSearchArgs): Promise<Page<Post>> {
  const page = parsePage(rankedList, args, ctx.limits);
  const search = parsedSearch(ctx, args);
  const [rankedAtMs, rank, belowId] = page.from ?? [ctx.clock.now().getTime(), RANK_MAX, LAST_ID];
  const rankedAt = new Date(rankedAtMs);
  const publishedSince = firstIdAt(new Date(rankedAtMs + 1));
  const rows = await listRankedFound(ctx.db, {
    ...search,
    beforeId: search.beforeId < publishedSince ? search.beforeId : publishedSince,
    rankedAt,
    rank,
    belowId,
    limit: page.limit + 1,
  });
  const ranks = new Map(rows.map((row) => [row.id, row.rank]));
  const posts = await loadMany(ctx, visiblePostById, [...ranks.keys()]);
  return pageOf(rankedList, page, posts, ({ id }): RankKey => [rankedAtMs, ranks.get(id) ?? 0, id]);
}

function parsedSearch(ctx: RequestContext, { query, filters }: PostSearchArgs) {
  const terms = parsePostQuery(query);
  const { id: viewerId, now } = viewerOf(ctx);
  const { from, to, authorId, hasMedia, following } = filters;
  return {
    viewerId,
    now,
    kinds: terms.map((term) => term.kind),
    texts: terms.map((term) => term.text),
    excluded: terms.map((term) => term.isExcluded),
    beginnings: terms.map((term) => term.isBeginning),
    authorId,
    hashtag: filters.hashtag === null ? null : (hashtagNameOf(filters.hashtag) ?? NO_HASHTAG),
    hasMedia,
    following,
    fromId: idAt(from) ?? FIRST_ID,
    beforeId: idAt(to) ?? LAST_ID,
  };
}

/** What no hashtag can be called finds as little as what none is called. */
const NO_HASHTAG = '';

/** Posts of a moment have this id or a higher one; none is older than 1970. */
function idAt(moment: Date | null): string | null {
  return moment && firstIdAt(new Date(Math.max(moment.getTime(), 0)));
}
