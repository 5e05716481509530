import type { AdminExportContent } from '#domains/foundation/admin-exports/admin-exports.types.ts';

export type BookExportKind = Exclude<AdminExportContent, 'STATEMENTS_OF_REASONS'>;
