import type { Clock } from '#platform/kernel/clock.ts';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { closeInTime, createSockets } from '#platform/faults/closing.ts';
import type { PasswordCost } from '#platform/secrets/passwords.ts';
import type { IdentityPort, IssuedTokens, PasswordCredentials } from '#ports/identity.ts';
import { IdentityError } from '#ports/identity.ts';
import { Pool } from 'pg';
import type { AccessTokenClaims } from './access-token.ts';
import { createAccessTokenVerifier, identityOfClaims } from './access-token.ts';
import {
  changeEmail,
  createEmailChangeCode,
  createEmailVerificationCode,
  createPasswordResetCode,
  deleteCodes,
  resetPassword,
  verifyEmail,
} from './embedded-codes.ts';
import { credentialsRefused, identityErrorOf, isFailedInsert } from './embedded-errors.ts';
import type { EmbeddedDeps } from './embedded-library.ts';
import { createEmbeddedLibrary, SESSION_LIFE_MS, withFailedStatement } from './embedded-library.ts';
import { changePassword, isPasswordUnchanged, verifyCredentials } from './embedded-passwords.ts';
import { isEmail, isPassword, passwordTooWeak } from './embedded-rules.ts';
import { createSessionSweep, deleteExpiredSessions, endSession } from './embedded-sessions.ts';
import { createSigningKeys } from './signing-keys.ts';
import { cacheVerifiedTokens } from './verified-tokens.ts';

const EMBEDDED_PROVIDER = 'embedded';
/** Audience of user access tokens; other kinds of token of the same installation have another one. */
const EMBEDDED_AUDIENCE = 'user';
const ACCESS_TOKEN_LIFE_MS = 15 * MINUTE_MS;
/** A refresh stores the new expiry of the sign-in only when it moves by this much. */
const SESSION_EXTEND_STEP_MS = DAY_MS;
const POOL_CONNECTIONS = 4;
const CONNECT_TIMEOUT_MS = 5 * SECOND_MS;
const STATEMENT_TIMEOUT_MS = 5 * SECOND_MS;
/** Time after which a connection counts as dead, whose server would have ended the statement. */
const SILENCE_TIMEOUT_MS = 6 * SECOND_MS;
/** Form of the library's session tokens; any other text is refused without a query. */
const REFRESH_TOKEN_FORM = /^[A-Za-z0-9]{32}$/;

export type EmbeddedIdentityOptions = {
  readonly connectionString: string;
  /** Encrypts the signing keys at rest; with another secret another key signs. */
  readonly secret: string;
  /** The secret before it, the tokens of whose key are still accepted. */
  readonly previousSecret: string | null;
  readonly issuer: string;
  readonly clock: Clock;
  /** Overrides the hashing cost, for tests that register many users. */
  readonly passwordCost?: PasswordCost | undefined;
};

/**
 * The identity provider inside the product's own database, for installations without an external one.
 * Its access tokens are valid until they expire: Plaza's own sessions end a sign-in earlier.
 */
export function createEmbeddedIdentity(options: EmbeddedIdentityOptions): IdentityPort {
  const sockets = createSockets();
  const pool = new Pool({
    connectionString: options.connectionString,
    stream: sockets.open,
    application_name: 'plaza-identity',
    max: POOL_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
  });
  // A broken connection is replaced at its next use. Without `error` listeners it would end the process, idle or in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const { secret, previousSecret, issuer, clock, passwordCost } = options;
  const library = createEmbeddedLibrary({ pool, secret, previousSecret, clock, passwordCost });
  const deps: EmbeddedDeps = { library, issuer, clock, passwordCost };
  const sweep = createSessionSweep(library, options.clock);
  const verify = cacheVerifiedTokens(
    createAccessTokenVerifier({
      provider: EMBEDDED_PROVIDER,
      issuer: options.issuer,
      audience: EMBEDDED_AUDIENCE,
      clock: options.clock,
      loadKeys: createSigningKeys(pool, options).listAccepted,
    }),
    options.clock,
  );
  return {
    provider: EMBEDDED_PROVIDER,
    signUp: (credentials) => withPortErrors(() => signUp(deps, credentials)),
    signIn: (credentials) => withPortErrors(() => signIn(deps, sweep, credentials)),
    refresh: (refreshToken) => withPortErrors(() => refresh(deps, refreshToken)),
    verify: (accessToken) => withPortErrors(() => verify(accessToken)),
    endSession: (session) => withPortErrors(() => endSession(deps, session)),
    checkPassword: (credentials) =>
      withPortErrors(async () => ({ subject: (await verifyCredentials(deps, credentials)).user.id })),
    changePassword: (change) => withPortErrors(() => changePassword(deps, change)),
    createPasswordResetCode: (email) => withPortErrors(() => createPasswordResetCode(deps, email)),
    resetPassword: (reset) => withPortErrors(() => resetPassword(deps, reset)),
    createEmailVerificationCode: (subject) =>
      withPortErrors(() => createEmailVerificationCode(deps, subject)),
    verifyEmail: (code) => withPortErrors(() => verifyEmail(deps, code)),
    createEmailChangeCode: (change) => withPortErrors(() => createEmailChangeCode(deps, change)),
    changeEmail: (code) => withPortErrors(() => changeEmail(deps, code)),
    deleteSubject: (subject) => withPortErrors(() => deleteSubject(deps, subject)),
    close: () => closeInTime(pool.end(), sockets.destroy),
  };
}

const withPortErrors = <Result>(work: () => Promise<Result>): Promise<Result> =>
  withFailedStatement(work, identityErrorOf);

async function signUp(deps: EmbeddedDeps, { email, password }: PasswordCredentials): Promise<IssuedTokens> {
  if (!isEmail(email)) throw new IdentityError('EMAIL_INVALID', 'This is not an e-mail address.');
  if (!isPassword(password)) throw passwordTooWeak();
  const { token } = await deps.library.api
    // The name is stored in the profile; the library requires a text.
    .signUpEmail({ body: { email, password, name: '' } })
    .catch((error: unknown) => explainFailedSignUp(deps, email, error));
  return issue(deps, await sessionOf(deps, token));
}

/** Of two concurrent sign-ups the slower one fails in the database, which the library reports without a reason. */
async function explainFailedSignUp(deps: EmbeddedDeps, email: string, error: unknown): Promise<never> {
  const { internalAdapter } = await deps.library.$context;
  if (isFailedInsert(error) && (await internalAdapter.findUserByEmail(email))) {
    throw new IdentityError('EMAIL_TAKEN', 'The e-mail address is already in use.', { cause: error });
  }
  throw error;
}

async function signIn(
  deps: EmbeddedDeps,
  sweep: () => Promise<void>,
  credentials: PasswordCredentials,
): Promise<IssuedTokens> {
  const person = await verifyCredentials(deps, credentials);
  const { internalAdapter } = await deps.library.$context;
  const session = await internalAdapter.createSession(person.user.id);
  // A reset ends the sign-ins that it finds; a concurrent one with the old password must not outlive it.
  if (!(await isPasswordUnchanged(deps, person))) {
    await endSession(deps, { subject: person.user.id, sessionKey: session.id });
    throw credentialsRefused();
  }
  await deleteExpiredSessions(deps, person.user.id);
  await sweep();
  return issue(deps, { session, user: person.user });
}

async function refresh(deps: EmbeddedDeps, refreshToken: string): Promise<IssuedTokens> {
  const found = await sessionOf(deps, refreshToken);
  const expiresAt = new Date(deps.clock.now().getTime() + SESSION_LIFE_MS);
  if (expiresAt.getTime() - found.session.expiresAt.getTime() >= SESSION_EXTEND_STEP_MS) {
    const { internalAdapter } = await deps.library.$context;
    await internalAdapter.updateSession(refreshToken, { expiresAt });
  }
  return issue(deps, found);
}

type SignedIn = {
  readonly session: { readonly id: string; readonly token: string; readonly expiresAt: Date };
  readonly user: { readonly id: string; readonly email: string; readonly emailVerified: boolean };
};

async function sessionOf(deps: EmbeddedDeps, token: string | null): Promise<SignedIn> {
  const { internalAdapter } = await deps.library.$context;
  const found = token && REFRESH_TOKEN_FORM.test(token) ? await internalAdapter.findSession(token) : null;
  if (!found || found.session.expiresAt <= deps.clock.now()) {
    throw new IdentityError('REFRESH_REFUSED', 'The session has ended: sign in again.');
  }
  return found;
}

async function issue(deps: EmbeddedDeps, { session, user }: SignedIn): Promise<IssuedTokens> {
  const issuedAtSeconds = Math.floor(deps.clock.now().getTime() / SECOND_MS);
  const claims: AccessTokenClaims = {
    sub: user.id,
    sid: session.id,
    email: user.email,
    email_verified: user.emailVerified,
    iat: issuedAtSeconds,
    exp: issuedAtSeconds + ACCESS_TOKEN_LIFE_MS / SECOND_MS,
  };
  const { token: accessToken } = await deps.library.api.signJWT({
    body: { payload: { ...claims, iss: deps.issuer, aud: EMBEDDED_AUDIENCE } },
  });
  return {
    accessToken,
    refreshToken: session.token,
    expiresAt: new Date(claims.exp * SECOND_MS),
    identity: identityOfClaims(EMBEDDED_PROVIDER, claims),
  };
}

async function deleteSubject(deps: EmbeddedDeps, subject: string): Promise<void> {
  const { internalAdapter } = await deps.library.$context;
  await internalAdapter.deleteUser(subject);
  await deleteCodes(deps.library, subject);
}
