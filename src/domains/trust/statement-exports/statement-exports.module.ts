/**
 * Files with the statements of reasons of a day for a public database: a line each, which names nobody and nothing of theirs.
 * Owns `statement_exports`.
 * Begin with statement-exports.service.ts; statement-lines.ts has the fields, statements.queries.ts reads them.
 */
import { defineModule } from '#platform/request/module.ts';
import { statementExportJobs } from './statement-exports.jobs.ts';
import './statement-exports.schema.ts';

defineModule({ name: 'statement-exports', ids: ['statementexport'], jobs: statementExportJobs });

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    statementexport: true;
  }
}
