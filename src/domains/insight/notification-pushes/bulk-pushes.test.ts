import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { jobHandlers } from '#domains/modules.ts';
import { JOB_CONCURRENCY } from '#platform/outbox/jobs/kinds.ts';
import { openWorkerPool } from '#platform/outbox/worker/worker-pool.ts';
import { startWorker } from '#platform/outbox/worker/worker.ts';
import { PUSH_BATCH_MAX } from '#ports/push.ts';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { silent, until } from '#test/support/processes.ts';
import { makeJobsDue } from '#test/support/push/devices.ts';
import { pushWorld, registerDevice } from '#test/support/push/push-world.ts';
import { runPushes } from '#test/support/push/pushed.ts';
import { runSql } from '#test/support/test-server.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import type { World } from '#test/support/world.ts';

const BACKLOG = 5_000;

/** Less than the provider takes for a batch. */
const LATE_MS = 5_000;

/** Runs a worker with some of the jobs until the test ends. */
async function work(t: TestContext, { app, connectionString }: World, names: RegExp): Promise<void> {
  const { pool, close } = openWorkerPool(connectionString, JOB_CONCURRENCY, silent);
  const handlers = jobHandlers.filter(({ name }) => names.test(name));
  const worker = await startWorker(app.services, { pool, handlers });
  t.after(async () => {
    await worker.stop();
    await close();
  });
}

test('a message goes in the next batch, before thousands of pushes of an announcement at a slow provider', async (t) => {
  const { world, servers } = await pushWorld(t, { patience: { messageMs: 6_000, batchMs: 6_000 } });
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const conversationId = await startWith(ada, ben);
  await runPushes(world);
  await registerDevice(cleo, servers.FCM.tokenThat('slow'));
  const admin = await world.admin();
  await admin.do(
    `mutation { adminSendAnnouncement(input: { title: "We move", text: "Tonight." }) { announcement { id } errors { code } } }`,
  );
  world.clock.freeze();
  await world.runJobs();
  // Registered later, so that nothing but the message comes to it.
  const token = servers.FCM.tokenThat('accepted');
  await registerDevice(ben, token);
  await say(ada, conversationId, 'Over here');
  await world.runJobs();
  await makeJobsDue(world);
  const countOf = async (rows: string): Promise<number> =>
    (await rowsOf(world, `select from waiting_pushes where ${rows}`)).length;
  await work(t, world, /pushAnnouncement$/);
  await until(async () => (await countOf('is_bulk')) === 1, 'the announcement waits for its provider');
  await runSql(
    world.connectionString,
    `insert into waiting_pushes (id, provider, is_bulk, device_id, user_id, sealed_content, due_at, expires_at)
     select gen_random_uuid(), provider, is_bulk, device_id, user_id, sealed_content, due_at, expires_at
     from waiting_pushes, generate_series(2, ${BACKLOG})`,
  );
  await work(t, world, /^push\./);
  await until(async () => (await countOf('attempts > 0')) === PUSH_BATCH_MAX, 'a batch is at the provider');
  const begunMs = performance.now();
  await work(t, world, /pushConversation$|pushMessage$/);
  await until(() => servers.FCM.received.some((each) => each.token === token), 'the message is pushed');
  assert.ok(performance.now() - begunMs < whenBusy(LATE_MS, 1), 'it waited for the announcement');
  assert.deepEqual(
    servers.FCM.received.map(({ title }) => title),
    ['ada'],
  );
  assert.equal(await countOf('is_bulk'), BACKLOG);
});
