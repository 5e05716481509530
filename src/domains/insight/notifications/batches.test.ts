import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { callMissed } from '#domains/messaging/calls/calls.events.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { sent } from '#test/support/messaging/message-reactions.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { publish } from '#test/support/notifications/notifications.ts';
import { eraseNow } from '#test/support/notifications/fates.ts';
import { insertCrowd, insertPhones } from '#test/support/push/devices.ts';
import { runPushes } from '#test/support/push/pushed.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

/** More than two batches of 1,000 rows, and of 2,000 drafts. */
const CROWD = 2_300;
const MANY = 4_500;
/** More than one batch of 500 events. */
const PHONES = 520;

/** Tells a crowd of a target by their rows, with an act of an actor each. */
const insertTold = (
  { connectionString, clock }: World,
  { about, actorId, count }: { about: readonly [type: string, id: string]; actorId: string; count: number },
): Promise<unknown> =>
  runSql(
    connectionString,
    `with told as (
       insert into notifications (id, recipient_id, type, group_key, is_grouped, has_actor, is_listed, target_type, target_id,
         actor_count, highest_actor_count, created_at, latest_at)
       select gen_random_uuid(), ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'POST_MENTION', 'mention', false, true, true,
         '${about[0]}', '${about[1]}', 1, 1, now.at, now.at
       from generate_series(1, ${count}) n, (select '${clock.now().toISOString()}'::timestamptz as at) now
       returning id, latest_at)
     insert into notification_actors (notification_id, actor_id, act_id, at)
     select id, '${actorId}', '${about[1]}', latest_at from told`,
  );

const countOf = async ({ app }: World, counted: ReturnType<typeof sql<{ count: number }>>): Promise<number> =>
  (await counted.execute(app.services.db)).rows[0]?.count ?? -1;

const inAll = (world: World): Promise<number> =>
  countOf(world, sql`select count(*)::integer as count from notifications where type = 'POST_MENTION'`);

test('a post that is deleted leaves the lists of 2,300 people in batches, each told once, and the devices that showed it', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const postId = await publish(ada, 'Hello, all');
  await runPushes(world);
  await insertCrowd(world, CROWD);
  await insertPhones(world, PHONES);
  await insertTold(world, { about: ['post', uuidOf(postId)], actorId: uuidOf(ada.id), count: CROWD });
  await runSql(
    world.connectionString,
    `insert into push_steps select recipient_id, 'notification:' || id, 1, true, latest_at from notifications`,
  );
  await ada.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: postId,
  });
  await runPushes(world);
  assert.equal(await inAll(world), 0);
  const removed = sql<{ count: number }>`select count(distinct recipients)::integer as count from event_log
    where name = 'notification.changed' and payload->>'kind' = 'REMOVED' having count(*) = ${CROWD}`;
  assert.equal(await countOf(world, removed), CROWD);
  const retracted = sql<{
    count: number;
  }>`select count(distinct token_end)::integer as count from recorded_pushes
    where data->>'type' = 'RETRACTED' and title is null having count(*) = ${PHONES}`;
  assert.equal(await countOf(world, retracted), PHONES);
});

test('what is kept no longer is deleted in batches, and what is kept stays', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const targetId = uuidOf(ada.id);
  await insertCrowd(world, CROWD);
  await insertTold(world, { about: ['user', targetId], actorId: targetId, count: CROWD });
  const setAll = (set: string, where = 'true'): Promise<unknown> =>
    runSql(world.connectionString, `update notifications set ${set} where ${where}`);
  const ago = (days: number): string =>
    `'${new Date(world.clock.now().getTime() - days * DAY_MS).toISOString()}'`;
  const kept = `recipient_id <= '01900000-0000-7000-8000-00000000000a'`;
  // Read for long, but for ten.
  await setAll(`latest_at = ${ago(100)}`);
  await setAll(`read_at = ${ago(95)}`, `not (${kept})`);
  await runSql(
    world.connectionString,
    `insert into push_steps select recipient_id, 'notification:' || id, 1, true,
       case when ${kept} then ${ago(29)} else ${ago(31)} end::timestamptz from notifications`,
  );
  await runCron(world, 'notifications.sweep');
  await runCron(world, 'notification-pushes.sweep');
  const steps = sql<{ count: number }>`select count(*)::integer as count from push_steps`;
  assert.deepEqual([await inAll(world), await countOf(world, steps)], [10, 10]);
  await setAll(`latest_at = ${ago(181)}`);
  await runCron(world, 'notifications.sweep');
  assert.equal(await inAll(world), 0);
  // Groups of which all acts were taken back, but for one that was yesterday's.
  await insertTold(world, { about: ['user', targetId], actorId: targetId, count: CROWD });
  await setAll(`latest_at = ${ago(3)}, actor_count = 0`);
  await runSql(world.connectionString, `update notification_actors set retracted_at = ${ago(2)}`);
  await runSql(
    world.connectionString,
    `update notification_actors set retracted_at = ${ago(0.5)} where ctid = (select min(ctid) from notification_actors)`,
  );
  await runCron(world, 'notifications.sweep');
  assert.equal(await inAll(world), 1);
});

test('an erased person leaves 2,300 groups of others in batches', async (t) => {
  const world = await testWorld(t);
  const ben = await world.user('ben');
  const id = uuidOf(ben.id);
  await insertCrowd(world, CROWD);
  await insertTold(world, { about: ['user', id], actorId: id, count: CROWD });
  await eraseNow(world, ben);
  await world.runJobs();
  const left = sql<{ count: number }>`select (select count(*) from notification_actors)::integer
    + (select count(*) from notifications where actor_count <> 0)::integer as count`;
  assert.equal(await countOf(world, left), 0);
});

test('an event that tells 4,500 people is written in parts, and each is told once; so is a mention of all members', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { services } = world.app;
  const groupId = await startWith(ada, ben, await world.user('cleo'));
  await insertCrowd(world, MANY);
  const userIds = Array.from(
    { length: MANY },
    (_each, index) => `01900000-0000-7000-8000-${(index + 1).toString(16).padStart(12, '0')}`,
  );
  await services.transaction(async (tx) =>
    tx.emit(callMissed, { callId: services.ids.next(), starterId: uuidOf(ada.id), userIds }),
  );
  await world.runJobs();
  await world.runJobs();
  const told = (type: string): Promise<number> =>
    countOf(
      world,
      sql`select count(distinct recipient_id)::integer as count from notifications where type = ${type}
        having count(*) = count(distinct recipient_id)`,
    );
  assert.equal(await told('CALL_MISSED'), MANY);
  await runSql(
    world.connectionString,
    `insert into participants (conversation_id, user_id, role, joined_seq, joined_at)
     select '${uuidOf(groupId)}', id, 'MEMBER', 0, now() from users where provider = 'test' order by id limit ${CROWD}`,
  );
  await sent(ada, groupId, 'Hello @all');
  await world.runJobs();
  await world.runJobs();
  // Ben and Cleo too, and Ada is not told of what she wrote.
  assert.equal(await told('MESSAGE_MENTION'), CROWD + 2);
});
