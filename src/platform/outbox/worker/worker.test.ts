import assert from 'node:assert/strict';
import test from 'node:test';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Pool } from 'pg';
import { pino } from 'pino';
import { createEmbeddedBus } from '#adapters/live-bus/embedded.ts';
import { MINUTE_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { databaseProxy } from '#test/support/transport/database-proxy.ts';
import { testDatabase } from '#test/support/database.ts';
import { silent, startEventProcess, until } from '#test/support/processes.ts';
import type { EventProcess } from '#test/support/processes.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { handleCron, handleEvent, handleJob, listenerJobsOf, runDueJobs, startWorker } from './worker.ts';
import type { FinishedJob, JobHandler } from './worker.ts';

const followed = defineEvent<{ userId: string }>('followed');
const sendMail = defineJob<{ to: string }>('sendMail');

type Done = { name: string; payload: unknown }[];
type World = EventProcess & { services: Services; pool: Pool; pass(ms: number): void };

async function world(
  t: TestContext,
  handlers: readonly JobHandler[],
  { log = silent, connectionString }: { log?: Logger; connectionString?: string } = {},
): Promise<World> {
  const address = connectionString ?? (await testDatabase(t)).connectionString;
  let passedMs = 0;
  const clock = { now: () => new Date(Date.now() + passedMs) };
  const listenerJobs = listenerJobsOf(handlers);
  const process = await startEventProcess(t, address, {
    bus: createEmbeddedBus(),
    clock,
    listenerJobs,
    log: silent,
  });
  const pool = new Pool({ connectionString: address, max: 8 });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  t.after(() => pool.end());
  // The services that the handlers of these tests use.
  const services = { clock, log, db: process.db, transaction: process.transaction } as unknown as Services;
  return { ...process, services, pool, pass: (ms) => void (passedMs += ms) };
}

/** Handlers of a mail job and two listeners of `followed`, with their calls. */
function recording(): { handlers: readonly JobHandler[]; done: Done } {
  const done: Done = [];
  const note =
    (name: string) =>
    async (_services: Services, payload: object): Promise<void> => {
      done.push({ name, payload });
    };
  const handlers = [
    handleJob(sendMail, note('sendMail')),
    handleEvent('welcome', followed, note('welcome')),
    handleEvent('countFollowers', followed, note('countFollowers')),
  ];
  return { handlers, done };
}

test('an event starts the job of each of its listeners, with its payload', async (t) => {
  const { handlers, done } = recording();
  const { transaction, relay, services, pool } = await world(t, handlers);
  await transaction(async (tx) => tx.emit(followed, { userId: 'alice' }));
  await relay.drain();
  await runDueJobs(services, { pool, handlers });
  assert.deepEqual(
    done.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    [
      { name: 'countFollowers', payload: { userId: 'alice' } },
      { name: 'welcome', payload: { userId: 'alice' } },
    ],
  );
  await runDueJobs(services, { pool, handlers });
  assert.equal(done.length, 2);
});

test('a job runs at its time, and a later one with its key replaces it', async (t) => {
  const { handlers, done } = recording();
  const { transaction, relay, services, pool, pass } = await world(t, handlers);
  const inMinutes = (minutes: number): Date => new Date(services.clock.now().getTime() + minutes * MINUTE_MS);
  await transaction(async (tx) => {
    tx.enqueue(sendMail, { to: 'alice' }, { runAt: inMinutes(10) });
    tx.enqueue(sendMail, { to: 'bob' }, { runAt: inMinutes(10), key: 'bob' });
  });
  await relay.drain();
  await transaction(async (tx) =>
    tx.enqueue(sendMail, { to: 'bob, later' }, { runAt: inMinutes(30), key: 'bob' }),
  );
  await relay.drain();

  const mailed = async (): Promise<unknown[]> => {
    await runDueJobs(services, { pool, handlers });
    return done.map((job) => job.payload);
  };
  assert.deepEqual(await mailed(), []);
  pass(11 * MINUTE_MS);
  assert.deepEqual(await mailed(), [{ to: 'alice' }]);
  pass(20 * MINUTE_MS);
  assert.deepEqual(await mailed(), [{ to: 'alice' }, { to: 'bob, later' }]);
});

test('a transaction that is rolled back enqueues nothing', async (t) => {
  const { handlers, done } = recording();
  const { transaction, relay, services, pool } = await world(t, handlers);
  const failing = transaction(async (tx) => {
    tx.emit(followed, { userId: 'alice' });
    tx.enqueue(sendMail, { to: 'alice' });
    await sql`select 1 / 0`.execute(tx);
  });
  await assert.rejects(failing, { code: '22012' });
  await relay.drain();
  await runDueJobs(services, { pool, handlers });
  assert.deepEqual(done, []);
});

test('a failed job is logged without its payload and is retried', async (t) => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  let attempts = 0;
  const handlers = [
    handleJob(sendMail, async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('the mail server is away');
    }),
  ];
  const { transaction, relay, services, pool, pass } = await world(t, handlers, { log });
  await transaction(async (tx) => tx.enqueue(sendMail, { to: 'secret@example.com' }));
  await relay.drain();
  await runDueJobs(services, { pool, handlers });
  assert.equal(attempts, 1);
  assert.equal(lines.filter((line) => line.includes('the mail server is away')).length, 1);
  assert.equal(
    lines.some((line) => line.includes('secret@example.com')),
    false,
  );
  pass(10 * MINUTE_MS);
  await runDueJobs(services, { pool, handlers });
  assert.equal(attempts, 2);
});

test('a worker runs a job soon after its commit, and again after a database outage', async (t) => {
  const { handlers, done } = recording();
  const proxy = await databaseProxy(t, (await testDatabase(t)).connectionString);
  const { transaction, services, pool } = await world(t, handlers, {
    connectionString: proxy.connectionString,
  });
  const worker = await startWorker(services, { pool, handlers });
  t.after(() => worker.stop());
  await transaction(async (tx) => tx.enqueue(sendMail, { to: 'first' }));
  await until(() => done.length === 1, 'the first job');
  await proxy.cut();
  await sleep(300);
  await proxy.restore();
  await until(
    () =>
      transaction(async (tx) => tx.enqueue(sendMail, { to: 'second' })).then(
        () => true,
        () => false,
      ),
    'the database is back',
  );
  await until(() => done.length === 2, 'the second job');
  assert.deepEqual(
    done.map((job) => job.payload),
    [{ to: 'first' }, { to: 'second' }],
  );
});

test('a worker whose runner cannot report a job says that it is down until the runner runs again', async (t) => {
  const proxy = await databaseProxy(t, (await testDatabase(t)).connectionString);
  const finished: unknown[] = [];
  const handlers = [handleJob(sendMail, () => proxy.cut())];
  const { transaction, services, pool } = await world(t, handlers, {
    connectionString: proxy.connectionString,
  });
  const onJob = ({ name, isDone }: FinishedJob): void => void finished.push([name, isDone]);
  const worker = await startWorker(services, { pool, handlers, onJob });
  t.after(() => worker.stop());
  assert.equal(worker.isRunning(), true);
  await transaction(async (tx) => tx.enqueue(sendMail, { to: 'alice' }));
  await until(() => !worker.isRunning(), 'the runner has stopped');
  assert.deepEqual(finished, [['sendMail', true]]);
  await proxy.restore();
  await until(() => worker.isRunning(), 'another runner runs');
});

const render = defineJob<object>('render');
const ONE_OF_EACH = { default: 1, media: 1, mail: 1, payment: 1, push: 1, bulk: 1 };

test('slow jobs of one kind hold up none of another', async (t) => {
  const finish = Promise.withResolvers<void>();
  const done: string[] = [];
  let rendering = 0;
  const handlers = [
    handleJob(
      render,
      async () => {
        rendering += 1;
        await finish.promise;
      },
      { kind: 'media' },
    ),
    handleJob(sendMail, async (_services, { to }) => void done.push(to), { kind: 'mail' }),
    handleEvent('welcome', followed, async (_services, { userId }) => void done.push(userId)),
  ];
  const { transaction, services, pool } = await world(t, handlers);
  const worker = await startWorker(services, { pool, handlers, concurrency: ONE_OF_EACH });
  try {
    await transaction(async (tx) => {
      for (let count = 0; count < 5; count += 1) tx.enqueue(render, {});
    });
    await until(() => rendering === 1, 'a slow job runs');
    await transaction(async (tx) => {
      tx.enqueue(sendMail, { to: 'alice' });
      tx.emit(followed, { userId: 'bob' });
    });
    await until(() => done.length === 2, 'the jobs of other kinds are done');
    assert.deepEqual(done.toSorted(), ['alice', 'bob']);
    assert.equal(rendering, 1);
    finish.resolve();
    await until(() => rendering === 5, 'the slow ones are done, one after the other');
  } finally {
    finish.resolve();
    await worker.stop();
  }
});

test('a worker leaves the kinds with a concurrency of zero to others', async (t) => {
  const done: string[] = [];
  const handlers = [
    handleJob(render, async () => void done.push('rendered'), { kind: 'media' }),
    handleJob(sendMail, async () => void done.push('mailed'), { kind: 'mail' }),
  ];
  const { transaction, services, pool } = await world(t, handlers);
  await transaction(async (tx) => {
    tx.enqueue(render, {});
    tx.enqueue(sendMail, { to: 'alice' });
  });
  const mailer = await startWorker(services, { pool, handlers, concurrency: { ...ONE_OF_EACH, media: 0 } });
  await until(() => done.length === 1, 'the mail is sent');
  await mailer.stop();
  assert.deepEqual(done, ['mailed']);
  const { rows } = await pool.query('select task_identifier as name, attempts from graphile_worker.jobs');
  assert.deepEqual(rows, [{ name: 'render', attempts: 0 }]);
  const renderer = await startWorker(services, { pool, handlers, concurrency: ONE_OF_EACH });
  await until(() => done.length === 2, 'the other kind is done');
  await renderer.stop();
  assert.deepEqual(done, ['mailed', 'rendered']);
});

test('a worker starts jobs by cron patterns', async (t) => {
  const { pool, services } = await world(t, []);
  const handlers = [handleCron('sweep', '*/5 * * * *', async () => undefined)];
  const worker = await startWorker(services, { pool, handlers });
  await until(async () => {
    const { rows } = await pool.query('select identifier from graphile_worker._private_known_crontabs');
    return rows.length === 1 && rows[0].identifier === 'sweep';
  }, 'the pattern is known');
  await worker.stop();
});

test('a job name with two handlers, or one that the queue refuses, is an error at startup', async (t) => {
  const { pool, services } = await world(t, []);
  const twice = [
    handleCron('sweep', '* * * * *', async () => undefined),
    handleJob(defineJob('sweep'), async () => {}),
  ];
  await assert.rejects(runDueJobs(services, { pool, handlers: twice }), /Two jobs are called "sweep"/);
  assert.throws(() => defineJob('x'.repeat(129)), /1 to 128 characters/);
  assert.throws(() => handleEvent('', followed, async () => undefined), /1 to 128 characters/);
});
