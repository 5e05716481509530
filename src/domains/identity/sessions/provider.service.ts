import type { RequestContext } from '#platform/context.ts';
import { AppError } from '#platform/errors.ts';
import type { ActiveRestriction } from '#platform/restriction-kinds.ts';
import {
  IdentityError,
  type IdentityErrorCode,
  type IssuedTokens,
  type PasswordCredentials,
} from '#ports/identity.ts';
import { newcomerRefusal } from '../users/usernames.service.ts';

export function signIn(ctx: RequestContext, given: PasswordCredentials): Promise<IssuedTokens> {
  return askProvider(() => ctx.ports.identity.signIn(given));
}

export function refreshTokens(ctx: RequestContext, refreshToken: string): Promise<IssuedTokens> {
  return askProvider(() => ctx.ports.identity.refresh(refreshToken));
}

/** A token that the client got from the provider by itself; its refresh token stays with the client. */
export async function tokensOfProvider(
  ctx: RequestContext,
  accessToken: string,
): Promise<Omit<IssuedTokens, 'refreshToken'> & { refreshToken: null }> {
  const identity = await askProvider(() => ctx.ports.identity.verify(accessToken));
  return { accessToken, refreshToken: null, expiresAt: identity.expiresAt, identity };
}

/**
 * Signs up, or signs in when the address is known and the password right: who registers twice is the same person.
 * The username is looked at first, so that no identity is left behind for a name that cannot be had.
 */
export async function signUpOrIn(
  ctx: RequestContext,
  given: PasswordCredentials,
  username: string,
): Promise<IssuedTokens> {
  const refusal = await newcomerRefusal(ctx, username);
  const { identity } = ctx.ports;
  try {
    return refusal ? await identity.signIn(given) : await identity.signUp(given);
  } catch (error) {
    if (refusal && isIdentityError(error, 'CREDENTIALS_REFUSED')) throw refusal;
    if (!isIdentityError(error, 'EMAIL_TAKEN')) throw problemOf(error);
  }
  try {
    return await identity.signIn(given);
  } catch (error) {
    throw isIdentityError(error, 'CREDENTIALS_REFUSED') ? emailTaken() : problemOf(error);
  }
}

const isIdentityError = (error: unknown, code: IdentityErrorCode): boolean =>
  error instanceof IdentityError && error.code === code;

/** Asks the identity provider. @throws AppError what its refusal means to our caller */
export async function askProvider<Result>(
  ask: () => Promise<Result>,
  input: { readonly passwordPath: readonly string[] } = { passwordPath: ['password'] },
): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw problemOf(error, input.passwordPath);
  }
}

/** What a refusal of the provider means to our caller; what is not one stays what it is. */
function problemOf(error: unknown, passwordPath: readonly string[] = ['password']): unknown {
  return error instanceof IdentityError ? PROBLEMS[error.code](error, passwordPath) : error;
}

export const credentialsRefused = (): AppError =>
  new AppError('INVALID_CREDENTIALS', 'The e-mail address, the password or the token does not match.');

export const sessionEnded = (): AppError =>
  new AppError('UNAUTHENTICATED', 'The session has ended: sign in again.', {
    details: { reason: 'REVOKED' },
  });

/** Said only to who has just proved to be the account's owner. */
export const accountSuspended = ({ kind, expiresAt }: ActiveRestriction): AppError =>
  new AppError('RESTRICTED', 'The account is suspended.', { details: { kind, expiresAt } });

const emailTaken = (): AppError =>
  new AppError('CONFLICT', 'This e-mail address is taken.', {
    path: ['email'],
    details: { constraint: 'unique' },
  });

const providerAway = (): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The identity provider cannot be reached: try again shortly.');

const RETRY_AFTER_SECONDS = 60;

const PROBLEMS: Record<
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
  PROVIDER_UNAVAILABLE: providerAway,
  REFRESH_REFUSED: sessionEnded,
  TOKEN_EXPIRED: credentialsRefused,
  TOKEN_INVALID: credentialsRefused,
  TOKEN_REVOKED: credentialsRefused,
  CREDENTIALS_REFUSED: credentialsRefused,
};
