import { toDatabaseFault } from '#platform/db/database-fault.ts';
import { PortFault } from '#platform/kernel/port-fault.ts';
import type { IdentityErrorCode } from '#ports/identity.ts';
import { IdentityError } from '#ports/identity.ts';
import { isAPIError } from 'better-auth/api';

/**
 * Translates a failure of the library or its database into an error of the port; returns unknown ones unchanged.
 * @param statement the error of the last statement that failed, if one did
 */
export function identityErrorOf(error: unknown, statement: unknown): unknown {
  if (error instanceof IdentityError) return error;
  const fault = [error, statement].map(toDatabaseFault).find((found) => found instanceof PortFault);
  if (fault !== undefined) {
    return new IdentityError('PROVIDER_UNAVAILABLE', 'The identity provider is unavailable.', {
      cause: fault,
    });
  }
  const code = ANSWERS[libraryCode(error)];
  if (code === 'CODE_INVALID') return codeInvalid(error);
  if (code) return new IdentityError(code, 'The identity provider refused.', { cause: error });
  return error;
}

/** The library could not store the new account and gives no reason. */
export const isFailedInsert = (error: unknown): boolean => libraryCode(error) === 'FAILED_TO_CREATE_USER';

/** One message for every cause, so that it does not reveal whether the account exists. */
export const credentialsRefused = (): IdentityError =>
  new IdentityError('CREDENTIALS_REFUSED', 'The e-mail address or the password does not match.');

/** One message for every cause: unknown, used, expired or of another kind. */
export const codeInvalid = (cause?: unknown): IdentityError =>
  new IdentityError('CODE_INVALID', 'The code is wrong, used or expired.', { cause });

const ANSWERS: Partial<Record<string, IdentityErrorCode>> = {
  USER_ALREADY_EXISTS: 'EMAIL_TAKEN',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'EMAIL_TAKEN',
  INVALID_TOKEN: 'CODE_INVALID',
  // Only the operation that sets a new password finds an account by a code.
  USER_NOT_FOUND: 'CODE_INVALID',
};

function libraryCode(error: unknown): string {
  return isAPIError(error) ? String(error.body?.code) : '';
}
