import type { Clock } from '#platform/clock.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#platform/clock.ts';
import type { IdentityPort, IssuedTokens, PasswordCredentials } from '#ports/identity.ts';
import { IdentityError } from '#ports/identity.ts';
import { Pool } from 'pg';
import type { AccessTokenClaims } from './access-token.ts';
import { createAccessTokenVerifier, identityOfClaims } from './access-token.ts';
import {
  createEmailVerificationCode,
  createPasswordResetCode,
  dropCodes,
  resetPassword,
  verifyEmail,
} from './embedded-codes.ts';
import { credentialsRefused, identityErrorOf, isFailedInsert } from './embedded-errors.ts';
import type { Desk } from './embedded-library.ts';
import { createEmbeddedLibrary, SESSION_LIFE_MS } from './embedded-library.ts';
import { changePassword, isStillProven, provePassword } from './embedded-passwords.ts';
import { isEmail, isPassword, passwordTooWeak } from './embedded-rules.ts';
import { createSessionSweep, dropExpiredSessions, endSession } from './embedded-sessions.ts';
import { rememberVerified } from './verified-tokens.ts';

export const EMBEDDED_PROVIDER = 'embedded';
/** What the access tokens are for; another kind of token of the same installation has another audience. */
export const EMBEDDED_AUDIENCE = 'user';
export const ACCESS_TOKEN_LIFE_MS = 15 * MINUTE_MS;
/** A refresh writes the new end of the sign-in only when it moves by this much. */
const SESSION_EXTEND_STEP_MS = DAY_MS;
const POOL_CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;
const STATEMENT_TIMEOUT_MS = 5 * SECOND_MS;
/** The form of the library's session tokens; anything else need not reach the database. */
const REFRESH_TOKEN_FORM = /^[A-Za-z0-9]{32}$/;

export type EmbeddedIdentityOptions = {
  readonly connectionString: string;
  /** Encrypts the signing keys at rest; with another secret the stored keys cannot be used. */
  readonly secret: string;
  readonly issuer: string;
  readonly clock: Clock;
};

/**
 * The identity provider inside the product's own database, for installations without an outside one.
 * Its access tokens are valid until they expire: what ends a sign-in earlier is the product's own session.
 */
export function createEmbeddedIdentity(options: EmbeddedIdentityOptions): IdentityPort {
  const pool = new Pool({
    connectionString: options.connectionString,
    max: POOL_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
  });
  // A connection that breaks is replaced at its next use. Without listeners it would end the process, idle or in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const library = createEmbeddedLibrary({ pool, secret: options.secret, clock: options.clock });
  const desk: Desk = { library, issuer: options.issuer, clock: options.clock };
  const sweep = createSessionSweep(library, options.clock);
  const verify = rememberVerified(
    createAccessTokenVerifier({
      provider: EMBEDDED_PROVIDER,
      issuer: options.issuer,
      audience: EMBEDDED_AUDIENCE,
      clock: options.clock,
      loadKeys: () => library.api.getJwks(),
    }),
    options.clock,
  );
  return {
    provider: EMBEDDED_PROVIDER,
    signUp: (credentials) => guarded(() => signUp(desk, credentials)),
    signIn: (credentials) => guarded(() => signIn(desk, sweep, credentials)),
    refresh: (refreshToken) => guarded(() => refresh(desk, refreshToken)),
    verify: (accessToken) => guarded(() => verify(accessToken)),
    endSession: (session) => guarded(() => endSession(desk, session)),
    checkPassword: (credentials) =>
      guarded(async () => ({ subject: (await provePassword(desk, credentials)).user.id })),
    changePassword: (change) => guarded(() => changePassword(desk, change)),
    createPasswordResetCode: (email) => guarded(() => createPasswordResetCode(desk, email)),
    resetPassword: (reset) => guarded(() => resetPassword(desk, reset)),
    createEmailVerificationCode: (subject) => guarded(() => createEmailVerificationCode(desk, subject)),
    verifyEmail: (code) => guarded(() => verifyEmail(desk, code)),
    deleteSubject: (subject) => guarded(() => deleteSubject(desk, subject)),
    close: () => pool.end(),
  };
}

async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw identityErrorOf(error);
  }
}

async function signUp(desk: Desk, { email, password }: PasswordCredentials): Promise<IssuedTokens> {
  if (!isEmail(email)) throw new IdentityError('EMAIL_INVALID', 'This is not an e-mail address.');
  if (!isPassword(password)) throw passwordTooWeak();
  const { token } = await desk.library.api
    // People have their name in their profile; the library insists on a text.
    .signUpEmail({ body: { email, password, name: '' } })
    .catch((error: unknown) => explainFailedSignUp(desk, email, error));
  return issue(desk, await sessionOf(desk, token));
}

/** Of two sign-ups at once the slower one fails in the database, which the library reports without a reason. */
async function explainFailedSignUp(desk: Desk, email: string, error: unknown): Promise<never> {
  const { internalAdapter } = await desk.library.$context;
  if (isFailedInsert(error) && (await internalAdapter.findUserByEmail(email))) {
    throw new IdentityError('EMAIL_TAKEN', 'The e-mail address is already in use.', { cause: error });
  }
  throw error;
}

async function signIn(
  desk: Desk,
  sweep: () => Promise<void>,
  credentials: PasswordCredentials,
): Promise<IssuedTokens> {
  const person = await provePassword(desk, credentials);
  const { internalAdapter } = await desk.library.$context;
  const session = await internalAdapter.createSession(person.user.id);
  // A reset ends the sign-ins that it finds. One that the old password has just begun must not outlive it.
  if (!(await isStillProven(desk, person))) {
    await endSession(desk, { subject: person.user.id, sessionKey: session.id });
    throw credentialsRefused();
  }
  await dropExpiredSessions(desk, person.user.id);
  await sweep();
  return issue(desk, { session, user: person.user });
}

async function refresh(desk: Desk, refreshToken: string): Promise<IssuedTokens> {
  const found = await sessionOf(desk, refreshToken);
  const expiresAt = new Date(desk.clock.now().getTime() + SESSION_LIFE_MS);
  if (expiresAt.getTime() - found.session.expiresAt.getTime() >= SESSION_EXTEND_STEP_MS) {
    const { internalAdapter } = await desk.library.$context;
    await internalAdapter.updateSession(refreshToken, { expiresAt });
  }
  return issue(desk, found);
}

type SignedIn = {
  readonly session: { readonly id: string; readonly token: string; readonly expiresAt: Date };
  readonly user: { readonly id: string; readonly email: string; readonly emailVerified: boolean };
};

async function sessionOf(desk: Desk, token: string | null): Promise<SignedIn> {
  const { internalAdapter } = await desk.library.$context;
  const found = token && REFRESH_TOKEN_FORM.test(token) ? await internalAdapter.findSession(token) : null;
  if (!found || found.session.expiresAt <= desk.clock.now()) {
    throw new IdentityError('REFRESH_REFUSED', 'The session has ended: sign in again.');
  }
  return found;
}

async function issue(desk: Desk, { session, user }: SignedIn): Promise<IssuedTokens> {
  const issuedAtSeconds = Math.floor(desk.clock.now().getTime() / SECOND_MS);
  const claims: AccessTokenClaims = {
    sub: user.id,
    sid: session.id,
    email: user.email,
    email_verified: user.emailVerified,
    iat: issuedAtSeconds,
    exp: issuedAtSeconds + ACCESS_TOKEN_LIFE_MS / SECOND_MS,
  };
  const { token: accessToken } = await desk.library.api.signJWT({
    body: { payload: { ...claims, iss: desk.issuer, aud: EMBEDDED_AUDIENCE } },
  });
  return {
    accessToken,
    refreshToken: session.token,
    expiresAt: new Date(claims.exp * SECOND_MS),
    identity: identityOfClaims(EMBEDDED_PROVIDER, claims),
  };
}

async function deleteSubject(desk: Desk, subject: string): Promise<void> {
  const { internalAdapter } = await desk.library.$context;
  await internalAdapter.deleteUser(subject);
  await dropCodes(desk.library, subject);
}
