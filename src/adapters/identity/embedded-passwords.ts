import { hashPassword, verifyPassword } from '#platform/secrets/passwords.ts';
import type { PasswordChange, PasswordCredentials } from '#ports/identity.ts';
import { deleteResetCodes } from './embedded-codes.ts';
import { credentialsRefused } from './embedded-errors.ts';
import type { EmbeddedDeps } from './embedded-library.ts';
import { isEmail, isPassword, passwordTooWeak } from './embedded-rules.ts';

export type VerifiedUser = {
  readonly user: { readonly id: string; readonly email: string; readonly emailVerified: boolean };
  /** The stored hash that the password was compared with. */
  readonly hash: string;
};

/**
 * Takes the same time whether the account exists or not.
 * @throws IdentityError CREDENTIALS_REFUSED
 */
export async function verifyCredentials(
  { library, passwordCost }: EmbeddedDeps,
  { email, password }: PasswordCredentials,
): Promise<VerifiedUser> {
  // No account can have these, so the faster refusal reveals nothing.
  if (!isEmail(email) || !isPassword(password)) throw credentialsRefused();
  const { internalAdapter } = await library.$context;
  const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
  const hash = found?.accounts.find(({ providerId }) => providerId === 'credential')?.password ?? '';
  const isRight = await verifyPassword(hash, password, passwordCost);
  if (!found || !isRight) throw credentialsRefused();
  return { user: found.user, hash };
}

/** Whether the password is unchanged since it was verified. */
export async function isPasswordUnchanged(
  { library }: EmbeddedDeps,
  { user, hash }: VerifiedUser,
): Promise<boolean> {
  const { internalAdapter } = await library.$context;
  return (await internalAdapter.findCredentialAccount(user.id))?.password === hash;
}

export async function changePassword(deps: EmbeddedDeps, change: PasswordChange): Promise<null> {
  const { subject, email, currentPassword, newPassword } = change;
  const { user, hash } = await verifyCredentials(deps, { email, password: currentPassword });
  if (user.id !== subject) throw credentialsRefused();
  if (!isPassword(newPassword)) throw passwordTooWeak();
  const { adapter } = await deps.library.$context;
  const changed = await adapter.updateMany({
    model: 'account',
    // Of two concurrent changes, the second one's current password is outdated.
    where: [
      { field: 'userId', value: subject },
      { field: 'providerId', value: 'credential' },
      { field: 'password', value: hash },
    ],
    update: { password: await hashPassword(newPassword, deps.passwordCost), updatedAt: deps.clock.now() },
  });
  if (changed === 0) throw credentialsRefused();
  await deleteResetCodes(deps.library, subject);
  return null;
}
