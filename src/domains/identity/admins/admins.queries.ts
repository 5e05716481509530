import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { RefreshState } from '../sign-ins/refresh-tokens.service.ts';
import type { AdminUser } from './admins.types.ts';

const ADMIN_COLUMNS = [
  'a.id',
  'a.email',
  'a.display_name as displayName',
  'a.role',
  'a.created_at as createdAt',
] as const;

const selectEnabledAdmins = (db: Db) =>
  db.selectFrom('admins as a').select(ADMIN_COLUMNS).where('a.disabled_at', 'is', null);

export async function findAdminById(db: Db, id: string): Promise<AdminUser | null> {
  return (await selectEnabledAdmins(db).where('a.id', '=', id).executeTakeFirst()) ?? null;
}

export async function countAdmins(db: Db): Promise<number> {
  return (await selectEnabledAdmins(db).execute()).length;
}

export async function findAdminByEmail(
  db: Db,
  email: string,
): Promise<(AdminUser & { passwordHash: string }) | null> {
  const row = await selectEnabledAdmins(db)
    .select('a.password_hash as passwordHash')
    .where('a.email', '=', email)
    .executeTakeFirst();
  return row ?? null;
}

/** The admin of a live session; null when the session ended or the admin is disabled. */
export async function findAdminOfSession(db: Db, sessionId: string, now: Date): Promise<AdminUser | null> {
  const row = await selectEnabledAdmins(db)
    .innerJoin('admin_sessions as s', 's.admin_id', 'a.id')
    .where('s.id', '=', sessionId)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
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
      expires_at: session.expiresAt,
    })
    .execute();
}

const refreshColumns = (refresh: RefreshState) => ({
  refresh_token_hash: refresh.refreshTokenHash,
  refresh_salt: refresh.refreshSalt,
  refreshed_at: refresh.refreshedAt,
});

/** Locks a live session of an enabled admin; null when there is none. */
export async function lockAdminSession(
  tx: Tx,
  { id, now }: { id: string; now: Date },
): Promise<{ admin: AdminUser; refresh: RefreshState } | null> {
  const row = await selectEnabledAdmins(tx)
    .innerJoin('admin_sessions as s', 's.admin_id', 'a.id')
    .select(['s.refresh_token_hash as refreshTokenHash', 's.refresh_salt as refreshSalt'])
    .select('s.refreshed_at as refreshedAt')
    .where('s.id', '=', id)
    .where('s.revoked_at', 'is', null)
    .where('s.expires_at', '>', now)
    .forUpdate('s')
    .executeTakeFirst();
  if (!row) return null;
  const { refreshTokenHash, refreshSalt, refreshedAt, ...admin } = row;
  return { admin, refresh: { refreshTokenHash, refreshSalt, refreshedAt } };
}

export async function updateAdminRefreshed(tx: Tx, id: string, refresh: RefreshState): Promise<void> {
  await tx.updateTable('admin_sessions').set(refreshColumns(refresh)).where('id', '=', id).execute();
}

export async function updateAdminSessionRevoked(tx: Tx, id: string, revokedAt: Date): Promise<void> {
  await tx.updateTable('admin_sessions').set({ revoked_at: revokedAt }).where('id', '=', id).execute();
}
