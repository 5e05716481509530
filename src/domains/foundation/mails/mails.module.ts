/**
 * Mails to people: composed by the domains, encrypted while they wait, and sent by a job of the kind `mail`.
 * Owns `recorded_mails`, which the adapter that sends nothing keeps for a week.
 * Begin with `sendMail` in mails.service.ts; mails.jobs.ts sends, and mails-page.ts shows what was recorded.
 */
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
