import { ApolloClient } from '@apollo/client';
import { createTokens, type SignedOutReason, type TokenOptions } from './access-token.ts';
import { createSocialCache } from './cache.ts';
import { readUrls } from './environment.ts';
import { createLink } from './links.ts';
import { createServerClock } from './server-clock.ts';
import { createSession, type Session } from './session.ts';
import { memoryStorage, type SessionStorage } from './session-storage.ts';
import { type Connection, createSocket, type WebSocketClass } from './socket.ts';

export {
  joinCall,
  type CallChange,
  type CallIceServer,
  type CallMedia,
  type CallOptions,
  type JoinedCall,
} from './calls.ts';
export { apiErrorsOf, type ApiError } from './errors.ts';
export type { SignedOutReason } from './access-token.ts';
export type { Session } from './session.ts';
export type { SessionStorage } from './session-storage.ts';
export type { Connection } from './socket.ts';
export type { UploadProgress } from './upload-fetch.ts';

export type SocialClientOptions = {
  /** The client endpoint, for example `https://api.example.com/web/graphql`; by default NEXT_PUBLIC_GRAPHQL_URL. */
  readonly httpUrl?: string | undefined;
  /** The same endpoint for subscriptions; by default that of `httpUrl`, if given, or else NEXT_PUBLIC_WS_URL. */
  readonly wsUrl?: string | undefined;
  /** The WebSocket class, for platforms without a built-in one or to replace it. */
  readonly webSocket?: WebSocketClass | undefined;
  /** In place of the platform's `fetch`. */
  readonly fetch?: typeof fetch | undefined;
  /**
   * Is called once when a session ends, however it does: show the sign-in screen. The cache is empty by then, and the
   * subscriptions have ended.
   */
  readonly onSignedOut?: ((reason: SignedOutReason) => void) | undefined;
  /** Language that the server's texts shall have, as in `Accept-Language`; the platform's own when absent. Asked for each request and connection. */
  readonly language?: (() => string) | undefined;
  /** The device's time in milliseconds since 1970; the system's clock when absent. */
  readonly nowMs?: (() => number) | undefined;
};

export type SocialClient = {
  readonly apollo: ApolloClient;
  /** Reconnects the socket with the current identity; call it after signing in or out with tokens of your own. Subscriptions resume. */
  reconnect(): void;
  /** The connection for subscriptions: whether it stands, and a way to have it back at once. */
  readonly connection: Connection;
  /** Ends all subscriptions and the socket. */
  close(): Promise<void>;
};

export type SessionOptions = SocialClientOptions & {
  /** Keeps the session, for example `localStorage`; without it the session ends with the page or the process. */
  readonly storage?: SessionStorage | undefined;
};

export type SessionClient = SocialClient & { readonly session: Session };

/** Creates the client of Plaza for an application that has the tokens itself, such as those of an identity provider. */
export function createSocialClient(options: SocialClientOptions & TokenOptions): SocialClient;
/** Creates the client of Plaza: requests, uploads, subscriptions, a cache with its paging rules, and the session. */
export function createSocialClient(options?: SessionOptions): SessionClient;
export function createSocialClient(options: SessionOptions & Partial<TokenOptions> = {}): SocialClient {
  const { httpUrl, wsUrl } = readUrls(options);
  const clock = createServerClock(options.nowMs ?? Date.now);
  const { getToken, refreshToken, storage = memoryStorage() } = options;
  const session = getToken
    ? null
    : createSession({
        storage,
        apollo: () => apollo,
        onSignedIn: async () => {
          socket.terminate();
          await apollo.resetStore();
        },
        onEnded: (reason, token) => end(reason, token),
      });
  // One of the two is there.
  const keeper = session ?? ({ getToken, refreshToken } as TokenOptions);
  const onRefused = (reason: SignedOutReason, token: string): void => void end(reason, token);
  const tokens = createTokens(keeper, clock, onRefused);
  let setBacks = 0;
  const { socket, connection } = createSocket({
    url: wsUrl,
    tokens,
    webSocket: options.webSocket,
    language: options.language,
    onExpired: () => void (setBacks += 1),
  });
  const send: typeof fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const apollo = new ApolloClient({
    link: createLink({ httpUrl, tokens, clock, socket, fetch: send, onRefused, language: options.language }),
    cache: createSocialCache(() => setBacks),
  });

  let endedToken: string | null = null;
  const end = async (reason: SignedOutReason, token: string): Promise<void> => {
    // An answer may come after the next sign-in, and many operations may be refused at once.
    const isStale = reason !== 'SIGNED_OUT' && (await keeper.getToken()) !== token;
    if (isStale || token === endedToken) return;
    endedToken = token;
    await session?.forget();
    socket.terminate();
    await apollo.clearStore();
    options.onSignedOut?.(reason);
  };

  return {
    apollo,
    ...(session && { session }),
    reconnect: () => {
      socket.terminate();
    },
    connection,
    close: async () => {
      apollo.stop();
      // A failing connection attempt does not matter after closing.
      await Promise.resolve(socket.dispose()).catch(() => undefined);
    },
  };
}
