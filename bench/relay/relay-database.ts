import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { z } from 'zod';

export const FOLLOWERS = ['bench.first', 'bench.second'];

/** The session that holds the head, which may wait for it as relays may not. */
const HOLDER = 'bench-holder';
const POLL_MS = 2;
const FOLLOWED_WITHIN_MS = 60_000;

export async function createTables(client: Client): Promise<void> {
  await client.query(`
    create table bench_row (id uuid primary key, text text not null);
    create table bench_followed (follower text not null, events bigint not null, checksum numeric not null)`);
}

const heads = z.tuple([z.object({ position: z.coerce.number() })]);

/** Forgets the former turn and places the followers at the head of the log. @returns the position of the head */
export async function beginTurn(client: Client): Promise<number> {
  await client.query('truncate outbox; truncate bench_row; truncate bench_followed');
  await client.query(
    `insert into event_followers (name, position, updated_at)
     select name, position, now() from event_head, unnest($1::text[]) name
     on conflict (name) do update set position = excluded.position`,
    [FOLLOWERS],
  );
  return heads.parse((await client.query('select position from event_head')).rows)[0].position;
}

/** Waits until the followers have worked through the log. */
export async function untilFollowed(client: Client): Promise<void> {
  const deadlineMs = performance.now() + FOLLOWED_WITHIN_MS;
  for (;;) {
    const { rowCount } = await client.query(
      `select from event_followers f, event_head h where f.name = any($1) and f.position < h.position`,
      [FOLLOWERS],
    );
    if (rowCount === 0) return;
    if (performance.now() > deadlineMs) throw new Error('The followers do not come to the end of the log.');
    await sleep(POLL_MS);
  }
}

const wrongRows = z.tuple([
  z.object({ lost: z.int(), doubled: z.int(), waiting: z.int(), miscounted: z.int() }),
]);

/** @throws Error when events of this turn were lost or doubled, by the relay or by a follower */
export async function checkEvents(
  client: Client,
  { start, isFollowed }: { start: number; isFollowed: boolean },
): Promise<void> {
  const { rows } = await client.query(WRONG, [start, isFollowed ? FOLLOWERS : []]);
  const [wrong] = wrongRows.parse(rows);
  if (Object.values(wrong).some((count) => count > 0))
    throw new Error(`Events were lost or doubled: ${JSON.stringify(wrong)}`);
}

/** A follower whose count agrees but whose checksum does not has lost one event at least and doubled another one. */
const WRONG = `
  with logged as (
    select payload->>'rowId' as id, count(*)::int as times from event_log
    where position > $1::bigint and name = 'bench.inserted' group by 1
  ), total as (
    select count(*) as events, coalesce(sum(hashtextextended(id::text, 0)), 0) as checksum from bench_row
  ), followed as (
    select name, coalesce(sum(f.events), 0) as events, coalesce(sum(f.checksum), 0) as checksum
    from unnest($2::text[]) name left join bench_followed f on f.follower = name group by name
  )
  select
    (select count(*) from bench_row where not exists (select from logged where logged.id = bench_row.id::text))::int as lost,
    coalesce((select sum(times - 1) from logged), 0)::int as doubled,
    (select count(*) from outbox)::int as waiting,
    coalesce((select sum(greatest(abs(followed.events - total.events), (followed.checksum <> total.checksum)::int))
      from followed, total), 0)::int as miscounted`;

/** Holds the lock on the head of the log, as a relay does that has stopped in the middle of a batch. */
export async function holdHead(
  client: Client,
  { afterMs, heldMs }: { afterMs: number; heldMs: number },
): Promise<void> {
  await sleep(afterMs);
  await client.query(`set application_name = '${HOLDER}'`);
  await client.query('begin');
  await client.query('select from event_head for update');
  await sleep(heldMs);
  await client.query('commit');
}

const counted = z.tuple([z.object({ waiting: z.int() })]);

/** Samples what the sessions wait for. @returns how often one waited for a row that another transaction had locked */
export async function watchLocks(
  connectionString: string,
  durationMs: number,
): Promise<{ samples: number; waiting: number }> {
  const client = new Client({ connectionString });
  await client.connect();
  const endMs = performance.now() + durationMs;
  let [samples, waiting] = [0, 0];
  while (performance.now() < endMs) {
    const [row] = counted.parse((await client.query(WAITING)).rows);
    samples += 1;
    waiting += row.waiting;
    await sleep(POLL_MS);
  }
  await client.end();
  return { samples, waiting };
}

const WAITING = `
  select count(*)::int as waiting from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and wait_event in ('transactionid', 'tuple')
    and application_name <> '${HOLDER}'`;
