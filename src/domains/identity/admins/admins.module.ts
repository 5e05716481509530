/**
 * Admins, their sessions, the audit log of what they did, and the list of accounts that they see.
 * Owns `admins` and `admin_sessions`; the platform writes the audit entries.
 * Begin with admins.service.ts; audit.service.ts and user-accounts.service.ts read the two lists.
 */
import { defineModule } from '#platform/request/module.ts';
import './admins.schema.ts';
import './audit.schema.ts';
import './user-accounts.schema.ts';
import './user-deletion.schema.ts';

defineModule({
  name: 'admins',
  ids: ['admin', 'adminsession', 'auditentry'],
  permissions: {
    USERS_READ: 'See the list of users with their e-mail addresses and states.',
    USERS_DELETE: 'Have accounts erased.',
    AUDIT_READ: 'See what admins have done.',
    REPORTS_READ: 'See reports, cases and decisions.',
    CASES_DECIDE: 'Take cases of moderation and decide them.',
    APPEALS_DECIDE: 'Decide appeals against the decisions of others.',
    PRIVATE_CONTENT_READ: 'Look at private content of a case, with a reason.',
    BADGES_MANAGE: 'Verify users, and grant and revoke badges.',
    TRANSPARENCY_READ: 'See the transparency report and export statements of reasons.',
  },
  personalData: {
    tables: {
      'public.admins': { erased: {}, exported: 'admins are no users' },
    },
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    admin: true;
    adminsession: true;
    auditentry: true;
  }
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    USERS_READ: true;
    USERS_DELETE: true;
    AUDIT_READ: true;
    REPORTS_READ: true;
    CASES_DECIDE: true;
    APPEALS_DECIDE: true;
    PRIVATE_CONTENT_READ: true;
    BADGES_MANAGE: true;
    TRANSPARENCY_READ: true;
  }
}
