import { sql } from 'kysely';
import {
  activeUserSql,
  visibleMessageSql,
  visibleUserSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { type Parameters, prepared } from '#platform/db/prepared.ts';
import { notFound } from '#platform/kernel/errors.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { defineWrite, eventSql, type WriteParts } from '#platform/outbox/write.ts';
import { caughtUpSql } from '../conversations/activity.service.ts';
import { deleteReadMentionsSql } from '../messages/message-mentions.service.ts';
import { messageRead } from './receipts.events.ts';
import { currentSql, hasReceiptsSql } from './receipts.policy.ts';
import type { DeliveredMarker, Marker, MarkerKey } from './receipts.types.ts';

type NewReadMarker = MarkerKey & {
  readonly messageId: string;
  /** `receiptParticipants`. */
  readonly participantsMax: number;
  readonly now: Date;
  readonly eventId: string;
};

/** Outcome of moving a marker; `mustTell` when the others are to be told later. */
type MovedMarker = { readonly mustTell: boolean; readonly isMarkedUnread: boolean };

/** Whether the others are told that the marker `k` moves: once a second. */
const isToldSql = sql`(
  excluded.told_seq > 0 and (k.told_at is null or k.told_at <= excluded.told_at - interval '1 second'))`;

/**
 * Moves the marker of a participant to a message that they see, if it is not there or beyond. The others are told in a conversation
 * with receipts, unless they were told within a second; otherwise the reader's own devices are.
 */
export const writeReadMarker = defineWrite(
  {
    CONVERSATION_NOT_FOUND: () => notFound('Conversation', ['conversationId']),
    MESSAGE_NOT_FOUND: () => notFound('Message', ['upToMessageId']),
  },
  (marker: Parameters<NewReadMarker>, refusal): WriteParts<MovedMarker> => {
    const { conversationId, messageId, userId, now, participantsMax } = marker;
    return {
      steps: sql`
      judged as materialized (
        select own.*, message.seq, ${refusal({
          CONVERSATION_NOT_FOUND: sql`own.id is null`,
          MESSAGE_NOT_FOUND: sql`message.seq is null`,
        })} as refusal
        from (select) one left join (
          select c.id, c.members_version, c.last_seq, coalesce(k.read_seq, 0) as read_seq, me.marked_unread_at, me.is_behind,
            ${hasReceiptsSql(participantsMax)} as has_receipts
          from participants me join conversations c on c.id = me.conversation_id
          left join participant_markers k on k.conversation_id = c.id and k.user_id = me.user_id
          where me.conversation_id = ${conversationId}::uuid and me.user_id = ${userId}::uuid and me.left_at is null and me.status = 'ACTIVE'
        ) own on true left join (
          select m.seq from participants me join messages m on m.conversation_id = me.conversation_id
          where m.id = ${messageId}::uuid and me.conversation_id = ${conversationId}::uuid and me.user_id = ${userId}::uuid
            and ${visibleMessageSql(now)}
        ) message on true
      ), moved as (
        insert into participant_markers as k (conversation_id, user_id, read_seq, read_at, told_seq, told_at)
        select id, ${userId}::uuid, seq, ${now}::timestamptz,
          case when has_receipts then seq else 0 end, case when has_receipts then ${now}::timestamptz end
        from judged where refusal is null and seq > read_seq
        on conflict (conversation_id, user_id) do update set read_seq = excluded.read_seq, read_at = excluded.read_at,
          told_seq = case when ${isToldSql} then excluded.told_seq else k.told_seq end,
          told_at = case when ${isToldSql} then excluded.told_at else k.told_at end
        where k.read_seq < excluded.read_seq
        returning k.conversation_id, k.user_id, k.read_seq, k.told_seq = k.read_seq as is_told
      ), noticed as (
        ${deleteReadMentionsSql(sql`moved`)}
      ), caught_up as (
        ${caughtUpSql(sql`
          select id as conversation_id, ${userId}::uuid as user_id from judged where refusal is null and is_behind and seq = last_seq`)}
      ), written as (
        select moved.*, judged.members_version, judged.has_receipts from moved, judged
      )`,
      events: [
        eventSql(messageRead, {
          id: marker.eventId,
          payload: READ_PAYLOAD,
          recipients: sql`case when not is_told then array[user_id] end`,
          topic: sql`case when is_told then conversation_id end`,
        }),
      ],
      row: sql`
      select coalesce(written.has_receipts and not written.is_told, false) as "mustTell",
        judged.marked_unread_at is not null as "isMarkedUnread"
      from judged left join written on true`,
    };
  },
);

const READ_PAYLOAD = {
  conversationId: sql`conversation_id`,
  userId: sql`user_id`,
  readSeq: sql`read_seq`,
  membersVersion: sql`members_version`,
};

type LateReceipts = {
  /** Parallel to the ids of the users and of the events. */
  readonly conversationIds: readonly string[];
  readonly userIds: readonly string[];
  readonly eventIds: readonly string[];
  readonly participantsMax: number;
  readonly now: Date;
  /** The others were last told before it. */
  readonly toldBefore: Date;
};

/** Tells the members of conversations how far participants have read of whom they were not told. `waiting` are those who were told too recently. */
export const writeLateReceipts = defineWrite(
  {},
  (late: Parameters<LateReceipts>): WriteParts<{ waiting: readonly MarkerKey[] }> => ({
    steps: sql`
    held as materialized (
      select k.conversation_id, k.user_id, c.members_version, late.event_id,
        coalesce(k.told_at <= ${late.toldBefore}::timestamptz, true) as is_due
      from unnest(${late.conversationIds}::uuid[], ${late.userIds}::uuid[], ${late.eventIds}::uuid[])
        as late (conversation_id, user_id, event_id)
      join participant_markers k using (conversation_id, user_id)
      join conversations c on c.id = k.conversation_id
      where k.told_seq < k.read_seq and ${hasReceiptsSql(late.participantsMax)}
      order by k.conversation_id, k.user_id for no key update of k
    ), written as (
      update participant_markers k set told_seq = k.read_seq, told_at = ${late.now}::timestamptz
      from held where k.conversation_id = held.conversation_id and k.user_id = held.user_id and held.is_due
      returning k.conversation_id, k.user_id, k.read_seq, held.members_version, held.event_id
    )`,
    events: [
      eventSql(messageRead, {
        id: sql`event_id`,
        payload: READ_PAYLOAD,
        topic: sql`conversation_id`,
      }),
    ],
    row: sql`
    select coalesce(
      jsonb_agg(jsonb_build_object('conversationId', conversation_id, 'userId', user_id)) filter (where not is_due), '[]'
    ) as waiting from held`,
  }),
);

/** Moves the markers of current participants forward, in conversations with receipts. Locks rows in the order of their keys. */
export async function updateDelivered(
  db: Db,
  { markers, participantsMax }: { markers: readonly DeliveredMarker[]; participantsMax: number },
): Promise<void> {
  const conversationIds = markers.map(({ conversationId }) => conversationId);
  const userIds = markers.map(({ userId }) => userId);
  const seqs = markers.map(({ deliveredSeq }) => deliveredSeq);
  await sql`
    with delivered as materialized (
      select * from unnest(${conversationIds}::uuid[], ${userIds}::uuid[], ${seqs}::bigint[])
        as delivered (conversation_id, user_id, seq)
    ), shown as materialized (
      select c.id from conversations c
      where c.id = ${anyOf(conversationIds)} and ${hasReceiptsSql(sql`${participantsMax}`)}
    )
    insert into participant_markers as k (conversation_id, user_id, delivered_seq)
    select me.conversation_id, me.user_id, delivered.seq
    from delivered join shown on shown.id = delivered.conversation_id
    join participants me on me.conversation_id = delivered.conversation_id and me.user_id = delivered.user_id
    where ${currentSql('me')} and me.joined_seq < delivered.seq
    order by me.conversation_id, me.user_id
    on conflict (conversation_id, user_id) do update set delivered_seq = excluded.delivered_seq
    where k.delivered_seq < excluded.delivered_seq and k.read_seq < excluded.delivered_seq`.execute(db);
}

type MarkersOf = {
  readonly ids: readonly string[];
  readonly viewerId: string;
  readonly participantsMax: number;
};

/**
 * The current participants of conversations in which the viewer takes part, with their markers; in a conversation without receipts the
 * viewer alone.
 */
export const listMarkers = prepared<MarkersOf, Marker & { readonly hasReceipts: boolean }>(
  (db, { ids, viewerId, participantsMax }) =>
    sql<Marker & { readonly hasReceipts: boolean }>`
    with own as materialized (
      select c.id, ${hasReceiptsSql(participantsMax)} as has_receipts
      from participants me join conversations c on c.id = me.conversation_id
      where me.conversation_id = ${anyOf(ids)} and me.user_id = ${viewerId}::uuid and ${currentSql('me')}
    )
    select own.id as "conversationId", other.user_id as "userId", own.has_receipts as "hasReceipts",
      nullif(k.read_seq, 0) as "readSeq", k.read_at as "readAt",
      nullif(greatest(k.read_seq, k.delivered_seq), 0) as "deliveredSeq",
      other.joined_seq as "joinedSeq"
    from own join participants other on other.conversation_id = own.id and ${currentSql('other')}
      and (own.has_receipts or other.user_id = ${viewerId}::uuid)
    left join participant_markers k on k.conversation_id = own.id and k.user_id = other.user_id`.compile(db),
);

/** The users among `ids` who see a user and whom the user sees. */
export async function listMutuallyVisible(
  db: Db,
  { userId, now, ids }: { userId: string; now: Date; ids: readonly string[] },
): Promise<string[]> {
  const rows = await db
    .selectFrom('users as u')
    .select('u.id')
    .where('u.id', '=', anyOf(ids))
    .where(visibleUserSql({ id: userId, now }))
    .where(sql<boolean>`exists (select from users u where u.id = ${userId}::uuid and ${activeUserSql(now)})`)
    .execute();
  return rows.map(({ id }) => id);
}

/** A user's own marker, for the export. */
export type OwnMarker = {
  readonly conversationId: string;
  readonly readSeq: number;
  readonly readAt: Date | null;
  readonly deliveredSeq: number;
};

/** The markers of a user, in the order of the conversations, starting after `after`. */
export async function listOwnMarkers(
  db: Db,
  own: { userId: string; after: string | null; limit: number },
): Promise<OwnMarker[]> {
  const { rows } = await sql<OwnMarker>`
    select k.conversation_id as "conversationId", k.read_seq as "readSeq", k.read_at as "readAt",
      greatest(k.read_seq, k.delivered_seq) as "deliveredSeq"
    from participants me join participant_markers k using (conversation_id, user_id)
    where me.user_id = ${own.userId}::uuid and (${own.after}::uuid is null or me.conversation_id > ${own.after}::uuid)
    order by me.conversation_id limit ${own.limit}`.execute(db);
  return rows;
}

/** Deletes markers of a user, at most `limit`. @returns how many */
export async function deleteMarkersOf(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from participant_markers where user_id = ${userId}::uuid and conversation_id in (
      select k.conversation_id from participants me join participant_markers k using (conversation_id, user_id)
      where me.user_id = ${userId}::uuid limit ${limit}
    )`.execute(tx);
  return Number(numAffectedRows);
}
