import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userFollowed } from '#domains/graph/follows/follows.events.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { JOB_CONCURRENCY } from '#platform/outbox/jobs/kinds.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { advanceTo } from '#test/support/notifications/digests.ts';
import { killWorkers } from '#test/support/notifications/killed-workers.ts';
import { mailServer } from '#test/support/people/mail-server.ts';
import { crowdId, insertCrowd } from '#test/support/push/devices.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

const KILLS = 8;
/** Some batches of 100. */
const PEOPLE = 450;
/** Mails that a worker is sending when it is killed, at most. */
const AT_ONCE = JOB_CONCURRENCY.bulk;

test('workers that are killed while they mail digests leave nobody out, and what is mailed again is the same mail', async (t) => {
  const world = await testWorld(t);
  const server = await mailServer(t, { encryption: 'none' });
  const { services, relay } = world.app;
  advanceTo(world, 8);
  const ada = await world.user('ada');
  await insertCrowd(world, PEOPLE);
  await runSql(
    world.connectionString,
    `update users set email = username || '@example.com', is_email_verified = true where username like 'user.%';
     insert into notification_settings (user_id, time_zone, digest, shows_previews, quiet_call_audience)
     select id, 'UTC', 'DAILY', true, 'NOBODY' from users where username like 'user.%'`,
  );
  await services.transaction(async (tx) => {
    for (let number = 1; number <= PEOPLE; number += 1)
      tx.emit(userFollowed, { followerId: uuidOf(ada.id), followeeId: crowdId(number) });
  });
  await world.runJobs();
  await services.transaction(async (tx) => tx.enqueue(defineJob<object>('digests.begin'), {}));
  await relay.drain();
  const countOf = async (rows: string): Promise<number | undefined> =>
    (await rowsOf<{ count: number }>(world, `select count(*)::integer as count from ${rows}`))[0]?.count;
  /** The ids of the mails to each address. */
  const mailsTo = (): Map<string, (string | undefined)[]> =>
    new Map(
      [...Map.groupBy(server.received, ({ recipients: [to = ''] }) => to)].map(([to, mails]) => [
        to,
        mails.map(({ headers }) => headers.get('message-id')),
      ]),
    );
  const mailed: number[] = [];
  await killWorkers(t, world, {
    kills: KILLS,
    withinMs: 900,
    mailPort: server.port,
    after: async () => void mailed.push(server.received.length),
    isDone: async () =>
      mailsTo().size === PEOPLE &&
      (await countOf(`graphile_worker.jobs where task_identifier ~ '^(mail.sendBulk|digests.sendZone)'`)) ===
        0,
  });
  t.diagnostic(`mails at each kill: ${mailed.join(' ')}; in all ${server.received.length}`);
  assert.ok(
    mailed.some((count) => count > 0 && count < PEOPLE),
    mailed.join(' '),
  );
  const mails = mailsTo();
  assert.equal(mails.size, PEOPLE);
  // A mail server that has taken a mail may get it again, when the worker dies before it has noted that: by its id it is the same.
  assert.deepEqual(new Set([...mails.values()].map((those) => new Set(those).size)), new Set([1]));
  assert.ok(server.received.length <= PEOPLE + KILLS * AT_ONCE, `${server.received.length} mails`);
  assert.ok(server.received.every(({ subject }) => subject === 'One new notification'));
});
