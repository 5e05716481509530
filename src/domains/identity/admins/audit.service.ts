import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { badUserInput } from '#platform/kernel/errors.ts';
import { parseGlobalId } from '#platform/kernel/ids.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { listAuditEntries, listAuditEntriesByIds } from './audit.queries.ts';
import type { AuditEntry } from './audit.types.ts';

type Filter = {
  readonly adminId?: string | null | undefined;
  readonly subjectId?: string | null | undefined;
};

/** Acts of admins, newest first. @throws AppError BAD_USER_INPUT for a subject that is not a global id */
export async function adminGetAuditEntries(
  ctx: AdminContext,
  { adminId = null, subjectId = null }: Filter,
  page: ListRequest<IdKey>,
): Promise<AuditEntry[]> {
  const subject = subjectId === null ? null : parseGlobalId(subjectId);
  if (subjectId !== null && !subject) throw badUserInput('Give the global id of the subject.');
  return listAuditEntries(ctx.db, { adminId, subjectId: subject?.uuid ?? null }, page);
}

/** Null when there is none. */
export async function findAuditEntry(ctx: AdminContext, id: string): Promise<AuditEntry | null> {
  const [entry] = await listAuditEntriesByIds(ctx.db, [id]);
  return entry ?? null;
}
