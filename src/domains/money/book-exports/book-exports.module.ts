/**
 * Files with the books of a month for whoever keeps them elsewhere: entries of coins and of cash, and payouts.
 * Owns `book_exports`.
 * Begin with book-exports.service.ts; csv-files.ts has the columns, rows.queries.ts reads them.
 */
import { defineModule } from '#platform/request/module.ts';
import { bookExportJobs } from './book-exports.jobs.ts';
import './book-exports.schema.ts';

defineModule({ name: 'book-exports', ids: ['bookexport'], jobs: bookExportJobs });

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    bookexport: true;
  }
}
