import { type RawBuilder, sql } from 'kysely';

/**
 * Whether participants of the conversation with the alias `c` see what the others read. Reads one row more than the limit, however
 * many participants there are.
 */
export const hasReceiptsSql = (participantsMax: RawBuilder<number>): RawBuilder<boolean> => sql`(
  c.kind = 'DIRECT' or not exists (
    select from participants p where p.conversation_id = c.id and ${currentSql('p')}
    offset ${participantsMax}::integer limit 1))`;

/** Whether the participant of an alias takes part in the conversation. */
export const currentSql = (alias: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.left_at`)} is null and ${sql.ref(`${alias}.status`)} = 'ACTIVE')`;
