import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { adminStandingChanged } from './admins.events.ts';
import type { AdminRole, AdminUser } from './admins.types.ts';

/** An admin as their row says, for writes of other domains to it. */
export type AdminRow = AdminUser & {
  /** Null until an invitation is accepted. */
  readonly passwordHash: string | null;
  readonly disabledAt: Date | null;
};

type AdminChange = {
  readonly displayName?: string;
  readonly role?: AdminRole;
  readonly passwordHash?: string;
  readonly disabledAt?: Date | null;
  readonly mustEnroll?: boolean;
};

const selectRows = (db: Db) =>
  db
    .selectFrom('admins')
    .select(['id', 'email', 'display_name as displayName', 'role', 'created_at as createdAt'])
    .select(['password_hash as passwordHash', 'disabled_at as disabledAt']);

/** Locks admins in the order of their ids. Those who are absent are missing in the result. */
export async function lockAdmins(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, AdminRow>> {
  const rows = await selectRows(tx).where('id', '=', anyOf(ids)).orderBy('id').forNoKeyUpdate().execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Null for an address that no admin has. */
export async function lockAdminByEmail(tx: Tx, email: string): Promise<AdminRow | null> {
  const row = await tx.selectFrom('admins').select('id').where('email', '=', email).executeTakeFirst();
  return (row && (await lockAdmins(tx, [row.id])).get(row.id)) ?? null;
}

/** Inserts an admin who cannot sign in before they have a password. @returns false when the address has an admin already */
export async function insertInvitedAdmin(tx: Tx, admin: AdminUser): Promise<boolean> {
  const row = await tx
    .insertInto('admins')
    .values({
      id: admin.id,
      email: admin.email,
      display_name: admin.displayName,
      role: admin.role,
      created_at: admin.createdAt,
      updated_at: admin.createdAt,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Changes a locked admin. What they had taken over goes back to others when their role changes or they are disabled. */
export async function updateAdmin(
  tx: Tx,
  { id, at, ...change }: AdminChange & { readonly id: string; readonly at: Date },
): Promise<void> {
  await tx
    .updateTable('admins')
    .set({
      ...(change.displayName !== undefined && { display_name: change.displayName }),
      ...(change.role !== undefined && { role: change.role }),
      ...(change.passwordHash !== undefined && { password_hash: change.passwordHash }),
      ...(change.disabledAt !== undefined && { disabled_at: change.disabledAt }),
      ...(change.mustEnroll !== undefined && { must_enroll: change.mustEnroll }),
      updated_at: at,
    })
    .where('id', '=', id)
    .execute();
  if (change.role !== undefined || change.disabledAt) tx.emit(adminStandingChanged, { adminId: id });
}

/** Ends the sessions of an admin, but the one `except`. @returns how many there were */
export async function endAdminSessions(
  tx: Tx,
  { adminId, except = null, now }: { adminId: string; except?: string | null; now: Date },
): Promise<number> {
  const rows = await tx
    .updateTable('admin_sessions')
    .set({ revoked_at: now })
    .where('admin_id', '=', adminId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .$if(except !== null, (query) => query.where('id', '!=', except))
    .returning('id')
    .execute();
  return rows.length;
}

/** Ends a session. @returns false when it has ended before */
export async function endAdminSession(tx: Tx, id: string, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('admin_sessions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that the admin of a session has just proved their identity. */
export async function updateProved(tx: Tx, sessionId: string, provedAt: Date): Promise<void> {
  await tx.updateTable('admin_sessions').set({ proved_at: provedAt }).where('id', '=', sessionId).execute();
}

/** Null when there is none. */
export async function findAdminRow(db: Db, id: string): Promise<AdminRow | null> {
  const row = await selectRows(db).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}
