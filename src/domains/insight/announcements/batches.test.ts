import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Pool } from 'pg';
import { jobHandlers } from '#domains/modules.ts';
import { startWorker } from '#platform/outbox/worker/worker.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { insertCrowd, insertPhones, makeJobsDue } from '#test/support/push/devices.ts';
import { runPushes, withPhone } from '#test/support/push/pushed.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { testWorld, type World } from '#test/support/world.ts';

/** More than two batches of 5,000. */
const PEOPLE = 12_000;
const BATCH = 5_000;
const SENDING = 'announcements.sendBatch';

async function send(admin: Actor): Promise<string> {
  const { adminSendAnnouncement } = await admin.do(
    `mutation { adminSendAnnouncement(input: { title: "We move", text: "Tonight." }) {
      announcement { id } errors { code message } } }`,
  );
  return adminSendAnnouncement.announcement.id;
}

const announced = async (admin: Actor): Promise<Untyped> =>
  (await admin.do('{ adminGetAnnouncements { nodes { state userCount } } }')).adminGetAnnouncements.nodes[0];

/** Users who were told, and how often in all. */
async function toldIn(world: World): Promise<{ people: number; times: number }> {
  const { rows } = await sql<{ people: number; times: number }>`
    select count(distinct recipient_id)::integer as people, count(*)::integer as times
    from notifications where type = 'ANNOUNCEMENT'`.execute(world.app.services.db);
  return rows[0] ?? { people: 0, times: 0 };
}

/** Runs one batch, without the job that goes on with the next one. */
async function runBatch({ app: { services } }: World, id: string): Promise<void> {
  const handler = jobHandlers.find(({ name }) => name === SENDING);
  if (!handler || handler.everyMs !== undefined) throw new Error(`no job is called ${SENDING}`);
  await handler.run(services, { announcementId: uuidOf(id) } as never);
}

test('an announcement that is canceled between two of its batches stays with those whom the first has reached', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  await insertCrowd(world, PEOPLE);
  world.clock.advance('1m');
  const id = await send(admin);
  await runBatch(world, id);
  assert.deepEqual(await announced(admin), { state: 'SENDING', userCount: BATCH });
  await admin.do(
    'mutation ($id: ID!) { adminCancelAnnouncement(input: { announcementId: $id }) { errors { code } } }',
    { id },
  );
  await world.runJobs();
  await runBatch(world, id);
  assert.deepEqual(await announced(admin), { state: 'CANCELED', userCount: BATCH });
  assert.deepEqual(await toldIn(world), { people: BATCH, times: BATCH });
});

test('batches of an announcement that run at once, and again, tell each of 12,000 people once', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  await insertCrowd(world, PEOPLE);
  world.clock.advance('1m');
  const id = await send(admin);
  await Promise.all([runBatch(world, id), runBatch(world, id)]);
  assert.deepEqual(await announced(admin), { state: 'SENDING', userCount: 2 * BATCH });
  await Promise.all([world.runJobs(), runBatch(world, id)]);
  await world.runJobs();
  await runBatch(world, id);
  assert.deepEqual(await announced(admin), { state: 'SENT', userCount: PEOPLE });
  assert.deepEqual(await toldIn(world), { people: PEOPLE, times: PEOPLE });
});

test('a message leaves within five seconds while thousands of pushes of an announcement wait', async (t) => {
  const people = 3_000;
  const world = await testWorld(t);
  const { services } = world.app;
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const conversationId = await startWith(ada, ben);
  await runPushes(world);
  await insertCrowd(world, people);
  await insertPhones(world, people);
  await send(await world.admin());
  // Devices that are registered later get no push of it.
  world.clock.freeze();
  await world.runJobs();
  await withPhone(ben);
  await say(ada, conversationId, 'Over here');
  await world.runJobs();
  await makeJobsDue(world);
  const shown = async (): Promise<readonly string[]> =>
    (await sql<{ title: string }>`select title from recorded_pushes`.execute(services.db)).rows.map(
      ({ title }) => title,
    );
  assert.deepEqual(await shown(), []);
  const pool = new Pool({ connectionString: world.connectionString, max: 24 });
  const handlers = jobHandlers.filter(({ name }) => /^(push|notification-pushes)\./.test(name));
  const startedMs = performance.now();
  const worker = await startWorker(services, { pool, handlers });
  try {
    let titles: readonly string[] = [];
    while (!titles.includes('ada')) {
      assert.ok(
        performance.now() - startedMs < whenBusy(5_000, 1),
        `${titles.length} others were pushed before`,
      );
      await sleep(50);
      titles = await shown();
    }
    assert.ok(titles.length < people, 'the announcement was over before');
  } finally {
    await worker.stop();
    await pool.end();
  }
});
