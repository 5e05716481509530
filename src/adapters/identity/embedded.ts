import type { Clock } from '#platform/clock.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#platform/clock.ts';
import { EMAIL_LENGTH_MAX } from '#platform/email.ts';
import type { IdentityPort, IssuedTokens, PasswordCredentials } from '#ports/identity.ts';
import { IdentityError } from '#ports/identity.ts';
import { Pool } from 'pg';
import { z } from 'zod';
import type { AccessTokenClaims } from './access-token.ts';
import { createAccessTokenVerifier, identityOfClaims } from './access-token.ts';
import { credentialsRefused, identityErrorOf, isFailedInsert } from './embedded-errors.ts';
import type { EmbeddedLibrary } from './embedded-library.ts';
import {
  createEmbeddedLibrary,
  PASSWORD_LENGTH_MAX,
  PASSWORD_LENGTH_MIN,
  SESSION_LIFE_MS,
} from './embedded-library.ts';
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
    signIn: (credentials) => guarded(() => signIn(desk, credentials)),
    refresh: (refreshToken) => guarded(() => refresh(desk, refreshToken)),
    verify: (accessToken) => guarded(() => verify(accessToken)),
    endSession: (session) => guarded(() => endSession(desk, session)),
    deleteSubject: (subject) => guarded(() => deleteSubject(desk, subject)),
    close: () => pool.end(),
  };
}

type Desk = {
  readonly library: EmbeddedLibrary;
  readonly issuer: string;
  readonly clock: Clock;
};

async function guarded<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw identityErrorOf(error);
  }
}

async function signUp(desk: Desk, { email, password }: PasswordCredentials): Promise<IssuedTokens> {
  if (!isEmail(email)) throw new IdentityError('EMAIL_INVALID', 'This is not an e-mail address.');
  if (!isPassword(password)) throw new IdentityError('PASSWORD_TOO_WEAK', PASSWORD_RULE);
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

async function signIn(desk: Desk, { email, password }: PasswordCredentials): Promise<IssuedTokens> {
  // No account can have these, so the quick answer tells nothing.
  if (!isEmail(email) || !isPassword(password)) throw credentialsRefused();
  const { token, user } = await desk.library.api.signInEmail({ body: { email, password } });
  await dropExpiredSessions(desk, user.id);
  return issue(desk, await sessionOf(desk, token));
}

async function dropExpiredSessions(desk: Desk, userId: string): Promise<void> {
  const { adapter } = await desk.library.$context;
  await adapter.deleteMany({
    model: 'session',
    where: [
      { field: 'userId', value: userId },
      { field: 'expiresAt', operator: 'lte', value: desk.clock.now() },
    ],
  });
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

async function endSession(
  desk: Desk,
  { subject, sessionKey }: { subject: string; sessionKey: string },
): Promise<void> {
  const { adapter } = await desk.library.$context;
  await adapter.deleteMany({
    model: 'session',
    where: [
      { field: 'id', value: sessionKey },
      { field: 'userId', value: subject },
    ],
  });
}

async function deleteSubject(desk: Desk, subject: string): Promise<void> {
  const { internalAdapter } = await desk.library.$context;
  await internalAdapter.deleteUser(subject);
}

const PASSWORD_RULE = `The password must have ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`;
const emailSchema = z.email().max(EMAIL_LENGTH_MAX);

const isEmail = (email: string): boolean => emailSchema.safeParse(email).success;

const isPassword = (password: string): boolean =>
  password.length >= PASSWORD_LENGTH_MIN && password.length <= PASSWORD_LENGTH_MAX;
