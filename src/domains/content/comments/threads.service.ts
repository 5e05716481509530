import { z } from 'zod';
import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { RequestContext } from '#platform/request/context.ts';
import { FIRST_ID, LAST_ID, type ListRequest, type Order } from '#platform/db/keyset.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import {
  ancestorIdsOfComment,
  commentOrTombstoneById,
  primeComments,
  repliesKeyOf,
  repliesOfComment,
} from './comments.loaders.ts';
import type { Comment, CommentSort } from './comments.types.ts';
import { type ThreadCursorBounds, listTopLevelComments } from './threads.queries.ts';

const SCORE_MAX = 2 ** 31 - 1;
/** Later than every pin. */
const LAST_MS = Date.UTC(9999, 11, 31);

const START: Readonly<Record<CommentSort, Omit<ThreadCursorBounds, 'limit'>>> = {
  TOP: { score: SCORE_MAX, id: LAST_ID },
  NEWEST: { score: 0, id: LAST_ID },
  OLDEST: { score: 0, id: FIRST_ID },
};

const score = z.int().min(0).max(SCORE_MAX);

/** Time of the pin, 0 for comments that are not pinned; then the score and the id. */
type TopLevelKey = readonly [pinnedMs: number, score: number, id: string];

/** Pinned comments come first in every sort order. */
export const TOP_LEVEL_ORDER: Order<Comment, TopLevelKey> = {
  key: z.tuple([z.int().min(0).max(LAST_MS), score, z.uuid()]),
  keyOf: ({ pinnedAt, score, id }) => [pinnedAt?.getTime() ?? 0, score, id],
  start: [LAST_MS, 0, LAST_ID],
  end: [0, 0, FIRST_ID],
};

type ReplyKey = readonly [score: number, id: string];

export const replyOrder = (sort: CommentSort): Order<Comment, ReplyKey> => ({
  key: z.tuple([score, z.uuid()]),
  keyOf: (reply) => [reply.score, reply.id],
  start: [START[sort].score, START[sort].id],
  end: [0, sort === 'OLDEST' ? LAST_ID : FIRST_ID],
});

/** Comments on the post itself, pinned ones first; null when the caller cannot see the post. */
export async function postComments(
  ctx: RequestContext,
  { postId, sort }: { postId: string; sort: CommentSort },
  { from, limit }: ListRequest<TopLevelKey>,
): Promise<readonly Comment[] | null> {
  if (!(await load(ctx, visiblePostById, postId))) return null;
  const { id: viewerId, now } = viewerOf(ctx);
  const bounds = { ...boundsOf(sort, from), limit: limit + 1 };
  return primeComments(ctx, await listTopLevelComments(ctx.db, sort, { viewerId, now, postId, ...bounds }));
}

/** Start keys of pinned and of other comments; a page that starts among the others has no pinned ones. */
function boundsOf(sort: CommentSort, [pinnedMs, score, id]: TopLevelKey) {
  if (pinnedMs > 0) return { ...START[sort], pinnedBefore: new Date(pinnedMs), pinnedBeforeId: id };
  return { score, id, pinnedBefore: new Date(0), pinnedBeforeId: FIRST_ID };
}

/** Replies to a comment that the caller found in a thread. */
export async function replies(
  ctx: RequestContext,
  { id: parentId, replyCount }: Pick<Comment, 'id' | 'replyCount'>,
  sort: CommentSort,
  { from: [score, id], limit }: ListRequest<ReplyKey>,
): Promise<readonly Comment[]> {
  if (replyCount === 0) return [];
  const key = repliesKeyOf({ parentId, sort, score, id, limit: limit + 1 });
  return (await load(ctx, repliesOfComment, key)) ?? [];
}

/** Parents of a comment, from the comment on the post down. */
export async function ancestors(ctx: RequestContext, comment: Comment): Promise<readonly Comment[]> {
  if (comment.parentId === null) return [];
  const ids = await load(ctx, ancestorIdsOfComment, comment.id);
  return loadMany(ctx, commentOrTombstoneById, ids ?? []);
}
