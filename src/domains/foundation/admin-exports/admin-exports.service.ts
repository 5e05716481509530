import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { type Audited, writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { briefFileUrl } from '../media/media.service.ts';
import { linkExpiry, stateAt, storageKeyOf } from './admin-exports.policy.ts';
import {
  countRequestedSince,
  findExportById,
  findPending,
  insertExport,
  listExports,
} from './admin-exports.queries.ts';
import type { AdminExport, AdminExportContent, ExportSeries } from './admin-exports.types.ts';

/** Files of a series that all admins together can request in 24 hours. */
const REQUESTS_MAX = 100;

/** Newest first. */
export const adminExportsOf = <Content extends AdminExportContent>(
  ctx: AdminContext,
  { contents }: ExportSeries<Content>,
  page: ListRequest<IdKey>,
): Promise<AdminExport<Content>[]> => listExports(ctx.db, contents, page);

export const findAdminExport = <Content extends AdminExportContent>(
  ctx: AdminContext,
  { contents }: ExportSeries<Content>,
  id: string,
): Promise<AdminExport<Content> | null> => findExportById(ctx.db, contents, id);

/**
 * Requests a file. While the same one is being written, a repeated request returns it.
 * @throws AppError LIMIT_REACHED
 */
export async function requestAdminExport<Content extends AdminExportContent>(
  ctx: AdminContext,
  series: ExportSeries<Content>,
  {
    action,
    after,
    ...wanted
  }: Pick<AdminExport<Content>, 'content' | 'period'> & Pick<Audited, 'action' | 'after'>,
): Promise<AdminExport<Content>> {
  const now = ctx.clock.now();
  return ctx.transaction(async (tx) => {
    const id = ctx.ids.next();
    const requested = await countRequestedSince(tx, series.contents, new Date(now.getTime() - DAY_MS));
    if (requested >= REQUESTS_MAX) throw tooMany();
    const isNew = await insertExport(tx, { ...wanted, id, requestedBy: ctx.admin.id, createdAt: now });
    const made = isNew ? await findExportById(tx, series.contents, id) : await findPending(tx, wanted);
    // The pending one was written between the two statements.
    if (!made) throw new Error('An export was ready before it could be read.');
    await writeAuditEntry(ctx, tx, {
      action,
      subject: { kind: series.idType, id: made.id },
      reason: null,
      before: null,
      after,
    });
    if (isNew) tx.enqueue(series.writeJob, { exportId: id }, { key: id });
    return made;
  });
}

const tooMany = (): AppError =>
  new AppError('LIMIT_REACHED', `At most ${REQUESTS_MAX} files can be requested in 24 hours.`, {
    details: { limit: REQUESTS_MAX },
  });

/** A link to a file, for whoever is given it; null unless READY. */
export async function adminExportUrl(
  ctx: AdminContext,
  series: ExportSeries,
  found: AdminExport,
): Promise<string | null> {
  const now = ctx.clock.now();
  if (stateAt(found, now) !== 'READY' || found.expiresAt === null) return null;
  const fileName = series.fileNameOf(found);
  const file = { key: storageKeyOf(series, found.id), ...(fileName !== null && { fileName }) };
  return briefFileUrl(ctx, file, linkExpiry(found.expiresAt, now));
}
