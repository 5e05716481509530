import { sql } from 'kysely';
import { type ModerationState, notExpiredSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { previewsOfMessageSql } from '../message-locks/message-locks.policy.ts';
import { dropKept } from '../message-locks/message-locks.service.ts';
import { messageModerated, messageUpdated } from './messages.events.ts';
import { deletedSql } from './messages.queries.ts';
import type { Message } from './messages.types.ts';

export type LockedMessage = Pick<Message, 'id' | 'conversationId' | 'seq' | 'senderId' | 'createdAt'> &
  Pick<Message, 'kind' | 'text' | 'entities' | 'mediaIds' | 'forwardedFromId' | 'deletedAt' | 'isLocked'> & {
    /** Media items that its lock shows. */
    readonly previewMediaIds: readonly string[];
    readonly membersVersion: number;
  };

/** Locks a message, unless moderation has removed it or it has expired. */
export async function lockMessage(
  tx: Tx,
  { id, now }: { id: string; now: Date },
): Promise<LockedMessage | undefined> {
  return tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select([
      'm.id',
      'm.conversation_id as conversationId',
      'm.seq',
      'm.sender_id as senderId',
      'm.kind',
      'm.text',
      'm.entities',
      'm.media_ids as mediaIds',
      'm.forwarded_from_id as forwardedFromId',
      'm.created_at as createdAt',
      'm.deleted_at as deletedAt',
      'm.is_locked as isLocked',
      previewsOfMessageSql.as('previewMediaIds'),
      'c.members_version as membersVersion',
    ])
    .where('m.id', '=', id)
    .where('m.moderation_state', '<>', 'REMOVED')
    .where(notExpiredSql(now))
    .forUpdate('m')
    .$narrowType<Pick<Message, 'entities'>>()
    .executeTakeFirst();
}

type MessageState = Pick<LockedMessage, 'conversationId' | 'seq' | 'membersVersion'> & {
  readonly state: ModerationState;
  readonly senderId: string;
  /** Whether the sender takes part in the conversation still. */
  readonly isSenderMember: boolean;
};

/** Locks a message of a user for a change of its state, unless it is deleted for everyone or has expired. */
async function lockMessageState(
  tx: Tx,
  { id, now }: { id: string; now: Date },
): Promise<MessageState | undefined> {
  return tx
    .selectFrom('messages as m')
    .innerJoin('conversations as c', 'c.id', 'm.conversation_id')
    .select([
      'm.conversation_id as conversationId',
      'm.seq',
      'c.members_version as membersVersion',
      'm.moderation_state as state',
      'm.sender_id as senderId',
      sql<boolean>`exists (select from participants p where p.conversation_id = m.conversation_id
        and p.user_id = m.sender_id and p.left_at is null and p.status = 'ACTIVE')`.as('isSenderMember'),
    ])
    .where('m.id', '=', id)
    .where('m.sender_id', 'is not', null)
    .where('m.deleted_at', 'is', null)
    .where(notExpiredSql(now))
    .forNoKeyUpdate('m')
    .$narrowType<{ senderId: string }>()
    .executeTakeFirst();
}

/** Sets the state of a locked message. */
async function updateMessageState(tx: Tx, id: string, state: ModerationState): Promise<void> {
  await tx.updateTable('messages').set({ moderation_state: state }).where('id', '=', id).execute();
}

/** Keeps the text of a locked message as a revision. @returns its number */
export async function insertRevision(
  tx: Tx,
  { id, text, entities }: Pick<Message, 'id' | 'text' | 'entities'>,
  replacedAt: Date,
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into message_revisions (message_id, number, text, entities, replaced_at)
    select ${id}::uuid, coalesce(max(number), 0) + 1, ${text}, ${JSON.stringify(entities)}::jsonb,
      ${replacedAt}::timestamptz
    from message_revisions where message_id = ${id}::uuid
    returning number`.execute(tx);
  const [inserted] = rows;
  if (!inserted) throw new Error('an aggregate without groups gave no row');
  return inserted.number;
}

export async function updateText(
  tx: Tx,
  id: string,
  { text, entities, editedAt }: Pick<Message, 'text' | 'entities'> & { readonly editedAt: Date },
): Promise<void> {
  await tx
    .updateTable('messages')
    .set({ text, entities: JSON.stringify(entities), edited_at: editedAt })
    .where('id', '=', id)
    .execute();
}

/** Leaves a tombstone of a locked message: a row without content, and no earlier texts. @param change `isKept` says that buyers keep the content */
export async function emptyMessage(
  tx: Tx,
  id: string,
  { deletedAt, isByAdmin, isKept }: { deletedAt: Date; isByAdmin: boolean; isKept: boolean },
): Promise<void> {
  await deleteRevisions(tx, [id]);
  await tx
    .updateTable('messages')
    .set({
      kind: 'TEXT',
      text: '',
      entities: '[]',
      media_ids: [],
      content: null,
      client_data: null,
      forwarded_from_id: null,
      edited_at: null,
      deleted_at: deletedAt,
      is_deleted_by_admin: isByAdmin,
      is_locked: isKept,
    })
    .where('id', '=', id)
    .execute();
}

/** Takes the media items from a locked message, which stays as it is otherwise. @returns their ids */
export async function takeMedia(tx: Tx, id: string): Promise<readonly string[]> {
  const { rows } = await sql<{ mediaIds: readonly string[] }>`
    with chosen as materialized (select id, media_ids from messages where id = ${id}::uuid for update), emptied as (
      update messages m set media_ids = '{}' from chosen where m.id = chosen.id
    )
    select media_ids as "mediaIds" from chosen`.execute(tx);
  return rows.flatMap(({ mediaIds }) => mediaIds);
}

async function deleteRevisions(tx: Tx, messageIds: readonly string[]): Promise<void> {
  await tx.deleteFrom('message_revisions').where('message_id', '=', anyOf(messageIds)).execute();
}

/** Hides a message from a user alone. @returns false when it was hidden before */
export async function insertHidden(
  tx: Tx,
  { userId, messageId }: { userId: string; messageId: string },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('hidden_messages')
    .values({ user_id: userId, message_id: messageId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('message_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

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

export type MessageStateChange = {
  readonly messageId: string;
  readonly state: ModerationState;
  readonly changedAt: Date;
  /** The state in which alone it is changed; any when omitted. */
  readonly from?: ModerationState | undefined;
};

/**
 * Sets the moderation state of a message; its present state changes nothing. Those who see the message no longer are told that it ended, those who see it
 * are told that it has changed, and nobody is told of what they see neither before nor after.
 * @returns the former state, also of a change that is not due
 * @throws AppError NOT_FOUND for a message of the system, and for one that is deleted for everyone or has expired; what buyers keep can be removed
 */
export async function setMessageState(
  tx: Tx,
  { messageId, state, changedAt, from }: MessageStateChange,
): Promise<ModerationState> {
  const found = await lockMessageState(tx, { id: messageId, now: changedAt });
  if (!found) {
    // Buyers saw it until now.
    if (state === 'REMOVED' && (await dropKept(tx, messageId))) return 'VISIBLE';
    throw notFound('Message', ['messageId']);
  }
  const { state: former, senderId, isSenderMember, ...message } = found;
  if (former === state || (from ?? former) !== former) return former;
  await updateMessageState(tx, messageId, state);
  const all = { topic: message.conversationId };
  const sender = { userIds: isSenderMember ? [senderId] : [] };
  const moderated = { messageId, ...message, scope: 'MODERATION' as const, byId: null, state };
  const losers = LOST_BY[former][state];
  if (losers === 'NOBODY') tx.emit(messageModerated, moderated);
  else tx.emit(messageModerated, moderated, losers === 'MEMBERS' ? all : sender);
  if (state === 'REMOVED') return former;
  const changes = ['MODERATION'] as const;
  tx.emit(messageUpdated, { messageId, ...message, changes }, state === 'VISIBLE' ? all : sender);
  return former;
}

/** Users who may have seen the message in one state and do not in another. */
const LOST_BY: Readonly<
  Record<ModerationState, Readonly<Record<ModerationState, 'MEMBERS' | 'SENDER' | 'NOBODY'>>>
> = {
  VISIBLE: { VISIBLE: 'NOBODY', HELD: 'MEMBERS', REMOVED: 'MEMBERS' },
  HELD: { VISIBLE: 'NOBODY', HELD: 'NOBODY', REMOVED: 'SENDER' },
  REMOVED: { VISIBLE: 'NOBODY', HELD: 'NOBODY', REMOVED: 'NOBODY' },
};
