import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

/** What the author of a post has made of a comment below it. */
export type Marks = { readonly pinnedAt: Date | null; readonly hiddenAt: Date | null };

/** Null when the comment is deleted or gone. */
export async function lockMarks(tx: Tx, id: string): Promise<Marks | null> {
  const row = await tx
    .selectFrom('comments')
    .select(['pinned_at as pinnedAt', 'hidden_at as hiddenAt'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function updateMarks(tx: Tx, id: string, { pinnedAt, hiddenAt }: Marks): Promise<void> {
  await tx
    .updateTable('comments')
    .set({ pinned_at: pinnedAt, hidden_at: hiddenAt })
    .where('id', '=', id)
    .execute();
}

export async function countPinned(tx: Tx, postId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('comments')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('post_id', '=', postId)
    .where('pinned_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return count;
}
