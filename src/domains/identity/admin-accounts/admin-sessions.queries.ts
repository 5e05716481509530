import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { AdminSession } from './admin-accounts.types.ts';

const selectSessions = (db: Db) =>
  db
    .selectFrom('admin_sessions')
    .select(['id', 'admin_id as adminId', 'ip', 'user_agent as userAgent', 'created_at as createdAt'])
    .select(['refreshed_at as refreshedAt', 'expires_at as expiresAt', 'revoked_at as revokedAt']);

/** Sessions of an admin, newest first, one more than the page. */
export async function listAdminSessions(
  db: Db,
  adminId: string,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<AdminSession[]> {
  return selectSessions(db)
    .where('admin_id', '=', adminId)
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Null when there is none. */
export async function findAdminSession(db: Db, id: string): Promise<AdminSession | null> {
  return (await selectSessions(db).where('id', '=', id).executeTakeFirst()) ?? null;
}
