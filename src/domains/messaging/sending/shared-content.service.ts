import { visiblePostById } from '#domains/content/posts/posts.loaders.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import type { Message } from '../messages/messages.types.ts';

/**
 * Checks that the caller sees the post or the user whom a content shares, if it does.
 * @param paths of the inputs that name them
 * @throws AppError NOT_FOUND
 */
export async function assertSeesShared(
  ctx: UserContext,
  content: Message['content'],
  paths: { readonly postId: readonly string[]; readonly userId: readonly string[] },
): Promise<void> {
  if (content && 'postId' in content && !(await load(ctx, visiblePostById, content.postId))) {
    throw notFound('Post', paths.postId);
  }
  if (content && 'userId' in content && !(await load(ctx, visibleUserById, content.userId))) {
    throw notFound('User', paths.userId);
  }
}
