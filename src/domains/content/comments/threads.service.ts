import { z } from 'zod';
import type { RequestContext } from '#platform/request/context.ts';
import { FIRST_ID, LAST_ID, type ListRequest, type Order } from '#platform/db/keyset.ts';
import { badUserInput } from '#platform/kernel/errors.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import { visiblePostById } from '../posts/posts.loaders.ts';
import {
  ancestorIdsOfComment,
  commentOrTombstoneById,
  placeOfComment,
  repliesKeyOf,
  repliesOfComment,
  topLevelCommentsOfPost,
  topLevelKeyOf,
} from './comments.loaders.ts';
import { isVisible } from './comments.policy.ts';
import type { CommentPlace } from './comments.queries.ts';
import type { Comment, CommentSort } from './comments.types.ts';
import type { ThreadCursorBounds } from './threads.queries.ts';

const SCORE_MAX = 2 ** 31 - 1;
/** Later than every pin. */
const LAST_MS = Date.UTC(9999, 11, 31);

const START: Readonly<Record<CommentSort, Omit<ThreadCursorBounds, 'limit'>>> = {
  TOP: { score: SCORE_MAX, id: LAST_ID },
  NEWEST: { score: 0, id: LAST_ID },
  OLDEST: { score: 0, id: FIRST_ID },
};

/** In the cursor of a tombstone, whose score would tell how many reactions the invisible comment has. */
const HIDDEN_SCORE = -1;
const score = z.int().min(HIDDEN_SCORE).max(SCORE_MAX);
const cursorScoreOf = (comment: Comment): number => (isVisible(comment) ? comment.score : HIDDEN_SCORE);

/** Time of the pin, 0 for comments that are not pinned; then the score and the id. */
type TopLevelKey = readonly [pinnedMs: number, score: number, id: string];

/** Pinned comments come first in every sort order. */
export const TOP_LEVEL_ORDER: Order<Comment, TopLevelKey> = {
  key: z.tuple([z.int().min(0).max(LAST_MS), score, z.uuid()]),
  keyOf: (comment) => [comment.pinnedAt?.getTime() ?? 0, cursorScoreOf(comment), comment.id],
  start: [LAST_MS, 0, LAST_ID],
  end: [0, 0, FIRST_ID],
};

type ReplyKey = readonly [score: number, id: string];

export const replyOrder = (sort: CommentSort): Order<Comment, ReplyKey> => ({
  key: z.tuple([score, z.uuid()]),
  keyOf: (reply) => [cursorScoreOf(reply), reply.id],
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
  const [pinnedMs, cursorScore, id] = from;
  const score = await scoreIn(ctx, { postId, parentId: null }, { sort, cursorScore, id });
  const key = topLevelKeyOf({ ...boundsOf(sort, [pinnedMs, score, id]), postId, sort, limit: limit + 1 });
  return (await load(ctx, topLevelCommentsOfPost, key)) ?? [];
}

/** Start keys of pinned and of other comments; a page that starts among the others has no pinned ones. */
function boundsOf(sort: CommentSort, [pinnedMs, score, id]: TopLevelKey) {
  if (pinnedMs > 0) return { ...START[sort], pinnedBefore: new Date(pinnedMs), pinnedBeforeId: id };
  return { score, id, pinnedBefore: new Date(0), pinnedBeforeId: FIRST_ID };
}

/**
 * The score in a cursor; that of a tombstone is read now, if it is of this list.
 * @throws AppError BAD_USER_INPUT when it is gone
 */
async function scoreIn(
  ctx: RequestContext,
  list: Pick<CommentPlace, 'postId' | 'parentId'>,
  { sort, cursorScore, id }: { sort: CommentSort; cursorScore: number; id: string },
): Promise<number> {
  if (cursorScore !== HIDDEN_SCORE || sort !== 'TOP') return cursorScore;
  const place = await load(ctx, placeOfComment, id);
  if (place?.postId === list.postId && place.parentId === list.parentId) return place.score;
  throw badUserInput('The comment of this cursor is gone. Begin with the first page.');
}

/** Replies to a comment that the caller found in a thread. */
export async function replies(
  ctx: RequestContext,
  { id: parentId, postId, replyCount, unpublishedReplyCount }: Comment,
  sort: CommentSort,
  { from: [cursorScore, id], limit }: ListRequest<ReplyKey>,
): Promise<readonly Comment[]> {
  if (replyCount + unpublishedReplyCount === 0) return [];
  const score = await scoreIn(ctx, { postId, parentId }, { sort, cursorScore, id });
  const key = repliesKeyOf({ parentId, sort, score, id, limit: limit + 1 });
  return (await load(ctx, repliesOfComment, key)) ?? [];
}

/** Parents of a comment, from the comment on the post down. */
export async function ancestors(ctx: RequestContext, comment: Comment): Promise<readonly Comment[]> {
  if (comment.parentId === null) return [];
  const ids = await load(ctx, ancestorIdsOfComment, comment.id);
  return loadMany(ctx, commentOrTombstoneById, ids ?? []);
}
