import type { Tx } from '#platform/outbox/transaction.ts';

/** State of a comment that the author of the post sets. */
export type CommentModeration = { readonly pinnedAt: Date | null; readonly hiddenAt: Date | null };

export type LockedModeration = CommentModeration & {
  readonly commentAuthorId: string | null;
  readonly postAuthorId: string;
  /** Whether others could ever see it: not while moderation holds it from its beginning on. */
  readonly isPublished: boolean;
};

/** Null when the comment or its post is deleted, or the comment has no row. */
export async function lockModeration(tx: Tx, id: string): Promise<LockedModeration | null> {
  const row = await tx
    .selectFrom('comments as c')
    .innerJoin('posts as p', 'p.id', 'c.post_id')
    .select(['c.pinned_at as pinnedAt', 'c.hidden_at as hiddenAt', 'p.author_id as postAuthorId'])
    .select([
      'c.author_id as commentAuthorId',
      (eb) => eb('c.published_at', 'is not', null).as('isPublished'),
    ])
    .$narrowType<{ isPublished: boolean }>()
    .where('c.id', '=', id)
    .where('c.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .forNoKeyUpdate('c')
    .executeTakeFirst();
  return row ?? null;
}

export async function updateModeration(
  tx: Tx,
  id: string,
  { pinnedAt, hiddenAt }: CommentModeration,
): Promise<void> {
  await tx
    .updateTable('comments')
    .set({ pinned_at: pinnedAt, hidden_at: hiddenAt })
    .where('id', '=', id)
    .execute();
}

export async function countPinnedComments(tx: Tx, postId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('comments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('post_id', '=', postId)
    .where('pinned_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}
