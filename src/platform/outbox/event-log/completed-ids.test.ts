import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createEmbeddedBus } from '#adapters/live-bus/embedded.ts';
import type { Db } from '#platform/db/database.ts';
import { testDatabase } from '#test/support/database.ts';
import { connectTo, type LoneRelay, startLoneRelay, storeEvents } from '#test/support/jobs/lone-relay.ts';
import { startEventProcess, until } from '#test/support/processes.ts';
import { randomOf } from '#test/support/random.ts';

async function loggedNumbers(db: Db): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    select (payload->>'number')::integer as number from event_log order by position`.execute(db);
  return rows.map(({ number }) => number);
}

const boundOf = ({ relay }: LoneRelay): number => relay.bound().from;

/** Stores and moves events, the numbers of which begin after `first`, until a condition holds. */
async function relayUntil(scene: LoneRelay, condition: () => boolean, first = 1_000): Promise<number[]> {
  const numbers: number[] = [];
  await until(async () => {
    numbers.push(first + numbers.length);
    await storeEvents(scene.client, 1, numbers.at(-1));
    await scene.relay.drain();
    return condition();
  }, 'the bound moves');
  return numbers;
}

const isOverSince = (durationMs: number): (() => boolean) => {
  const endMs = performance.now() + durationMs;
  return () => performance.now() > endMs;
};

test('batches begin behind moved events, and of an idle outbox behind all of them', async (t) => {
  const scene = await startLoneRelay(t);
  await relayUntil(scene, () => boundOf(scene) > 1);
  const { rows } = await scene.client.query<{ last: string }>('select last_value as last from outbox_id_seq');
  await until(async () => {
    await scene.relay.drain();
    return boundOf(scene) === Number(rows[0]?.last) + 1;
  }, 'the bound is behind the last id');
});

test('events of transactions that are open for long are logged, before that of one that waited for them', async (t) => {
  const scene = await startLoneRelay(t);
  const { client, db, relay } = scene;
  const [late, empty, waiting] = await Promise.all(
    ['late', 'empty', 'waiting'].map(() => connectTo(t, scene.connectionString)),
  );
  assert.ok(late && empty && waiting);
  await client.query('create table counter (number int); insert into counter values (0)');
  const before = await relayUntil(scene, () => boundOf(scene) > 1);
  await late.query('begin');
  await late.query('update counter set number = 1');
  await storeEvents(late, 1, 1);
  // The writer takes an id, and has written nothing.
  await empty.query('begin; lock table outbox in row exclusive mode');
  const { rows } = await empty.query<{ id: string }>(`select nextval('outbox_id_seq') as id`);
  await waiting.query('begin');
  const waited = waiting.query('update counter set number = 3');
  const meanwhile = await relayUntil(scene, isOverSince(3_200), 5_000);
  await empty.query(
    `insert into outbox (id, kind, event_id, name, payload, occurred_at)
     overriding system value values ($1, 'event', gen_random_uuid(), 'counted', '{"number": 2}', now())`,
    [rows[0]?.id],
  );
  await empty.query('commit');
  await late.query('commit');
  await waited;
  await storeEvents(waiting, 1, 3);
  await waiting.query('commit');
  await relay.drain();
  // A poll may have come between two of the commits.
  const [ofEmpty, others] = partition(await loggedNumbers(db), 2);
  assert.deepEqual([ofEmpty, others], [[2], [...before, ...meanwhile, 1, 3]]);
});

function partition(numbers: readonly number[], one: number): [number[], number[]] {
  return [numbers.filter((number) => number === one), numbers.filter((number) => number !== one)];
}

test('events whose ids begin anew are logged', async (t) => {
  const scene = await startLoneRelay(t);
  const moved = await relayUntil(scene, () => boundOf(scene) > 3);
  await scene.client.query('alter sequence outbox_id_seq restart');
  await storeEvents(scene.client, 2);
  await scene.relay.drain();
  assert.deepEqual(await loggedNumbers(scene.db), [...moved, 1, 2]);
});

test('ids are taken one by one, as a bound relies on', async (t) => {
  const client = await connectTo(t, (await testDatabase(t)).connectionString);
  const { rows } = await client.query(`select seqcache::int as cached from pg_sequence
    where seqrelid = 'outbox_id_seq'::regclass`);
  assert.deepEqual(rows, [{ cached: 1 }]);
});

test('two relays beside writers that roll back or stay open log each committed event once', async (t) => {
  const { connectionString } = await testDatabase(t);
  const processes = await Promise.all(
    [1, 2].map(() => startEventProcess(t, connectionString, { bus: createEmbeddedBus() })),
  );
  const [first] = processes;
  assert.ok(first);
  const random = randomOf(92);
  const isOver = isOverSince(5_000);
  const committed: number[] = [];
  let last = 0;

  async function write(openForMs: number): Promise<void> {
    while (!isOver()) {
      const number = (last += 1);
      const { transaction, relay } = processes[random(2)] ?? first!; // `processes` has an entry for each.
      const isKept = random(4) > 0;
      const written = transaction(async (tx) => {
        // Not by `emit`, which stores events just before the commit.
        await sql`insert into outbox (kind, event_id, name, payload, occurred_at)
          values ('event', gen_random_uuid(), 'counted', ${JSON.stringify({ number })}::jsonb, now())`.execute(
          tx,
        );
        await sleep(random(openForMs));
        if (!isKept) throw new Error('The transaction is to be rolled back.');
      });
      if (isKept) await written.then(() => committed.push(number));
      else await assert.rejects(written, /to be rolled back/);
      await relay.drain();
    }
  }

  await Promise.all([2, 2, 20, 20, 2_500, 2_500].map(write));
  for (const { relay } of processes) await relay.drain();
  const logged = await loggedNumbers(first.db);
  assert.deepEqual(sorted(logged), sorted(committed));
});

const sorted = (numbers: readonly number[]): number[] => numbers.toSorted((left, right) => left - right);
