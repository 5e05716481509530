/**
 * Files with the books of a month for whoever keeps them elsewhere: entries of coins and of cash, and payouts.
 * A series of the files that admins request.
 * Begin with book-exports.service.ts; csv-files.ts has the columns, rows.queries.ts reads them.
 */
import { adminExportJobs } from '#domains/foundation/admin-exports/writing.service.ts';
import { defineModule } from '#platform/request/module.ts';
import { BOOK_EXPORTS } from './book-exports.service.ts';
import './book-exports.schema.ts';

defineModule({
  name: 'book-exports',
  ids: ['bookexport'],
  jobs: adminExportJobs(BOOK_EXPORTS, { name: 'book-exports.sweep', schedule: '43 * * * *' }),
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    bookexport: true;
  }
}
