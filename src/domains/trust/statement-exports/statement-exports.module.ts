/**
 * Files with the statements of reasons of a day for a public database: a line each, which names nobody and nothing of theirs.
 * A series of the files that admins request.
 * Begin with statement-exports.service.ts; statement-lines.ts has the fields, statements.queries.ts reads them.
 */
import { adminExportJobs } from '#domains/foundation/admin-exports/writing.service.ts';
import { defineModule } from '#platform/request/module.ts';
import { STATEMENT_EXPORTS } from './statement-exports.service.ts';
import './statement-exports.schema.ts';

defineModule({
  name: 'statement-exports',
  ids: ['statementexport'],
  jobs: adminExportJobs(STATEMENT_EXPORTS, { name: 'statement-exports.sweep', schedule: '47 * * * *' }),
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    statementexport: true;
  }
}
