import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from '#test/support/money/ledger.ts';
import { killWorkers } from '#test/support/notifications/killed-workers.ts';
import { until } from '#test/support/processes.ts';
import { insertCrowd } from '#test/support/push/devices.ts';
import { testWorld } from '#test/support/world.ts';

const KILLS = 5;
/** Some batches of 5,000. */
const PEOPLE = 22_000;

test('an announcement whose workers are killed in the middle of its batches comes to everybody once', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  await insertCrowd(world, PEOPLE);
  world.clock.advance('1m');
  await admin.do(
    `mutation { adminSendAnnouncement(input: { title: "We move", text: "Tonight." }) { announcement { id } errors { code } } }`,
  );
  const stateOf = async (): Promise<{ state: string; userCount: number } | undefined> =>
    (
      await rowsOf<{ state: string; userCount: number }>(
        world,
        'select state, user_count as "userCount" from announcements',
      )
    )[0];
  const reached: number[] = [];
  await killWorkers(t, world, {
    kills: KILLS,
    withinMs: 300,
    // Each second worker gets on before it is killed.
    async meanwhile(kill) {
      if (kill % 2 === 0) return;
      const before = reached.at(-1) ?? 0;
      await until(async () => ((await stateOf())?.userCount ?? 0) > before, 'another batch is told');
    },
    after: async () => void reached.push((await stateOf())?.userCount ?? 0),
    isDone: async () => (await stateOf())?.state === 'SENT',
  });
  t.diagnostic(`reached at each kill: ${reached.join(' ')}`);
  assert.ok(
    reached.some((count) => count > 0 && count < PEOPLE),
    reached.join(' '),
  );
  const { adminGetAnnouncements } = await admin.do('{ adminGetAnnouncements { nodes { state userCount } } }');
  assert.deepEqual(adminGetAnnouncements.nodes, [{ state: 'SENT', userCount: PEOPLE }]);
  assert.deepEqual(
    await rowsOf(
      world,
      `select count(*)::integer as times, count(distinct recipient_id)::integer as people from notifications where type = 'ANNOUNCEMENT'`,
    ),
    [{ times: PEOPLE, people: PEOPLE }],
  );
  await world.runJobs();
  assert.deepEqual(
    await rowsOf(
      world,
      `select count(*)::integer as times, count(distinct payload->>'recipientId')::integer as people
       from event_log where name = 'notification.changed' and payload->>'type' = 'ANNOUNCEMENT'`,
    ),
    [{ times: PEOPLE, people: PEOPLE }],
  );
});
