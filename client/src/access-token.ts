/** Returns the access token for the next request, refreshed before it expires; null without a signed-in user. */
export type TokenSource = () => Promise<string | null>;

export type TokenSourceOptions = {
  /** The application's access token, null without a signed-in user. */
  readonly getToken: () => string | null | Promise<string | null>;
  /**
   * Exchanges the refresh token for a new pair, stores both in place of the old ones, and returns the access token.
   * A replaced refresh token that is used again after some seconds ends the session.
   * Omit it when `getToken` refreshes by itself, as the SDKs of identity providers do.
   */
  readonly refreshToken?: () => Promise<string | null>;
  /** The time in milliseconds since 1970; the system's clock when absent. */
  readonly nowMs?: () => number;
};

/** A token is refreshed this long before its expiry: longer than a request takes on a slow connection. */
const REFRESH_AHEAD_MS = 60_000;

export function createTokenSource({
  getToken,
  refreshToken,
  nowMs = Date.now,
}: TokenSourceOptions): TokenSource {
  let refreshing: Promise<string | null> | null = null;

  return async () => {
    const token = await getToken();
    if (token === null || token === '') return null;
    if (!refreshToken || !expiresBefore(token, nowMs() + REFRESH_AHEAD_MS)) return token;
    // Concurrent requests wait for one exchange, since a refresh token is valid once. The token may have been read before
    // an exchange that is over by now.
    refreshing ??= Promise.resolve(getToken())
      .then((current) => (current === token ? refreshToken() : current))
      .finally(() => {
        refreshing = null;
      });
    // With the old token the server still answers public fields, and EXPIRED for the rest.
    return refreshing.catch(() => token);
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
