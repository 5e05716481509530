import { sql } from 'kysely';
import { unrestrictedSql } from '#domains/foundation/visibility/restrictions.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { defineWrite, eventSql } from '#platform/outbox/write.ts';
import { liveLocationMoved } from './live-locations.events.ts';
import type { LivePosition, Position } from './live-locations.types.ts';
import { messageUpdated } from '../messages/messages.events.ts';
import { openMessageSql } from '../messages/messages.policy.ts';

/** The newest positions of messages whose content the viewer gets, of those whose time is not over. */
export const listLivePositions = prepared<{ ids: readonly string[]; now: Date }, LivePosition>(
  (db, { ids, now }) =>
    sql<LivePosition>`
    select message_id as id, latitude, longitude, accuracy_meters as "accuracyMeters",
      heading_degrees as "headingDegrees", updated_at as "updatedAt"
    from live_locations where message_id = ${anyOf(ids)} and ends_at > ${now}::timestamptz`.compile(db),
);

type OwnMessage = {
  readonly messageId: string;
  readonly userId: string;
  readonly now: Date;
  readonly eventId: string;
};

/** Replaces the position of a message of the user that is open for them, while its time is not over. */
export const writePosition = defineWrite<
  OwnMessage & Position & { readonly requestMessages: number },
  { readonly isDone: true }
>((position) => {
  const { messageId, now } = position;
  const viewer = { id: position.userId, now };
  return {
    steps: sql`
      judged as materialized (
        select m.id from messages m join conversations c on c.id = m.conversation_id
        join participants me on me.conversation_id = c.id and me.user_id = ${viewer.id}::uuid
        where m.id = ${messageId}::uuid and m.sender_id = ${viewer.id}::uuid and m.kind = 'LIVE_LOCATION'
          and ${unrestrictedSql(viewer, 'MESSAGING')} and ${openMessageSql(viewer, position.requestMessages)}
      ), written as (
        update live_locations l
        set latitude = ${position.latitude}::double precision, longitude = ${position.longitude}::double precision,
          accuracy_meters = ${position.accuracyMeters}::double precision,
          heading_degrees = ${position.headingDegrees}::double precision, updated_at = ${now}::timestamptz
        from judged where l.message_id = judged.id and l.ends_at > ${now}::timestamptz
        returning l.message_id
      )`,
    events: [eventSql(liveLocationMoved, { id: position.eventId, payload: { messageId: sql`message_id` } })],
    row: sql`select true as "isDone" from written`,
  };
});

/** Deletes the position of a message of the user, whether or not they see the message still. Refused when they have sent none. */
export const writeStop = defineWrite<OwnMessage, { readonly isDone: true }>(
  ({ messageId, userId, eventId }) => ({
    steps: sql`
      judged as materialized (
        select m.id, m.conversation_id, m.seq, c.members_version
        from messages m join conversations c on c.id = m.conversation_id
        where m.id = ${messageId}::uuid and m.sender_id = ${userId}::uuid and m.kind = 'LIVE_LOCATION'
      ), written as (
        delete from live_locations l using judged where l.message_id = judged.id returning judged.*
      )`,
    events: [
      eventSql(messageUpdated, {
        id: eventId,
        payload: {
          messageId: sql`id`,
          conversationId: sql`conversation_id`,
          seq: sql`seq`,
          membersVersion: sql`members_version`,
          changes: sql`'["LIVE_LOCATION"]'::jsonb`,
        },
        topic: sql`conversation_id`,
      }),
    ],
    row: sql`select true as "isDone" from judged`,
  }),
);

/** Deletes positions whose time is over, at most `limit`. @returns how many */
export async function deleteEnded(tx: Tx, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from live_locations where message_id in (
      select message_id from live_locations where ends_at <= ${now}::timestamptz
      order by ends_at limit ${limit} for update skip locked)`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes the positions of a user, at most `limit`. @returns how many */
export async function deleteLiveLocationsOf(
  tx: Tx,
  { userId, limit }: { userId: string; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from live_locations where message_id in (
      select message_id from live_locations where sender_id = ${userId}::uuid limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}
