/**
 * Accounts of admins as admins manage them: invitations, ranks, second factors, sessions and passwords.
 * Owns `admin_invitations`; it changes rows of `admins` by its service, and factors by that of `admin-factors`.
 * Begin with ranks.service.ts, which says who manages whom, and accounts.service.ts.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import './accounts.schema.ts';
import './admin-sessions.schema.ts';
import './factors.schema.ts';
import './invitations.schema.ts';

const adminAccountsLimits = {
  adminInvitationHours: limit(72, 'Hours for which an invitation of an admin can be accepted.'),
};

defineModule({ name: 'admin-accounts', limits: adminAccountsLimits });

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof adminAccountsLimits> {}
}
