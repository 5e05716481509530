import { defineModule } from '#platform/request/module.ts';
import { searchFollowers, searchJobs } from './search.jobs.ts';
import './search.schema.ts';

defineModule({
  name: 'search',
  jobs: searchJobs,
  followers: searchFollowers,
});
