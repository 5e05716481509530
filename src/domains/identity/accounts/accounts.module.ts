/**
 * The life of an account: its deletion after a time of grace, the erasure of all that it left, and the export of its data.
 * Owns `data_exports`, and erases what the platform and the identity provider keep of a user.
 * Begin with accounts.service.ts and accounts.state.ts; personal-data.jobs.ts runs the erasures that all modules declare,
 * exports.jobs.ts their exports.
 */
import { eraseMedia } from '#domains/foundation/media/media.service.ts';
import { removeRecipient } from '#platform/outbox/event-log/log.ts';
import { eraseKeysOf } from '#platform/request/idempotency.ts';
import { defineModule } from '#platform/request/module.ts';
import { lockUsers } from '../users/user-rows.service.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { accountJobs } from './accounts.jobs.ts';
import './accounts.schema.ts';
import './deletion-terms.schema.ts';
import { eraseExports } from './exports.service.ts';
import './exports.schema.ts';

const accountsLimits = {
  accountDeletionGraceDays: limit(30, 'Days during which the deletion of an account can be cancelled.'),
  dataExportIntervalHours: limit(24, 'Minimum hours between two exports of one account.'),
  dataExportLifeDays: limit(7, 'Days during which a finished export can be downloaded.'),
};

const BATCH_ROWS = 500;

defineModule({
  name: 'accounts',
  ids: ['dataexport'],
  limits: accountsLimits,
  jobs: accountJobs,
  personalData: {
    tables: {
      'auth.account': { erased: 'accounts.eraseIdentity', exported: "the provider's: a password's hash" },
      'auth.session': {
        erased: 'accounts.eraseIdentity',
        exported: "the provider's: secrets of the sign-ins",
      },
      'auth.user': { erased: 'accounts.eraseIdentity', exported: ['profile'] },
      'auth.verification': { erased: 'accounts.eraseIdentity', exported: "the provider's: hashes of codes" },
      'public.data_exports': { erased: 'accounts.eraseExports', exported: 'the archive itself' },
      'public.event_log': {
        erased: 'accounts.eraseDeliveries',
        exported: 'events of a week, by ids',
      },
      'public.event_recipients': {
        erased: 'accounts.eraseDeliveries',
        exported: 'deliveries of a week, by ids',
      },
      'public.idempotency_keys': { erased: 'accounts.eraseKeys', exported: 'ids of results, for a month' },
      'public.outbox': { erased: 'the relay, within seconds', exported: 'on its way out' },
    },
    // Media and the platform do not import accounts, so their rows of a user are erased from here.
    erasures: [
      {
        name: 'accounts.eraseMedia',
        batches: [
          async (tx, { userId: ownerId }) => {
            // The owner's row is locked before their media items, the lock order of every detachment.
            await lockUsers(tx, [ownerId]);
            return eraseMedia(tx, { ownerId, limit: BATCH_ROWS });
          },
        ],
      },
      {
        name: 'accounts.eraseKeys',
        batches: [(tx, { userId: callerId }) => eraseKeysOf(tx, { callerId, limit: BATCH_ROWS })],
      },
      {
        name: 'accounts.eraseDeliveries',
        batches: [(tx, { userId }) => removeRecipient(tx, { userId, limit: BATCH_ROWS })],
      },
      { name: 'accounts.eraseExports', batches: [eraseExports] },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    dataexport: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof accountsLimits> {}
}
