import type { RequestContext } from '#platform/request/context.ts';
import { AppError } from '#platform/kernel/errors.ts';
import type { ActiveRestriction } from '#platform/kernel/restriction-kinds.ts';
import { restrictionDetails } from '#platform/request/restrictions.ts';
import {
  IdentityError,
  type IdentityErrorCode,
  type IssuedTokens,
  type PasswordCredentials,
} from '#ports/identity.ts';
import { newUsernameConflict } from '../users/usernames.service.ts';

/** A token that the client got from the provider directly; its refresh token stays with the client. */
export async function verifyProviderToken(
  ctx: RequestContext,
  accessToken: string,
): Promise<Omit<IssuedTokens, 'refreshToken'> & { refreshToken: null }> {
  const identity = await callProvider(() => ctx.ports.identity.verify(accessToken));
  return { accessToken, refreshToken: null, expiresAt: identity.expiresAt, identity };
}

/**
 * Signs up, or signs in when the address is known and the password right: a repeated registration is the same user.
 * The username is checked first, so that a refused one leaves no identity at the provider.
 */
export async function signUpOrIn(
  ctx: RequestContext,
  given: PasswordCredentials,
  username: string,
): Promise<IssuedTokens> {
  const refusal = await newUsernameConflict(ctx, username);
  const { identity } = ctx.ports;
  try {
    return refusal ? await identity.signIn(given) : await identity.signUp(given);
  } catch (error) {
    if (refusal && isIdentityError(error, 'CREDENTIALS_REFUSED')) throw refusal;
    if (!isIdentityError(error, 'EMAIL_TAKEN')) throw toAppError(error);
  }
  try {
    return await identity.signIn(given);
  } catch (error) {
    throw isIdentityError(error, 'CREDENTIALS_REFUSED') ? emailTaken() : toAppError(error);
  }
}

const isIdentityError = (error: unknown, code: IdentityErrorCode): boolean =>
  error instanceof IdentityError && error.code === code;

/** Calls the identity provider and translates its refusals. @throws AppError */
export async function callProvider<Result>(
  ask: () => Promise<Result>,
  input: { readonly passwordPath: readonly string[] } = { passwordPath: ['password'] },
): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw toAppError(error, input.passwordPath);
  }
}

/** Translates a refusal of the provider into an `AppError`; returns any other error unchanged. */
function toAppError(error: unknown, passwordPath: readonly string[] = ['password']): unknown {
  return error instanceof IdentityError ? APP_ERRORS[error.code](error, passwordPath) : error;
}

export const credentialsRefused = (): AppError =>
  new AppError('INVALID_CREDENTIALS', 'The e-mail address, the password or the token does not match.');

export const sessionEnded = (): AppError =>
  new AppError('UNAUTHENTICATED', 'The session has ended: sign in again.', {
    details: { reason: 'REVOKED' },
  });

/** Revealed only after valid credentials. */
export const accountSuspended = (suspension: ActiveRestriction): AppError =>
  new AppError('RESTRICTED', 'The account is suspended.', { details: restrictionDetails(suspension) });

const emailTaken = (): AppError =>
  new AppError('CONFLICT', 'This e-mail address is taken.', {
    path: ['email'],
    details: { constraint: 'unique' },
  });

const providerUnavailable = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The identity provider cannot be reached: try again shortly.');

const RETRY_AFTER_SECONDS = 60;

const APP_ERRORS: Record<
  IdentityErrorCode,
  (error: IdentityError, passwordPath: readonly string[]) => AppError
> = {
  EMAIL_TAKEN: emailTaken,
  EMAIL_INVALID: () =>
    new AppError('VALIDATION_FAILED', 'Must be an e-mail address.', {
      path: ['email'],
      details: { constraint: 'format' },
    }),
  CODE_INVALID: () =>
    new AppError('VALIDATION_FAILED', 'The code is wrong, used or expired: ask for a new one.', {
      path: ['code'],
      details: { constraint: 'code' },
    }),
  PASSWORD_TOO_WEAK: (error, passwordPath) =>
    new AppError('VALIDATION_FAILED', error.message, {
      path: passwordPath,
      details: { constraint: 'strength' },
    }),
  TOO_MANY_ATTEMPTS: () =>
    new AppError('RATE_LIMITED', 'Too many attempts: try again later.', {
      details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
    }),
  PROVIDER_UNAVAILABLE: providerUnavailable,
  REFRESH_REFUSED: sessionEnded,
  TOKEN_EXPIRED: credentialsRefused,
  TOKEN_INVALID: credentialsRefused,
  TOKEN_REVOKED: credentialsRefused,
  CREDENTIALS_REFUSED: credentialsRefused,
};
