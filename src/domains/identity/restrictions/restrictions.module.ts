/**
 * What moderators forbid an account: to post, to comment, to write messages, or everything for a time or for good.
 * Owns `restrictions`; each domain declares the kinds that stop its own acts, and this one SUSPENSION.
 * Begin with restrictions.service.ts.
 */
import { defineModule } from '#platform/request/module.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { listAllRestrictions } from './restrictions.queries.ts';
import './restrictions.schema.ts';

defineModule({
  name: 'restrictions',
  ids: ['restriction'],
  permissions: {
    USERS_SUSPEND: 'Suspend accounts and lift suspensions.',
  },
  restrictions: {
    SUSPENSION: 'Everything: the account is signed out and cannot sign in.',
  },
  personalData: {
    tables: {
      'public.restrictions': {
        erased: { user_id: 'restrictions are kept for moderators' },
        exported: ['restrictions'],
      },
    },
    exports: [
      {
        name: 'restrictions',
        description: 'Restrictions of your account by moderators, and their times.',
        async *rows({ db }, userId) {
          for (const restriction of await listAllRestrictions(db, userId)) {
            yield { ...restriction, id: toGlobalId('restriction', restriction.id) };
          }
        },
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    restriction: true;
  }
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    USERS_SUSPEND: true;
  }
}

declare module '#platform/kernel/restriction-kinds.ts' {
  interface RestrictionKinds {
    SUSPENSION: true;
  }
}
