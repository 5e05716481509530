import { sql } from 'kysely';
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
export async function lockPostState(tx: Tx, postId: string): Promise<StatedPost | null> {
  const found = await tx
    .selectFrom('posts as p')
    .leftJoin('posts as quoted', 'quoted.id', 'p.quoted_post_id')
    .select(['p.moderation_state as state', 'p.quoted_post_id as quotedPostId', 'p.entities', 'p.visibility'])
    .select('quoted.author_id as quotedAuthorId')
    .select((eb) => eb('p.published_at', 'is not', null).as('isPublished'))
    .where('p.id', '=', postId)
    .where('p.deleted_at', 'is', null)
    .forNoKeyUpdate('p')
    .$castTo<StatedPost>()
    .executeTakeFirst();
  return found ?? null;
}

export type StatedPost = Pick<Post, 'quotedPostId' | 'entities' | 'visibility'> & {
  readonly state: ModerationState;
  readonly quotedAuthorId: string | null;
  /** Whether others could see it before. */
  readonly isPublished: boolean;
};

/** Sets the state of a locked post, and unpins it. */
export async function updatePostState(
  tx: Tx,
  { postId, state, reason, changedAt }: PostStateChange,
): Promise<void> {
  await tx
    .updateTable('posts')
    .set({ moderation_state: state, moderation_reason: reason, moderated_at: changedAt, pinned_at: null })
    .$if(state === 'VISIBLE', (query) =>
      query.set({ published_at: sql`coalesce(published_at, ${changedAt}::timestamptz)` }),
    )
    .where('id', '=', postId)
    .execute();
}
