import { z } from 'zod';
import { AppError } from '#platform/kernel/errors.ts';
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
  'USERS_PRIVATE_READ',
  'USERS_RESTRICT',
  'USERS_SUSPEND',
  'CONTENT_MANAGE',
  'REPORTS_READ',
  'CASES_DECIDE',
  'APPEALS_DECIDE',
  'PRIVATE_CONTENT_READ',
  'BADGES_MANAGE',
  'NOTIFICATIONS_READ',
];

const EVERYTHING: readonly Permission[] = [
  ...MODERATION,
  'USERS_EDIT',
  'USERS_DELETE',
  'AUDIT_READ',
  'ADMINS_READ',
  'ADMINS_MANAGE',
  'SCREENING_MANAGE',
  'TRANSPARENCY_READ',
  'ANNOUNCEMENTS_SEND',
  'DASHBOARD_READ',
  ...MONEY,
];

/** Permissions of each role. */
const PERMISSIONS_OF_ROLE: Readonly<Record<AdminRole, readonly Permission[]>> = {
  OWNER: EVERYTHING,
  ADMIN: EVERYTHING,
  MODERATOR: MODERATION,
  FINANCE: MONEY,
  SUPPORT: ['USERS_READ', 'NOTIFICATIONS_READ'],
  // Numbers, and no person.
  ANALYST: ['TRANSPARENCY_READ', 'DASHBOARD_READ'],
};

export const permissionsOf = (role: AdminRole): ReadonlySet<Permission> => new Set(PERMISSIONS_OF_ROLE[role]);

const REASON_LENGTH_MAX = 500;
const reasonInput = z.object({ reason: textSchema({ min: 1, max: REASON_LENGTH_MAX }) });

/** Parses the reason that an admin gives for a decision, 1 to 500 characters. @throws ValidationFailed */
export const parseReason = (input: { readonly reason: string }): string =>
  parseInput(reasonInput, input).reason;

const PASSWORD_LENGTH_MIN = 12;
const PASSWORD_LENGTH_MAX = 200;

/** Passwords of admins. */
export const adminPasswordSchema = z
  .string()
  .min(PASSWORD_LENGTH_MIN, `Must have at least ${PASSWORD_LENGTH_MIN} characters.`)
  .max(PASSWORD_LENGTH_MAX, `Must have at most ${PASSWORD_LENGTH_MAX} characters.`);

/** The rule in words, for the descriptions of fields. */
export const ADMIN_PASSWORD_TEXT = `${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters`;

export const credentialsRefused = (): AppError =>
  new AppError('INVALID_CREDENTIALS', 'The e-mail address or the password does not match.');

/** For a wrong code, and for one that was taken. */
export const codeRefused = (path: readonly string[]): AppError =>
  new AppError('INVALID_CREDENTIALS', 'The code does not match, or was used.', { path });
