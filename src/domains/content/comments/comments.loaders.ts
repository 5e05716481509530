import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { RequestContext } from '#platform/context.ts';
import { type Loader, load, prime } from '#platform/loader.ts';
import { isVisible } from './comments.policy.ts';
import { listAncestorIds, listComments } from './comments.queries.ts';
import type { AuthoredComment, Comment, CommentSort, VisibleComment } from './comments.types.ts';
import { listReplies, type RepliesWanted } from './threads.queries.ts';

/** Comments that the caller may see, and tombstones in the place of others that have replies. */
export const placedCommentById: Loader<Comment> = {
  name: 'placedCommentById',
  batch: async (ctx, ids) => {
    const { id: viewerId, now } = viewerOf(ctx);
    const found = await listComments(ctx.db, { viewerId, now, ids });
    primeAuthors(ctx, found);
    return new Map(found.map(({ comment }) => [comment.id, comment]));
  },
};

/** Comments that the caller may see. */
export const visibleCommentById: Loader<VisibleComment> = {
  name: 'visibleCommentById',
  batch: async (ctx, ids) => {
    const found = new Map<string, VisibleComment>();
    for (const comment of await Promise.all(ids.map(async (id) => load(ctx, placedCommentById, id)))) {
      if (comment && isVisible(comment)) found.set(comment.id, comment);
    }
    return found;
  },
};

/** The ids of what a comment answers to, from the comment on the post down. */
export const ancestorIdsOfComment: Loader<readonly string[]> = {
  name: 'ancestorIdsOfComment',
  batch: async (ctx, ids) => {
    const rows = await listAncestorIds(ctx.db, { ids });
    const found = new Map<string, string[]>(ids.map((id) => [id, []]));
    for (const { ofId, id } of rows) found.get(ofId)?.push(id);
    return found;
  },
};

type WantedPage = RepliesWanted & { readonly sort: CommentSort };

/** The key of a page of the replies to a comment. */
export const repliesKeyOf = ({ parentId, sort, score, id, limit }: WantedPage): string =>
  [sort, parentId, score, id, limit].join(' ');

/** Replies to comments that the caller found in a thread: one statement for all of one order that are asked for at once. */
export const repliesOfComment: Loader<readonly Comment[]> = {
  name: 'repliesOfComment',
  batch: async (ctx, keys) => {
    const found = new Map<string, readonly Comment[]>();
    const pagesBySort = Map.groupBy(keys.map(parseKey), ({ sort }) => sort);
    for (const [sort, wanted] of pagesBySort) {
      const { id: viewerId, now } = viewerOf(ctx);
      const replies = await listReplies(ctx.db, sort, { viewerId, now, wanted });
      for (const [index, page] of wanted.entries()) {
        found.set(repliesKeyOf(page), primed(ctx, replies.get(index) ?? []));
      }
    }
    return found;
  },
};

function parseKey(key: string): WantedPage {
  const [sort, parentId = '', score, id = '', limit] = key.split(' ');
  // Every key was made by `repliesKeyOf`.
  return { sort: sort as CommentSort, parentId, score: Number(score), id, limit: Number(limit) };
}

/** Keeps what a page has brought along for the fields below it. */
export function primed(ctx: RequestContext, rows: readonly AuthoredComment[]): readonly Comment[] {
  primeAuthors(ctx, rows);
  return rows.map(({ comment }) => {
    prime(ctx, placedCommentById, comment.id, comment);
    return comment;
  });
}

function primeAuthors(ctx: RequestContext, rows: readonly AuthoredComment[]): void {
  for (const { author } of rows) if (author) prime(ctx, visibleUserById, author.id, author);
}
