import { handleEvent, type JobHandler } from '#platform/jobs/worker.ts';
import { accountErased } from '../accounts/accounts.events.ts';
import { deleteFormerUsernames } from './lifecycle.queries.ts';

export const userJobs: readonly JobHandler[] = [
  handleEvent('users.eraseFormerNames', accountErased, ({ transaction }, { userId }) =>
    transaction((tx) => deleteFormerUsernames(tx, userId)),
  ),
];
