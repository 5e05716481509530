/**
 * Holds posts and comments, or makes posts sensitive, when a machine has judged them or their media after they were published.
 * Owns no table: posts and comments write their own states.
 * Begin with holding.jobs.ts.
 */
import { defineModule } from '#platform/request/module.ts';
import { holdingJobs } from './holding.jobs.ts';

defineModule({ name: 'holding', jobs: holdingJobs });
