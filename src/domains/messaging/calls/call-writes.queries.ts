import { sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { callAudienceSql, inAudiencesSql } from '#domains/graph/privacy/privacy.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { CALL, INVITEE } from './calls.queries.ts';
import { INVITEE_TRANSITIONS, statesBefore } from './calls.state.ts';
import type { Call, CallEndReason, CallInvitee, Deadlines, InviteeState } from './calls.types.ts';
import type { Presence } from './calls.state.ts';

/** Locks a call; everything about its members and invitees is decided under this lock. */
export async function lockCall(tx: Tx, id: string): Promise<Call | null> {
  const { rows } = await sql<Call>`select ${CALL} from calls c where c.id = ${id}::uuid for update`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** The live call of a locked conversation. */
export async function lockLiveCall(tx: Tx, conversationId: string): Promise<Call | null> {
  const { rows } = await sql<Call>`
    select ${CALL} from calls c where c.conversation_id = ${conversationId}::uuid and c.state <> 'ENDED'
    for update`.execute(tx);
  return rows[0] ?? null;
}

type NewCall = Pick<
  Call,
  'id' | 'conversationId' | 'starterId' | 'kind' | 'mode' | 'speaking' | 'state' | 'room' | 'createdAt'
> & { readonly startedAt: Date | null };

export async function insertCall(tx: Tx, call: NewCall): Promise<void> {
  await tx
    .insertInto('calls')
    .values({
      id: call.id,
      conversation_id: call.conversationId,
      starter_id: call.starterId,
      host_id: call.starterId,
      kind: call.kind,
      mode: call.mode,
      speaking: call.speaking,
      state: call.state,
      room: call.room,
      created_at: call.createdAt,
      started_at: call.startedAt,
    })
    .execute();
}

/** @returns the invitee as they are now; null when they are not rung */
export async function updateInviteeDecided(
  tx: Tx,
  decision: {
    callId: string;
    userId: string;
    state: Exclude<InviteeState, 'RINGING'>;
    sessionId: string | null;
    now: Date;
  },
): Promise<CallInvitee | null> {
  const { rows } = await sql<CallInvitee>`
    update call_invitees i set state = ${decision.state}::text, session_id = ${decision.sessionId}::uuid,
      decided_at = ${decision.now}::timestamptz
    where i.call_id = ${decision.callId}::uuid and i.user_id = ${decision.userId}::uuid
      and i.state = any(${statesBefore(INVITEE_TRANSITIONS, decision.state)}::text[])
    returning ${INVITEE}`.execute(tx);
  return rows[0] ?? null;
}

/** Ends the rings of a call; only those whose time is over, if `dueBy` is given. @returns those who were rung */
export async function updateRingsEnded(
  tx: Tx,
  end: { callId: string; state: 'MISSED' | 'CANCELLED'; now: Date; dueBy: Date | null },
): Promise<CallInvitee[]> {
  const { rows } = await sql<CallInvitee>`
    update call_invitees i set state = ${end.state}::text, decided_at = ${end.now}::timestamptz
    where i.call_id = ${end.callId}::uuid and i.state = 'RINGING'
      and (${end.dueBy}::timestamptz is null or i.ringing_until <= ${end.dueBy}::timestamptz)
    returning ${INVITEE}`.execute(tx);
  return rows;
}

type Ring = {
  readonly callId: string;
  readonly byId: string;
  readonly now: Date;
  readonly ringingUntil: Date;
};

/** Rings users. Those who were rung before and did not come are rung again. @returns those who are rung by it */
export async function upsertInvitees(
  tx: Tx,
  ring: Ring & { userIds: readonly string[]; guestIds: readonly string[]; silentIds: readonly string[] },
): Promise<CallInvitee[]> {
  const { rows } = await sql<CallInvitee>`
    insert into call_invitees as i (call_id, user_id, by_id, state, is_silent, is_guest, rung_at, ringing_until)
    select ${ring.callId}::uuid, u.id, ${ring.byId}::uuid, 'RINGING', u.id = ${anyOf(ring.silentIds)},
      u.id = ${anyOf(ring.guestIds)}, ${ring.now}::timestamptz, ${ring.ringingUntil}::timestamptz
    from unnest(${ring.userIds}::uuid[]) as u (id) order by u.id
    on conflict (call_id, user_id) do update set state = 'RINGING', by_id = excluded.by_id, is_silent = excluded.is_silent,
      is_guest = i.is_guest or excluded.is_guest, session_id = null, rung_at = excluded.rung_at,
      ringing_until = excluded.ringing_until, decided_at = null
      where i.state = any(${statesBefore(INVITEE_TRANSITIONS, 'RINGING')}::text[])
    returning ${INVITEE}`.execute(tx);
  return rows;
}

/** Rings the other members of a small group who admit calls of the starter and have not muted it. @returns them */
export async function insertGroupInvitees(
  tx: Tx,
  ring: Ring & { conversationId: string },
): Promise<CallInvitee[]> {
  const viewer = { id: ring.byId, now: ring.now };
  const { rows } = await sql<CallInvitee>`
    insert into call_invitees as i (call_id, user_id, by_id, state, rung_at, ringing_until)
    select ${ring.callId}::uuid, u.id, ${ring.byId}::uuid, 'RINGING', ${ring.now}::timestamptz, ${ring.ringingUntil}::timestamptz
    from participants p join users u on u.id = p.user_id
    where p.conversation_id = ${ring.conversationId}::uuid and p.left_at is null and p.status = 'ACTIVE'
      and p.user_id <> ${ring.byId}::uuid and (p.muted_until is null or p.muted_until <= ${ring.now}::timestamptz)
      and ${visibleUserSql(viewer)} and ${inAudiencesSql(viewer, [callAudienceSql])}
    order by u.id
    returning ${INVITEE}`.execute(tx);
  return rows;
}

/** Whether a participant has muted a conversation. */
export async function isConversationMuted(
  tx: Tx,
  { conversationId, userId, now }: { conversationId: string; userId: string; now: Date },
): Promise<boolean> {
  const found = await tx
    .selectFrom('participants')
    .select('user_id')
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', userId)
    .where('muted_until', '>', now)
    .executeTakeFirst();
  return found !== undefined;
}

/** The participants among users, in the conversation of a call. */
export async function listParticipantsAmong(
  tx: Tx,
  { conversationId, userIds }: { conversationId: string; userIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('participants')
    .select('user_id as id')
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', anyOf(userIds))
    .where('left_at', 'is', null)
    .where('status', '=', 'ACTIVE')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Facts about a locked call after a transition, for its deadlines and counts. */
export async function findPresence(tx: Tx, callId: string): Promise<Presence> {
  const { rows } = await sql<Presence>`
    select count(*) filter (where m.state <> 'LEFT')::integer as "memberCount",
      count(*) filter (where m.state <> 'LEFT' and m.role = 'VIEWER')::integer as "viewerCount",
      min(m.due_at) as "memberDueAt", max(m.state) filter (where m.user_id = c.host_id) as "hostState",
      (array_agg(m.user_id order by (m.role = 'CO_HOST') desc, m.joined_at, m.user_id) filter (
        where m.user_id <> c.host_id and m.state <> 'LEFT' and m.role <> 'VIEWER'))[1] as "heirId",
      (select min(i.ringing_until) from call_invitees i where i.call_id = c.id and i.state = 'RINGING') as "ringingUntil"
    from calls c left join call_members m on m.call_id = c.id
    where c.id = ${callId}::uuid group by c.id`.execute(tx);
  const [presence] = rows;
  if (!presence) throw new Error('a locked call has no row');
  return presence;
}

type Settled = Deadlines &
  Pick<Presence, 'memberCount' | 'viewerCount'> & {
    readonly id: string;
    readonly dueAt: Date | null;
    /** 0 where neither members nor invitees have changed. */
    readonly step: 0 | 1;
  };

/** @returns the call as it is now */
export async function updateSettled(tx: Tx, settled: Settled): Promise<Call> {
  const { rows } = await sql<Call>`
    update calls c set member_count = ${settled.memberCount}, viewer_count = ${settled.viewerCount},
      ringing_until = ${settled.ringingUntil}::timestamptz, host_until = ${settled.hostUntil}::timestamptz,
      alone_until = ${settled.aloneUntil}::timestamptz, ends_at = ${settled.endsAt}::timestamptz,
      due_at = ${settled.dueAt}::timestamptz, members_version = c.members_version + ${settled.step}::integer,
      screen_user_id = (select s.user_id from call_members s
        where s.call_id = c.id and s.user_id = c.screen_user_id and s.slot is not null)
    where c.id = ${settled.id}::uuid returning ${CALL}`.execute(tx);
  const [call] = rows;
  if (!call) throw new Error('a locked call has no row');
  return call;
}

/** Changes what a locked live call is. */
export async function updateCall(
  tx: Tx,
  id: string,
  changes: {
    state?: 'ONGOING';
    started_at?: Date;
    mode?: 'GROUP';
    host_id?: string;
    host_until?: null;
    screen_user_id?: string | null;
  },
): Promise<void> {
  await tx.updateTable('calls').set(changes).where('id', '=', id).where('state', '<>', 'ENDED').execute();
}

/** Ends a locked call, with the parts of all who are in it. @returns its version from then on */
export async function updateCallEnded(
  tx: Tx,
  { id, reason, now }: { id: string; reason: CallEndReason; now: Date },
): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    with gone as (
      update call_members set state = 'LEFT', slot = null, due_at = null, left_at = ${now}::timestamptz,
        leave_reason = 'CALL_ENDED'
      where call_id = ${id}::uuid and state <> 'LEFT'
    )
    update calls set state = 'ENDED', end_reason = ${reason}::text, ended_at = ${now}::timestamptz, ringing_until = null,
      host_until = null, alone_until = null, ends_at = null, due_at = null, member_count = 0, viewer_count = 0,
      screen_user_id = null, members_version = members_version + 1
    where id = ${id}::uuid and state <> 'ENDED'
    returning members_version as version`.execute(tx);
  const [ended] = rows;
  if (!ended) throw new Error('a call that ends has no live row');
  return ended.version;
}

/** Locks one call whose time has come, which nobody else works at. */
export async function lockDueCall(tx: Tx, now: Date): Promise<Call | null> {
  const { rows } = await sql<Call>`
    select ${CALL} from calls c where c.state <> 'ENDED' and c.due_at <= ${now}::timestamptz
    order by c.due_at limit 1 for update skip locked`.execute(tx);
  return rows[0] ?? null;
}

/** @returns false when it was written before */
export async function updateLogged(tx: Tx, { id, now }: { id: string; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('calls')
    .set({ logged_at: now })
    .where('id', '=', id)
    .where('logged_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** @returns false when the user has rated the call before */
export async function insertRating(
  tx: Tx,
  rating: { callId: string; userId: string; stars: number; problems: readonly string[]; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('call_ratings')
    .values({
      call_id: rating.callId,
      user_id: rating.userId,
      stars: rating.stars,
      problems: [...rating.problems],
      created_at: rating.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
