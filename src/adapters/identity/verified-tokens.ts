import type { Clock } from '#platform/clock.ts';
import { SECOND_MS } from '#platform/clock.ts';
import type { VerifiedIdentity } from '#ports/identity.ts';
import { IdentityError } from '#ports/identity.ts';
import { LRUCache } from 'lru-cache';

const TOKENS_MAX = 10_000;
/** Longer texts are refused unread; the largest tokens of known providers have a quarter of it. */
const TOKEN_LENGTH_MAX = 8_192;
/** How far the clock of the machine that issued a token may run ahead of ours. */
const CLOCK_SKEW_MS = 5 * SECOND_MS;

/**
 * Remembers what a token said, so that its signature is checked once and not at each request.
 * A token never changes its meaning: only the time is looked at again. Refused tokens are not remembered.
 */
export function rememberVerified(
  verify: (token: string) => Promise<VerifiedIdentity>,
  clock: Clock,
): (token: string) => Promise<VerifiedIdentity> {
  const verified = new LRUCache<string, VerifiedIdentity>({ max: TOKENS_MAX });
  return async (token) => {
    if (token.length > TOKEN_LENGTH_MAX) {
      throw new IdentityError('TOKEN_INVALID', 'The access token is too long.');
    }
    const identity = verified.get(token) ?? (await verify(token));
    assertCurrent(identity, clock.now());
    verified.set(token, identity);
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
