import { createClient } from 'graphql-ws';
import type { Client as Socket } from 'graphql-ws';
import type { Tokens } from './access-token.ts';
import { resuming } from './resume.ts';

/** The browsers' `WebSocket`, Node's, or that of the package `ws`. */
export type WebSocketClass = new (url: string, protocol: string) => object;

const KEEP_ALIVE_MS = 15_000;
const ACKNOWLEDGE_TIMEOUT_MS = 10_000;
const RETRY_DELAY_FIRST_MS = 500;
const RETRY_DELAY_MAX_MS = 30_000;
/** Attempts in a row without success: about six hours. */
const RETRY_ATTEMPTS_MAX = 1_000;

/** The server's code for a missing or refused token. */
const FORBIDDEN = 4403;

/**
 * One socket for all subscriptions, opened by the first and closed after the last. When the token expires the server
 * closes it (4403); the next connection sends a fresh one, and every subscription resumes after its last event.
 */
export function createSocket(options: {
  url: string;
  tokens: Tokens;
  webSocket: WebSocketClass | undefined;
}): Socket {
  const { tokens } = options;
  let sent: string | null = null;
  let isRefused = false;
  let isAnonymous = false;
  const socket = createClient({
    url: options.url,
    webSocketImpl: options.webSocket,
    connectionParams: async () => {
      // The server's clock decides, so a token that looks valid here is replaced when the server has refused it.
      const next = isRefused && sent !== null ? tokens.replace(sent) : tokens.current();
      // A failure here would end every subscription; the server refuses the old token again, and the client reconnects.
      const token = await next.catch(() => undefined);
      [isRefused, isAnonymous] = [false, token === null];
      sent = token === undefined ? sent : token;
      return sent === null ? {} : { authorization: `Bearer ${sent}` };
    },
    on: {
      closed: (event) => {
        // By the library's contract a close event, or a failure to connect.
        isRefused = (event as { code?: number }).code === FORBIDDEN;
      },
    },
    keepAlive: KEEP_ALIVE_MS,
    connectionAckWaitTimeout: ACKNOWLEDGE_TIMEOUT_MS,
    retryAttempts: RETRY_ATTEMPTS_MAX,
    // An unavailable server emits an error before a close, and the library would give up on errors. Without a signed-in
    // user a refusal is final.
    shouldRetry: () => !(isRefused && isAnonymous),
    retryWait: (retries) => wait(retryDelayMs(retries, Math.random())),
  });
  return resuming(socket);
}

/**
 * Exponential backoff up to the maximum, with jitter of half of it, so that clients that lost
 * their server together do not reconnect together.
 */
export function retryDelayMs(retries: number, random: number): number {
  const delayMs = Math.min(RETRY_DELAY_MAX_MS, RETRY_DELAY_FIRST_MS * 2 ** retries);
  return delayMs * (0.5 + random / 2);
}

function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, durationMs);
  });
}
