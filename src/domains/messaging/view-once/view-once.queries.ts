import { sql } from 'kysely';
import { ownPartSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { openMessageSql } from '../messages/messages.policy.ts';
import type { OpenedView, ViewOnceStatus } from './view-once.types.ts';

type NewView = {
  readonly messageId: string;
  readonly userId: string;
  readonly requestMessages: number;
  readonly now: Date;
  /** Messages that were sent before it are over. */
  readonly sentAfter: Date;
};

/** A message that somebody has opened. */
export type OpenedMessage = {
  readonly conversationId: string;
  readonly seq: number;
  readonly senderId: string;
  readonly membersVersion: number;
};

/**
 * Notes that a recipient opens a message, which its lock keeps from being deleted meanwhile.
 * @returns undefined when they have opened it already, or cannot
 */
export async function insertView(tx: Tx, view: NewView): Promise<OpenedMessage | undefined> {
  const { messageId, now } = view;
  const viewer = { id: sql<string>`${view.userId}`, now };
  const { rows } = await sql<OpenedMessage>`
    with judged as materialized (
      select m.id, m.conversation_id, m.seq, m.sender_id, c.members_version
      from messages m join conversations c on c.id = m.conversation_id
      cross join lateral ${ownPartSql('c.id', viewer.id)} me
      join media x on x.id = m.media_ids[1]
      where m.id = ${messageId}::uuid and m.kind = 'VIEW_ONCE' and m.sender_id <> ${viewer.id}::uuid
        and m.created_at > ${view.sentAfter}::timestamptz and x.state = 'READY'
        and ${openMessageSql(viewer, sql`${view.requestMessages}`)}
      for no key update of m
    ), viewed as (
      insert into message_views (message_id, user_id, opened_at)
      select id, ${viewer.id}::uuid, ${now}::timestamptz from judged
      on conflict do nothing returning message_id
    )
    select judged.conversation_id as "conversationId", judged.seq, judged.sender_id as "senderId",
      judged.members_version as "membersVersion"
    from judged join viewed on viewed.message_id = judged.id`.execute(tx);
  return rows[0];
}

/** The media item of a message that a user has opened, and when, unless moderation hides it. */
export async function findView(
  db: Db,
  view: { messageId: string; userId: string },
): Promise<OpenedView | undefined> {
  return db
    .selectFrom('message_views as v')
    .innerJoin('messages as m', 'm.id', 'v.message_id')
    .select([sql<string | null>`m.media_ids[1]`.as('mediaId'), 'v.opened_at as openedAt'])
    .where('v.message_id', '=', view.messageId)
    .where('v.user_id', '=', view.userId)
    .where('m.moderation_state', '=', 'VISIBLE')
    .executeTakeFirst();
}

type StatusesOf = {
  readonly ids: readonly string[];
  readonly viewerId: string;
  /** Messages sent before are not available any more. */
  readonly sentAfter: Date;
};

/**
 * Views of messages that a viewer sees, as far as they may know of them. Only the sender is told whether others have opened one: those who see it and
 * are members still. `offset 0` keeps the planner from reading all views into a hash table.
 */
export const listStatuses = prepared<StatusesOf, ViewOnceStatus>((db, { ids, viewerId, sentAfter }) =>
  sql<ViewOnceStatus>`
    select m.id, m.created_at <= ${sentAfter}::timestamptz or coalesce(x.state not in ('READY', 'PROCESSING'), true) as "isEnded",
      coalesce(x.state = 'READY', false) as "isReady", m.sender_id = ${viewerId}::uuid as "isSent",
      exists (select from message_views v where v.message_id = m.id and v.user_id = ${viewerId}::uuid offset 0) as "isOpened",
      m.sender_id = ${viewerId}::uuid
        and exists (select from message_views v where v.message_id = m.id offset 0) as "isOpenedByAnyone",
      m.sender_id = ${viewerId}::uuid and ${openedByAllSql} as "isOpenedByEveryone"
    from messages m left join media x on x.id = m.media_ids[1] where m.id = ${anyOf(ids)}`.compile(db),
);

/** Whether all members who see the message `m` have opened it, and there are any or have been. Each `exists` is a probe, by its fence. */
const openedByAllSql = sql<boolean>`(
  exists (select from message_views v where v.message_id = m.id offset 0)
  and not exists (
    select from participants p
    where p.conversation_id = m.conversation_id and p.user_id <> m.sender_id and p.left_at is null
      and p.status = 'ACTIVE' and p.joined_seq < m.seq
      and not exists (select from message_views v where v.message_id = m.id and v.user_id = p.user_id)
    offset 0))`;

/**
 * Locks a message that still has its media item and is over, or that all recipients have opened, the last of them before a time.
 * @returns false when there is none
 */
export async function lockEnded(
  tx: Tx,
  { messageId, sentBefore, openedBefore }: { messageId: string; sentBefore: Date; openedBefore: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from messages m
    where m.id = ${messageId}::uuid and m.kind = 'VIEW_ONCE' and m.media_ids <> '{}'
      and (m.created_at <= ${sentBefore}::timestamptz or ${openedByAllSql} and not exists (
        select from message_views v where v.message_id = m.id and v.opened_at > ${openedBefore}::timestamptz))
    for update`.execute(tx);
  return rows.length > 0;
}

/** Deletes what a user has opened, at most `limit`. @returns how many */
export async function deleteViewsOf(
  tx: Tx,
  { userId, limit }: { userId: string; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from message_views where user_id = ${userId}::uuid and message_id in (
      select message_id from message_views where user_id = ${userId}::uuid limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}
