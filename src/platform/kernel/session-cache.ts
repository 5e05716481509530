import { MINUTE_MS } from './clock.ts';
import { growingCache } from './growing-cache.ts';

/**
 * States of sessions, cached by this process for seconds, so that most requests are authenticated without a statement.
 * The process that ends a session evicts it immediately; the others do so on its event, and the short
 * life bounds the cost of a lost event.
 */
export type SessionCache<State extends object> = {
  get(sessionKey: string): State | undefined;
  set(sessionKey: string, state: State): void;
  /** Evicts a session that has ended permanently. */
  end(sessionKey: string): void;
  /** Whether the session ended within the last minute; a state read by a statement that began earlier is outdated. */
  hasEnded(sessionKey: string): boolean;
};

const SESSIONS_MAX = 50_000;
const LIFE_MS = 3_000;
/** Much longer than any statement takes. */
const ENDED_LIFE_MS = MINUTE_MS;

export function createSessionCache<State extends object>(): SessionCache<State> {
  const states = growingCache<State>(SESSIONS_MAX, { ttlMs: LIFE_MS });
  const ended = growingCache<true>(SESSIONS_MAX, { ttlMs: ENDED_LIFE_MS });
  return {
    get: (sessionKey) => states.get(sessionKey),
    set: (sessionKey, state) => void states.set(sessionKey, state),
    end(sessionKey) {
      ended.set(sessionKey, true);
      states.delete(sessionKey);
    },
    hasEnded: (sessionKey) => ended.has(sessionKey),
  };
}
