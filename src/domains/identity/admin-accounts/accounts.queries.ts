import { sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { AdminRole, AdminUser } from '../admins/admins.types.ts';
import type { AdminAccount } from './admin-accounts.types.ts';

/** Each narrows the list; null does not. */
export type AdminFilter = { readonly role: AdminRole | null; readonly updatedAfter: Date | null };

/** Admins in every state, newest first, one more than the page. */
export async function listAdmins(
  db: Db,
  { role, updatedAfter }: AdminFilter,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<AdminUser[]> {
  return db
    .selectFrom('admins')
    .select(['id', 'email', 'display_name as displayName', 'role', 'created_at as createdAt'])
    .$if(role !== null, (query) => query.where('role', '=', role))
    .$if(updatedAfter !== null, (query) => query.where('updated_at', '>', updatedAfter))
    .where('id', '<', beforeId)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function listAccountsOf(db: Db, adminIds: readonly string[]): Promise<AdminAccount[]> {
  const { rows } = await sql<AdminAccount>`
    select a.id as "adminId", a.disabled_at as "disabledAt", a.updated_at as "updatedAt", i.expires_at as "invitedUntil",
      t.confirmed_at is not null as "hasFactor", a.must_enroll as "mustEnroll",
      (select max(s.created_at) from admin_sessions s where s.admin_id = a.id) as "lastSignedInAt",
      (select count(*)::integer from admin_recovery_codes c where c.admin_id = a.id and c.used_at is null) as "recoveryCodeCount"
    from admins a left join admin_totp t on t.admin_id = a.id left join admin_invitations i on i.admin_id = a.id
    where a.id = ${anyOf(adminIds)}`.execute(db);
  return rows;
}
