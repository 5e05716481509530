import { ApolloClient } from '@apollo/client';
import { createTokenSource } from './access-token.ts';
import type { TokenSourceOptions } from './access-token.ts';
import { createSocialCache } from './cache.ts';
import { createLink } from './links.ts';
import { createSocket } from './socket.ts';
import type { WebSocketClass } from './socket.ts';

export type SocialClientOptions = TokenSourceOptions & {
  /** The client endpoint, for example `https://api.example.com/web/graphql`. */
  readonly httpUrl: string;
  /** The same endpoint for subscriptions, for example `wss://api.example.com/web/graphql`. */
  readonly wsUrl: string;
  /** The WebSocket class, for platforms without a built-in one or to replace it. */
  readonly webSocket?: WebSocketClass;
};

export type SocialClient = {
  readonly apollo: ApolloClient;
  /** Reconnects the socket with the current identity; call it after signing in or out. Subscriptions resume. */
  reconnect(): void;
  /** Ends all subscriptions and the socket. */
  close(): Promise<void>;
};

/** Creates the client of Plaza: requests, uploads, subscriptions and a cache with its paging rules. */
export function createSocialClient(options: SocialClientOptions): SocialClient {
  const token = createTokenSource(options);
  const socket = createSocket({ url: options.wsUrl, token, webSocket: options.webSocket });
  const apollo = new ApolloClient({
    link: createLink({ httpUrl: options.httpUrl, token, socket }),
    cache: createSocialCache(),
  });
  return {
    apollo,
    reconnect: () => {
      socket.terminate();
    },
    close: async () => {
      apollo.stop();
      // A failing connection attempt does not matter after closing.
      await Promise.resolve(socket.dispose()).catch(() => undefined);
    },
  };
}
