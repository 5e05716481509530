import { type RawBuilder, sql } from 'kysely';
import type { ConversationViewer } from './conversations.types.ts';

/** While the days of more conversations are not copied, reads take all of the viewer's for such. */
const MOVED_MAX = 1_000;

/** `moved`: the conversations whose participants do not have the day of the newest message, one more than `MOVED_MAX`. */
export const movedSql: RawBuilder<unknown> = sql`
  moved as materialized (
    select conversation_id as id from active_conversations where not is_copied limit ${sql.lit(MOVED_MAX + 1)}
  )`;

/**
 * The day (UTC) of the newest message in the conversation of the participant `me`, else of its start. Null where the participant does not have it:
 * then only the conversation tells. Needs `moved`.
 */
export const activeOnSql: RawBuilder<string | null> = sql`(
  case when me.conversation_id in (select id from moved) or (select count(*) from moved) > ${sql.lit(MOVED_MAX)}
  then null else me.active_on end)`;

/** `isListed` for the participant `me`. A probe for those alone who have emptied theirs, by the fence. */
export const isListedSql: RawBuilder<boolean> = sql`(me.cleared_at is null or exists (
  select from conversations c where c.id = me.conversation_id and (c.kind = 'GROUP' or c.last_seq > me.sees_after_seq) offset 0))`;

/** Whether an inbox of the viewer has the conversation: not once they have emptied a direct one, until its next message. */
export const isListed = ({
  clearedAt,
  kind,
  lastSeq,
  seesAfterSeq,
}: Pick<ConversationViewer, 'clearedAt' | 'kind' | 'lastSeq' | 'seesAfterSeq'>): boolean =>
  clearedAt === null || kind === 'GROUP' || lastSeq > seesAfterSeq;

/**
 * Whether the participant `me` may have unread messages: all in active conversations may, elsewhere those alone who are behind. Needs `moved`.
 */
export const mayBeUnreadSql: RawBuilder<boolean> = sql`(
  me.is_behind
  or coalesce(${activeOnSql} >= coalesce((select min(active_on) from active_conversations), 'infinity'), true))`;
