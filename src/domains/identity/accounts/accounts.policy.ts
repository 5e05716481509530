import { MINUTE_MS } from '#platform/kernel/clock.ts';

/** Maximum age of a provider token for re-authentication. */
const FRESH_SIGN_IN_MS = 5 * MINUTE_MS;

/**
 * Whether a token is from a recent sign-in. A refresh issues a young token for an old sign-in, so the session counts as
 * well: `signedInAt` is null for a session without a row.
 */
export function isFreshSignIn(token: { issuedAt: Date; signedInAt: Date | null }, now: Date): boolean {
  const oldest = new Date(now.getTime() - FRESH_SIGN_IN_MS);
  return token.issuedAt >= oldest && (token.signedInAt === null || token.signedInAt >= oldest);
}
