import assert from 'node:assert/strict';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createEmbeddedBus } from '#adapters/live-bus/embedded.ts';
import { testDatabase } from '#test/support/database.ts';
import { ALICE, sent, subscribed, type Subscription } from '#test/support/logged-events.ts';
import { startEventProcess, until } from '#test/support/processes.ts';
import { runSql } from '#test/support/test-server.ts';
import type { EventProcess } from '#test/support/processes.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { maintenanceJobs } from './maintenance.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');

type World = EventProcess & { run(name: string): Promise<void>; at(time: Date): void; lines: string[] };

async function world(t: TestContext): Promise<World> {
  const { connectionString } = await testDatabase(t);
  await runSql(connectionString, 'delete from event_followers');
  let now = NOW;
  const clock = { now: () => now };
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const process = await startEventProcess(t, connectionString, {
    bus: createEmbeddedBus(),
    clock,
    hints: false,
  });
  // The services that these jobs use.
  const services = { clock, log, db: process.db, transaction: process.transaction } as unknown as Services;
  const run = async (name: string): Promise<void> => {
    const job = maintenanceJobs.find((candidate) => candidate.name === name);
    assert.ok(job);
    await job.run(services, undefined as never);
  };
  return { ...process, run, at: (time) => void (now = time), lines };
}

const daysBefore = (days: number): Date => new Date(NOW.getTime() - days * DAY_MS);

async function emitMany({ transaction, relay }: EventProcess, count: number): Promise<void> {
  await transaction(async (tx) => {
    for (let number = 1; number <= count; number++) tx.emit(sent, { number }, { userIds: [ALICE] });
  });
  await relay.drain();
}

/** Extent of a log whose events, up to the head, are all trimmed and deleted. */
const emptied = (head: number) => ({
  head,
  trimmed: head,
  log: [null, null, 0],
  recipients: [null, null, 0],
});

/** Extent of a log with its events from `first` on, which may be trimmed. */
const holding = (head: number, trimmed: number, first = 1) => {
  const rows = [first, head, head - first + 1];
  return { head, trimmed, log: rows, recipients: rows };
};

async function extent({ db }: EventProcess): Promise<unknown> {
  const { rows } = await sql`
    select position as head, trimmed_position as trimmed,
      (select array[min(position), max(position), count(*)] from event_log) as log,
      (select array[min(position), max(position), count(*)] from event_recipients) as recipients
    from event_head`.execute(db);
  return rows[0];
}

test('events older than seven days are trimmed in batches, younger ones stay, and old cursors expire', async (t) => {
  const process = await world(t);
  process.at(daysBefore(8));
  await emitMany(process, 2_500);
  process.at(daysBefore(6));
  await emitMany(process, 100);
  process.at(NOW);
  await process.run('platform.trimEventLog');
  assert.deepEqual(await extent(process), holding(2_600, 2_500));
  await process.run('platform.trimEventLog');
  assert.deepEqual(await extent(process), holding(2_600, 2_500));

  // The events that both cursors name are trimmed.
  const subscribe = (position: number): Promise<Subscription> =>
    subscribed(process.hub, { after: { position, mark: 'abcdef01' } });
  await assert.rejects(subscribe(2_499), { code: 'CURSOR_EXPIRED' });
  const subscription = await subscribe(2_500);
  await until(() => subscription.events.length > 0, 'the first event');
  assert.equal(subscription.events[0]?.position, 2_501);
});

test('a partition that is not full keeps trimmed events for a day, then they are deleted in batches', async (t) => {
  const process = await world(t);
  process.at(daysBefore(8));
  await emitMany(process, 2_500);
  process.at(daysBefore(6));
  await emitMany(process, 100);
  process.at(NOW);
  await process.run('platform.trimEventLog');
  await process.run('platform.keepPartitions');
  assert.deepEqual(await extent(process), holding(2_600, 2_500));
  process.at(new Date(NOW.getTime() + 1));
  await process.run('platform.keepPartitions');
  assert.deepEqual(await extent(process), holding(2_600, 2_500, 2_501));
});

test('a log of only old events is emptied, and an empty log is left unchanged', async (t) => {
  const process = await world(t);
  for (const name of ['platform.trimEventLog', 'platform.keepPartitions']) await process.run(name);
  assert.deepEqual(await extent(process), emptied(0));
  process.at(daysBefore(30));
  await emitMany(process, 3);
  process.at(NOW);
  for (const name of ['platform.trimEventLog', 'platform.keepPartitions']) await process.run(name);
  assert.deepEqual(await extent(process), emptied(3));
});

test('an event that was logged late is trimmed with its neighbours', async (t) => {
  const process = await world(t);
  for (const days of [9, 6, 8]) {
    process.at(daysBefore(days));
    await emitMany(process, 1);
  }
  process.at(NOW);
  await process.run('platform.trimEventLog');
  assert.deepEqual(await extent(process), holding(3, 3));
});

test('events are kept for the slowest follower, and for 14 days at most', async (t) => {
  const process = await world(t);
  process.at(daysBefore(8));
  await emitMany(process, 100);
  await sql`insert into event_followers (name, position, updated_at)
    values ('quick', 100, now()), ('slow', 40, now())`.execute(process.db);
  process.at(NOW);
  await process.run('platform.trimEventLog');
  assert.deepEqual(await extent(process), holding(100, 40));
  process.at(new Date(NOW.getTime() + 6 * DAY_MS));
  for (const name of ['platform.trimEventLog', 'platform.keepPartitions']) await process.run(name);
  assert.deepEqual(await extent(process), holding(100, 40, 41));
  process.at(new Date(NOW.getTime() + 6 * DAY_MS + 1));
  for (const name of ['platform.trimEventLog', 'platform.keepPartitions']) await process.run(name);
  assert.deepEqual(await extent(process), emptied(100));
});

test('a partition is dropped when the slowest follower has passed its last event', async (t) => {
  const process = await world(t);
  await sql`update event_head set position = 999989, trimmed_position = 999989`.execute(process.db);
  process.at(daysBefore(8));
  await emitMany(process, 20);
  const trimmedWith = async (position: number): Promise<unknown> => {
    await sql`insert into event_followers (name, position, updated_at) values ('slow', ${position}, now())
      on conflict (name) do update set position = excluded.position`.execute(process.db);
    await process.run('platform.trimEventLog');
    await process.run('platform.keepPartitions');
    return extent(process);
  };
  process.at(NOW);
  assert.deepEqual(await trimmedWith(999_998), holding(1_000_009, 999_998, 999_990));
  assert.deepEqual(await trimmedWith(999_999), holding(1_000_009, 999_999, 1_000_000));
  assert.deepEqual(await trimmedWith(1_000_005), holding(1_000_009, 1_000_005, 1_000_000));
});

test('trimming does not wait for a batch of the relay, except for the head itself', async (t) => {
  const process = await world(t);
  process.at(daysBefore(8));
  await emitMany(process, 10);
  process.at(NOW);
  await Promise.all([
    process.run('platform.trimEventLog'),
    emitMany(process, 10),
    process.run('platform.trimEventLog'),
  ]);
  assert.deepEqual(await extent(process), holding(20, 10));
});

test('all expired idempotency keys are deleted', async (t) => {
  const process = await world(t);
  await sql`
    insert into idempotency_keys (caller_id, mutation, key, input_hash, result, created_at, expires_at)
    select ${ALICE}, 'createPost', 'key ' || number, '', 'null', ${daysBefore(40)},
      case when number <= 5003 then ${NOW}::timestamptz else ${NOW}::timestamptz + interval '1 ms' end
    from generate_series(1, 5010) as number`.execute(process.db);
  await process.run('platform.deleteIdempotencyKeys');
  const { rows } = await sql<{ key: string }>`select key from idempotency_keys order by key`.execute(
    process.db,
  );
  assert.deepEqual(
    rows.map((row) => row.key),
    ['key 5004', 'key 5005', 'key 5006', 'key 5007', 'key 5008', 'key 5009', 'key 5010'],
  );
});

test('counts of budgets are deleted when their windows have ended', async (t) => {
  const process = await world(t);
  await sql`
    insert into budget_counts (key, spent, expires_at)
    values ('ended', 3, ${NOW}), ('present', 3, ${NOW}::timestamptz + interval '1 ms')`.execute(process.db);
  await process.run('platform.deleteBudgetCounts');
  const rows = await process.db.selectFrom('budget_counts').select('key').execute();
  assert.deepEqual(rows, [{ key: 'present' }]);
});

test('jobs that failed permanently two weeks ago are logged and deleted; others stay', async (t) => {
  const process = await world(t);
  const { db } = process;
  await sql`select graphile_worker.add_job('mail', json_build_object('name', name))
    from unnest(array['failed long ago', 'failed lately', 'waits', 'runs']) as name`.execute(db);
  await sql`update graphile_worker._private_jobs set updated_at = ${daysBefore(15)}, last_error = 'away'`.execute(
    db,
  );
  await sql`update graphile_worker._private_jobs set attempts = max_attempts
    where payload->>'name' <> 'waits'`.execute(db);
  await sql`update graphile_worker._private_jobs set updated_at = ${daysBefore(13)}
    where payload->>'name' = 'failed lately'`.execute(db);
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker'
    where payload->>'name' = 'runs'`.execute(db);
  await process.run('platform.sweepFailedJobs');
  const { rows } = await sql<{ name: string }>`
    select payload->>'name' as name from graphile_worker._private_jobs order by id`.execute(db);
  assert.deepEqual(
    rows.map((row) => row.name),
    ['failed lately', 'waits', 'runs'],
  );
  assert.deepEqual(
    process.lines.map((line) => JSON.parse(line).job),
    [{ id: 1, name: 'mail', lastError: 'away' }],
  );
});
