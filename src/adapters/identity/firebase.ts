import type { Clock } from '#platform/kernel/clock.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { IdentityPort, IssuedTokens, VerifiedIdentity } from '#ports/identity.ts';
import { IdentityError } from '#ports/identity.ts';
import type { Auth, DecodedIdToken } from 'firebase-admin/auth';
import { decodeProtectedHeader } from 'jose';
import { LRUCache } from 'lru-cache';
import { createFirebaseCodes } from './firebase-codes.ts';
import type { FirebaseTokens } from './firebase-rest.ts';
import { createFirebaseRest, credentialsRefused, passwordTooWeak, unavailable } from './firebase-rest.ts';
import type { FirebaseSdkOptions } from './firebase-sdk.ts';
import { openAdminSdk, sdkCode, withTimeout } from './firebase-sdk.ts';
import { cacheVerifiedTokens } from './verified-tokens.ts';

const FIREBASE_PROVIDER = 'firebase';
/** Maximum delay until a revocation or a disabled account is noticed. */
const REVOCATION_CACHE_MS = 5 * SECOND_MS;
const REVOCATIONS_MAX = 10_000;
const REFRESH_TOKEN_LENGTH_MAX = 8_192;

export type FirebaseIdentityOptions = FirebaseSdkOptions & {
  /** The project's web API key, for sign-up, sign-in and refresh. */
  readonly apiKey: string;
  readonly restBaseUrl?: string;
  readonly tokenBaseUrl?: string;
};

/**
 * Firebase Authentication: tokens are verified by its admin SDK, passwords by its REST interface.
 * It cannot end a single sign-in, so `endSession` does nothing: Plaza's own session ends it.
 * Its tokens have the time of sign-in in whole seconds; two sign-ins of a user in one second share a session key.
 * It ends all sign-ins of a user when the password changes.
 */
export async function createFirebaseIdentity(options: FirebaseIdentityOptions): Promise<IdentityPort> {
  const rest = createFirebaseRest(options);
  const { auth, close } = await openAdminSdk(options);
  const verify = cacheVerifiedTokens((token) => verifySignature(auth, token), options.clock);
  const revocations = createRevocationCache(auth, options.clock);
  const { clock, serviceAccount } = options;
  const codes = createFirebaseCodes({ auth, rest, clock, secret: serviceAccount.privateKey });

  const issued = async (tokens: FirebaseTokens): Promise<IssuedTokens> => {
    const identity = await verify(tokens.idToken);
    return {
      accessToken: tokens.idToken,
      refreshToken: tokens.refreshToken,
      expiresAt: identity.expiresAt,
      identity,
    };
  };
  return {
    provider: FIREBASE_PROVIDER,
    signUp: async (credentials) => issued(await rest.signUp(credentials)),
    signIn: async (credentials) => issued(await rest.signIn(credentials)),
    refresh: async (refreshToken) => {
      if (refreshToken.length > REFRESH_TOKEN_LENGTH_MAX) {
        throw new IdentityError('REFRESH_REFUSED', 'The refresh token is too long.');
      }
      return issued(await rest.refresh(refreshToken));
    },
    verify: async (accessToken) => {
      const identity = await verify(accessToken);
      if ((await revocations.of(identity, accessToken)) === 'REVOKED') {
        throw new IdentityError('TOKEN_REVOKED', 'The sign-in was revoked or the account is closed.');
      }
      return identity;
    },
    endSession: () => Promise.resolve(),
    // The tokens of this sign-in are discarded.
    checkPassword: async (credentials) => ({
      subject: (await issued(await rest.signIn(credentials))).identity.subject,
    }),
    changePassword: async ({ subject, email, currentPassword, newPassword }) => {
      const proven = await issued(await rest.signIn({ email, password: currentPassword }));
      if (proven.identity.subject !== subject) throw credentialsRefused();
      // Without a password the request would change nothing and succeed.
      if (newPassword === '') throw passwordTooWeak();
      await rest.setPassword(proven.accessToken, newPassword);
      revocations.forget(subject);
      // The tokens in the answer may be older than the change.
      return issued(await rest.signIn({ email, password: newPassword }));
    },
    ...codes,
    resetPassword: async (reset) => {
      const { subject } = await codes.resetPassword(reset);
      revocations.forget(subject);
      return { subject };
    },
    changeEmail: async (code) => {
      const changed = await codes.changeEmail(code);
      revocations.forget(changed.subject);
      return changed;
    },
    deleteSubject: async (subject) => {
      await deleteUser(auth, subject);
      revocations.forget(subject);
    },
    close,
  };
}

async function verifySignature(auth: Auth, token: string): Promise<VerifiedIdentity> {
  assertSigned(token);
  const claims = await withTimeout(auth.verifyIdToken(token)).catch(refuseToken);
  return identityOf(claims);
}

/** The SDK accepts unsigned tokens when its emulator's variable is set in the environment; we never do. */
function assertSigned(token: string): void {
  let algorithm: string | undefined;
  try {
    algorithm = decodeProtectedHeader(token).alg;
  } catch (error) {
    throw new IdentityError('TOKEN_INVALID', 'The access token is malformed.', { cause: error });
  }
  if (algorithm !== 'RS256')
    throw new IdentityError('TOKEN_INVALID', 'The access token has an unexpected signature algorithm.');
}

function refuseToken(error: unknown): never {
  if (error instanceof IdentityError) throw error;
  const code = sdkCode(error);
  if (code === 'auth/id-token-expired') {
    throw new IdentityError('TOKEN_EXPIRED', 'The access token has expired.', { cause: error });
  }
  // The SDK reports failing to fetch Google's certificates under the same code as a bad token, but only a message
  // about the token names it.
  const isAboutToken = error instanceof Error && error.message.includes('ID token');
  if (code === 'auth/argument-error' && isAboutToken) {
    throw new IdentityError('TOKEN_INVALID', 'The access token is not valid.', { cause: error });
  }
  throw unavailable('could not verify a token', error);
}

function identityOf(claims: DecodedIdToken): VerifiedIdentity {
  // Typed as always present, but the SDK does not check it.
  if (!Number.isInteger(claims.auth_time)) {
    throw new IdentityError('TOKEN_INVALID', 'The access token lacks the time of its sign-in.');
  }
  return {
    provider: FIREBASE_PROVIDER,
    subject: claims.sub,
    email: claims.email ?? null,
    isEmailVerified: claims.email_verified ?? false,
    sessionKey: `${claims.sub}:${claims.auth_time}`,
    issuedAt: new Date(claims.iat * SECOND_MS),
    expiresAt: new Date(claims.exp * SECOND_MS),
  };
}

type RevocationStatus = 'GOOD' | 'REVOKED';

type RevocationCache = {
  of(identity: VerifiedIdentity, token: string): Promise<RevocationStatus>;
  forget(subject: string): void;
};

/** Checks with the provider whether a sign-in is still valid, at most once per sign-in and some seconds. */
function createRevocationCache(auth: Auth, clock: Clock): RevocationCache {
  const standings = new LRUCache<string, Promise<RevocationStatus>>({
    max: REVOCATIONS_MAX,
    ttl: REVOCATION_CACHE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  return {
    of: ({ sessionKey }, token) => {
      const known = standings.get(sessionKey);
      if (known) return known;
      const asked = checkRevocation(auth, token);
      standings.set(sessionKey, asked);
      // A failure is not cached: the next request checks again.
      asked.catch(() => standings.delete(sessionKey));
      return asked;
    },
    forget: (subject) => {
      for (const sessionKey of standings.keys()) {
        if (sessionKey.startsWith(`${subject}:`)) standings.delete(sessionKey);
      }
    },
  };
}

async function checkRevocation(auth: Auth, token: string): Promise<RevocationStatus> {
  try {
    await withTimeout(auth.verifyIdToken(token, true));
    return 'GOOD';
  } catch (error) {
    if (ENDED.has(sdkCode(error))) return 'REVOKED';
    return refuseToken(error);
  }
}

const ENDED: ReadonlySet<string> = new Set([
  'auth/id-token-revoked',
  'auth/user-disabled',
  'auth/user-not-found',
]);

async function deleteUser(auth: Auth, subject: string): Promise<void> {
  try {
    await withTimeout(auth.deleteUser(subject));
  } catch (error) {
    if (sdkCode(error) !== 'auth/user-not-found') throw unavailable('could not delete the account', error);
  }
}
