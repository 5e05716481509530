import { type RawBuilder, sql } from 'kysely';
import { visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { type Paged, type Pages, pagesSql } from '#platform/request/page-loader.ts';
import type { Call, CallInvitee, CallMember, CallRole } from './calls.types.ts';

export const CALL = sql`
  c.id, c.conversation_id as "conversationId", c.starter_id as "starterId", c.host_id as "hostId", c.kind, c.mode, c.speaking, c.state,
  c.end_reason as "endReason", c.room, c.created_at as "createdAt", c.started_at as "startedAt", c.ended_at as "endedAt",
  c.ringing_until as "ringingUntil", c.host_until as "hostUntil", c.alone_until as "aloneUntil", c.ends_at as "endsAt",
  c.members_version as "membersVersion", c.member_count as "memberCount", c.viewer_count as "viewerCount",
  c.screen_user_id as "screenUserId"`;

export const MEMBER = sql`
  m.call_id as "callId", m.user_id as "userId", m.session_id as "sessionId", m.role, m.state, m.is_muted as "isMuted",
  m.is_video_on as "isVideoOn", m.slot, m.is_banned as "isBanned", m.joined_at as "joinedAt"`;

export const INVITEE = sql`
  i.call_id as "callId", i.user_id as "userId", i.by_id as "byId", i.state, i.is_silent as "isSilent", i.is_guest as "isGuest",
  i.session_id as "sessionId", i.ringing_until as "ringingUntil", i.decided_at as "decidedAt"`;

/**
 * Whether a user may know of the call of the alias `c`: they take part in its conversation or are a guest of the call, and no host
 * has banned them. Each `exists` is a probe, whatever number of conversations and calls the user has.
 */
const callVisibleSql = (userId: string | RawBuilder<string>): RawBuilder<boolean> => sql`(
  (exists (
    select from participants p where p.conversation_id = c.conversation_id and p.user_id = ${userId}::uuid
      and p.left_at is null and p.status = 'ACTIVE' offset 0)
  or exists (
    select from call_invitees g where g.call_id = c.id and g.user_id = ${userId}::uuid and g.is_guest offset 0))
  and not exists (
    select from call_members b where b.call_id = c.id and b.user_id = ${userId}::uuid and b.is_banned offset 0))`;

export async function listCalls(db: Db, ids: readonly string[]): Promise<Call[]> {
  const { rows } = await sql<Call>`select ${CALL} from calls c where c.id = ${anyOf(ids)}`.execute(db);
  return rows;
}

export async function listVisibleCalls(
  db: Db,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<Call[]> {
  const { rows } = await sql<Call>`
    select ${CALL} from calls c where c.id = ${anyOf(ids)} and ${callVisibleSql(userId)}`.execute(db);
  return rows;
}

/** The live calls of conversations, without those that have banned the user. */
export async function listLiveCalls(
  db: Db,
  { userId, conversationIds }: { userId: string; conversationIds: readonly string[] },
): Promise<Call[]> {
  const { rows } = await sql<Call>`
    select ${CALL} from calls c
    where c.conversation_id = ${anyOf(conversationIds)} and c.state <> 'ENDED' and ${callVisibleSql(userId)}`.execute(
    db,
  );
  return rows;
}

/** Calls that ring the user aloud, and those in which they are; newest first. */
export async function listActiveCalls(
  db: Db,
  { userId, limit }: { userId: string; limit: number },
): Promise<Call[]> {
  const { rows } = await sql<Call>`
    select ${CALL} from calls c
    where c.state <> 'ENDED' and ${callVisibleSql(userId)} and c.id in (
      select i.call_id from call_invitees i where i.user_id = ${userId}::uuid and i.state = 'RINGING' and not i.is_silent
      union
      select m.call_id from call_members m where m.user_id = ${userId}::uuid and m.state <> 'LEFT')
    order by c.id desc limit ${limit}`.execute(db);
  return rows;
}

/**
 * Ended calls that have rung the user or that they were in, newest first: from two indexes at once, whose order a fence keeps, and by a
 * probe for each, until the page is full. Those of one conversation are looked for among the user's own, so that nobody pays for the calls of others.
 */
export async function listCallHistory(
  db: Db,
  { userId, conversationId }: { userId: string; conversationId: string | null },
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Call[]> {
  const { rows } = await sql<Call>`
    select ${CALL} from (
      select distinct call_id from (
        (
          select i.call_id from call_invitees i where i.user_id = ${userId}::uuid and i.call_id < ${beforeId}::uuid
          order by i.call_id desc
        )
        union all
        (
          select m.call_id from call_members m where m.user_id = ${userId}::uuid and m.call_id < ${beforeId}::uuid
          order by m.call_id desc
        )
      ) part order by call_id desc offset 0
    ) own cross join lateral (
      select * from calls
      where id = own.call_id and state = 'ENDED' and coalesce(conversation_id = ${conversationId}::uuid, true) offset 0
    ) c
    where ${callVisibleSql(userId)}
    order by own.call_id desc limit ${limit + 1}`.execute(db);
  return rows;
}

/** The part of a user as a member of calls. */
export async function listMembersOf(
  db: Db,
  { userId, callIds }: { userId: string; callIds: readonly string[] },
): Promise<CallMember[]> {
  const { rows } = await sql<CallMember>`
    select ${MEMBER} from call_members m where m.user_id = ${userId}::uuid and m.call_id = ${anyOf(callIds)}`.execute(
    db,
  );
  return rows;
}

export async function listInviteesOf(
  db: Db,
  { userId, callIds }: { userId: string; callIds: readonly string[] },
): Promise<CallInvitee[]> {
  const { rows } = await sql<CallInvitee>`
    select ${INVITEE} from call_invitees i where i.user_id = ${userId}::uuid and i.call_id = ${anyOf(callIds)}`.execute(
    db,
  );
  return rows;
}

/** The members that events name, by pairs. */
export async function listNamedMembers(
  db: Db,
  { callIds, userIds }: { callIds: readonly string[]; userIds: readonly string[] },
): Promise<CallMember[]> {
  const { rows } = await sql<CallMember>`
    select ${MEMBER} from unnest(${callIds}::uuid[], ${userIds}::uuid[]) as named (call_id, user_id)
    join call_members m on m.call_id = named.call_id and m.user_id = named.user_id`.execute(db);
  return rows;
}

export type MemberPages = Pages & { readonly viewerId: string; readonly roles: readonly CallRole[] | null };

/** Members who have not left, first joined first; those in viewer mode for hosts alone, and for themselves. */
export async function listMembers(db: Db, values: MemberPages): Promise<Paged<CallMember>[]> {
  const pages = {
    parentIds: sql<readonly string[]>`${values.parentIds}`,
    befores: sql<readonly Date[]>`${values.befores}`,
    beforeIds: sql<readonly string[]>`${values.beforeIds}`,
    sizes: sql<readonly number[]>`${values.sizes}`,
  };
  const { rows } = await sql<Paged<CallMember>>`
    select listed.*, page.ordinal::integer as "pageNumber" from ${pagesSql(pages)}
    join calls c on c.id = page.parent_id and ${callVisibleSql(values.viewerId)}
    cross join lateral (
      select ${MEMBER} from call_members m
      where m.call_id = c.id and m.state <> 'LEFT' and (m.joined_at, m.user_id) > (page.before, page.before_id)
        and (${values.roles}::text[] is null or m.role = any(${values.roles}::text[]))
        and (m.role <> 'VIEWER' or m.user_id = ${values.viewerId}::uuid or exists (
          select from call_members host where host.call_id = c.id and host.user_id = ${values.viewerId}::uuid
            and host.state <> 'LEFT' and host.role in ('HOST', 'CO_HOST')))
      order by m.joined_at, m.user_id limit page.size
    ) listed
    order by page.ordinal, listed."joinedAt", listed."userId"`.execute(db);
  return rows;
}

/** Users of a call: those who are in it, those whom it rings, and others whom it has rung or who were in it, as long as they see it. */
export type CallPeople = {
  readonly version: number;
  readonly presentIds: readonly string[];
  readonly hostIds: readonly string[];
  readonly ringingIds: readonly string[];
  readonly formerIds: readonly string[];
};

/** Undefined when there is no such call. */
export async function findCallPeople(db: Db, callId: string): Promise<CallPeople | undefined> {
  const { rows } = await sql<CallPeople>`
    select c.members_version as version,
      array(select m.user_id from call_members m where m.call_id = c.id and m.state <> 'LEFT') as "presentIds",
      array(select m.user_id from call_members m where m.call_id = c.id and m.state <> 'LEFT'
        and m.role in ('HOST', 'CO_HOST')) as "hostIds",
      array(select i.user_id from call_invitees i where i.call_id = c.id and i.state = 'RINGING') as "ringingIds",
      array(select f.user_id from (
        select m.user_id from call_members m where m.call_id = c.id and m.state = 'LEFT'
        union select i.user_id from call_invitees i where i.call_id = c.id and i.state <> 'RINGING') as f
        where ${callVisibleSql(sql`f.user_id`)}) as "formerIds"
    from calls c where c.id = ${callId}::uuid`.execute(db);
  return rows[0];
}

/** The newest calls that have rung the user or that they were in since a time, to whose topics they may listen. */
export async function listCallTopics(
  db: Db,
  { userId, since, limit }: { userId: string; since: Date; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from calls c
    where (c.ended_at is null or c.ended_at >= ${since}::timestamptz) and c.id in (
      select i.call_id from call_invitees i where i.user_id = ${userId}::uuid
      union
      select m.call_id from call_members m where m.user_id = ${userId}::uuid)
    order by c.id desc limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The other user of a direct conversation whom the user sees; null when there is none. */
export async function findVisiblePeer(
  db: Db,
  { conversationId, userId, now }: { conversationId: string; userId: string; now: Date },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select u.id from participants p join users u on u.id = p.user_id
    where p.conversation_id = ${conversationId}::uuid and p.user_id <> ${userId}::uuid and p.left_at is null
      and ${visibleUserSql({ id: userId, now })}`.execute(db);
  return rows[0]?.id ?? null;
}

/** Live calls that somebody is in, or that a room stands for; after an id, to be compared with the call server. */
export async function listRoomsToCompare(
  db: Db,
  { afterId, limit }: { afterId: string; limit: number },
): Promise<{ id: string; room: string }[]> {
  const { rows } = await sql<{ id: string; room: string }>`
    select id, room from calls where state <> 'ENDED' and id > ${afterId}::uuid order by id limit ${limit}`.execute(
    db,
  );
  return rows;
}

export async function findLiveCallByRoom(db: Db, room: string): Promise<Call | null> {
  const { rows } = await sql<Call>`
    select ${CALL} from calls c where c.room = ${room} and c.state <> 'ENDED'`.execute(db);
  return rows[0] ?? null;
}

/** All members of a call who have not left. */
export async function listPresentMembers(db: Db, callId: string): Promise<CallMember[]> {
  const { rows } = await sql<CallMember>`
    select ${MEMBER} from call_members m where m.call_id = ${callId}::uuid and m.state <> 'LEFT'
    order by m.user_id`.execute(db);
  return rows;
}

/** The live calls that somebody is in or that ring them, by one of their sessions or all. */
export async function listLivePartsOf(
  db: Db,
  { userId, sessionId }: { userId: string | null; sessionId: string | null },
): Promise<{ callId: string; userId: string; sessionId: string | null }[]> {
  const { rows } = await sql<{ callId: string; userId: string; sessionId: string | null }>`
    select m.call_id as "callId", m.user_id as "userId", m.session_id as "sessionId" from call_members m
    where m.state <> 'LEFT' and (m.session_id = ${sessionId}::uuid or m.user_id = ${userId}::uuid)
    union
    select i.call_id, i.user_id, null from call_invitees i
    where i.state = 'RINGING' and i.user_id = ${userId}::uuid
    order by 1, 2`.execute(db);
  return rows;
}

/** The live direct calls of two users with each other. */
export async function listDirectCallsBetween(
  db: Db,
  { userId, otherId }: { userId: string; otherId: string },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from calls c
    where c.state <> 'ENDED' and c.mode = 'DIRECT' and exists (
      select from participants p where p.conversation_id = c.conversation_id and p.user_id = ${userId}::uuid) and exists (
      select from participants p where p.conversation_id = c.conversation_id and p.user_id = ${otherId}::uuid)
      and c.id in (
        select m.call_id from call_members m where m.user_id in (${userId}::uuid, ${otherId}::uuid) and m.state <> 'LEFT'
        union
        select i.call_id from call_invitees i where i.user_id in (${userId}::uuid, ${otherId}::uuid) and i.state = 'RINGING')
    order by c.id`.execute(db);
  return rows.map(({ id }) => id);
}

/** The live call of a conversation, whoever asks. */
export async function findLiveCall(db: Db, conversationId: string): Promise<Call | null> {
  const { rows } = await sql<Call>`
    select ${CALL} from calls c where c.conversation_id = ${conversationId}::uuid and c.state <> 'ENDED'`.execute(
    db,
  );
  return rows[0] ?? null;
}
