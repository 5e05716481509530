import { requestAdminExport } from '#domains/foundation/admin-exports/admin-exports.service.ts';
import type { AdminExport, ExportSeries } from '#domains/foundation/admin-exports/admin-exports.types.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { daySpan, parseExportedDay } from './statement-exports.policy.ts';
import { linesOf } from './statement-lines.ts';

/** Files with the statements of reasons of a day. */
export const STATEMENT_EXPORTS: ExportSeries = {
  contents: ['STATEMENTS_OF_REASONS'],
  idType: 'statementexport',
  folder: 'statements',
  extension: '.txt',
  contentType: 'text/plain',
  writeJob: defineJob('statement-exports.write'),
  deleteFilesJob: defineJob('statement-exports.deleteFiles'),
  fileNameOf: ({ period }) => `statements-of-reasons-${period}.jsonl`,
  textOf({ db, secrets }, { period, count }) {
    const span = daySpan(period);
    if (!span) throw new Error('a day of a file with statements is none');
    return linesOf(db, { span, secret: secrets.adminToken, count });
  },
};

/**
 * Requests a file with the statements of reasons of a day that is over. While the same one is being written, a repeated request
 * returns it.
 * @throws ValidationFailed | AppError LIMIT_REACHED
 */
export async function adminExportStatementsOfReasons(
  ctx: AdminContext,
  input: { day: string },
): Promise<AdminExport> {
  const { day } = parseExportedDay(input.day, ctx.clock.now());
  return requestAdminExport(ctx, STATEMENT_EXPORTS, {
    content: 'STATEMENTS_OF_REASONS',
    period: day,
    action: 'adminExportStatementsOfReasons',
    after: { day },
  });
}
