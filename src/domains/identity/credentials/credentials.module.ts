/**
 * Passwords and confirmed addresses of users: changed by themselves, or set anew by codes in mails.
 * Owns no table: the identity provider keeps passwords and codes.
 * Begin with credentials.service.ts and email-changes.service.ts; credentials.jobs.ts sends the mails.
 */
import { defineModule } from '#platform/request/module.ts';
import { credentialJobs } from './credentials.jobs.ts';
import './credentials.schema.ts';

defineModule({
  name: 'credentials',
  jobs: credentialJobs,
});
