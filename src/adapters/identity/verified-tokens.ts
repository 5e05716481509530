import type { Clock } from '#platform/kernel/clock.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { growingCache } from '#platform/caches/growing-cache.ts';
import type { VerifiedIdentity } from '#ports/identity.ts';
import { IdentityError } from '#ports/identity.ts';

const TOKENS_MAX = 10_000;
/** Longer texts are refused unread; the largest tokens of known providers are a quarter of it. */
const TOKEN_LENGTH_MAX = 8_192;
/** Tolerated clock skew of the issuer, ahead of ours. */
const CLOCK_SKEW_MS = 5 * SECOND_MS;

/**
 * Caches verified tokens, so that a signature is checked once and not at each request.
 * Claims of a token never change: only its expiry is checked again. Refused tokens are not cached.
 */
export function cacheVerifiedTokens(
  verify: (token: string) => Promise<VerifiedIdentity>,
  clock: Clock,
): (token: string) => Promise<VerifiedIdentity> {
  const verified = growingCache<VerifiedIdentity>(TOKENS_MAX);
  return async (token) => {
    if (token.length > TOKEN_LENGTH_MAX) {
      throw new IdentityError('TOKEN_INVALID', 'The access token is too long.');
    }
    const known = verified.get(token);
    const identity = known ?? (await verify(token));
    assertCurrent(identity, clock.now());
    if (!known) verified.set(token, identity);
    return identity;
  };
}

function assertCurrent(identity: VerifiedIdentity, now: Date): void {
  if (identity.expiresAt <= now) {
    throw new IdentityError('TOKEN_EXPIRED', 'The access token has expired.');
  }
  if (identity.issuedAt.getTime() > now.getTime() + CLOCK_SKEW_MS) {
    throw new IdentityError('TOKEN_INVALID', 'The access token was issued in the future.');
  }
}
