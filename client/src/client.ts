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
  /** The WebSocket class, where the platform has none of its own or a better one is at hand. */
  readonly webSocket?: WebSocketClass;
};

export type SocialClient = {
  readonly apollo: ApolloClient;
  /** Opens a new socket with the identity of now; call it after signing in or out. Subscriptions go on where they stopped. */
  reconnect(): void;
  /** Ends all subscriptions and the socket. */
  close(): Promise<void>;
};

/** Everything a front end needs to speak to Plaza: requests, uploads, subscriptions and a cache that knows its lists. */
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
      // An attempt to connect that fails meanwhile is of no concern to who leaves.
      await Promise.resolve(socket.dispose()).catch(() => undefined);
    },
  };
}
