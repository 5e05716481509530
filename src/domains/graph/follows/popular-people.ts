import { AsyncLocalStorage } from 'node:async_hooks';
import { MINUTE_MS } from '#platform/clock.ts';
import type { RequestContext } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { listPopularPeople } from './suggestions.queries.ts';

type PopularPeople = readonly { readonly id: string; readonly popularity: number }[];
type Reading = { readonly startedAt: Date; readonly people: Promise<PopularPeople> };

const POPULAR_PEOPLE_MAX = 200;
const LIFE_MS = MINUTE_MS;

/** The last reading in each database: one reads the whole table, and serves everybody for a minute. */
const readings = new WeakMap<Db, Reading>();

// The reading is everybody's, so it must not end with the operation that came first.
const outsideOfOperations = AsyncLocalStorage.snapshot();

/** The discoverable people with the most followers, as they were within the last minute; whom the caller may see is not asked. */
export function popularPeople({ db, clock }: RequestContext): Promise<PopularPeople> {
  const startedAt = clock.now();
  const known = readings.get(db);
  if (known && startedAt.getTime() - known.startedAt.getTime() < LIFE_MS) return known.people;
  const people = outsideOfOperations(() => listPopularPeople(db, POPULAR_PEOPLE_MAX));
  readings.set(db, { startedAt, people });
  // Whoever comes after a failure reads anew; who waits for it hears of it from the promise itself.
  people.catch(() => readings.delete(db));
  return people;
}
