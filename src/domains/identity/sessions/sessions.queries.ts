import { sql } from 'kysely';
import { anyOf, ofAnyLength } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { prepared } from '#platform/db/prepared.ts';
import type { RefreshState } from '../sign-ins/refresh-tokens.service.ts';
import { dayOfSql } from './active-days.queries.ts';
import type { EndedSession, Session, SessionState } from './sessions.types.ts';

const SESSION_COLUMNS = [
  'id',
  'user_id as userId',
  'device_name as deviceName',
  'platform',
  'app_version as appVersion',
  'ip',
  'country',
  'user_agent as userAgent',
  'created_at as createdAt',
  'last_seen_at as lastSeenAt',
] as const;

const selectLiveSessions = (db: Db) =>
  db.selectFrom('sessions').select(SESSION_COLUMNS).where('revoked_at', 'is', null);

/** A user's live sessions, newest first, one more than the page. */
export async function listSessions(
  db: Db,
  userId: string,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<Session[]> {
  return selectLiveSessions(db)
    .where('user_id', '=', userId)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function listSessionsByIds(db: Db, userId: string, ids: readonly string[]): Promise<Session[]> {
  return selectLiveSessions(db).where('user_id', '=', userId).where('id', '=', anyOf(ids)).execute();
}

/** A session in any state with its owner's e-mail address; null when its row is deleted. */
export async function findSessionWithEmail(
  db: Db,
  id: string,
): Promise<(Session & { email: string | null }) | null> {
  const row = await db
    .selectFrom('sessions')
    .select(SESSION_COLUMNS)
    .select((select) =>
      select.selectFrom('users').select('email').whereRef('users.id', '=', 'sessions.user_id').as('email'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Null when there is no session with this key. */
export async function findSessionState(db: Db, sessionKey: string, now: Date): Promise<SessionState | null> {
  const states = await listSessionStates(db, [sessionKey], now);
  return states.get(sessionKey) ?? null;
}

/** By session key. */
export async function listSessionStates(
  db: Db,
  sessionKeys: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, SessionState>> {
  const rows = await selectSessionStates(db, { sessionKeys, now });
  return new Map(
    rows.map(({ sessionKey, revokedAt, ...state }) => [
      sessionKey,
      { ...state, isRevoked: revokedAt !== null },
    ]),
  );
}

type SessionStateRow = Omit<SessionState, 'isRevoked'> & {
  readonly sessionKey: string;
  readonly revokedAt: Date | null;
};

const selectSessionStates = prepared<
  { readonly sessionKeys: readonly string[]; readonly now: Date },
  SessionStateRow
>((db, { sessionKeys, now }) =>
  sql<SessionStateRow>`
    select s.session_key as "sessionKey", s.id as "sessionId", s.user_id as "userId", u.state as "userState",
      s.revoked_at as "revokedAt", exists (
        select from restrictions r
        where r.user_id = u.id and r.kind = 'SUSPENSION' and r.lifted_at is null
          and (r.expires_at is null or r.expires_at > ${now}::timestamptz)
      ) as "isSuspended"
    from sessions s join users u on u.id = s.user_id
    where s.session_key = any(${ofAnyLength(sql`${sessionKeys}::text[]`)}::text[])`.compile(db),
);

/**
 * Records a sign-in. Repeating it with the same key returns the first row.
 * @returns null without a change when that session has ended
 */
export async function upsertSession(
  tx: Tx,
  session: Session & { sessionKey: string; refresh: RefreshState | null },
): Promise<{ session: Session; isNew: boolean } | null> {
  const refresh = refreshColumns(session.refresh);
  const row = await tx
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      session_key: session.sessionKey,
      device_name: session.deviceName,
      platform: session.platform,
      app_version: session.appVersion,
      ip: session.ip,
      country: session.country,
      user_agent: session.userAgent,
      created_at: session.createdAt,
      last_seen_at: session.lastSeenAt,
      ...refresh,
    })
    .onConflict((conflict) =>
      conflict
        .column('session_key')
        .doUpdateSet({
          last_seen_at: session.lastSeenAt,
          ip: session.ip,
          country: session.country,
          ...refresh,
        })
        .where('sessions.revoked_at', 'is', null),
    )
    .returning(SESSION_COLUMNS)
    // An existing row has as `xmax` the transaction that locked it for the update.
    .returning(sql`xmax = 0`.as('isNew'))
    .$castTo<Session & { isNew: boolean }>()
    .executeTakeFirst();
  if (!row) return null;
  const { isNew, ...recorded } = row;
  return { session: recorded, isNew };
}

const refreshColumns = (refresh: RefreshState | null) =>
  refresh && {
    refresh_token_hash: refresh.refreshTokenHash,
    refresh_salt: refresh.refreshSalt,
    refreshed_at: refresh.refreshedAt,
  };

/** Locks a live session that has refresh tokens; null when there is none. */
export async function lockRefreshState(
  tx: Tx,
  { id, sessionKey }: { id: string; sessionKey: string },
): Promise<(RefreshState & { userId: string; lastSeenAt: Date }) | null> {
  const row = await tx
    .selectFrom('sessions')
    .select(['user_id as userId', 'last_seen_at as lastSeenAt'])
    .select(['refresh_token_hash as refreshTokenHash', 'refresh_salt as refreshSalt'])
    .select(['refreshed_at as refreshedAt'])
    .where('id', '=', id)
    .where('session_key', '=', sessionKey)
    .where('revoked_at', 'is', null)
    .where('refresh_token_hash', 'is not', null)
    // The three columns are null together.
    .$narrowType<{ refreshTokenHash: string; refreshSalt: string; refreshedAt: Date }>()
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** Records a refresh of a session, with its place. */
export async function updateRefreshed(
  tx: Tx,
  used: { id: string; refresh: RefreshState; ip: string; country: string | null; lastSeenAt: Date },
): Promise<Session> {
  return tx
    .updateTable('sessions')
    .set({
      ...refreshColumns(used.refresh),
      last_seen_at: used.lastSeenAt,
      ip: used.ip,
      country: used.country,
    })
    .where('id', '=', used.id)
    .returning(SESSION_COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Whether the user has signed in before, but never on a device with the description of this session's. */
export async function isNewDevice(tx: Tx, session: Session): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    select count(*) > 0 and not coalesce(bool_or(platform = ${session.platform}
      and device_name is not distinct from ${session.deviceName} and user_agent = ${session.userAgent}), false) as "isNew"
    from sessions where user_id = ${session.userId}::uuid and id <> ${session.id}::uuid`.execute(tx);
  return rows[0]?.isNew ?? false;
}

/** Ends live sessions of a user: all, one, or all but one. @returns the ended sessions */
export async function updateSessionsRevoked(
  tx: Tx,
  sessions: { userId: string; only?: string; except?: string; revokedAt: Date },
): Promise<EndedSession[]> {
  const { userId, only, except, revokedAt } = sessions;
  return tx
    .updateTable('sessions as s')
    .from('users as u')
    .set({ revoked_at: revokedAt })
    .whereRef('u.id', '=', 's.user_id')
    .where('s.user_id', '=', userId)
    .where('s.revoked_at', 'is', null)
    .$if(only !== undefined, (query) => query.where('s.id', '=', only ?? ''))
    .$if(except !== undefined, (query) => query.where('s.id', '<>', except ?? ''))
    .returning(['s.id', 's.session_key as sessionKey', 'u.subject'])
    .execute();
}

/** Ends live sessions of any user that were not used since the given time. @returns the ended sessions */
export async function updateIdleSessionsRevoked(
  tx: Tx,
  sessions: { seenBefore: Date; revokedAt: Date; limit: number },
): Promise<EndedSession[]> {
  const { rows } = await sql<EndedSession>`
    update sessions s set revoked_at = ${sessions.revokedAt}
    from users u
    where u.id = s.user_id and s.id = any(array(
      select id from sessions where revoked_at is null and last_seen_at < ${sessions.seenBefore}
      limit ${sessions.limit} for update skip locked
    ))
    returning s.id, s.session_key as "sessionKey", u.subject`.execute(tx);
  return rows;
}

/** Last use by each user, of ended sessions too; users who never signed in are absent. */
export const listLastSeen = prepared<{ userIds: readonly string[] }, { userId: string; lastSeenAt: Date }>(
  (db, { userIds }) =>
    sql<{ userId: string; lastSeenAt: Date }>`
      select u.id as "userId", s.last_seen_at as "lastSeenAt"
      from unnest(${userIds}::uuid[]) as u (id)
      cross join lateral (
        select last_seen_at from sessions where user_id = u.id order by last_seen_at desc limit 1
      ) s`.compile(db),
);

/**
 * Stores the last use of a session, and at the first one of a day (UTC) that its user is there. One statement without a transaction:
 * the request does not wait for it, and a retry writes the same.
 */
export const updateLastSeen = prepared<{ readonly id: string; readonly seenAt: Date }, object>(
  (db, { id, seenAt }) =>
    sql<object>`
    with seen as (
      select user_id from sessions where id = ${id}::uuid and last_seen_at < date_trunc('day', ${seenAt}::timestamptz, 'UTC')
    ), active as (
      insert into active_days (day, user_id) select ${dayOfSql(sql`${seenAt}::timestamptz`)}, user_id from seen on conflict do nothing
    )
    update sessions set last_seen_at = ${seenAt}::timestamptz where id = ${id}::uuid`.compile(db),
);

/** Stores a further use of a session on a day that is noted. */
export const updateLastSeenAgain = prepared<{ readonly id: string; readonly seenAt: Date }, object>(
  (db, { id, seenAt }) =>
    sql<object>`update sessions set last_seen_at = ${seenAt}::timestamptz where id = ${id}::uuid`.compile(db),
);

/** All sessions of a user, ended ones too, by id after `after`. */
export async function listAllSessions(
  db: Db,
  all: { userId: string; after: string | null; limit: number },
): Promise<(Session & { endedAt: Date | null })[]> {
  return db
    .selectFrom('sessions')
    .select(SESSION_COLUMNS)
    .select('revoked_at as endedAt')
    .where('user_id', '=', all.userId)
    .$if(all.after !== null, (query) => query.where('id', '>', all.after ?? ''))
    .orderBy('id')
    .limit(all.limit)
    .execute();
}

/** @returns the number of deleted rows, at most `limit` */
export async function deleteSessions(tx: Tx, userId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('id', 'in', (all) =>
      all.selectFrom('sessions').select('id').where('user_id', '=', userId).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
