import { sql } from 'kysely';
import {
  ACCOUNT_REFUSALS,
  accountRefusedIf,
  accountStandingSql,
} from '#domains/foundation/visibility/restrictions.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import { type Parameters, prepared } from '#platform/db/prepared.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import type { ObjectState } from '#platform/kernel/object-states.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { defineWrite, eventSql, type RefusalDetails, type WriteParts } from '#platform/outbox/write.ts';
import { liveLocationMoved } from './live-locations.events.ts';
import type { LivePosition, Position } from './live-locations.types.ts';
import { messageUpdated } from '../messages/messages.events.ts';
import { openMessageRefusals, openMessageRefusedIf, openMessageRowSql } from '../messages/messages.policy.ts';

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

const inactive = (message: string, current: ObjectState): AppError =>
  new AppError('INVALID_STATE', message, { path: ['messageId'], details: { current, allowed: ['ACTIVE'] } });

const MOVE_REFUSALS = {
  ...ACCOUNT_REFUSALS,
  ...openMessageRefusals('messageId'),
  NOT_LIVE: ({ current = 'OTHER' }: RefusalDetails) =>
    inactive('Choose a message with a live location.', current),
  ENDED: () => inactive('Send a new live location.', 'ENDED'),
};

type NewPosition = OwnMessage & Position & { readonly requestMessages: number };

/** Replaces the position of a message of the user that is open for them, while its time is not over. */
export const writePosition = defineWrite(
  MOVE_REFUSALS,
  (position: Parameters<NewPosition>, refusal): WriteParts<{ readonly isDone: true }> => {
    const viewer = { id: position.userId, now: position.now };
    return {
      steps: sql`
        judged as materialized (
          select message.id, ${refusal({
            ...accountRefusedIf,
            ...openMessageRefusedIf,
            NOT_LIVE: {
              condition: sql`message.kind <> 'LIVE_LOCATION'`,
              details: { current: sql`message.kind` },
            },
            ENDED: sql`live.message_id is null`,
          })} as refusal
          from (${accountStandingSql(viewer, 'MESSAGING')}) account
          left join (${openMessageRowSql(viewer, position)} and m.sender_id = ${viewer.id}::uuid) message on true
          left join (
            select l.message_id from live_locations l
            where l.message_id = ${position.messageId}::uuid and l.ends_at > ${viewer.now}::timestamptz
            for no key update
          ) live on true
        ), written as (
          update live_locations l
          set latitude = ${position.latitude}::double precision, longitude = ${position.longitude}::double precision,
            accuracy_meters = ${position.accuracyMeters}::double precision,
            heading_degrees = ${position.headingDegrees}::double precision, updated_at = ${viewer.now}::timestamptz
          from judged where refusal is null and l.message_id = judged.id
          returning l.message_id
        )`,
      events: [
        eventSql(liveLocationMoved, { id: position.eventId, payload: { messageId: sql`message_id` } }),
      ],
      row: sql`select true as "isDone" from written`,
    };
  },
);

/** Deletes the position of a message of the user, whether or not they see the message still. */
export const writeStop = defineWrite(
  { MESSAGE_NOT_FOUND: () => notFound('Message', ['messageId']) },
  (own: Parameters<OwnMessage>, refusal): WriteParts<{ readonly isDone: true }> => ({
    steps: sql`
      judged as materialized (
        select message.*, ${refusal({ MESSAGE_NOT_FOUND: sql`message.id is null` })} as refusal
        from (select) one left join (
          select m.id, m.conversation_id, m.seq, c.members_version
          from messages m join conversations c on c.id = m.conversation_id
          where m.id = ${own.messageId}::uuid and m.sender_id = ${own.userId}::uuid and m.kind = 'LIVE_LOCATION'
        ) message on true
      ), written as (
        delete from live_locations l using judged where l.message_id = judged.id
        returning judged.id, judged.conversation_id, judged.seq, judged.members_version
      )`,
    events: [
      eventSql(messageUpdated, {
        id: own.eventId,
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
    row: sql`select true as "isDone"`,
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
