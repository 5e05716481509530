import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { AccountSession, RelatedAccount } from './account-sessions.types.ts';

const SESSION_COLUMNS = sql.raw(`
  id, user_id as "userId", device_name as "deviceName", platform, app_version as "appVersion", ip, country,
  user_agent as "userAgent", created_at as "createdAt", last_seen_at as "lastSeenAt", revoked_at as "revokedAt"`);

export async function findAccountSession(db: Db, id: string): Promise<AccountSession | null> {
  const { rows } = await sql<AccountSession>`
    select ${SESSION_COLUMNS} from sessions where id = ${id}::uuid`.execute(db);
  return rows[0] ?? null;
}

/** Sessions of each user, live ones and those that have ended, the last used first, at most `limit` of each. */
export async function listAccountSessions(
  db: Db,
  { userIds, limit }: { readonly userIds: readonly string[]; readonly limit: number },
): Promise<AccountSession[]> {
  const { rows } = await sql<AccountSession>`
    select s.* from unnest(${userIds}::uuid[]) asked (id)
    -- A loop: the last sessions of each.
    cross join lateral (
      select ${SESSION_COLUMNS} from sessions where user_id = asked.id order by last_seen_at desc limit ${limit}) s
    order by s."userId", s."lastSeenAt" desc`.execute(db);
  return rows;
}

/**
 * Other users with a session from the same address within `withinMs` of one of the user's last `sessions`, the last such use first,
 * at most `limit` of each.
 */
export async function listRelatedAccounts(
  db: Db,
  asked: {
    readonly userIds: readonly string[];
    readonly sessions: number;
    readonly withinMs: number;
    readonly limit: number;
  },
): Promise<RelatedAccount[]> {
  const within = sql`make_interval(secs => ${asked.withinMs / 1_000})`;
  const { rows } = await sql<RelatedAccount>`
    select r.* from unnest(${asked.userIds}::uuid[]) asked (id)
    cross join lateral (
      select asked.id as "userId", other.user_id as "relatedId", (array_agg(other.ip order by other.last_seen_at desc))[1] as ip,
        max(other.last_seen_at) as "lastSeenAt"
      -- Fences: a few sessions of the user, and a few from the address of each, however many share it.
      from (
        select ip, last_seen_at from sessions where user_id = asked.id order by last_seen_at desc limit ${asked.sessions}) own
      cross join lateral (
        select user_id, ip, last_seen_at from sessions
        where ip = own.ip and last_seen_at between own.last_seen_at - ${within} and own.last_seen_at + ${within}
          and user_id <> asked.id
        order by last_seen_at desc limit ${asked.limit}) other
      group by other.user_id order by max(other.last_seen_at) desc, other.user_id limit ${asked.limit}) r`.execute(
    db,
  );
  return rows;
}
