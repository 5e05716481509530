import { sql } from 'kysely';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { CommentCounters } from './comments.types.ts';

const COLUMN_OF = {
  replyCount: 'reply_count',
  unpublishedReplyCount: 'unpublished_reply_count',
  likeCount: 'like_count',
  loveCount: 'love_count',
  hahaCount: 'haha_count',
  wowCount: 'wow_count',
  sadCount: 'sad_count',
  angryCount: 'angry_count',
} as const satisfies Record<keyof CommentCounters, string>;

/** Adds to the counters of one comment; one that is gone is ignored. Call it last in a transaction. */
export async function updateCommentCounters(
  tx: Tx,
  id: string,
  changes: Partial<CommentCounters>,
): Promise<void> {
  const sums = Object.entries(changes).map(([name, change]) => {
    // `changes` has no other names than those of `CommentCounters`.
    const column = COLUMN_OF[name as keyof CommentCounters];
    return [column, sql<number>`${sql.ref(column)} + ${change}`] as const;
  });
  await tx.updateTable('comments').set(Object.fromEntries(sums)).where('id', '=', id).execute();
}
