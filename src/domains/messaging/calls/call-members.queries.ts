import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { INVITEE, MEMBER } from './calls.queries.ts';
import { MEMBER_TRANSITIONS, statesBefore } from './calls.state.ts';
import type {
  CallInvitee,
  CallLeaveReason,
  CallMember,
  CallMemberState,
  CallRole,
  OwnPart,
} from './calls.types.ts';

/** Whether a user takes part in the conversation of a call, or is a guest of the call. Asked under the call's lock. */
export async function findStanding(
  tx: Tx,
  { callId, userId }: { callId: string; userId: string },
): Promise<{ readonly isParticipant: boolean } & OwnPart> {
  const { rows } = await sql<{ isParticipant: boolean; member: object | null; invitee: object | null }>`
    select exists (
        select from participants p where p.conversation_id = c.conversation_id and p.user_id = ${userId}::uuid
          and p.left_at is null and p.status = 'ACTIVE') as "isParticipant"
    from calls c where c.id = ${callId}::uuid`.execute(tx);
  const members = await sql<CallMember>`
    select ${MEMBER} from call_members m where m.call_id = ${callId}::uuid and m.user_id = ${userId}::uuid`.execute(
    tx,
  );
  const invitees = await sql<CallInvitee>`
    select ${INVITEE} from call_invitees i where i.call_id = ${callId}::uuid and i.user_id = ${userId}::uuid`.execute(
    tx,
  );
  return {
    isParticipant: rows[0]?.isParticipant ?? false,
    member: members.rows[0] ?? null,
    invitee: invitees.rows[0] ?? null,
  };
}

type Entry = Pick<CallMember, 'callId' | 'userId' | 'sessionId' | 'role' | 'isMuted' | 'isVideoOn'> & {
  readonly slots: number;
  readonly now: Date;
  readonly dueAt: Date;
};

/**
 * Lets somebody enter a locked call, or enter it again, in the lowest slot that is free.
 * @returns null when there is none, or they are in it or banned
 */
export async function upsertMember(tx: Tx, entry: Entry): Promise<CallMember | null> {
  const { rows } = await sql<CallMember>`
    insert into call_members as m (call_id, user_id, session_id, role, state, is_muted, is_video_on, slot, joined_at, due_at)
    select ${entry.callId}::uuid, ${entry.userId}::uuid, ${entry.sessionId}::uuid, ${entry.role}::text, 'CONNECTING',
      ${entry.isMuted}::boolean, ${entry.isVideoOn}::boolean, free.slot, ${entry.now}::timestamptz, ${entry.dueAt}::timestamptz
    from (${freeSlotSql(entry)}) free
    where free.slot is not null or ${entry.role}::text = 'VIEWER'
    on conflict (call_id, user_id) do update set session_id = excluded.session_id, role = excluded.role,
      state = excluded.state, is_muted = excluded.is_muted, is_video_on = excluded.is_video_on, slot = excluded.slot,
      joined_at = excluded.joined_at, due_at = excluded.due_at, left_at = null, leave_reason = null
      where m.state = ${sql`any(${statesBefore(MEMBER_TRANSITIONS, 'CONNECTING')}::text[])`} and not m.is_banned
    returning ${MEMBER}`.execute(tx);
  return rows[0] ?? null;
}

const freeSlotSql = ({ callId, role, slots }: { callId: string; role: CallRole; slots: number }) => sql`
  select min(place) as slot from generate_series(0, ${slots}::integer - 1) as place
  where ${role}::text <> 'VIEWER' and not exists (
    select from call_members taken where taken.call_id = ${callId}::uuid and taken.slot = place)`;

type Leaving = {
  readonly callId: string;
  readonly userId: string;
  readonly reason: CallLeaveReason;
  readonly isBanned: boolean;
  readonly now: Date;
};

/** @returns the member as they were; null when they have left already */
export async function updateMemberLeft(tx: Tx, leaving: Leaving): Promise<CallMember | null> {
  const { rows } = await sql<CallMember>`
    with m as (
      select * from call_members where call_id = ${leaving.callId}::uuid and user_id = ${leaving.userId}::uuid for update
    ), left_now as (
      update call_members t
      set state = 'LEFT', slot = null, due_at = null, left_at = ${leaving.now}::timestamptz,
        leave_reason = ${leaving.reason}::text, is_banned = t.is_banned or ${leaving.isBanned}::boolean
      from m where t.call_id = m.call_id and t.user_id = m.user_id
        and m.state = any(${statesBefore(MEMBER_TRANSITIONS, 'LEFT')}::text[])
      returning t.user_id
    )
    select ${MEMBER} from m join left_now on left_now.user_id = m.user_id`.execute(tx);
  return rows[0] ?? null;
}

/** Bans somebody who is not in the call. */
export async function updateMemberBanned(
  tx: Tx,
  { callId, userId }: { callId: string; userId: string },
): Promise<void> {
  await tx
    .updateTable('call_members')
    .set({ is_banned: true })
    .where('call_id', '=', callId)
    .where('user_id', '=', userId)
    .where('state', '=', 'LEFT')
    .execute();
}

/** Moves members to a state from where they may come. @returns them as they are now */
export async function updateMembersState(
  tx: Tx,
  change: {
    callId: string;
    userIds: readonly string[];
    state: CallMemberState;
    dueAt: Date | null;
  },
): Promise<CallMember[]> {
  const { rows } = await sql<CallMember>`
    update call_members m set state = ${change.state}::text, due_at = ${change.dueAt}::timestamptz
    where m.call_id = ${change.callId}::uuid and m.user_id = ${anyOf(change.userIds)}
      and m.state = any(${statesBefore(MEMBER_TRANSITIONS, change.state)}::text[])
    returning ${MEMBER}`.execute(tx);
  return rows;
}

/** @returns the member as they are now; null when nothing differs or they are not in the call */
export async function updateMemberMedia(
  tx: Tx,
  media: { callId: string; userId: string; isMuted: boolean | null; isVideoOn: boolean | null },
): Promise<CallMember | null> {
  const { rows } = await sql<CallMember>`
    update call_members m set is_muted = coalesce(${media.isMuted}::boolean, m.is_muted),
      is_video_on = coalesce(${media.isVideoOn}::boolean, m.is_video_on)
    where m.call_id = ${media.callId}::uuid and m.user_id = ${media.userId}::uuid and m.state <> 'LEFT'
      and (m.is_muted <> coalesce(${media.isMuted}::boolean, m.is_muted)
        or m.is_video_on <> coalesce(${media.isVideoOn}::boolean, m.is_video_on))
    returning ${MEMBER}`.execute(tx);
  return rows[0] ?? null;
}

/** Gives a member another role, and takes or gives a slot with it. @returns null when no slot is free, or they are not in the call */
export async function updateMemberRole(
  tx: Tx,
  change: { callId: string; userId: string; role: CallRole; slots: number },
): Promise<CallMember | null> {
  const { rows } = await sql<CallMember>`
    update call_members m set role = ${change.role}::text, slot = case when ${change.role}::text = 'VIEWER' then null
      else coalesce(m.slot, free.slot) end
    from (${freeSlotSql(change)}) free
    where m.call_id = ${change.callId}::uuid and m.user_id = ${change.userId}::uuid and m.state <> 'LEFT'
      and (${change.role}::text = 'VIEWER' or coalesce(m.slot, free.slot) is not null)
    returning ${MEMBER}`.execute(tx);
  return rows[0] ?? null;
}

/** Gives a role to somebody who has left, for when they return. */
export async function updateAbsentRole(
  tx: Tx,
  { callId, userId, role }: { callId: string; userId: string; role: CallRole },
): Promise<void> {
  await tx
    .updateTable('call_members')
    .set({ role })
    .where('call_id', '=', callId)
    .where('user_id', '=', userId)
    .where('state', '=', 'LEFT')
    .execute();
}

/** Members and invitees of a call among users. */
export async function listPartsAmong(
  tx: Tx,
  { callId, userIds }: { callId: string; userIds: readonly string[] },
): Promise<{ members: CallMember[]; invitees: CallInvitee[] }> {
  const members = await sql<CallMember>`
    select ${MEMBER} from call_members m where m.call_id = ${callId}::uuid and m.user_id = ${anyOf(userIds)}`.execute(
    tx,
  );
  const invitees = await sql<CallInvitee>`
    select ${INVITEE} from call_invitees i where i.call_id = ${callId}::uuid and i.user_id = ${anyOf(userIds)}`.execute(
    tx,
  );
  return { members: members.rows, invitees: invitees.rows };
}

/** Members of a locked call whose time to connect is over. */
export async function listDueMembers(
  tx: Tx,
  { callId, now }: { callId: string; now: Date },
): Promise<CallMember[]> {
  const { rows } = await sql<CallMember>`
    select ${MEMBER} from call_members m where m.call_id = ${callId}::uuid and m.due_at <= ${now}::timestamptz
    order by m.user_id`.execute(tx);
  return rows;
}

const UNIQUE_VIOLATION = '23505';

/** Whether a write has failed since its user is in another call. */
export const isPresentElsewhere = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === UNIQUE_VIOLATION &&
  'constraint' in error &&
  error.constraint === 'call_members_present';
