import { briefFileUrl } from '#domains/foundation/media/media.service.ts';
import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import {
  linkExpiry,
  parseExportedDay,
  stateAt,
  statementExportKey,
  statementFileName,
} from './statement-exports.policy.ts';
import {
  countRequestedSince,
  findPending,
  insertStatementExport,
  listStatementExports,
  listStatementExportsByIds,
} from './statement-exports.queries.ts';
import type { StatementExport } from './statement-exports.types.ts';

export const writeStatementExportJob = defineJob<{ exportId: string }>('statement-exports.write');
export const deleteStatementFilesJob = defineJob<{ ids: string[] }>('statement-exports.deleteFiles');

/** Files that all admins together can request in 24 hours. */
const REQUESTS_MAX = 100;

/** Files with statements of days, newest first. */
export const adminGetStatementExports = (
  ctx: AdminContext,
  page: ListRequest<IdKey>,
): Promise<StatementExport[]> => listStatementExports(ctx.db, page);

export async function findStatementExport(ctx: AdminContext, id: string): Promise<StatementExport | null> {
  const [found] = await listStatementExportsByIds(ctx.db, [id]);
  return found ?? null;
}

/**
 * Requests a file with the statements of reasons of a day that is over. While the same one is being written, a repeated request
 * returns it.
 * @throws ValidationFailed | AppError LIMIT_REACHED
 */
export async function adminExportStatementsOfReasons(
  ctx: AdminContext,
  input: { day: string },
): Promise<StatementExport> {
  const now = ctx.clock.now();
  const { day } = parseExportedDay(input.day, now);
  return ctx.transaction(async (tx) => {
    const id = ctx.ids.next();
    const requested = await countRequestedSince(tx, new Date(now.getTime() - DAY_MS));
    if (requested >= REQUESTS_MAX) throw tooMany();
    const isNew = await insertStatementExport(tx, { id, day, requestedBy: ctx.admin.id, createdAt: now });
    const [made] = isNew ? await listStatementExportsByIds(tx, [id]) : [await findPending(tx, day)];
    // The pending one was written between the two statements.
    if (!made) throw new Error('An export was ready before it could be read.');
    await writeAuditEntry(ctx, tx, {
      action: 'adminExportStatementsOfReasons',
      subject: { kind: 'statementexport', id: made.id },
      reason: null,
      before: null,
      after: { day },
    });
    if (isNew) tx.enqueue(writeStatementExportJob, { exportId: id }, { key: id });
    return made;
  });
}

const tooMany = (): AppError =>
  new AppError('LIMIT_REACHED', `At most ${REQUESTS_MAX} files can be requested in 24 hours.`, {
    details: { limit: REQUESTS_MAX },
  });

/** A link to a file, for whoever is given it; null unless READY. */
export async function statementExportUrl(ctx: AdminContext, found: StatementExport): Promise<string | null> {
  const now = ctx.clock.now();
  if (stateAt(found, now) !== 'READY' || found.expiresAt === null) return null;
  const file = { key: statementExportKey(found.id), fileName: statementFileName(found.day) };
  return briefFileUrl(ctx, file, linkExpiry(found.expiresAt, now));
}
