import type { AdminExport, ExportSeries } from '#domains/foundation/admin-exports/admin-exports.types.ts';
import { requestAdminExport } from '#domains/foundation/admin-exports/admin-exports.service.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { parseMonth } from '../months/months.policy.ts';
import { parseExportedMonth } from './book-exports.policy.ts';
import type { BookExportKind } from './book-exports.types.ts';
import { csvOf } from './csv-files.ts';

/** Files with the books of a month. */
export const BOOK_EXPORTS: ExportSeries<BookExportKind> = {
  contents: ['COIN_ENTRIES', 'CASH_ENTRIES', 'PAYOUTS'],
  idType: 'bookexport',
  folder: 'books',
  extension: '.csv',
  contentType: 'text/csv',
  writeJob: defineJob('book-exports.write'),
  deleteFilesJob: defineJob('book-exports.deleteFiles'),
  fileNameOf: () => null,
  textOf: ({ db }, { content, period, count }) => csvOf(db, { content, span: parseMonth(period) }, count),
};

/**
 * Requests a file with the books of a month. While the same one is being written, a repeated request returns it.
 * @throws ValidationFailed | AppError LIMIT_REACHED
 */
export async function adminExportBooks(
  ctx: AdminContext,
  { kind, ...input }: { month: string; kind: BookExportKind },
): Promise<AdminExport<BookExportKind>> {
  const { month } = parseExportedMonth(input.month, ctx.clock.now());
  return requestAdminExport(ctx, BOOK_EXPORTS, {
    content: kind,
    period: month,
    action: 'adminExportBooks',
    after: { month, kind },
  });
}
