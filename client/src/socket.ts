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

/** A server that is there answers a ping well within this time. */
const PONG_TIMEOUT_MS = 3_000;

/** Connection for subscriptions: its state, and a way for the application to have it back sooner. */
export type Connection = {
  /** Whether the server has accepted the connection, and has not closed it since. */
  readonly isOpen: () => boolean;
  /** Calls the listener after each change; returns the end of that. */
  readonly onChange: (listener: () => void) => () => void;
  /** Has the next attempt made at once, and replaces a connection over which the server does not answer. */
  readonly wake: () => void;
};

/**
 * One socket for all subscriptions, opened by the first and closed after the last. When the token expires the server
 * closes it (4403); the next connection sends a fresh one, and every subscription resumes after its last event.
 */
export function createSocket(options: {
  url: string;
  tokens: Tokens;
  webSocket: WebSocketClass | undefined;
  language: (() => string) | undefined;
  onExpired: () => void;
}): { readonly socket: Socket; readonly connection: Connection } {
  const { tokens, language } = options;
  let sent: string | null = null;
  let isRefused = false;
  let isAnonymous = false;
  /** Whether the application has asked for the connection during an attempt, which may fail for what was before. */
  let isWoken = false;
  const waiting = new Set<() => void>();
  const { connection, connected, closed, heard } = watchConnection({
    retry: () => {
      isWoken = waiting.size === 0;
      for (const goOn of waiting) goOn();
    },
    replace: () => socket.terminate(),
  });
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
      return {
        ...(sent !== null && { authorization: `Bearer ${sent}` }),
        ...(language && { acceptLanguage: language() }),
      };
    },
    on: {
      connected: (opened) => {
        isWoken = false;
        // By the library's contract the WebSocket itself.
        connected(opened as Pingable);
      },
      message: heard,
      closed: (event) => {
        closed();
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
    retryWait: async (retries) => {
      if (!isWoken) await wait(retryDelayMs(retries, Math.random()), waiting);
      isWoken = false;
    },
  });
  return { socket: resuming(socket, options.onExpired), connection };
}

/** The part of a WebSocket that asks the server for a sign of life. */
type Pingable = { readonly send: (data: string) => void };

/** State of the connection as the socket tells of it. */
function watchConnection({ retry, replace }: { readonly retry: () => void; readonly replace: () => void }) {
  const listeners = new Set<() => void>();
  let opened: Pingable | null = null;
  let lastHeard: object = {};
  const change = (next: Pingable | null): void => {
    const isChange = (next === null) !== (opened === null);
    opened = next;
    if (isChange) for (const listener of listeners) listener();
  };
  const connection: Connection = {
    isOpen: () => opened !== null,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    wake() {
      const asked = opened;
      if (!asked) {
        retry();
        return;
      }
      const before = lastHeard;
      asked.send(JSON.stringify({ type: 'ping' }));
      setTimeout(() => {
        if (opened === asked && lastHeard === before) replace();
      }, PONG_TIMEOUT_MS);
    },
  };
  return {
    connection,
    connected: change,
    closed: () => change(null),
    heard: () => {
      lastHeard = {};
    },
  };
}

/**
 * Exponential backoff up to the maximum, with jitter of half of it, so that clients that lost
 * their server together do not reconnect together.
 */
export function retryDelayMs(retries: number, random: number): number {
  const delayMs = Math.min(RETRY_DELAY_MAX_MS, RETRY_DELAY_FIRST_MS * 2 ** retries);
  return delayMs * (0.5 + random / 2);
}

/** Ends after the time, or as soon as the function is called that stands in `waiting` until then. */
function wait(durationMs: number, waiting: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const goOn = (): void => {
      clearTimeout(timer);
      waiting.delete(goOn);
      resolve();
    };
    const timer = setTimeout(goOn, durationMs);
    waiting.add(goOn);
  });
}
