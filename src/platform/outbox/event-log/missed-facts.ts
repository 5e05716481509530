import { createBriefCache } from '#platform/caches/brief-cache.ts';
import type { LiveEvent, LiveSource } from '#platform/outbox/events/stream.ts';

/** Reads the facts of missed events, in the order of the events; null where the rows are deleted. */
export type ReadMissedFacts = (events: readonly LiveEvent[]) => Promise<readonly (object | null)[]>;

const FACTS_MAX = 2_000;

/**
 * Facts of missed events, read once for all who are told of them at about the same time.
 * @param stateOf names the state of an event's topic: what was read in another state is read again
 */
export function createMissedFacts(
  source: LiveSource,
  stateOf: (event: LiveEvent) => string,
): ReadMissedFacts {
  const facts = createBriefCache<object | null>(FACTS_MAX);

  return function readMissedFacts(events) {
    const missing: LiveEvent[] = [];
    const reading = Promise.resolve().then(() => (missing.length > 0 ? source.readFacts(missing) : []));
    return Promise.all(
      events.map((event) =>
        facts.get(stateOf(event), async () => {
          const place = missing.push(event) - 1;
          return (await reading)[place] ?? null;
        }),
      ),
    );
  };
}
