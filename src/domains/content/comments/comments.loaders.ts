import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { Db } from '#platform/db/database.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { type Loader, load, prime } from '#platform/request/loader.ts';
import { isVisible } from './comments.policy.ts';
import { type CommentPlace, listAncestorIds, listComments, listPlaces } from './comments.queries.ts';
import type { AuthoredComment, Comment, CommentSort, VisibleComment } from './comments.types.ts';
import {
  listReplies,
  listTopLevelComments,
  type RepliesRequest,
  type TopLevelRequest,
} from './threads.queries.ts';

/** Comments visible to the caller, and tombstones of other comments that have replies. */
export const commentOrTombstoneById: Loader<Comment> = {
  name: 'commentOrTombstoneById',
  batch: async (ctx, ids) => {
    const { id: viewerId, now } = viewerOf(ctx);
    const found = await listComments(ctx.db, { viewerId, now, ids });
    primeAuthors(ctx, found);
    return new Map(found.map(({ comment }) => [comment.id, comment]));
  },
};

/** Comments visible to the caller. */
export const visibleCommentById: Loader<VisibleComment> = {
  name: 'visibleCommentById',
  batch: async (ctx, ids) => {
    const found = new Map<string, VisibleComment>();
    for (const comment of await Promise.all(ids.map(async (id) => load(ctx, commentOrTombstoneById, id)))) {
      if (comment && isVisible(comment)) found.set(comment.id, comment);
    }
    return found;
  },
};

/** Places of comments in their lists, of invisible ones, too. */
export const placeOfComment: Loader<CommentPlace> = {
  name: 'placeOfComment',
  batch: async (ctx, ids) => new Map((await listPlaces(ctx.db, { ids })).map((place) => [place.id, place])),
};

/** Ids of the parents of a comment, from the comment on the post down. */
export const ancestorIdsOfComment: Loader<readonly string[]> = {
  name: 'ancestorIdsOfComment',
  batch: async (ctx, ids) => {
    const rows = await listAncestorIds(ctx.db, { ids });
    const found = new Map<string, string[]>(ids.map((id) => [id, []]));
    for (const { ofId, id } of rows) found.get(ofId)?.push(id);
    return found;
  },
};

type RepliesPage = RepliesRequest & { readonly sort: CommentSort };

/** The key of a page of the replies to a comment. */
export const repliesKeyOf = ({ parentId, sort, score, id, limit }: RepliesPage): string =>
  [sort, parentId, score, id, limit].join(' ');

/** Replies to comments that the caller found in a thread: one statement for all pages in one sort order. */
export const repliesOfComment: Loader<readonly Comment[]> = {
  name: 'repliesOfComment',
  batch: (ctx, keys) => readPages(ctx, { pages: keys.map(parseKey), keyOf: repliesKeyOf, list: listReplies }),
};

function parseKey(key: string): RepliesPage {
  const [sortName, parentId = '', score, id = '', limit] = key.split(' ');
  return { sort: sortOf(sortName), parentId, score: Number(score), id, limit: Number(limit) };
}

type TopLevelPage = TopLevelRequest & { readonly sort: CommentSort };

/** The key of a page of the comments on a post itself. */
export const topLevelKeyOf = (page: TopLevelPage): string =>
  [
    page.sort,
    page.postId,
    page.pinnedBefore.getTime(),
    page.pinnedBeforeId,
    page.score,
    page.id,
    page.limit,
  ].join(' ');

/** Comments on posts that the caller sees: one statement for all pages in one sort order. */
export const topLevelCommentsOfPost: Loader<readonly Comment[]> = {
  name: 'topLevelCommentsOfPost',
  batch: (ctx, keys) =>
    readPages(ctx, { pages: keys.map(parseTopLevelKey), keyOf: topLevelKeyOf, list: listTopLevelComments }),
};

function parseTopLevelKey(key: string): TopLevelPage {
  const [sortName, postId = '', pinnedMs, pinnedBeforeId = '', score, id = '', limit] = key.split(' ');
  const pinnedBefore = new Date(Number(pinnedMs));
  const bounds = { score: Number(score), id, limit: Number(limit) };
  return { sort: sortOf(sortName), postId, pinnedBefore, pinnedBeforeId, ...bounds };
}

const SORTS: readonly CommentSort[] = ['TOP', 'NEWEST', 'OLDEST'];

function sortOf(given: string | undefined): CommentSort {
  const sort = SORTS.find((name) => name === given);
  if (!sort) throw new Error(`"${given}" is no order of comments.`);
  return sort;
}

type PagesOf<Page> = {
  readonly pages: readonly Page[];
  readonly keyOf: (page: Page) => string;
  /** Lists the comments of pages in one order, by the index of the page. */
  readonly list: (
    db: Db,
    sort: CommentSort,
    wanted: { viewerId: string | null; now: Date; wanted: readonly Page[] },
  ) => Promise<ReadonlyMap<number, readonly AuthoredComment[]>>;
};

async function readPages<Page extends { readonly sort: CommentSort }>(
  ctx: RequestContext,
  { pages, keyOf, list }: PagesOf<Page>,
): Promise<Map<string, readonly Comment[]>> {
  const { id: viewerId, now } = viewerOf(ctx);
  const found = new Map<string, readonly Comment[]>();
  for (const [sort, wanted] of Map.groupBy(pages, (page) => page.sort)) {
    const comments = await list(ctx.db, sort, { viewerId, now, wanted });
    for (const [index, page] of wanted.entries()) {
      found.set(keyOf(page), primeComments(ctx, comments.get(index) ?? []));
    }
  }
  return found;
}

/** Primes the loaders with the comments and authors of a page. */
export function primeComments(ctx: RequestContext, rows: readonly AuthoredComment[]): readonly Comment[] {
  primeAuthors(ctx, rows);
  const comments = rows.map(({ comment }) => comment);
  prime(ctx, commentOrTombstoneById, comments);
  return comments;
}

function primeAuthors(ctx: RequestContext, rows: readonly AuthoredComment[]): void {
  prime(
    ctx,
    visibleUserById,
    rows.flatMap(({ author }) => author ?? []),
  );
}
