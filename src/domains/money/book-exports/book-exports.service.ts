import { briefFileUrl } from '#domains/foundation/media/media.service.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { bookExportKey, linkExpiry, parseExportedMonth, stateAt } from './book-exports.policy.ts';
import {
  countRequestedSince,
  findPending,
  insertBookExport,
  listBookExports,
  listBookExportsByIds,
} from './book-exports.queries.ts';
import type { BookExport, BookExportKind } from './book-exports.types.ts';

export const writeBookExportJob = defineJob<{ exportId: string }>('book-exports.write');
export const deleteBookFilesJob = defineJob<{ ids: string[] }>('book-exports.deleteFiles');

/** Files that all admins together can request in 24 hours. */
const REQUESTS_MAX = 100;

/** Exports of the books, newest first. */
export const adminGetBookExports = (ctx: AdminContext, page: ListRequest<IdKey>): Promise<BookExport[]> =>
  listBookExports(ctx.db, page);

export async function findBookExport(ctx: AdminContext, id: string): Promise<BookExport | null> {
  const [found] = await listBookExportsByIds(ctx.db, [id]);
  return found ?? null;
}

/**
 * Requests a file with the books of a month. While the same one is being written, a repeated request returns it.
 * @throws ValidationFailed | AppError LIMIT_REACHED
 */
export async function adminExportBooks(
  ctx: AdminContext,
  input: { month: string; kind: BookExportKind },
): Promise<BookExport> {
  const now = ctx.clock.now();
  const { month } = parseExportedMonth(input.month, now);
  const { kind } = input;
  return ctx.transaction(async (tx) => {
    const id = ctx.ids.next();
    const requested = await countRequestedSince(tx, new Date(now.getTime() - DAY_MS));
    if (requested >= REQUESTS_MAX) throw tooMany();
    const isNew = await insertBookExport(tx, { id, month, kind, requestedBy: ctx.admin.id, createdAt: now });
    const [made] = isNew ? await listBookExportsByIds(tx, [id]) : [await findPending(tx, { month, kind })];
    // The pending one was written between the two statements.
    if (!made) throw new Error('An export was ready before it could be read.');
    await writeAuditEntry(ctx, tx, {
      action: 'adminExportBooks',
      subject: { kind: 'bookexport', id: made.id },
      reason: null,
      before: null,
      after: { month, kind },
    });
    if (isNew) tx.enqueue(writeBookExportJob, { exportId: id }, { key: id });
    return made;
  });
}

const tooMany = (): AppError =>
  new AppError('LIMIT_REACHED', `At most ${REQUESTS_MAX} exports can be requested in 24 hours.`, {
    details: { limit: REQUESTS_MAX },
  });

/** A link to a file, for whoever is given it; null unless READY. */
export async function bookExportUrl(ctx: AdminContext, found: BookExport): Promise<string | null> {
  const now = ctx.clock.now();
  if (stateAt(found, now) !== 'READY' || found.expiresAt === null) return null;
  return briefFileUrl(ctx, { key: bookExportKey(found.id) }, linkExpiry(found.expiresAt, now));
}
