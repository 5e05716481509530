import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { RefreshState } from '../sign-ins/refresh-tokens.service.ts';
import type { AdminStanding, AdminUser } from './admins.types.ts';

const ADMIN_COLUMNS = [
  'a.id',
  'a.email',
  'a.display_name as displayName',
  'a.role',
  'a.created_at as createdAt',
] as const;

const selectEnabledAdmins = (db: Db) =>
  db.selectFrom('admins as a').select(ADMIN_COLUMNS).where('a.disabled_at', 'is', null);

/** Disabled ones too. */
export async function findAdminById(db: Db, id: string): Promise<AdminUser | null> {
  const row = await db
    .selectFrom('admins as a')
    .select(ADMIN_COLUMNS)
    .where('a.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

export async function countAdmins(db: Db): Promise<number> {
  return (await selectEnabledAdmins(db).execute()).length;
}

export async function findAdminByEmail(
  db: Db,
  email: string,
): Promise<(AdminUser & { passwordHash: string | null }) | null> {
  const row = await selectEnabledAdmins(db)
    .select('a.password_hash as passwordHash')
    .where('a.email', '=', email)
    .executeTakeFirst();
  return row ?? null;
}

/** The admin of a live session; null when the session ended or the admin is disabled. */
export async function findAdminOfSession(
  db: Db,
  sessionId: string,
  now: Date,
): Promise<AdminStanding | null> {
  const row = await db
    .selectFrom('admins as a')
    .innerJoin('admin_sessions as s', 's.admin_id', 'a.id')
    .leftJoin('admin_totp as t', 't.admin_id', 'a.id')
    .select(['a.id', 'a.role', 'a.must_enroll as mustEnroll'])
    .select((found) => found('t.confirmed_at', 'is not', null).as('hasFactor'))
    .where('a.disabled_at', 'is', null)
    .where('s.id', '=', sessionId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .executeTakeFirst();
  return row ? { ...row, hasFactor: Boolean(row.hasFactor) } : null;
}

/** @returns false when the address has an admin already */
export async function insertAdmin(tx: Tx, admin: AdminUser & { passwordHash: string }): Promise<boolean> {
  const inserted = await tx
    .insertInto('admins')
    .values({
      id: admin.id,
      email: admin.email,
      display_name: admin.displayName,
      password_hash: admin.passwordHash,
      role: admin.role,
      created_at: admin.createdAt,
      updated_at: admin.createdAt,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function insertAdminSession(
  tx: Tx,
  session: {
    id: string;
    adminId: string;
    refresh: RefreshState;
    ip: string;
    userAgent: string;
    createdAt: Date;
    expiresAt: Date;
  },
): Promise<void> {
  await tx
    .insertInto('admin_sessions')
    .values({
      id: session.id,
      admin_id: session.adminId,
      ...refreshColumns(session.refresh),
      ip: session.ip,
      user_agent: session.userAgent,
      created_at: session.createdAt,
      proved_at: session.createdAt,
      expires_at: session.expiresAt,
    })
    .execute();
}

const refreshColumns = (refresh: RefreshState) => ({
  refresh_token_hash: refresh.refreshTokenHash,
  refresh_salt: refresh.refreshSalt,
  refreshed_at: refresh.refreshedAt,
});

/** Locks a session of an enabled admin, also an expired one; null when it is ended or there is none. */
export async function lockAdminSession(
  tx: Tx,
  id: string,
): Promise<{ admin: AdminUser; refresh: RefreshState; expiresAt: Date } | null> {
  const row = await selectEnabledAdmins(tx)
    .innerJoin('admin_sessions as s', 's.admin_id', 'a.id')
    .select(['s.refresh_token_hash as refreshTokenHash', 's.refresh_salt as refreshSalt'])
    .select(['s.refreshed_at as refreshedAt', 's.expires_at as expiresAt'])
    .where('s.id', '=', id)
    .where('s.revoked_at', 'is', null)
    .forUpdate('s')
    .executeTakeFirst();
  if (!row) return null;
  const { refreshTokenHash, refreshSalt, refreshedAt, expiresAt, ...admin } = row;
  return { admin, refresh: { refreshTokenHash, refreshSalt, refreshedAt }, expiresAt };
}

export async function updateAdminRefreshed(tx: Tx, id: string, refresh: RefreshState): Promise<void> {
  await tx.updateTable('admin_sessions').set(refreshColumns(refresh)).where('id', '=', id).execute();
}

export async function updateAdminSessionRevoked(tx: Tx, id: string, revokedAt: Date): Promise<void> {
  await tx.updateTable('admin_sessions').set({ revoked_at: revokedAt }).where('id', '=', id).execute();
}

/** The time of the last proof of identity in a session. */
export async function findProvedAt(db: Db, sessionId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('admin_sessions')
    .select('proved_at as provedAt')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.provedAt ?? null;
}

/** Deletes at most `limit` sessions that ended before. @returns how many there were */
export async function deleteEndedSessions(tx: Tx, endedBefore: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from admin_sessions where id in (
      select id from admin_sessions where least(revoked_at, expires_at) < ${endedBefore} limit ${limit}
    )`.execute(tx);
  return Number(numAffectedRows);
}

/** Locks an admin until the end of the transaction. @returns false for a disabled one */
export async function lockEnabled(tx: Tx, id: string): Promise<boolean> {
  const row = await selectEnabledAdmins(tx).where('a.id', '=', id).forNoKeyUpdate('a').executeTakeFirst();
  return row !== undefined;
}
