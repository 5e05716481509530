import { LRUCache } from 'lru-cache';

/**
 * What this process remembers of sessions for seconds, so that most requests are authenticated without a statement.
 * Whoever ends a session makes its process forget it at once; the others hear of it by the event log, and the short
 * life bounds what a lost signal could cost.
 */
export type SessionMemory<Standing extends object> = {
  get(sessionKey: string): Standing | undefined;
  set(sessionKey: string, standing: Standing): void;
  forget(sessionKey: string): void;
};

const SESSIONS_MAX = 50_000;
const LIFE_MS = 3_000;

export function createSessionMemory<Standing extends object>(): SessionMemory<Standing> {
  const standings = new LRUCache<string, Standing>({ max: SESSIONS_MAX, ttl: LIFE_MS });
  return {
    get: (sessionKey) => standings.get(sessionKey),
    set: (sessionKey, standing) => void standings.set(sessionKey, standing),
    forget: (sessionKey) => void standings.delete(sessionKey),
  };
}
