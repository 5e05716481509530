import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { canSendSql } from './conversations.policy.ts';
import type {
  ConversationKind,
  ParticipantInbox,
  ParticipantRole,
  ParticipantStatus,
  SettingChanges,
} from './conversations.types.ts';

/** A conversation whose row is locked: its participants, settings and last seq stay the same until the commit. */
export type LockedConversation = {
  readonly id: string;
  readonly kind: ConversationKind;
  readonly title: string | null;
  readonly description: string | null;
  readonly avatarMediaId: string | null;
  readonly disappearAfterSeconds: number | null;
  readonly participantCount: number;
  readonly membersVersion: number;
};

export async function lockConversation(tx: Tx, id: string): Promise<LockedConversation | null> {
  const row = await tx
    .selectFrom('conversations')
    .select([
      'id',
      'kind',
      'title',
      'description',
      'avatar_media_id as avatarMediaId',
      'disappear_after_seconds as disappearAfterSeconds',
      'participant_count as participantCount',
      'members_version as membersVersion',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Since when the owner of a group has their account; null for a group without an owner. */
export async function findOwnerSince(tx: Tx, conversationId: string): Promise<Date | null> {
  const row = await tx
    .selectFrom('participants as p')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select('u.created_at as since')
    .where('p.conversation_id', '=', conversationId)
    .where('p.role', '=', 'OWNER')
    .where('p.left_at', 'is', null)
    .executeTakeFirst();
  return row?.since ?? null;
}

/** A participation, also one that has ended. */
export type Participation = {
  readonly userId: string;
  readonly role: ParticipantRole;
  readonly status: ParticipantStatus;
  readonly inbox: ParticipantInbox;
};

export async function listParticipations(
  tx: Tx,
  { conversationId, userIds }: { conversationId: string; userIds: readonly string[] },
): Promise<Participation[]> {
  return tx
    .selectFrom('participants')
    .select(['user_id as userId', 'role', 'status', 'inbox'])
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', anyOf(userIds))
    .execute();
}

/** By its user or by itself. */
export async function findParticipation(
  tx: Tx,
  by: {
    conversationId: string;
    userId: string | null | undefined;
    participantId: string | null | undefined;
  },
): Promise<Participation | null> {
  const found = await tx
    .selectFrom('participants')
    .select(['user_id as userId', 'role', 'status', 'inbox'])
    .where('conversation_id', '=', by.conversationId)
    .where((eb) =>
      by.userId == null ? eb('id', '=', by.participantId ?? null) : eb('user_id', '=', by.userId),
    )
    .executeTakeFirst();
  return found ?? null;
}

/** Whether a user has joined a conversation after a time. */
export async function isJoinedAfter(
  tx: Tx,
  { conversationId, userId, time }: { conversationId: string; userId: string; time: Date },
): Promise<boolean> {
  const found = await tx
    .selectFrom('participants')
    .select('user_id')
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .where('joined_at', '>', time)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a user can send in a locked conversation of which nobody has still to accept anything. */
export async function isSettledFor(
  tx: Tx,
  { conversationId, userId, now }: { conversationId: string; userId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    select from participants me join conversations c on c.id = me.conversation_id
    where c.id = ${conversationId}::uuid and me.user_id = ${userId}::uuid and me.left_at is null and me.status = 'ACTIVE'
      and ${canSendSql({ id: sql<string>`${userId}`, now }, sql<number>`0`)}`.execute(tx);
  return rows.length > 0;
}

/**
 * The users among `ids` who cannot join a conversation without meeting somebody across a block: a participant, or another one
 * of them who blocks them.
 */
export async function listBlockedWith(
  tx: Tx,
  { conversationId, ids }: { conversationId: string; ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select b.blocked_id as id from blocks b
    where b.blocked_id = ${anyOf(ids)} and (b.blocker_id = ${anyOf(ids)} or exists (
      select from participants p
      where p.conversation_id = ${conversationId}::uuid and p.user_id = b.blocker_id and p.left_at is null))
    union
    select b.blocker_id from blocks b
    where b.blocker_id = ${anyOf(ids)} and exists (
      select from participants p
      where p.conversation_id = ${conversationId}::uuid and p.user_id = b.blocked_id and p.left_at is null)`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Changes the members of a locked conversation: the version, and by `step` the count of participants. @returns the version */
export async function raiseMembersVersion(tx: Tx, conversationId: string, step: number): Promise<number> {
  const { version } = await tx
    .updateTable('conversations')
    .set({
      members_version: sql`members_version + 1`,
      participant_count: sql`participant_count + ${step}::integer`,
    })
    .where('id', '=', conversationId)
    .returning('members_version as version')
    .executeTakeFirstOrThrow();
  return version;
}

/** Users who join, or join anew, or are invited, after the newest message. Nothing is left of an earlier participation. */
export async function upsertParticipants(
  tx: Tx,
  joining: {
    conversationId: string;
    activeIds: readonly string[];
    invitedIds: readonly string[];
    addedById: string | null;
    joinedAt: Date;
  },
): Promise<void> {
  await sql`
    insert into participants
      (conversation_id, user_id, role, status, inbox, added_by, joined_seq, joined_at, joined_version, active_on)
    select c.id, joining.id, 'MEMBER', joining.status,
      case joining.status when 'INVITED' then 'REQUESTS' else 'PRIMARY' end, ${joining.addedById}::uuid,
      c.last_seq, ${joining.joinedAt}::timestamptz, c.members_version, day_of(c.updated_at)
    from conversations c, (
      select id, 'ACTIVE' from unnest(${joining.activeIds}::uuid[]) as id
      union all select id, 'INVITED' from unnest(${joining.invitedIds}::uuid[]) as id
    ) joining (id, status)
    where c.id = ${joining.conversationId}::uuid
    on conflict (conversation_id, user_id) do update set
      role = excluded.role, status = excluded.status, inbox = excluded.inbox, added_by = excluded.added_by,
      joined_seq = excluded.joined_seq, joined_at = excluded.joined_at, joined_version = excluded.joined_version,
      active_on = excluded.active_on, is_behind = false, left_at = null, muted_until = null, pinned_at = null, archived_at = null, marked_unread_at = null`.execute(
    tx,
  );
}

/** Ends participations; an owner is none any more. */
export async function updateParticipantEnded(
  tx: Tx,
  ended: { conversationId: string; userId: string; status: 'LEFT' | 'REMOVED' | 'DECLINED'; leftAt: Date },
): Promise<void> {
  await tx
    .updateTable('participants')
    .set({ status: ended.status, left_at: ended.leftAt, role: 'MEMBER' })
    .where('conversation_id', '=', ended.conversationId)
    .where('user_id', '=', ended.userId)
    .execute();
}

export async function updateRole(
  tx: Tx,
  { conversationId, userId, role }: { conversationId: string; userId: string; role: ParticipantRole },
): Promise<void> {
  await tx
    .updateTable('participants')
    .set({ role })
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .execute();
}

export async function updateSettings(
  tx: Tx,
  id: string,
  { title, description, avatarMediaId, disappearAfterSeconds }: SettingChanges,
): Promise<void> {
  await tx
    .updateTable('conversations')
    .set({
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(avatarMediaId === undefined ? {} : { avatar_media_id: avatarMediaId }),
      ...(disappearAfterSeconds === undefined ? {} : { disappear_after_seconds: disappearAfterSeconds }),
    })
    .where('id', '=', id)
    .execute();
}
