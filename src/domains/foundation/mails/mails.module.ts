import { defineModule } from '#platform/request/module.ts';
import { mailJobs } from './mails.jobs.ts';

defineModule({
  name: 'mails',
  jobs: mailJobs,
  personalData: {
    tables: {
      'public.recorded_mails': {
        erased: 'accounts.erase',
        exported: 'mails of a week, of an adapter for tests',
      },
    },
  },
});
