import { z } from 'zod';
import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { RequestContext } from '#platform/context.ts';
import { type KeysetList, type Page, type PageArgs, pageOf, parsePage } from '#platform/db/keyset.ts';
import { load, loadMany } from '#platform/loader.ts';
import { post } from '../posts/posts.service.ts';
import {
  ancestorIdsOfComment,
  placedCommentById,
  primed,
  repliesKeyOf,
  repliesOfComment,
} from './comments.loaders.ts';
import type { Comment, CommentSort } from './comments.types.ts';
import { type Bounds, listRoots } from './threads.queries.ts';

const SCORE_MAX = 2 ** 31 - 1;
/** Before and above every UUID of version 7. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
/** Later than whatever is pinned. */
const LAST_MS = Date.UTC(9999, 11, 31);

const START: Readonly<Record<CommentSort, Omit<Bounds, 'limit'>>> = {
  TOP: { score: SCORE_MAX, id: LAST_ID },
  NEWEST: { score: 0, id: LAST_ID },
  OLDEST: { score: 0, id: FIRST_ID },
};

const score = z.int().min(0).max(SCORE_MAX);

/** When it was pinned, 0 for all that is not; then how high it stands. */
const rootKey = z.tuple([z.int().min(0).max(LAST_MS), score, z.uuid()]);
type RootKey = z.infer<typeof rootKey>;
const replyKey = z.tuple([score, z.uuid()]);
type ReplyKey = z.infer<typeof replyKey>;

/** A list for each order: a cursor says a place in one of them. */
const listsOf = <Key extends readonly unknown[]>(
  name: string,
  key: z.ZodType<Key>,
): Readonly<Record<CommentSort, KeysetList<Key>>> => ({
  TOP: { name: `${name}.TOP`, key },
  NEWEST: { name: `${name}.NEWEST`, key },
  OLDEST: { name: `${name}.OLDEST`, key },
});

const rootLists = listsOf('postComments', rootKey);
const replyLists = listsOf('replies', replyKey);

type ThreadArgs = PageArgs & { readonly sort?: CommentSort | null | undefined };

/** What answers a post itself, pinned comments first; null when the caller may not see the post. */
export async function postComments(
  ctx: RequestContext,
  args: ThreadArgs & { postId: string },
): Promise<Page<Comment> | null> {
  const { postId } = args;
  const sort = args.sort ?? 'TOP';
  const list = rootLists[sort];
  const page = parsePage(list, args, ctx.limits);
  if (!(await post(ctx, postId))) return null;
  const { id: viewerId, now } = viewerOf(ctx);
  const bounds = { ...boundsOf(sort, page.from), limit: page.limit + 1 };
  const rows = primed(ctx, await listRoots(ctx.db, sort, { viewerId, now, postId, ...bounds }));
  return pageOf(list, page, rows, ({ pinnedAt, score, id }): RootKey => [
    pinnedAt?.getTime() ?? 0,
    score,
    id,
  ]);
}

/** Where the pinned ones begin and where the others do; a page that starts among the others has no pinned ones. */
function boundsOf(sort: CommentSort, from: RootKey | null) {
  if (!from) return { ...START[sort], pinnedBefore: new Date(LAST_MS), pinnedBeforeId: LAST_ID };
  const [pinnedMs, score, id] = from;
  if (pinnedMs > 0) return { ...START[sort], pinnedBefore: new Date(pinnedMs), pinnedBeforeId: id };
  return { score, id, pinnedBefore: new Date(0), pinnedBeforeId: FIRST_ID };
}

/** What answers a comment that the caller found in a thread. */
export async function replies(
  ctx: RequestContext,
  comment: Pick<Comment, 'id' | 'replyCount'>,
  args: ThreadArgs,
): Promise<Page<Comment>> {
  const sort = args.sort ?? 'OLDEST';
  const list = replyLists[sort];
  const page = parsePage(list, args, ctx.limits);
  const [score, id] = page.from ?? [START[sort].score, START[sort].id];
  const key = repliesKeyOf({ parentId: comment.id, sort, score, id, limit: page.limit + 1 });
  const rows = comment.replyCount === 0 ? [] : await load(ctx, repliesOfComment, key);
  return pageOf(list, page, rows ?? [], (reply): ReplyKey => [reply.score, reply.id]);
}

/** What a comment answers to, from the comment on the post down. */
export async function ancestors(ctx: RequestContext, comment: Comment): Promise<readonly Comment[]> {
  if (comment.parentId === null) return [];
  const ids = await load(ctx, ancestorIdsOfComment, comment.id);
  return loadMany(ctx, placedCommentById, ids ?? []);
}
