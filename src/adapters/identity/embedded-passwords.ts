import { hashPassword, verifyPassword } from '#platform/passwords.ts';
import type { PasswordChange, PasswordCredentials } from '#ports/identity.ts';
import { dropResetCodes } from './embedded-codes.ts';
import { credentialsRefused } from './embedded-errors.ts';
import type { Desk } from './embedded-library.ts';
import { isEmail, isPassword, passwordTooWeak } from './embedded-rules.ts';

export type ProvenPerson = {
  readonly user: { readonly id: string; readonly email: string; readonly emailVerified: boolean };
  /** What the password was compared with. */
  readonly hash: string;
};

/**
 * Takes the same time whether the account exists or not.
 * @throws IdentityError CREDENTIALS_REFUSED
 */
export async function provePassword(
  { library }: Desk,
  { email, password }: PasswordCredentials,
): Promise<ProvenPerson> {
  // No account can have these, so the quick answer tells nothing.
  if (!isEmail(email) || !isPassword(password)) throw credentialsRefused();
  const { internalAdapter } = await library.$context;
  const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
  const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password ?? '';
  const isRight = await verifyPassword(hash, password);
  if (!found || !isRight) throw credentialsRefused();
  return { user: found.user, hash };
}

/** Whether the password has not been replaced since it was proven. */
export async function isStillProven({ library }: Desk, { user, hash }: ProvenPerson): Promise<boolean> {
  const { internalAdapter } = await library.$context;
  return (await internalAdapter.findCredentialAccount(user.id))?.password === hash;
}

export async function changePassword(desk: Desk, change: PasswordChange): Promise<null> {
  const { subject, email, currentPassword, newPassword } = change;
  const { user, hash } = await provePassword(desk, { email, password: currentPassword });
  if (user.id !== subject) throw credentialsRefused();
  if (!isPassword(newPassword)) throw passwordTooWeak();
  const { adapter } = await desk.library.$context;
  const changed = await adapter.updateMany({
    model: 'account',
    // Of two changes at once, the second one's current password is no longer that.
    where: [
      { field: 'userId', value: subject },
      { field: 'providerId', value: 'credential' },
      { field: 'password', value: hash },
    ],
    update: { password: await hashPassword(newPassword), updatedAt: desk.clock.now() },
  });
  if (changed === 0) throw credentialsRefused();
  await dropResetCodes(desk.library, subject);
  return null;
}
