import type { ServerClock } from './server-clock.ts';

/** Why nobody is signed in any more: the user's own act, or what the server says of the token. */
export type SignedOutReason = 'SIGNED_OUT' | 'EXPIRED' | 'INVALID' | 'REVOKED';

export type TokenOptions = {
  /** The application's access token, null without a signed-in user. */
  readonly getToken: () => string | null | Promise<string | null>;
  /**
   * Exchanges the refresh token for a new pair, stores both in place of the old ones, and returns the access token; null when
   * the session has ended. A replaced refresh token that is used again after some seconds ends the session.
   * Omit it when `getToken` refreshes by itself, as the SDKs of identity providers do.
   */
  readonly refreshToken?: (() => Promise<string | null>) | undefined;
};

export type Tokens = {
  /** The access token for the next request, refreshed before it expires; null without a signed-in user. */
  current(): Promise<string | null>;
  /**
   * The token to use in place of one that the server has refused; null when the session has ended.
   * Rejects when the exchange fails for another reason.
   */
  replace(refused: string): Promise<string | null>;
};

/** A token is refreshed this long before its expiry: longer than a request takes on a slow connection. */
const REFRESH_AHEAD_MS = 60_000;

/** Keeper of the tokens; a session of this package knows why it has ended. */
export type TokenKeeper = TokenOptions & { readonly endReason?: () => SignedOutReason };

export function createTokens(
  { getToken, refreshToken, endReason = () => 'EXPIRED' }: TokenKeeper,
  clock: Pick<ServerClock, 'nowMs'>,
  onEnded: (reason: SignedOutReason, token: string) => void = () => undefined,
): Tokens {
  let exchanging: Promise<string | null> | null = null;

  /** Concurrent requests wait for one exchange, since a refresh token is valid once. */
  const replace = (old: string): Promise<string | null> =>
    (exchanging ??= exchange(old).finally(() => {
      exchanging = null;
    }));

  const exchange = async (old: string): Promise<string | null> => {
    // The token may have been read before an exchange that is over by now, or another tab may have exchanged it.
    const stored = await getToken();
    if (stored !== old || !refreshToken) return stored === '' ? null : stored;
    const fresh = await refreshToken();
    if (fresh === null) onEnded(endReason(), old);
    return fresh;
  };

  return {
    replace,
    async current() {
      const token = await getToken();
      if (token === null || token === '') return null;
      if (!refreshToken || !expiresBefore(token, clock.nowMs() + REFRESH_AHEAD_MS)) return token;
      // With the old token the server still answers public fields, and EXPIRED for the rest.
      return replace(token).catch(() => token);
    },
  };
}
/** False for a token without an expiry. */
function expiresBefore(token: string, timeMs: number): boolean {
  const expirySeconds = readExpiry(token);
  return expirySeconds !== null && expirySeconds * 1_000 <= timeMs;
}

/** Reads `exp` of a JWT without verifying the signature, which the server does. */
function readExpiry(token: string): number | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null;
    return typeof claims.exp === 'number' ? claims.exp : null;
  } catch {
    // An opaque token may contain a dot too.
    return null;
  }
}
