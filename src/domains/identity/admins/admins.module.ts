/**
 * Admins, their sessions, and the audit log of what they did.
 * Owns `admins` and `admin_sessions`; the platform writes the audit entries.
 * Begin with admins.service.ts, and admin-rows.service.ts for what `admin-accounts` changes; audit.service.ts reads the log.
 */
import { defineModule } from '#platform/request/module.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { adminJobs } from './admins.jobs.ts';
import './admins.schema.ts';
import './audit.schema.ts';

const adminsLimits = {
  adminSessionHours: limit(
    168,
    'Hours after the sign-in at which a session of an admin ends, refreshed or not.',
  ),
};

defineModule({
  name: 'admins',
  limits: adminsLimits,
  jobs: adminJobs,
  ids: ['admin', 'adminsession', 'auditentry'],
  permissions: {
    AUDIT_READ: 'See what admins have done.',
    ADMINS_READ: 'See admins and their sessions.',
    ADMINS_MANAGE: 'Invite, change and disable admins of a lower rank.',
    REPORTS_READ: 'See reports, cases and decisions.',
    CASES_DECIDE: 'Take cases of moderation and decide them.',
    APPEALS_DECIDE: 'Decide appeals against the decisions of others.',
    PRIVATE_CONTENT_READ: 'Look at private content of a case, with a reason.',
    BADGES_MANAGE: 'Verify users, and grant and revoke badges.',
    DASHBOARD_READ: 'See the numbers of the product and what waits; without those of coins and payments.',
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

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof adminsLimits> {}
}

declare module '#platform/kernel/permissions.ts' {
  interface Permissions {
    AUDIT_READ: true;
    ADMINS_READ: true;
    ADMINS_MANAGE: true;
    REPORTS_READ: true;
    CASES_DECIDE: true;
    APPEALS_DECIDE: true;
    PRIVATE_CONTENT_READ: true;
    BADGES_MANAGE: true;
    DASHBOARD_READ: true;
    TRANSPARENCY_READ: true;
  }
}
