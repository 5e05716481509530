import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { pageLoader } from '#platform/request/page-loader.ts';
import { primeComments } from '../comments/comments.loaders.ts';
import type { Comment } from '../comments/comments.types.ts';
import { listUserReplies } from './user-replies.queries.ts';

/** Pages of the comments of users, newest first. */
export const repliesOfUser = pageLoader<Comment>('repliesOfUser', async (ctx, pages) => {
  const { id: viewerId, now } = viewerOf(ctx);
  const rows = await listUserReplies(ctx.db, { viewerId, now, ...pages });
  primeComments(ctx, rows);
  return rows.map(({ comment, pageNumber }) => ({ ...comment, pageNumber }));
});
