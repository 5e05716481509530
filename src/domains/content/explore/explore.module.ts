/**
 * The explore feed: popular posts, ranked anew every five minutes, each with the reason why it is there.
 * Owns `explore_ranks`.
 * Begin with explore.service.ts; ranking.ts scores, explore.jobs.ts runs it.
 */
import { defineModule } from '#platform/request/module.ts';
import { exploreJobs } from './explore.jobs.ts';
import './explore.schema.ts';

defineModule({
  name: 'explore',
  jobs: exploreJobs,
});
