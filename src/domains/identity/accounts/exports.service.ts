import { fileUrl } from '#domains/foundation/media/media.service.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { notFound, rateLimited, unauthenticated } from '#platform/kernel/errors.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { lockAccount } from '../users/account-state.service.ts';
import { exportKey, secondsUntilNextExport, stateAt } from './exports.policy.ts';
import {
  deleteExports,
  findNewestExport,
  insertExport,
  listExports,
  listExportsByIds,
} from './exports.queries.ts';
import type { DataExport } from './exports.types.ts';
import { type ReauthenticationInput, reauthenticate } from './reauthentication.ts';

export const writeExportJob = defineJob<{ exportId: string }>('accounts.writeExport');
export const deleteArchivesJob = defineJob<{ ids: string[] }>('accounts.deleteArchives');

/**
 * Requests an archive of all data of the user. While one is being written, a repeated request returns it. A caller who is
 * not signed in gets the newest one, since they cannot list exports.
 * @throws AppError RATE_LIMITED | INVALID_CREDENTIALS
 */
export async function requestDataExport(
  ctx: RequestContext,
  proof: ReauthenticationInput,
): Promise<DataExport> {
  const userId = await reauthenticate(ctx, proof);
  return ctx.transaction(async (tx) => {
    const { state } = await lockAccount(tx, userId);
    // The account was erased while the request was in flight.
    if (state === 'DELETED') throw unauthenticated('REVOKED');
    const now = ctx.clock.now();
    const newest = await findNewestExport(tx, userId);
    if (newest?.state === 'PENDING') return newest;
    const waitSeconds = secondsUntilNextExport(newest, ctx.limits.dataExportIntervalHours, now);
    if (newest && waitSeconds > 0) {
      if (ctx.user) throw rateLimited(waitSeconds);
      return newest;
    }
    return addExport(ctx, tx, userId);
  });
}

/** Has an archive written for its user, who is told once it is there; one that is being written serves. @returns the export */
export async function exportForUser(
  ctx: InTransaction<RequestContext>,
  tx: Tx,
  { userId }: { userId: string },
): Promise<DataExport> {
  const { state } = await lockAccount(tx, userId);
  if (state === 'DELETED') throw notFound('User', ['userId']);
  const newest = await findNewestExport(tx, userId);
  return newest?.state === 'PENDING' ? newest : addExport(ctx, tx, userId);
}

async function addExport(ctx: InTransaction<RequestContext>, tx: Tx, userId: string): Promise<DataExport> {
  const made = await insertExport(tx, { id: ctx.ids.next(), userId, createdAt: ctx.clock.now() });
  tx.enqueue(writeExportJob, { exportId: made.id });
  return made;
}

/** The caller's exports, newest first. */
export function myDataExports(ctx: UserContext, page: ListRequest<IdKey>): Promise<DataExport[]> {
  return listExports(ctx.db, ctx.user.id, page);
}

export async function findOwnExport(ctx: RequestContext, id: string): Promise<DataExport | null> {
  if (!ctx.user) return null;
  const [found] = await listExportsByIds(ctx.db, ctx.user.id, [id]);
  return found ?? null;
}

/** Deletes a user's exports, and their files after the commit. @returns how many there were */
export async function eraseExports(tx: Tx, { userId }: { userId: string }): Promise<number> {
  const ids = await deleteExports(tx, userId);
  if (ids.length > 0) tx.enqueue(deleteArchivesJob, { ids });
  return ids.length;
}

/** Link to an export; null unless READY. No check of the caller: exports are readable only by their owners. */
export async function exportUrl(ctx: RequestContext, found: DataExport): Promise<string | null> {
  if (stateAt(found, ctx.clock.now()) !== 'READY') return null;
  return fileUrl(ctx, { key: exportKey(found.id) });
}
