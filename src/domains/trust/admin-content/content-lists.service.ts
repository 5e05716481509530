import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { loadMany } from '#platform/request/loader.ts';
import { commentViewById, mediaViewById, postViewById } from './admin-content.loaders.ts';
import { type ContentFilter, listCommentIds, listMediaIds, listPostIds } from './content-lists.queries.ts';
import type { CommentView, MediaView, PostView } from './admin-content.types.ts';

type AskedContent = {
  readonly authorId?: string | null | undefined;
  readonly moderationState?: ModerationState | null | undefined;
};

const filterOf = ({ authorId = null, moderationState = null }: AskedContent): ContentFilter => ({
  authorId,
  moderationState,
});

/** Posts that are not deleted, in every moderation state, newest first. */
export async function adminGetPosts(
  ctx: AdminContext,
  asked: AskedContent,
  page: ListRequest<IdKey>,
): Promise<readonly PostView[]> {
  return loadMany(ctx, postViewById, await listPostIds(ctx.db, filterOf(asked), page));
}

/** Comments that are not deleted, in every moderation state, newest first. */
export async function adminGetComments(
  ctx: AdminContext,
  asked: AskedContent,
  page: ListRequest<IdKey>,
): Promise<readonly CommentView[]> {
  return loadMany(ctx, commentViewById, await listCommentIds(ctx.db, filterOf(asked), page));
}

/** Media items of a user, those that nothing shows among them, newest first. */
export async function adminGetMedia(
  ctx: AdminContext,
  { ownerId }: { readonly ownerId: string },
  page: ListRequest<IdKey>,
): Promise<readonly MediaView[]> {
  return loadMany(ctx, mediaViewById, await listMediaIds(ctx.db, ownerId, page));
}
