import { defineModule } from '#platform/request/module.ts';
import { credentialJobs } from './credentials.jobs.ts';
import './credentials.schema.ts';

defineModule({
  name: 'credentials',
  jobs: credentialJobs,
});
