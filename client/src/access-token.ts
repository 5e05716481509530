/** Gives the access token for the next request, fresh enough to arrive before it expires; null without a signed-in user. */
export type TokenSource = () => Promise<string | null>;

export type TokenSourceOptions = {
  /** The access token that the application holds, null when nobody is signed in. */
  readonly getToken: () => string | null | Promise<string | null>;
  /**
   * Exchanges the refresh token for a new access token, keeps both, and gives the access token.
   * Leave it out when `getToken` refreshes by itself, as the SDKs of identity providers do.
   */
  readonly refreshToken?: () => Promise<string | null>;
  /** The time in milliseconds since 1970; the system's clock when absent. */
  readonly nowMs?: () => number;
};

/** How long before its expiry a token is exchanged: longer than a request takes on a bad line. */
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
    // Requests that start together wait for one exchange: a refresh token may be good for a single use.
    refreshing ??= refreshToken().finally(() => {
      refreshing = null;
    });
    // With the old token the server still answers what is public, and says EXPIRED for the rest.
    return refreshing.catch(() => token);
  };
}

/** False for a token that does not say when it expires. */
function expiresBefore(token: string, timeMs: number): boolean {
  const expirySeconds = readExpiry(token);
  return expirySeconds !== null && expirySeconds * 1_000 <= timeMs;
}

/** Reads `exp` of a JWT without checking the signature, which is the server's part. */
function readExpiry(token: string): number | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    if (typeof claims !== 'object' || claims === null || !('exp' in claims)) return null;
    return typeof claims.exp === 'number' ? claims.exp : null;
  } catch {
    // An opaque token may hold a dot too.
    return null;
  }
}
