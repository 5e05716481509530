/**
 * Second factors of admins: one-time codes of an authenticator app, and recovery codes for its loss.
 * Owns `admin_totp` and `admin_recovery_codes`; sign-ins and proofs of `admins` take the codes, `admin-accounts` enrols.
 * Begin with admin-factors.service.ts; totp.ts computes the codes.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';

const adminFactorsLimits = {
  adminRecoveryCodes: limit(10, 'Number of recovery codes that an admin gets at once.'),
};

defineModule({ name: 'admin-factors', limits: adminFactorsLimits });

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof adminFactorsLimits> {}
}
