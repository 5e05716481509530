import type { Clock } from '#platform/kernel/clock.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { VerifiedIdentity } from '#ports/identity.ts';
import { IdentityError } from '#ports/identity.ts';
import type { JSONWebKeySet, JWTPayload, JWTVerifyGetKey } from 'jose';
import { createLocalJWKSet, errors, jwtVerify } from 'jose';
import { z } from 'zod';

/** Minimum time between database reads for unknown key ids, which callers can make up. */
const KEY_RELOAD_INTERVAL_MS = 10 * SECOND_MS;

export type AccessTokenRules = {
  readonly provider: string;
  readonly issuer: string;
  readonly audience: string;
  readonly clock: Clock;
  readonly loadKeys: () => Promise<JSONWebKeySet>;
};

/**
 * Verifies the embedded provider's access tokens by its public keys, which are cached.
 * @throws IdentityError TOKEN_INVALID | TOKEN_EXPIRED, and errors of `loadKeys`
 */
export function createAccessTokenVerifier(
  rules: AccessTokenRules,
): (token: string) => Promise<VerifiedIdentity> {
  const keyOf = createKeyCache(rules.loadKeys, rules.clock);
  return async (token) => {
    const { payload } = await jwtVerify(token, keyOf, {
      algorithms: ['EdDSA'],
      issuer: rules.issuer,
      audience: rules.audience,
      currentDate: rules.clock.now(),
    }).catch(refuse);
    return identityOf(rules.provider, payload);
  };
}

type KeyLookup = ReturnType<typeof createLocalJWKSet>;

function createKeyCache(loadKeys: () => Promise<JSONWebKeySet>, clock: Clock): JWTVerifyGetKey {
  let keys: Promise<KeyLookup> | null = null;
  let reloadedAt = Number.NEGATIVE_INFINITY;

  const load = (): Promise<KeyLookup> => {
    const loading = loadKeys().then(createLocalJWKSet);
    // A failure is not cached: the next token loads again.
    loading.catch(() => {
      keys = null;
    });
    keys = loading;
    return loading;
  };

  return async (header, token) => {
    const known = await (keys ?? load());
    try {
      return await known(header, token);
    } catch (error) {
      const now = clock.now().getTime();
      if (!(error instanceof errors.JWKSNoMatchingKey) || now - reloadedAt < KEY_RELOAD_INTERVAL_MS)
        throw error;
      reloadedAt = now;
      return (await load())(header, token);
    }
  };
}

function refuse(error: unknown): never {
  if (error instanceof errors.JWTExpired) {
    throw new IdentityError('TOKEN_EXPIRED', 'The access token has expired.', { cause: error });
  }
  if (error instanceof errors.JOSEError) {
    throw new IdentityError('TOKEN_INVALID', 'The access token is not valid.', { cause: error });
  }
  throw error;
}

const claimsSchema = z.object({
  sub: z.string().min(1),
  sid: z.string().min(1),
  email: z.string(),
  email_verified: z.boolean(),
  iat: z.number(),
  exp: z.number(),
});

export type AccessTokenClaims = z.infer<typeof claimsSchema>;

function identityOf(provider: string, payload: JWTPayload): VerifiedIdentity {
  const claims = claimsSchema.safeParse(payload);
  if (!claims.success) throw new IdentityError('TOKEN_INVALID', 'The access token lacks claims.');
  return identityOfClaims(provider, claims.data);
}

export function identityOfClaims(provider: string, claims: AccessTokenClaims): VerifiedIdentity {
  return {
    provider,
    subject: claims.sub,
    email: claims.email,
    isEmailVerified: claims.email_verified,
    sessionKey: claims.sid,
    issuedAt: new Date(claims.iat * SECOND_MS),
    expiresAt: new Date(claims.exp * SECOND_MS),
  };
}
