import { defineModule } from '#platform/request/module.ts';
import { pollJobs } from './polls.jobs.ts';
import { pollPersonalData } from './polls.personal-data.ts';
import './polls.schema.ts';

defineModule({
  name: 'polls',
  ids: ['poll', 'polloption'],
  jobs: pollJobs,
  personalData: pollPersonalData,
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    poll: true;
    polloption: true;
  }
}
