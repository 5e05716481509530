import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { deletePrivacySettings } from './privacy.queries.ts';

export const privacyJobs: readonly JobHandler[] = [
  handleEvent('privacy.eraseUser', accountErased, ({ transaction }, { userId }) =>
    transaction((tx) => deletePrivacySettings(tx, userId)),
  ),
];
