import { defineModule } from '#platform/request/module.ts';
import { exploreJobs } from './explore.jobs.ts';
import './explore.schema.ts';

defineModule({
  name: 'explore',
  jobs: exploreJobs,
});
