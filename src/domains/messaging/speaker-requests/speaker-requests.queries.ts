import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { type Paged, type Pages, pagesSql } from '#platform/request/page-loader.ts';
import { REQUEST_TRANSITIONS } from './speaker-requests.state.ts';
import type { SpeakerDecision, SpeakerRequest, SpeakerRequestKind } from './speaker-requests.types.ts';

const REQUEST = sql`
  r.id, r.call_id as "callId", r.user_id as "userId", r.kind, r.state, r.created_at as "createdAt", r.expires_at as "expiresAt",
  r.decided_at as "decidedAt"`;

/** Whether the request of the alias `r` waits, of a viewer who has been in the call since: who has left has lowered their hand. */
const waitsSql = sql`(r.state = 'PENDING' and exists (
  select from call_members m where m.call_id = r.call_id and m.user_id = r.user_id and m.state <> 'LEFT' and m.role = 'VIEWER'
    and m.joined_at <= r.created_at))`;

export async function listRequests(db: Db, ids: readonly string[]): Promise<SpeakerRequest[]> {
  const { rows } = await sql<SpeakerRequest>`
    select ${REQUEST} from call_speaker_requests r where r.id = ${anyOf(ids)}`.execute(db);
  return rows;
}

/** The requests that a user may see: their own, and those of calls that they host, by a probe for each. */
export async function listVisibleRequests(
  db: Db,
  { userId, ids }: { userId: string; ids: readonly string[] },
): Promise<SpeakerRequest[]> {
  const { rows } = await sql<SpeakerRequest>`
    select ${REQUEST} from call_speaker_requests r
    where r.id = ${anyOf(ids)} and (r.user_id = ${userId}::uuid or exists (
      select from call_members host where host.call_id = r.call_id and host.user_id = ${userId}::uuid
        and host.state <> 'LEFT' and host.role in ('HOST', 'CO_HOST') offset 0))`.execute(db);
  return rows;
}

/** The requests of a user that wait, by call. */
export async function listOwnWaiting(
  db: Db,
  { userId, callIds }: { userId: string; callIds: readonly string[] },
): Promise<SpeakerRequest[]> {
  const { rows } = await sql<SpeakerRequest>`
    select ${REQUEST} from call_speaker_requests r
    where r.user_id = ${userId}::uuid and r.call_id = ${anyOf(callIds)} and ${waitsSql}`.execute(db);
  return rows;
}

export type Position = { readonly id: string; readonly position: number };

/** Places of requests in the queues of their calls, from 1; of raised ones that wait. */
export async function listPositions(db: Db, ids: readonly string[]): Promise<Position[]> {
  const { rows } = await sql<Position>`
    select own.id, (
      select count(*)::integer from call_speaker_requests r
      where r.call_id = own.call_id and r.kind = 'RAISED' and (r.created_at, r.id) <= (own.created_at, own.id) and ${waitsSql}
    ) as position
    from call_speaker_requests own
    where own.id = ${anyOf(ids)} and own.kind = 'RAISED' and own.state = 'PENDING'`.execute(db);
  return rows;
}

/** The queues of calls that the viewer hosts, first come first. */
export async function listQueues(
  db: Db,
  values: Pages & { readonly viewerId: string },
): Promise<Paged<SpeakerRequest>[]> {
  const pages = {
    parentIds: sql<readonly string[]>`${values.parentIds}`,
    befores: sql<readonly Date[]>`${values.befores}`,
    beforeIds: sql<readonly string[]>`${values.beforeIds}`,
    sizes: sql<readonly number[]>`${values.sizes}`,
  };
  const { rows } = await sql<Paged<SpeakerRequest>>`
    select listed.*, page.ordinal::integer as "pageNumber" from ${pagesSql(pages)}
    join call_members host on host.call_id = page.parent_id and host.user_id = ${values.viewerId}::uuid
      and host.state <> 'LEFT' and host.role in ('HOST', 'CO_HOST')
    cross join lateral (
      select ${REQUEST} from call_speaker_requests r
      where r.call_id = page.parent_id and r.kind = 'RAISED' and (r.created_at, r.id) > (page.before, page.before_id)
        and ${waitsSql}
      order by r.created_at, r.id limit page.size
    ) listed
    order by page.ordinal, listed."createdAt", listed.id`.execute(db);
  return rows;
}

/** Locks a request. Its call is locked before. */
export async function lockRequest(tx: Tx, id: string): Promise<SpeakerRequest | null> {
  const { rows } = await sql<SpeakerRequest>`
    select ${REQUEST} from call_speaker_requests r where r.id = ${id}::uuid for update`.execute(tx);
  return rows[0] ?? null;
}

/** Withdraws the requests of a user in a locked call that they left since, and finds the one that waits. */
export async function lockOwnWaiting(
  tx: Tx,
  { callId, userId, now }: { callId: string; userId: string; now: Date },
): Promise<SpeakerRequest | null> {
  await sql`
    update call_speaker_requests r set state = 'WITHDRAWN', decided_at = ${now}::timestamptz
    where r.call_id = ${callId}::uuid and r.user_id = ${userId}::uuid and r.state = 'PENDING'
      and (r.expires_at <= ${now}::timestamptz or not ${waitsSql})`.execute(tx);
  const { rows } = await sql<SpeakerRequest>`
    select ${REQUEST} from call_speaker_requests r
    where r.call_id = ${callId}::uuid and r.user_id = ${userId}::uuid and r.state = 'PENDING' for update`.execute(
    tx,
  );
  return rows[0] ?? null;
}

/** When the last raised request of a user in a call was denied; null when none was. */
export async function findDeniedAt(
  tx: Tx,
  { callId, userId }: { callId: string; userId: string },
): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(decided_at) as at from call_speaker_requests
    where call_id = ${callId}::uuid and user_id = ${userId}::uuid and state = 'DENIED' and kind = 'RAISED'`.execute(
    tx,
  );
  return rows[0]?.at ?? null;
}

export async function countWaiting(tx: Tx, callId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from call_speaker_requests r
    where r.call_id = ${callId}::uuid and r.state = 'PENDING'`.execute(tx);
  return rows[0]?.count ?? 0;
}

type NewRequest = {
  readonly id: string;
  readonly callId: string;
  readonly userId: string;
  readonly kind: SpeakerRequestKind;
  readonly now: Date;
  readonly expiresAt: Date;
};

export async function insertRequest(tx: Tx, request: NewRequest): Promise<void> {
  await tx
    .insertInto('call_speaker_requests')
    .values({
      id: request.id,
      call_id: request.callId,
      user_id: request.userId,
      kind: request.kind,
      state: 'PENDING',
      created_at: request.now,
      expires_at: request.expiresAt,
    })
    .execute();
}

/** A request that was decided, with the version of the members of its call. */
export type DecidedRequest = SpeakerRequest & { readonly membersVersion: number };

const decided = (which: ReturnType<typeof sql>, { state, byId, now }: SpeakerDecision) => sql<DecidedRequest>`
  update call_speaker_requests r
  set state = ${state}::text, decided_at = ${now}::timestamptz, decided_by = ${byId}::uuid
  from calls c
  where c.id = r.call_id and ${which} and r.state = 'PENDING' and ${REQUEST_TRANSITIONS.PENDING.includes(state)}::boolean
  returning ${REQUEST}, c.members_version as "membersVersion"`;

/** @returns null when it waits no more */
export async function updateDecided(
  tx: Tx,
  id: string,
  decision: SpeakerDecision,
): Promise<DecidedRequest | null> {
  const { rows } = await decided(sql`r.id = ${id}::uuid`, decision).execute(tx);
  return rows[0] ?? null;
}

/** Decides all raised requests of a call. */
export async function updateAllDecided(
  tx: Tx,
  callId: string,
  decision: SpeakerDecision,
): Promise<DecidedRequest[]> {
  const { rows } = await decided(sql`r.call_id = ${callId}::uuid and r.kind = 'RAISED'`, decision).execute(
    tx,
  );
  return rows;
}

/** Decides those of a call that wait for nobody, since the viewer has left, or the call has ended. */
export async function updateVoid(
  tx: Tx,
  callId: string,
  decision: SpeakerDecision,
): Promise<DecidedRequest[]> {
  const { rows } = await decided(sql`r.call_id = ${callId}::uuid and not ${waitsSql}`, decision).execute(tx);
  return rows;
}

/** Decides requests whose time is over, at most `limit`. */
export async function updateDue(
  tx: Tx,
  { limit, ...decision }: SpeakerDecision & { limit: number },
): Promise<DecidedRequest[]> {
  const due = sql`r.id in (
    select d.id from call_speaker_requests d where d.state = 'PENDING' and d.expires_at <= ${decision.now}::timestamptz
    order by d.expires_at limit ${limit} for update skip locked)`;
  const { rows } = await decided(due, decision).execute(tx);
  return rows;
}

/** Deletes the requests of a user, at most `limit`. @returns how many */
export async function deleteRequestsOf(
  tx: Tx,
  { userId, limit }: { userId: string; limit: number },
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from call_speaker_requests where id in (
      select id from call_speaker_requests where user_id = ${userId}::uuid limit ${limit})`.execute(tx);
  return Number(numAffectedRows);
}

/** The requests of a user, by id, for their export. */
export async function listRequestsOf(
  db: Db,
  { userId, after, limit }: { userId: string; after: string; limit: number },
): Promise<SpeakerRequest[]> {
  const { rows } = await sql<SpeakerRequest>`
    select ${REQUEST} from call_speaker_requests r
    where r.user_id = ${userId}::uuid and r.id > ${after}::uuid order by r.id limit ${limit}`.execute(db);
  return rows;
}
