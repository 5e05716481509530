import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { IdKey, PageRequest } from '#platform/db/keyset.ts';
import type { Session, SessionStanding } from './sessions.types.ts';

const SESSION_COLUMNS = [
  'id',
  'user_id as userId',
  'device_name as deviceName',
  'platform',
  'app_version as appVersion',
  'ip',
  'user_agent as userAgent',
  'created_at as createdAt',
  'last_seen_at as lastSeenAt',
] as const;

const selectLiveSessions = (db: Db) =>
  db.selectFrom('sessions').select(SESSION_COLUMNS).where('revoked_at', 'is', null).$castTo<Session>();

/** A user's live sessions, newest first, one more than the page. */
export async function listSessions(db: Db, userId: string, page: PageRequest<IdKey>): Promise<Session[]> {
  return selectLiveSessions(db)
    .where('user_id', '=', userId)
    .$if(page.from !== null, (query) => query.where('id', '<', page.from?.[0] ?? ''))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute();
}

export async function listSessionsByIds(db: Db, userId: string, ids: readonly string[]): Promise<Session[]> {
  return selectLiveSessions(db).where('user_id', '=', userId).where('id', '=', anyOf(ids)).execute();
}

/** Null when no user signed in under this key. */
export async function findStanding(db: Db, sessionKey: string, now: Date): Promise<SessionStanding | null> {
  const standing = await db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      's.id as sessionId',
      's.user_id as userId',
      'u.state as userState',
      isSuspendedSql(now).as('isSuspended'),
    ])
    .select(sql<boolean>`s.revoked_at is not null`.as('isRevoked'))
    .where('s.session_key', '=', sessionKey)
    .executeTakeFirst();
  return standing ?? null;
}

function isSuspendedSql(now: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select from restrictions r
    where r.user_id = u.id and r.kind = 'SUSPENSION' and r.lifted_at is null
      and (r.expires_at is null or r.expires_at > ${now}))`;
}

/**
 * Records a sign-in. Repeating it with the same key keeps the first row, which comes back: so this one statement needs no
 * transaction around it.
 * @returns null, and changes nothing, when that session has ended
 */
export async function upsertSession(
  db: Db,
  session: Session & { sessionKey: string },
): Promise<Session | null> {
  const row = await db
    .insertInto('sessions')
    .values({
      id: session.id,
      user_id: session.userId,
      session_key: session.sessionKey,
      device_name: session.deviceName,
      platform: session.platform,
      app_version: session.appVersion,
      ip: session.ip,
      user_agent: session.userAgent,
      created_at: session.createdAt,
      last_seen_at: session.lastSeenAt,
    })
    .onConflict((conflict) =>
      conflict
        .column('session_key')
        .doUpdateSet({ last_seen_at: session.lastSeenAt, ip: session.ip })
        .where('sessions.revoked_at', 'is', null),
    )
    .returning(SESSION_COLUMNS)
    .$castTo<Session>()
    .executeTakeFirst();
  return row ?? null;
}

/** Ends one live session of a user, or all when no id is given. @returns what has ended */
export async function updateSessionsRevoked(
  tx: Tx,
  sessions: { id: string | null; userId: string; revokedAt: Date },
): Promise<{ id: string; sessionKey: string; subject: string }[]> {
  return tx
    .updateTable('sessions as s')
    .from('users as u')
    .set({ revoked_at: sessions.revokedAt })
    .whereRef('u.id', '=', 's.user_id')
    .where('s.user_id', '=', sessions.userId)
    .where('s.revoked_at', 'is', null)
    .$if(sessions.id !== null, (query) => query.where('s.id', '=', sessions.id))
    .returning(['s.id', 's.session_key as sessionKey', 'u.subject'])
    .execute();
}

/** Without a transaction: the request that is noted does not wait for it, and a repetition writes the same. */
export async function updateLastSeen(db: Db, sessionId: string, seenAt: Date): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: seenAt }).where('id', '=', sessionId).execute();
}
