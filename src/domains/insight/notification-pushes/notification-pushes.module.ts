/**
 * The way of notifications to devices: what is pushed of messages, calls and the list of notifications, when, and why not. No domain calls
 * it: it follows their events, and reads at the send what is so then.
 * Owns `push_steps`, `pushed_badges` and `push_held`.
 * Begin with following.service.ts, which makes the jobs; delivering.service.ts holds quiet hours and sends each step once.
 */
import { defineModule } from '#platform/request/module.ts';
import { pushFollowers, pushJobs } from './notification-pushes.jobs.ts';
import { deletePushesOf } from './pushes.queries.ts';

const ERASED = 'notification-pushes.eraseUser';
const NOT_EXPORTED = 'numbers of what was pushed; push-deliveries has the results';

defineModule({
  name: 'notification-pushes',
  jobs: pushJobs,
  followers: pushFollowers,
  personalData: {
    tables: {
      'public.push_steps': { erased: ERASED, exported: NOT_EXPORTED },
      'public.pushed_badges': { erased: ERASED, exported: NOT_EXPORTED },
      'public.push_held': { erased: ERASED, exported: NOT_EXPORTED },
    },
    erasures: [{ name: ERASED, batches: [(tx, { userId }) => deletePushesOf(tx, userId)] }],
  },
});
