import type { App } from '#src/app/app.ts';
import { createApp } from '#src/app/app.ts';
import type { Environment } from '#src/config/variables.ts';
import { readConfig } from '#src/config/config.ts';
import type { MovableClock } from '#test/support/clock.ts';
import { movableClock } from '#test/support/clock.ts';
import { testDatabase } from '#test/support/database.ts';
import { mailServer } from '#test/support/people/mail-server.ts';
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { DAY_MS, SECOND_MS } from '#platform/kernel/clock.ts';
import { mailJobs } from './mails.jobs.ts';
import { sendMail } from './mails.service.ts';

const HELLO = {
  to: 'alice@example.com',
  subject: 'Hello',
  text: 'Hello Alice.',
  html: '<p>Hello Alice.</p>',
  idempotencyKey: 'hello-1',
};

test('a mail is sent after the commit that causes it, and never without the commit', async (t) => {
  const app = await worker(t);
  const { transaction } = app.services;
  await transaction(async (tx) => sendMail(app.services, tx, HELLO));
  const failed = transaction(async (tx) => {
    sendMail(app.services, tx, { ...HELLO, idempotencyKey: 'hello-2' });
    throw new Error('no commit');
  });
  await assert.rejects(failed, /no commit/);
  assert.deepEqual(await recorded(app), []);
  await app.runJobs();
  assert.deepEqual(await recorded(app), [
    {
      recipient: 'alice@example.com',
      subject: 'Hello',
      text: 'Hello Alice.',
      html: '<p>Hello Alice.</p>',
      idempotency_key: 'hello-1',
    },
  ]);
});

test('a permanently refused mail is dropped, and the log does not contain its recipient', async (t) => {
  const app = await worker(t);
  await app.services.transaction(async (tx) =>
    sendMail(app.services, tx, { ...HELLO, to: 'bob at example.com' }),
  );
  await app.runJobs();
  assert.deepEqual(await waiting(app), []);
  assert.deepEqual(await recorded(app), []);
  const [line = '', ...others] = app.lines;
  assert.equal(JSON.parse(line).msg, 'a mail was refused and is dropped');
  assert.equal(JSON.parse(line).idempotencyKey, 'hello-1');
  assert.doesNotMatch(line, /bob/);
  assert.deepEqual(others, []);
});

test('a mail that the server defers is retried', async (t) => {
  const server = await mailServer(t, { encryption: 'none' });
  const env = {
    MAILER: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    MAIL_FROM: 'Plaza <mail@plaza.example>',
  };
  const app = await worker(t, env);
  server.refuse('RCPT TO', 450);
  await app.services.transaction(async (tx) => sendMail(app.services, tx, HELLO));
  await app.runJobs();
  assert.deepEqual(await waiting(app), [{ attempts: 1 }]);
  assert.equal(server.received.length, 0);
  server.refuse('RCPT TO', null);
  app.clock.advance('1h');
  await app.runJobs();
  assert.deepEqual(await waiting(app), []);
  assert.deepEqual(
    server.received.map(({ recipients, headers }) => ({ recipients, from: headers.get('from') })),
    [{ recipients: ['alice@example.com'], from: 'Plaza <mail@plaza.example>' }],
  );
});

test('all recorded mails are deleted after seven days', async (t) => {
  const app = await worker(t);
  const { db, transaction } = app.services;
  await sql`
    insert into recorded_mails (recipient, subject, text, html, sent_at, idempotency_key)
    select 'alice@example.com', '', '', '', ${app.clock.now()}::timestamptz, 'old ' || number
    from generate_series(1, 1003) as number`.execute(db);
  app.clock.advance('1m');
  await transaction(async (tx) => sendMail(app.services, tx, HELLO));
  await app.runJobs();
  await sweep(app);
  assert.equal((await recorded(app)).length, 1_004);
  app.clock.advance(7 * DAY_MS - 30 * SECOND_MS);
  await sweep(app);
  assert.deepEqual(
    (await recorded(app)).map(({ idempotency_key: key }) => key),
    ['hello-1'],
  );
});

const recorded = ({ services }: App) =>
  services.db
    .selectFrom('recorded_mails')
    .select(['recipient', 'subject', 'text', 'html', 'idempotency_key'])
    .orderBy('id')
    .execute();

async function waiting({ services }: App): Promise<unknown[]> {
  const { rows } = await sql`
    select attempts from graphile_worker.jobs where task_identifier = 'mail.send' order by id`.execute(
    services.db,
  );
  return rows;
}

/** Enqueues the job as its cron pattern would. */
async function sweep({ services }: App): Promise<void> {
  const job = mailJobs.find(({ name }) => name === 'mail.sweepRecorded');
  assert.ok(job);
  // A job that a cron pattern starts has no payload.
  await job.run(services, undefined as never);
}

/** A worker process that does not serve. */
async function worker(
  t: TestContext,
  env: Environment = {},
): Promise<App & { clock: MovableClock; lines: string[] }> {
  const ends: (() => unknown)[] = [];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const { connectionString } = await testDatabase({ after: (end) => ends.push(end as () => unknown) });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plaza-test-'));
  ends.push(() => rm(dataDir, { recursive: true, force: true }));
  const clock = movableClock();
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, ...env });
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const app = await createApp({ config, connectionString, log, clock });
  ends.push(() => app.close());
  return { ...app, clock, lines };
}
