import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { AuditEntry } from './audit.types.ts';

const selectEntries = (db: Db) =>
  db
    .selectFrom('audit_entries as e')
    .leftJoin('admins as a', 'a.id', 'e.admin_id')
    .select(['e.id', 'e.action', 'e.subject_kind as subjectKind', 'e.subject_id as subjectId', 'e.reason'])
    .select(['e.before', 'e.after', 'e.request_id as requestId', 'e.created_at as createdAt'])
    .select(['a.id as adminId', 'a.email', 'a.display_name as displayName', 'a.role'])
    .select('a.created_at as adminCreatedAt');

type EntryRow = Awaited<ReturnType<ReturnType<typeof selectEntries>['executeTakeFirstOrThrow']>>;

function entryOf({
  adminId: id,
  email,
  displayName,
  role,
  adminCreatedAt: createdAt,
  ...entry
}: EntryRow): AuditEntry {
  // All of an admin's columns are null without one.
  const isCommand = id === null || email === null || displayName === null || role === null || !createdAt;
  return { ...entry, admin: isCommand ? null : { id, email, displayName, role, createdAt } };
}

/** Each narrows the list; null does not. */
export type AuditFilter = {
  readonly adminId: string | null;
  /** UUID of what was changed. */
  readonly subjectId: string | null;
};

/** Newest first, one more than the page. */
export async function listAuditEntries(
  db: Db,
  { adminId, subjectId }: AuditFilter,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<AuditEntry[]> {
  const rows = await selectEntries(db)
    .$if(adminId !== null, (query) => query.where('e.admin_id', '=', adminId))
    .$if(subjectId !== null, (query) => query.where('e.subject_id', '=', subjectId))
    .where('e.id', '<', beforeId)
    .orderBy('e.id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(entryOf);
}

export async function listAuditEntriesByIds(db: Db, ids: readonly string[]): Promise<AuditEntry[]> {
  const rows = await selectEntries(db).where('e.id', '=', anyOf(ids)).execute();
  return rows.map(entryOf);
}
