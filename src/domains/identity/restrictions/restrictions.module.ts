/**
 * Restrictions of accounts by moderators: not to post, to comment, to write messages, or everything for a time or for good.
 * Owns `restrictions`; each domain declares the kinds that stop its own acts, and this one those that stop none of a domain.
 * Begin with restrictions.service.ts; other domains restrict by `restrictUser` and `liftRestriction`.
 */
import { defineModule } from '#platform/request/module.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { listAllRestrictions } from './restrictions.queries.ts';
import { restrictionJobs } from './restrictions.jobs.ts';
import './own-restrictions.schema.ts';
import './restrictions.schema.ts';

defineModule({
  name: 'restrictions',
  // Decisions are made by later domains; restrictions name them.
  ids: ['restriction', 'decision'],
  permissions: {
    USERS_RESTRICT: 'Restrict accounts and lift restrictions, suspensions apart.',
    USERS_SUSPEND: 'Suspend accounts and lift suspensions.',
  },
  restrictions: {
    DISCOVERY:
      'Being found: suggestions, search and explore do not show the account to people who do not follow it.',
    SUSPENSION: 'Everything: the account is signed out and cannot sign in.',
    WARNING: 'Nothing: it is in force until the user acknowledges it by `acknowledgeWarning`.',
  },
  jobs: restrictionJobs,
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
            const { id, decisionId } = restriction;
            yield {
              ...restriction,
              id: toGlobalId('restriction', id),
              decisionId: decisionId && toGlobalId('decision', decisionId),
            };
          }
        },
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    restriction: true;
    decision: true;
  }
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    USERS_RESTRICT: true;
    USERS_SUSPEND: true;
  }
}

declare module '#platform/kernel/restriction-kinds.ts' {
  interface RestrictionKinds {
    DISCOVERY: true;
    SUSPENSION: true;
    WARNING: true;
  }
}
