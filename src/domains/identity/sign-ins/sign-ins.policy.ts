import { HOUR_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { type Allowance, windowText } from '#platform/kernel/rate-limit.ts';

/** Kind of account whose passwords are tried. */
export type AccountKind = 'user' | 'admin';

export type PasswordRules = {
  /** Wrong passwords for one account from one network, or on one known device. */
  readonly failures: Allowance;
  /** Wrong passwords for one account in an hour, from which on devices that are not known wait. */
  readonly failuresBeforeWait: number;
};

export const PASSWORD_RULES: Readonly<Record<AccountKind, PasswordRules>> = {
  user: { failures: { points: 10, windowSeconds: 300 }, failuresBeforeWait: 20 },
  admin: { failures: { points: 5, windowSeconds: 900 }, failuresBeforeWait: 10 },
};

/** The rules in words, for the description of a field that takes a password. */
export function passwordRulesText(accountKind: AccountKind): string {
  const { failures, failuresBeforeWait } = PASSWORD_RULES[accountKind];
  const longest = 2 ** DOUBLINGS_MAX;
  return `Only wrong passwords are counted: ${failures.points} in ${windowText(failures)} for one account from one network, or on one known device. From ${failuresBeforeWait} in an hour for one account on, each try on a device that is not known waits 1 to ${longest} seconds.`;
}

/** Description of the token that makes a device known. */
export const DEVICE_TOKEN_TEXT =
  'The token that an earlier sign-in to the account gave to this device. Wrong passwords of others then neither refuse nor delay this sign-in.';

const DOUBLINGS_MAX = 3;

/** Counts without a bound. */
export const COUNT_OF_AN_HOUR: Allowance = {
  points: Number.POSITIVE_INFINITY,
  windowSeconds: HOUR_MS / SECOND_MS,
};

/**
 * Time that a try on a device that is not known waits: 1 s, doubling with each wrong password of its own network to 8 s, so
 * that wrong passwords from elsewhere cost the owner of an account one second on a new device.
 */
export function waitOf(
  rules: PasswordRules,
  failures: { ofAccount: number; ofAccountAndNetwork: number },
): number {
  if (failures.ofAccount < rules.failuresBeforeWait) return 0;
  return SECOND_MS * 2 ** Math.min(failures.ofAccountAndNetwork, DOUBLINGS_MAX);
}
