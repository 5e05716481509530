/**
 * The settings of who sees, reaches and mentions a user, and the one policy that answers by them.
 * Owns `privacy_settings`.
 * Begin with privacy.policy.ts: audiences in SQL; privacy.service.ts asks it for one user.
 */
import { defineModule } from '#platform/request/module.ts';
import { deletePrivacySettings, listPrivacySettings } from './privacy.queries.ts';
import './privacy.schema.ts';

defineModule({
  name: 'privacy',
  personalData: {
    tables: {
      'public.privacy_settings': { erased: 'privacy.eraseUser', exported: ['privacy-settings'] },
    },
    exports: [
      {
        name: 'privacy-settings',
        description: 'Your settings of who can see, reach and mention you.',
        async *rows({ db }, ownId) {
          for (const { userId: _userId, ...settings } of await listPrivacySettings(db, [ownId]))
            yield settings;
        },
      },
    ],
    erasures: [
      { name: 'privacy.eraseUser', batches: [(tx, { userId }) => deletePrivacySettings(tx, userId)] },
    ],
  },
});
