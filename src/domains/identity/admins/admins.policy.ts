import { z } from 'zod';
import { parseInput } from '#platform/kernel/parse-input.ts';
import type { Permission } from '#platform/kernel/permissions.ts';
import { textSchema } from '#platform/kernel/text.ts';
import type { AdminRole } from './admins.types.ts';

const MONEY: readonly Permission[] = [
  'COINS_READ',
  'COINS_MANAGE',
  'PAYMENTS_READ',
  'PAYMENTS_REFUND',
  'PAID_MESSAGES_REFUND',
  'PAYOUTS_MANAGE',
  'SUBSCRIPTIONS_READ',
  'SUBSCRIPTIONS_MANAGE',
  'USER_NAMES_READ',
];

/** Permissions of a moderator, from a report to its appeal. */
const MODERATION: readonly Permission[] = [
  'USERS_READ',
  'USERS_RESTRICT',
  'USERS_SUSPEND',
  'CONTENT_MANAGE',
  'REPORTS_READ',
  'CASES_DECIDE',
  'APPEALS_DECIDE',
  'PRIVATE_CONTENT_READ',
  'BADGES_MANAGE',
];

const EVERYTHING: readonly Permission[] = [
  ...MODERATION,
  'USERS_DELETE',
  'AUDIT_READ',
  'SCREENING_MANAGE',
  'TRANSPARENCY_READ',
  ...MONEY,
];

/** Permissions of each role. */
const PERMISSIONS_OF_ROLE: Readonly<Record<AdminRole, readonly Permission[]>> = {
  OWNER: EVERYTHING,
  ADMIN: EVERYTHING,
  MODERATOR: MODERATION,
  FINANCE: MONEY,
  SUPPORT: ['USERS_READ'],
  // Numbers, and no person.
  ANALYST: ['TRANSPARENCY_READ'],
};

export const permissionsOf = (role: AdminRole): ReadonlySet<Permission> => new Set(PERMISSIONS_OF_ROLE[role]);

const REASON_LENGTH_MAX = 500;
const reasonInput = z.object({ reason: textSchema({ min: 1, max: REASON_LENGTH_MAX }) });

/** Parses the reason that an admin gives for a decision, 1 to 500 characters. @throws ValidationFailed */
export const parseReason = (input: { readonly reason: string }): string =>
  parseInput(reasonInput, input).reason;
