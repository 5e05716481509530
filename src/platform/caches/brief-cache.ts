import { LRUCache } from 'lru-cache';

/** Results that serve all who ask for them at about the same time. */
export type BriefCache<Value> = {
  has(key: string): boolean;
  /** The result that is there, or under way; else that of `make`. One that fails serves those who wait for it already, and nobody else. */
  get(key: string, make: () => Promise<Value>): Promise<Value>;
};

const KEPT_MS = 1_000;

/** Keeps each result for a second at most, and then frees its memory. */
export function createBriefCache<Value>(entriesMax: number): BriefCache<Value> {
  const kept = new LRUCache<string, Promise<Value>>({ max: entriesMax, ttl: KEPT_MS });
  let purge: NodeJS.Timeout | null = null;

  /** One timer for all. */
  function purgeLater(): void {
    purge ??= setTimeout(() => {
      purge = null;
      kept.purgeStale();
      if (kept.size > 0) purgeLater();
    }, KEPT_MS).unref();
  }

  return {
    has: (key) => kept.has(key),
    get(key, make) {
      const known = kept.get(key);
      if (known) return known;
      const made = make();
      kept.set(key, made);
      made.catch(() => kept.delete(key));
      purgeLater();
      return made;
    },
  };
}
