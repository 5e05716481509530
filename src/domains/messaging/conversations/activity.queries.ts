import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/outbox/transaction.ts';

export type ActiveConversation = { readonly id: string; readonly participantCount: number };

/**
 * Locks conversations whose day the participants do not have, except for those in which something happens. Their rows are locked
 * as for any change of participants; a message of the conversation waits meanwhile.
 */
export async function lockMoved(tx: Tx, limit: number): Promise<readonly ActiveConversation[]> {
  const { rows } = await sql<ActiveConversation>`
    select c.id, c.participant_count as "participantCount"
    from active_conversations a join conversations c on c.id = a.conversation_id
    where not a.is_copied limit ${limit} for no key update skip locked`.execute(tx);
  return rows;
}

/** Gives the participants of locked conversations the day of the newest message. */
export async function updateActiveOn(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    with copied as (
      update active_conversations set is_copied = true where conversation_id = ${anyOf(ids)}
      returning conversation_id, active_on
    )
    update participants p set active_on = copied.active_on from copied
    where p.conversation_id = copied.conversation_id and p.left_at is null
      and p.active_on is distinct from copied.active_on`.execute(tx);
}

/** Locks conversations whose newest message is of a day before that of `since`, as `lockMoved` does. */
export async function lockQuiet(
  tx: Tx,
  { since, limit }: { since: Date; limit: number },
): Promise<readonly ActiveConversation[]> {
  const { rows } = await sql<ActiveConversation>`
    select c.id, c.participant_count as "participantCount"
    from active_conversations a join conversations c on c.id = a.conversation_id
    where a.is_copied and a.active_on < day_of(${since}::timestamptz) limit ${limit} for no key update skip locked`.execute(
    tx,
  );
  return rows;
}

/** Notes who has not read to the end of locked conversations, which are not active any more. */
export async function updateBehind(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    with ended as (
      delete from active_conversations where conversation_id = ${anyOf(ids)}
    ), reading as materialized (
      select p.conversation_id, p.user_id, c.last_seq > greatest(k.read_seq, p.sees_after_seq) as is_behind
      from conversations c join participants p on p.conversation_id = c.id
      left join participant_markers k on k.conversation_id = p.conversation_id and k.user_id = p.user_id
      where c.id = ${anyOf(ids)} and p.left_at is null and p.status = 'ACTIVE'
    )
    update participants p set is_behind = reading.is_behind from reading
    where p.conversation_id = reading.conversation_id and p.user_id = reading.user_id
      and p.is_behind <> reading.is_behind`.execute(tx);
}

/** Locks the next conversations by id, at most `limit`, and makes them active. @returns the id of the last one; null when there are none */
export async function noteDaysAfter(tx: Tx, afterId: string, limit: number): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`
    with next as (
      select id, updated_at from conversations where id > ${afterId}::uuid order by id limit ${limit} for no key update
    ), noted as (
      insert into active_conversations (conversation_id, active_on) select id, day_of(updated_at) from next order by id
      on conflict (conversation_id) do nothing
    )
    select id from next order by id desc limit 1`.execute(tx);
  return rows[0]?.id ?? null;
}
