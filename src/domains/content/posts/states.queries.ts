import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Post } from './posts.types.ts';

export type PostStateChange = {
  readonly postId: string;
  readonly state: ModerationState;
  /** Reason for admins. */
  readonly reason: string;
  readonly changedAt: Date;
};

/** The author of a post that is not deleted, whoever can see it. */
export async function findPostAuthorId(tx: Tx, postId: string): Promise<string | null> {
  const found = await tx
    .selectFrom('posts')
    .select('author_id as authorId')
    .where('id', '=', postId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return found?.authorId ?? null;
}

/** Locks a post that is not deleted for a change of its state. */
export async function lockPostState(
  tx: Tx,
  postId: string,
): Promise<(Pick<Post, 'quotedPostId'> & { readonly state: ModerationState }) | null> {
  const found = await tx
    .selectFrom('posts')
    .select(['moderation_state as state', 'quoted_post_id as quotedPostId'])
    .where('id', '=', postId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return found ?? null;
}

/** Sets the state of a locked post, and unpins it. */
export async function updatePostState(
  tx: Tx,
  { postId, state, reason, changedAt }: PostStateChange,
): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ moderation_state: state, moderation_reason: reason, moderated_at: changedAt, pinned_at: null })
    .where('id', '=', postId)
    .execute();
}
