/**
 * Media that each recipient opens once: opened, noted, and erased when all have opened it or it is too late.
 * Owns `message_views`.
 * Begin with view-once.service.ts; view-once.jobs.ts erases the file.
 */
import { defineModule } from '#platform/request/module.ts';
import { viewOnceJobs } from './view-once.jobs.ts';
import { deleteViewsOf } from './view-once.queries.ts';
import './view-once.schema.ts';

const BATCH_VIEWS = 500;

defineModule({
  name: 'view-once',
  jobs: viewOnceJobs,
  personalData: {
    tables: {
      'public.message_views': {
        erased: 'viewOnce.eraseViews',
        exported: 'messages of others, which belong to their senders',
      },
    },
    exports: [],
    erasures: [
      {
        name: 'viewOnce.eraseViews',
        batches: [(tx, { userId }) => deleteViewsOf(tx, { userId, limit: BATCH_VIEWS })],
      },
    ],
  },
});
