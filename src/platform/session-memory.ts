import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from './clock.ts';

/**
 * What this process remembers of sessions for seconds, so that most requests are authenticated without a statement.
 * Whoever ends a session tells its process at once; the others hear of it by the event log, and the short life bounds
 * what a lost signal could cost.
 */
export type SessionMemory<Standing extends object> = {
  get(sessionKey: string): Standing | undefined;
  set(sessionKey: string, standing: Standing): void;
  /** The session has ended, for ever: it is forgotten. */
  end(sessionKey: string): void;
  /** Whether it has ended within the last minute: what a statement that began before has found of it is outdated. */
  hasEnded(sessionKey: string): boolean;
};

const SESSIONS_MAX = 50_000;
const LIFE_MS = 3_000;
/** Much longer than any statement may take. */
const ENDED_LIFE_MS = MINUTE_MS;

export function createSessionMemory<Standing extends object>(): SessionMemory<Standing> {
  const standings = new LRUCache<string, Standing>({ max: SESSIONS_MAX, ttl: LIFE_MS });
  const ended = new LRUCache<string, true>({ max: SESSIONS_MAX, ttl: ENDED_LIFE_MS });
  return {
    get: (sessionKey) => standings.get(sessionKey),
    set: (sessionKey, standing) => void standings.set(sessionKey, standing),
    end(sessionKey) {
      ended.set(sessionKey, true);
      standings.delete(sessionKey);
    },
    hasEnded: (sessionKey) => ended.has(sessionKey),
  };
}
