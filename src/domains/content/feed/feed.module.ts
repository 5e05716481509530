/**
 * The home feed: posts and reposts of those whom the caller follows, without what they mute.
 * Owns `timelines` and `timeline_entries`, which jobs fill; accounts with very many followers are pulled on demand.
 * Begin with feed.service.ts, then skeleton.ts (which posts) and hydration.ts (their contents); timelines.ts delivers.
 */
import { defineModule } from '#platform/request/module.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { feedJobs } from './feed.jobs.ts';
import './feed.schema.ts';
import { deleteTimeline } from './timelines.queries.ts';

const feedLimits = {
  timelineEntries: limit(800, 'Maximum entries kept in a home timeline; older ones are read on demand.'),
  timelineFollowers: limit(
    250_000,
    'Followers of an account from which on new followers pull its posts when they read their feed.',
  ),
  timelinePulled: limit(50, 'Maximum accounts with very many followers that one reader pulls.'),
};

defineModule({
  name: 'feed',
  limits: feedLimits,
  jobs: feedJobs,
  personalData: {
    tables: {
      'public.timeline_entries': {
        erased: 'feed.eraseUser',
        exported: 'which posts of others the feed shows',
      },
      'public.timelines': { erased: 'feed.eraseUser', exported: 'how far back the entries go' },
    },
    erasures: [{ name: 'feed.eraseUser', batches: [(tx, { userId }) => deleteTimeline(tx, userId)] }],
  },
});

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof feedLimits> {}
}
