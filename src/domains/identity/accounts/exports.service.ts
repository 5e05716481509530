import { fileUrl } from '#domains/foundation/media/media.service.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import {
  idKey,
  type IdKey,
  type KeysetList,
  type Page,
  type PageArgs,
  pageOf,
  parsePage,
} from '#platform/db/keyset.ts';
import { rateLimited, unauthenticated } from '#platform/errors.ts';
import { defineJob } from '#platform/jobs/definition.ts';
import { lockAccount } from '../users/users.service.ts';
import { exportKey, secondsUntilNextExport, stateAt } from './exports.policy.ts';
import { findNewestExport, insertExport, listExports, listExportsByIds } from './exports.queries.ts';
import type { DataExport } from './exports.types.ts';
import { type Proof, provenAccount } from './proof.ts';

export const writeExport = defineJob<{ exportId: string }>('accounts.writeExport');

/**
 * Has an archive made of everything that the person has here. While one is being made, asking again gives that one.
 * Who is not signed in gets the newest one, since no list is open to them.
 * @throws AppError RATE_LIMITED | INVALID_CREDENTIALS
 */
export async function requestDataExport(ctx: RequestContext, proof: Proof): Promise<DataExport> {
  const userId = ctx.user?.id ?? (await provenAccount(ctx, proof));
  return ctx.transaction(async (tx) => {
    const { state } = await lockAccount(tx, userId);
    // It was erased while the request was under way.
    if (state === 'DELETED') throw unauthenticated('REVOKED');
    const now = ctx.clock.now();
    const newest = await findNewestExport(tx, userId);
    if (newest?.state === 'PENDING') return newest;
    const waitSeconds = secondsUntilNextExport(newest, ctx.limits.dataExportIntervalHours, now);
    if (newest && waitSeconds > 0) {
      if (ctx.user) throw rateLimited(waitSeconds);
      return newest;
    }
    const made = await insertExport(tx, { id: ctx.ids.next(), userId, createdAt: now });
    tx.enqueue(writeExport, { exportId: made.id });
    return made;
  });
}

const exportsList: KeysetList<IdKey> = { name: 'dataExports', key: idKey };

/** The caller's exports, newest first. */
export async function dataExports(ctx: UserContext, args: PageArgs): Promise<Page<DataExport>> {
  const page = parsePage(exportsList, args, ctx.limits);
  const rows = await listExports(ctx.db, ctx.user.id, page);
  return pageOf(exportsList, page, rows, (found): IdKey => [found.id]);
}

export async function findOwnExport(ctx: RequestContext, id: string): Promise<DataExport | null> {
  if (!ctx.user) return null;
  const [found] = await listExportsByIds(ctx.db, ctx.user.id, [id]);
  return found ?? null;
}

/** Null unless it can be fetched. Only owners come by their exports, so whoever asks may have the link. */
export async function exportUrl(ctx: RequestContext, found: DataExport): Promise<string | null> {
  if (stateAt(found, ctx.clock.now()) !== 'READY') return null;
  return fileUrl(ctx, { key: exportKey(found.id) });
}
