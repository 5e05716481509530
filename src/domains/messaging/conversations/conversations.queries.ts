import { sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Conversation, ConversationKind, Participant, ParticipantRole } from './conversations.types.ts';

const CONVERSATION_COLUMNS = [
  'c.id',
  'c.kind',
  'c.title',
  'c.created_at as createdAt',
  'c.updated_at as updatedAt',
  'c.members_version as membersVersion',
] as const;

const PARTICIPANT_COLUMNS = [
  'conversation_id as conversationId',
  'user_id as userId',
  'role',
  'status',
  'joined_seq as joinedSeq',
  'joined_at as joinedAt',
] as const;

/** The conversations among `ids` in which the user takes part. */
export async function listConversationsOf(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<Conversation[]> {
  return db
    .selectFrom('conversations as c')
    .innerJoin('participants as me', 'me.conversation_id', 'c.id')
    .select(CONVERSATION_COLUMNS)
    .where('c.id', '=', anyOf(ids))
    .where('me.user_id', '=', userId)
    .where('me.left_at', 'is', null)
    .where('me.status', '=', 'ACTIVE')
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

/** The members of a conversation: its participants without those who are only invited. */
export type Members = {
  readonly version: number;
  readonly ids: ReadonlySet<string>;
  /** The version in which each of them joined, by id. */
  readonly joinedVersions: ReadonlyMap<string, number>;
};

/** Undefined when there is no such conversation. */
export async function findMembers(db: Db, conversationId: string): Promise<Members | undefined> {
  const rows = await db
    .selectFrom('conversations as c')
    .leftJoin('participants as p', (join) =>
      join.onRef('p.conversation_id', '=', 'c.id').on('p.left_at', 'is', null).on('p.status', '=', 'ACTIVE'),
    )
    .select(['c.members_version as version', 'p.user_id as userId', 'p.joined_version as joinedVersion'])
    .where('c.id', '=', conversationId)
    .execute();
  const [first] = rows;
  if (!first) return undefined;
  const joinedVersions = new Map(
    rows.flatMap(({ userId, joinedVersion }) =>
      userId === null || joinedVersion === null ? [] : [[userId, joinedVersion] as const],
    ),
  );
  return { version: first.version, ids: new Set(joinedVersions.keys()), joinedVersions };
}

/** The current and the invited participants, first joined first. */
export async function listParticipants(db: Db, conversationIds: readonly string[]): Promise<Participant[]> {
  return db
    .selectFrom('participants')
    .select(PARTICIPANT_COLUMNS)
    .where('conversation_id', '=', anyOf(conversationIds))
    .where('left_at', 'is', null)
    .orderBy('joined_at')
    .orderBy('user_id')
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

export async function insertParticipants(tx: Tx, participants: readonly Participant[]): Promise<void> {
  await tx
    .insertInto('participants')
    .values(
      participants.map((participant) => ({
        conversation_id: participant.conversationId,
        user_id: participant.userId,
        role: participant.role,
        status: participant.status,
        joined_seq: participant.joinedSeq,
        joined_at: participant.joinedAt,
      })),
    )
    .execute();
}

/** The users among `ids` whom another one of them blocks. */
export async function listBlockedAmong(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('blocks')
    .select('blocked_id as id')
    .distinct()
    .where('blocker_id', '=', anyOf(ids))
    .where('blocked_id', '=', anyOf(ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** A user's own part in a conversation. `others` are the current participants whom the user can see. */
export type OwnParticipation = {
  readonly id: string;
  readonly kind: ConversationKind;
  /** Null unless the user started the conversation and gave it one. */
  readonly title: string | null;
  readonly role: ParticipantRole;
  readonly joinedAt: Date;
  readonly leftAt: Date | null;
  readonly others: readonly { readonly id: string; readonly username: string }[];
};

/** The conversations in which a user takes or took part, in the order of the ids, starting after `after`. */
export async function listOwnParticipations(
  db: Db,
  own: { userId: string; now: Date; after: string | null; limit: number },
): Promise<OwnParticipation[]> {
  const { userId, now, after, limit } = own;
  const { rows } = await sql<OwnParticipation>`
    select c.id, c.kind, case when c.created_by = ${userId}::uuid then c.title end as title, me.role,
      me.joined_at as "joinedAt", me.left_at as "leftAt",
      coalesce((
        select jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username) order by u.id)
        from participants p join users u on u.id = p.user_id
        where p.conversation_id = c.id and p.user_id <> me.user_id and p.left_at is null and me.left_at is null
          and p.status = 'ACTIVE'
          and ${visibleUserSql({ id: userId, now })}
      ), '[]') as others
    from participants me join conversations c on c.id = me.conversation_id
    where me.user_id = ${userId}::uuid and me.status = 'ACTIVE'
      and (${after}::uuid is null or me.conversation_id > ${after}::uuid)
    order by me.conversation_id
    limit ${limit}`.execute(db);
  return rows;
}

/**
 * Removes a user from at most `limit` groups. Groups that they owned get the admin, else the member, who joined first as
 * their owner.
 * @returns how many groups they were
 */
export async function leaveGroups(
  tx: Tx,
  leaver: { userId: string; leftAt: Date; limit: number },
): Promise<number> {
  const { rows: groups } = await sql<{ id: string }>`
    update conversations set members_version = members_version + 1 where id in (
      select c.id from conversations c
      where c.kind = 'GROUP' and c.id in (
        select conversation_id from participants where user_id = ${leaver.userId}::uuid and left_at is null
      )
      order by c.id limit ${leaver.limit} for update
    ) returning id`.execute(tx);
  const ids = groups.map((group) => group.id);
  const left = await tx
    .updateTable('participants')
    .set({ left_at: leaver.leftAt })
    .where('conversation_id', '=', anyOf(ids))
    .where('user_id', '=', leaver.userId)
    .where('left_at', 'is', null)
    .returning(['conversation_id as id', 'role'])
    .execute();
  const ownedIds = left.filter(({ role }) => role === 'OWNER').map(({ id }) => id);
  if (ownedIds.length > 0) await promoteNewOwners(tx, ownedIds);
  return groups.length;
}

async function promoteNewOwners(tx: Tx, conversationIds: readonly string[]): Promise<void> {
  await sql`
    update participants set role = 'OWNER' where (conversation_id, user_id) in (
      select distinct on (conversation_id) conversation_id, user_id from participants
      where conversation_id = ${anyOf(conversationIds)} and left_at is null and status = 'ACTIVE'
      order by conversation_id, role = 'ADMIN' desc, joined_at, user_id
    )`.execute(tx);
}

/** Locks conversations of a user in which every past and present participant is deleted or was only invited, at most `limit`. @returns their ids */
export async function lockDesertedConversations(tx: Tx, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from conversations c
    where c.id in (
      select me.conversation_id from participants me
      where me.user_id = ${userId}::uuid and not exists (
        select from participants p join users u on u.id = p.user_id
        where p.conversation_id = me.conversation_id and p.status = 'ACTIVE' and u.state <> 'DELETED'
      )
    )
    order by c.id limit ${limit} for update`.execute(tx);
  return rows.map((row) => row.id);
}

/** Deletes conversations that have no messages. */
export async function deleteConversations(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('participants').where('conversation_id', '=', anyOf(ids)).execute();
  await tx.deleteFrom('conversations').where('id', '=', anyOf(ids)).execute();
}
