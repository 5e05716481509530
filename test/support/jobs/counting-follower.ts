import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { defineEvent } from '#platform/outbox/events/definition.ts';
import { type EventFollower, followEvents } from '#platform/outbox/followers/event-followers.ts';

export const numbered = defineEvent<{ number: number }>('numbered');

/** Number and sum of the events by the last digit of their numbers. */
type Counts = readonly { readonly digit: number; readonly count: number; readonly sum: number }[];

export async function createCounts(db: Db): Promise<void> {
  await sql`create table counts (digit integer primary key, count integer not null, sum bigint not null)`.execute(
    db,
  );
}

export async function listCounts(db: Db): Promise<Counts> {
  return (await sql<Counts[number]>`select * from counts order by digit`.execute(db)).rows;
}

/** The counts that the log itself gives. */
export async function recount(db: Db): Promise<Counts> {
  const { rows } = await sql<Counts[number]>`
    select number % 10 as digit, count(*)::integer as count, sum(number)::bigint as sum
    from (select (payload->>'number')::integer as number from event_log where name = 'numbered') as logged
    group by number % 10 order by number % 10`.execute(db);
  return rows;
}

/** Adds to the counts, so that every event that is lost or worked twice shows in them. */
export function countingFollower(batch: number, onBatch: () => unknown = () => undefined): EventFollower {
  return followEvents('counting', [numbered], {
    batch,
    async work(_services, tx, events) {
      const numbers = events.map(({ payload }) => payload.number);
      await sql`
        insert into counts (digit, count, sum)
        select number % 10, count(*), sum(number) from unnest(${numbers}::integer[]) as number
        group by number % 10 order by number % 10
        on conflict (digit) do update
          set count = counts.count + excluded.count, sum = counts.sum + excluded.sum`.execute(tx);
      await onBatch();
    },
  });
}
