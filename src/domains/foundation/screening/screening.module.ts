/**
 * Judges content before it is written: by block lists, and by scores of the port `moderation` against thresholds. What could not be
 * judged in time is judged by a job. Admins keep the thresholds and the lists.
 * Owns `screening_thresholds`, `block_lists`, `block_list_entries`, `screening_head` and `content_scans`.
 * Begin with `screenText` in screening.service.ts; screening.policy.ts decides, screening.jobs.ts judges later.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { screeningJobs } from './screening.jobs.ts';
import './block-lists.schema.ts';
import './scans.schema.ts';
import './thresholds.schema.ts';

const screeningLimits = {
  moderationCallsPerDay: limit(
    100_000,
    'Maximum calls of a provider of moderation outside of the process in a day; what comes after them is judged later.',
  ),
  blockLists: limit(50, 'Maximum number of block lists.'),
  blockListEntries: limit(10_000, 'Maximum number of entries of a block list.'),
};

defineModule({
  name: 'screening',
  ids: ['blocklist', 'blocklistentry', 'scan'],
  limits: screeningLimits,
  permissions: {
    SCREENING_MANAGE:
      'Set from which scores on machines act, keep block lists, and see what machines judged.',
  },
  jobs: screeningJobs,
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    blocklist: true;
    blocklistentry: true;
    scan: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof screeningLimits> {}
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    SCREENING_MANAGE: true;
  }
}
