import { sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type {
  Conversation,
  ConversationKind,
  ParticipantRole,
  ParticipantStatus,
} from './conversations.types.ts';

const CONVERSATION_COLUMNS = [
  'c.id',
  'c.kind',
  'c.title',
  'c.description',
  'c.avatar_media_id as avatarMediaId',
  'c.disappear_after_seconds as disappearAfterSeconds',
  'c.participant_count as participantCount',
  'c.created_at as createdAt',
  'c.updated_at as updatedAt',
  'c.members_version as membersVersion',
] as const;

/** The conversations among `ids` in which the user takes part, with their status, or to which they are invited. */
export async function listConversationsOf(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<(Conversation & { readonly status: ParticipantStatus })[]> {
  return db
    .selectFrom('conversations as c')
    .innerJoin('participants as me', 'me.conversation_id', 'c.id')
    .select(CONVERSATION_COLUMNS)
    .select('me.status')
    .where('me.conversation_id', '=', anyOf(ids))
    .where('me.user_id', '=', userId)
    .where('me.left_at', 'is', null)
    .where('me.status', 'in', ['ACTIVE', 'INVITED'])
    .execute();
}

/** Conversations, whoever takes part in them. */
export async function listConversations(db: Db, ids: readonly string[]): Promise<Conversation[]> {
  return db
    .selectFrom('conversations as c')
    .select(CONVERSATION_COLUMNS)
    .where('c.id', '=', anyOf(ids))
    .execute();
}

/** The conversations in which a user takes part, with the versions of their members. */
export async function listMemberships(
  db: Db,
  userId: string,
): Promise<Pick<Conversation, 'id' | 'membersVersion'>[]> {
  return db
    .selectFrom('participants as me')
    .innerJoin('conversations as c', 'c.id', 'me.conversation_id')
    .select(['c.id', 'c.members_version as membersVersion'])
    .where('me.user_id', '=', userId)
    .where('me.left_at', 'is', null)
    .where('me.status', '=', 'ACTIVE')
    .execute();
}

/** @returns false when the pair has its direct conversation already */
export async function insertConversation(
  tx: Tx,
  conversation: {
    id: string;
    kind: ConversationKind;
    title: string | null;
    directPair: string | null;
    participantCount: number;
    createdBy: string;
    createdAt: Date;
  },
): Promise<boolean> {
  const inserted = await tx
    .insertInto('conversations')
    .values({
      id: conversation.id,
      kind: conversation.kind,
      title: conversation.title,
      direct_pair: conversation.directPair,
      participant_count: conversation.participantCount,
      created_by: conversation.createdBy,
      created_at: conversation.createdAt,
      updated_at: conversation.createdAt,
    })
    .onConflict((conflict) => conflict.column('direct_pair').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function findDirectConversationId(db: Db, directPair: string): Promise<string | null> {
  const row = await db
    .selectFrom('conversations')
    .select('id')
    .where('direct_pair', '=', directPair)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** A user's own part in a conversation. `others` are the current participants whom the user can see. */
export type OwnParticipation = {
  readonly id: string;
  readonly kind: ConversationKind;
  /** Null unless the user started the conversation and gave it one. */
  readonly title: string | null;
  readonly role: ParticipantRole;
  readonly status: ParticipantStatus;
  readonly joinedAt: Date;
  readonly leftAt: Date | null;
  readonly mutedUntil: Date | null;
  readonly pinnedAt: Date | null;
  readonly archivedAt: Date | null;
  readonly markedUnreadAt: Date | null;
  readonly clearedAt: Date | null;
  readonly others: readonly { readonly id: string; readonly username: string }[];
};

/** The conversations in which a user takes or took part, or was invited, in the order of the ids, starting after `after`. */
export async function listOwnParticipations(
  db: Db,
  own: { userId: string; now: Date; after: string | null; limit: number },
): Promise<OwnParticipation[]> {
  const { userId, now, after, limit } = own;
  const { rows } = await sql<OwnParticipation>`
    select c.id, c.kind, case when c.created_by = ${userId}::uuid then c.title end as title, me.role,
      me.status, me.joined_at as "joinedAt", me.left_at as "leftAt",
      me.muted_until as "mutedUntil", me.pinned_at as "pinnedAt", me.archived_at as "archivedAt",
      me.marked_unread_at as "markedUnreadAt", me.cleared_at as "clearedAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username) order by u.id)
        from participants p join users u on u.id = p.user_id
        where p.conversation_id = c.id and p.user_id <> me.user_id and p.left_at is null and p.status <> 'INVITED'
          and me.status = 'ACTIVE'
          and ${visibleUserSql({ id: userId, now })}
      ), '[]') as others
    from participants me join conversations c on c.id = me.conversation_id
    where me.user_id = ${userId}::uuid
      and (${after}::uuid is null or me.conversation_id > ${after}::uuid)
    order by me.conversation_id
    limit ${limit}`.execute(db);
  return rows;
}

/** Locks conversations of a user in which every past and present participant is deleted or was only invited, at most `limit`. @returns their ids */
export async function lockDesertedConversations(tx: Tx, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c
    where c.id in (
      select me.conversation_id from participants me
      where me.user_id = ${userId}::uuid and not exists (
        select from participants p join users u on u.id = p.user_id
        where p.conversation_id = me.conversation_id and p.status not in ('INVITED', 'DECLINED') and u.state <> 'DELETED'
      )
    )
    order by c.id limit ${limit} for update`.execute(tx);
  return rows.map((row) => row.id);
}

/** Removes the images of groups that a user uploaded, of at most `limit`. @returns how many */
export async function clearAvatarsOf(tx: Tx, ownerId: string, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update conversations set avatar_media_id = null where id in (
      select c.id from media m join conversations c on c.avatar_media_id = m.id
      where m.owner_id = ${ownerId}::uuid order by c.id limit ${limit} for update of c
    )`.execute(tx);
  return Number(numAffectedRows);
}

/** Deletes conversations that have no messages. */
export async function deleteConversations(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('participants').where('conversation_id', '=', anyOf(ids)).execute();
  await tx.deleteFrom('conversations').where('id', '=', anyOf(ids)).execute();
}
