import { sql } from 'kysely';
import {
  notExpiredSql,
  ownPartSql,
  visibleMessageSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { type Paged, type Pages, pagesSql } from '#platform/request/page-loader.ts';
import { openMessageSql } from '../messages/messages.policy.ts';
import type { Pin } from './pins.types.ts';

/** A message whose row is locked, so that nobody deletes it meanwhile. @returns false when it is not open for the user, or pinned */
export async function insertPin(
  tx: Tx,
  pin: { messageId: string; userId: string; requestMessages: number; now: Date },
): Promise<boolean> {
  const { messageId, now } = pin;
  const viewer = { id: sql<string>`${pin.userId}`, now };
  const { rows } = await sql`
    with judged as materialized (
      select m.id, m.conversation_id from messages m join conversations c on c.id = m.conversation_id
      cross join lateral ${ownPartSql('c.id', viewer.id)} me
      where m.id = ${messageId}::uuid and ${openMessageSql(viewer, sql`${pin.requestMessages}`)}
      for no key update of m
    )
    insert into message_pins (message_id, conversation_id, pinned_at, pinned_by)
    select id, conversation_id, ${now}::timestamptz, ${viewer.id}::uuid from judged on conflict do nothing returning message_id`.execute(
    tx,
  );
  return rows.length > 0;
}

/** @returns false when it was not pinned */
export async function deletePin(tx: Tx, messageId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('message_pins')
    .where('message_id', '=', messageId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Deletes pins of messages of a locked conversation that have expired, were removed or are older than all its members: they could not be taken back. */
export async function deletePinsOfNobody(
  tx: Tx,
  { conversationId, now }: { conversationId: string; now: Date },
): Promise<void> {
  await sql`
    delete from message_pins n using messages m
    -- A probe of the participants for each pin, by the fence.
    where n.conversation_id = ${conversationId}::uuid and m.id = n.message_id
      and (not ${notExpiredSql(now)} or m.moderation_state = 'REMOVED' or not exists (
        select from participants p where p.conversation_id = m.conversation_id and p.left_at is null
          and p.status = 'ACTIVE' and p.sees_after_seq < m.seq offset 0))`.execute(tx);
}

export async function countPins(tx: Tx, conversationId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('message_pins')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Pages of the pins of messages that a viewer sees and that are not deleted, newest pin first. */
export const listPins = prepared<Pages & { viewerId: string; now: Date }, Paged<Pin>>((db, pages) =>
  sql<Paged<Pin>>`
  select page.ordinal::integer as "pageNumber", pin.* from ${pagesSql(pages)} cross join lateral (
    select n.message_id as "messageId", n.pinned_at as "pinnedAt", n.pinned_by as "pinnedById"
    from message_pins n join messages m on m.id = n.message_id
    cross join lateral ${ownPartSql('n.conversation_id', pages.viewerId)} me
    where n.conversation_id = page.parent_id and m.deleted_at is null and ${visibleMessageSql(pages.now)}
      and (n.pinned_at, n.message_id) < (page.before, page.before_id)
    order by n.pinned_at desc, n.message_id desc limit page.size
  ) pin order by page.ordinal, pin."pinnedAt" desc, pin."messageId" desc`.compile(db),
);

export async function listPinsOfMessages(db: Db, messageIds: readonly string[]): Promise<Pin[]> {
  return db
    .selectFrom('message_pins')
    .select(['message_id as messageId', 'pinned_at as pinnedAt', 'pinned_by as pinnedById'])
    .where('message_id', '=', anyOf(messageIds))
    .execute();
}
