import { type RawBuilder, sql } from 'kysely';

/**
 * Whether participants of the conversation with the alias `c` see what the others read: not while it is a request. Reads one row more
 * than the limit, however many participants there are; `offset` keeps the planner from reading those of all conversations.
 */
export const hasReceiptsSql = (participantsMax: RawBuilder<number>): RawBuilder<boolean> => sql`(
  case c.kind when 'DIRECT' then not exists (
    select from participants p where p.conversation_id = c.id and p.inbox = 'REQUESTS' offset 0
  ) else not exists (
    select from participants p where p.conversation_id = c.id and ${currentSql('p')}
    offset ${participantsMax}::integer limit 1) end)`;

/** Whether the participant of an alias takes part in the conversation. */
export const currentSql = (alias: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.left_at`)} is null and ${sql.ref(`${alias}.status`)} = 'ACTIVE')`;
