import { MINUTE_MS } from '#platform/kernel/clock.ts';
import { growingCache } from './growing-cache.ts';

/**
 * States of sessions, cached by this process for seconds, so that most requests are authenticated without a statement.
 * The process that ends a session evicts it immediately; the others do so on its event, and the short
 * life bounds the cost of a lost event.
 */
export type SessionCache<State extends object> = {
  get(sessionKey: string): State | undefined;
  set(sessionKey: string, state: State): void;
  /** Keys of the sessions whose state was asked for within ten seconds, those asked for last first; 10 000 at most. */
  inUse(): string[];
  /**
   * Replaces what is cached of `sessionKeys` by states read together; sessions without a state are evicted.
   * @param readAtMs when the read began, by `performance.now()`
   */
  renew(sessionKeys: readonly string[], states: ReadonlyMap<string, State>, readAtMs: number): void;
  /** Evicts a session that has ended permanently. */
  end(sessionKey: string): void;
  /** Whether the session ended within the last minute; a state read by a statement that began earlier is outdated. */
  hasEnded(sessionKey: string): boolean;
};

const SESSIONS_MAX = 50_000;
const LIFE_MS = 3_000;
/** Renewing a state five times costs less than reading it once by itself. */
const IN_USE_MS = 10_000;
const IN_USE_MAX = 10_000;
/** Much longer than any statement takes. */
const ENDED_LIFE_MS = MINUTE_MS;

type Entry<State> = { state: State; readAtMs: number; usedAtMs: number };

export function createSessionCache<State extends object>(): SessionCache<State> {
  const entries = growingCache<Entry<State>>(SESSIONS_MAX);
  const ended = growingCache<true>(SESSIONS_MAX, { ttlMs: ENDED_LIFE_MS });
  return {
    get(sessionKey) {
      const entry = entries.get(sessionKey);
      if (!entry) return undefined;
      entry.usedAtMs = performance.now();
      return entry.usedAtMs - entry.readAtMs < LIFE_MS ? entry.state : undefined;
    },
    set(sessionKey, state) {
      const nowMs = performance.now();
      entries.set(sessionKey, { state, readAtMs: nowMs, usedAtMs: nowMs });
    },
    inUse() {
      const keys: string[] = [];
      const sinceMs = performance.now() - IN_USE_MS;
      // The cache's order is that of use.
      for (const [key, { usedAtMs }] of entries.entries()) {
        if (usedAtMs < sinceMs || keys.length === IN_USE_MAX) break;
        keys.push(key);
      }
      return keys;
    },
    renew(sessionKeys, states, readAtMs) {
      for (const sessionKey of sessionKeys) {
        const entry = entries.peek(sessionKey);
        if (!entry || entry.readAtMs > readAtMs) continue;
        const state = states.get(sessionKey);
        if (state) Object.assign(entry, { state, readAtMs });
        else entries.delete(sessionKey);
      }
    },
    end(sessionKey) {
      ended.set(sessionKey, true);
      entries.delete(sessionKey);
    },
    hasEnded: (sessionKey) => ended.has(sessionKey),
  };
}
