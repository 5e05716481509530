import { sql } from 'kysely';
import { prepared } from '#platform/db/prepared.ts';
import { deletedSql } from './messages.queries.ts';

/** A message that was deleted since it had expired. */
export type ExpiredMessage = {
  readonly messageId: string;
  readonly conversationId: string;
  readonly seq: number;
  readonly membersVersion: number;
  readonly mediaIds: readonly string[];
  /** Whether moderation let others see it. */
  readonly isVisible: boolean;
};

/** Deletes expired messages with all that belongs to them, those that expired first, at most `limit`. One that is locked waits for the next run. */
export const deleteExpired = prepared<{ now: Date; limit: number }, ExpiredMessage>((db, { now, limit }) =>
  sql<ExpiredMessage>`
    with chosen as materialized (
      select id from messages where expires_at <= ${now}::timestamptz
      order by expires_at limit ${limit}::integer for update skip locked
    ), ${deletedSql(sql`select id from chosen`)}
    select d.id as "messageId", d.conversation_id as "conversationId", d.seq, c.members_version as "membersVersion",
      d.media_ids as "mediaIds", d.moderation_state = 'VISIBLE' as "isVisible"
    from deleted d join conversations c on c.id = d.conversation_id order by d.conversation_id, d.seq`.compile(
    db,
  ),
);
