import { MINUTE_MS } from '#platform/clock.ts';

/** How old a token of the provider may be that proves who somebody is before something that cannot be undone. */
const PROOF_LIFE_MS = 5 * MINUTE_MS;

/**
 * Whether a token shows that its bearer has just signed in. A refresh makes a young token of an old sign-in, so the
 * session counts as well: `signedInAt` is null when the product has not met it yet.
 */
export function isFreshSignIn(token: { issuedAt: Date; signedInAt: Date | null }, now: Date): boolean {
  const oldest = new Date(now.getTime() - PROOF_LIFE_MS);
  return token.issuedAt >= oldest && (token.signedInAt === null || token.signedInAt >= oldest);
}
