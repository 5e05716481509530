import type { Clock } from '#platform/clock.ts';
import { SECOND_MS } from '#platform/clock.ts';
import type { IdentityPort, IssuedTokens, VerifiedIdentity } from '#ports/identity.ts';
import { IdentityError } from '#ports/identity.ts';
import type { Auth, DecodedIdToken } from 'firebase-admin/auth';
import { decodeProtectedHeader } from 'jose';
import { LRUCache } from 'lru-cache';
import { createFirebaseCodes } from './firebase-codes.ts';
import type { FirebaseTokens } from './firebase-rest.ts';
import { createFirebaseRest, credentialsRefused, passwordTooWeak, unavailable } from './firebase-rest.ts';
import type { FirebaseSdkOptions } from './firebase-sdk.ts';
import { openAdminSdk, sdkCode, withinTime } from './firebase-sdk.ts';
import { rememberVerified } from './verified-tokens.ts';

export const FIREBASE_PROVIDER = 'firebase';
/** A revocation or a disabled account is noticed after this time at the latest. */
export const STANDING_LIFE_MS = 5 * SECOND_MS;
const STANDINGS_MAX = 10_000;
const REFRESH_TOKEN_LENGTH_MAX = 8_192;

export type FirebaseIdentityOptions = FirebaseSdkOptions & {
  /** The project's web API key: sign-up, sign-in and refresh go by it. */
  readonly apiKey: string;
  readonly restBaseUrl?: string;
  readonly tokenBaseUrl?: string;
};

/**
 * Firebase Authentication: tokens are checked by its admin SDK, passwords by its REST interface.
 * It cannot end one sign-in of several, so `endSession` does nothing: the product's own session ends it here.
 * Its tokens know the moment of sign-in in whole seconds; two sign-ins of a person in one second share a session key.
 * It ends all sign-ins of a person when the password changes.
 */
export async function createFirebaseIdentity(options: FirebaseIdentityOptions): Promise<IdentityPort> {
  const rest = createFirebaseRest(options);
  const { auth, close } = await openAdminSdk(options);
  const verify = rememberVerified((token) => verifySignature(auth, token), options.clock);
  const standings = createStandings(auth, options.clock);
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
      if ((await standings.of(identity, accessToken)) === 'REVOKED') {
        throw new IdentityError('TOKEN_REVOKED', 'The sign-in was revoked or the account is closed.');
      }
      return identity;
    },
    endSession: () => Promise.resolve(),
    // Nobody gets the tokens of this sign-in.
    checkPassword: async (credentials) => ({
      subject: (await issued(await rest.signIn(credentials))).identity.subject,
    }),
    changePassword: async ({ subject, email, currentPassword, newPassword }) => {
      const proven = await issued(await rest.signIn({ email, password: currentPassword }));
      if (proven.identity.subject !== subject) throw credentialsRefused();
      // Without a password the question would change nothing and succeed.
      if (newPassword === '') throw passwordTooWeak();
      await rest.setPassword(proven.accessToken, newPassword);
      standings.forget(subject);
      // The tokens that come with the answer may count from before the change.
      return issued(await rest.signIn({ email, password: newPassword }));
    },
    ...codes,
    resetPassword: async (reset) => {
      const { subject } = await codes.resetPassword(reset);
      standings.forget(subject);
      return { subject };
    },
    deleteSubject: async (subject) => {
      await deleteUser(auth, subject);
      standings.forget(subject);
    },
    close,
  };
}

async function verifySignature(auth: Auth, token: string): Promise<VerifiedIdentity> {
  assertSigned(token);
  const claims = await withinTime(auth.verifyIdToken(token)).catch(refuseToken);
  return identityOf(claims);
}

/** The SDK would take unsigned tokens if it found its emulator's variable in the environment; we never do. */
function assertSigned(token: string): void {
  let algorithm: string | undefined;
  try {
    algorithm = decodeProtectedHeader(token).alg;
  } catch (error) {
    throw new IdentityError('TOKEN_INVALID', 'The access token cannot be read.', { cause: error });
  }
  if (algorithm !== 'RS256')
    throw new IdentityError('TOKEN_INVALID', 'The access token is not signed as agreed.');
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
  throw unavailable('cannot be asked about a token', error);
}

function identityOf(claims: DecodedIdToken): VerifiedIdentity {
  // Typed as always there, but the SDK does not look.
  if (!Number.isInteger(claims.auth_time)) {
    throw new IdentityError('TOKEN_INVALID', 'The access token does not say when its sign-in was.');
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

type Standing = 'GOOD' | 'REVOKED';

type Standings = {
  of(identity: VerifiedIdentity, token: string): Promise<Standing>;
  forget(subject: string): void;
};

/** Asks the provider whether a sign-in still stands, at most once per sign-in and some seconds. */
function createStandings(auth: Auth, clock: Clock): Standings {
  const standings = new LRUCache<string, Promise<Standing>>({
    max: STANDINGS_MAX,
    ttl: STANDING_LIFE_MS,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  return {
    of: ({ sessionKey }, token) => {
      const known = standings.get(sessionKey);
      if (known) return known;
      const asked = askStanding(auth, token);
      standings.set(sessionKey, asked);
      // A failure is no answer: the next request asks again.
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

async function askStanding(auth: Auth, token: string): Promise<Standing> {
  try {
    await withinTime(auth.verifyIdToken(token, true));
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
    await withinTime(auth.deleteUser(subject));
  } catch (error) {
    if (sdkCode(error) !== 'auth/user-not-found') throw unavailable('could not delete the account', error);
  }
}
