import { LRUCache } from 'lru-cache';
import type { LiveEvent, LiveSource } from './stream.ts';

/** Facts of missed events, read once for all who are told of them at the same time. */
export type MissedFacts = {
  /** In the order of the events; null where the rows are deleted. */
  of(events: readonly LiveEvent[]): Promise<readonly (object | null)[]>;
  /** Keeps the facts until no such work is left, and no longer: they change without an event. */
  during(work: () => Promise<void>): Promise<void>;
};

const FACTS_MS = 1_000;
const FACTS_MAX = 2_000;

export function createMissedFacts(source: LiveSource): MissedFacts {
  const known = new LRUCache<number, Promise<object | null>>({ max: FACTS_MAX, ttl: FACTS_MS });
  let replays = 0;

  /** The facts of events that nobody else has missed, by event. */
  function read(events: readonly LiveEvent[]): ReadonlyMap<LiveEvent, Promise<object | null>> {
    if (events.length === 0) return new Map();
    const reading = source.readFacts(events);
    return new Map(
      events.map((event, index) => {
        const facts = reading.then((all) => all[index] ?? null);
        known.set(event.position, facts);
        facts.catch(() => known.delete(event.position));
        return [event, facts];
      }),
    );
  }

  return {
    of(events) {
      const found = events.map(({ position }) => known.get(position));
      const missing = read(events.filter((_event, index) => found[index] === undefined));
      return Promise.all(
        events.map((event, index) => found[index] ?? missing.get(event) ?? Promise.resolve(null)),
      );
    },
    async during(work) {
      replays += 1;
      try {
        await work();
      } finally {
        replays -= 1;
        if (replays === 0) known.clear();
      }
    },
  };
}
