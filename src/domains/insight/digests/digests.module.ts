/**
 * Digests: mails with unread notifications to those who want them, in the morning of their zone, and the tokens by which they end.
 * Owns `digest_marks`, how far each has got; settings and notifications are those of their domains.
 * Begin with `sendDigest` in digests.service.ts; digests.jobs.ts walks the zones, unsubscribing.service.ts takes tokens.
 */
import { defineModule } from '#platform/request/module.ts';
import { digestJobs } from './digests.jobs.ts';
import { deleteMarksOf } from './digests.queries.ts';
import './digests.schema.ts';

defineModule({
  name: 'digests',
  jobs: digestJobs,
  personalData: {
    tables: {
      'public.digest_marks': {
        erased: 'digests.eraseUser',
        exported: 'days of mails that the user has',
      },
    },
    erasures: [{ name: 'digests.eraseUser', batches: [(tx, { userId }) => deleteMarksOf(tx, userId)] }],
  },
});
