import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postReacted } from '#domains/content/reactions/reactions.events.ts';
import { userFollowed } from '#domains/graph/follows/follows.events.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { advanceTo } from '#test/support/notifications/digests.ts';
import { killWorkers } from '#test/support/notifications/killed-workers.ts';
import { publish } from '#test/support/notifications/notifications.ts';
import { crowdId, insertCrowd, insertPhones } from '#test/support/push/devices.ts';
import { withPhone } from '#test/support/push/pushed.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const KILLS = 20;
/** People who react to one post; the first of them are followed, and have phones. */
const PEOPLE = 4_000;
const FOLLOWED = 1_000;
/** Longer than a worker leases what it sends. */
const LEASE = '61s';
/** Numbers of actors at which a group of as many is pushed. */
const STEPS = [1, 5, 10, 50, 100, 500, 1_000];

/** Counts what a killed worker has left in the middle of something. */
async function leftBy(world: World): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    world,
    `select (select count(*) from graphile_worker.jobs where locked_at is not null)::integer
      + (select count(*) from waiting_pushes where attempts > 0)::integer as count`,
  );
  return row?.count ?? 0;
}

test('a worker that is killed twenty times among 5,000 events tells of each once and pushes each step once', async (t) => {
  const world = await testWorld(t);
  const { services, relay } = world.app;
  // Not at the end of a half day, at which another group begins.
  advanceTo(world, 13);
  const ada = await withPhone(await world.user('ada'));
  const [adaId, postId] = [uuidOf(ada.id), uuidOf(await publish(ada, 'Good morning'))];
  await insertCrowd(world, PEOPLE);
  await insertPhones(world, FOLLOWED);
  await world.runJobs();
  const left: number[] = [];
  await killWorkers(t, world, {
    kills: KILLS,
    withinMs: 500,
    async meanwhile(kill) {
      const inTurn = (count: number): string[] =>
        Array.from({ length: count / KILLS }, (_each, place) => crowdId((kill * count) / KILLS + place + 1));
      await services.transaction(async (tx) => {
        for (const followeeId of inTurn(FOLLOWED)) tx.emit(userFollowed, { followerId: adaId, followeeId });
        for (const userId of inTurn(PEOPLE))
          tx.emit(postReacted, { postId, userId, authorId: adaId, type: 'LIKE' });
      });
      await relay.drain();
    },
    async after() {
      left.push(await leftBy(world));
      world.clock.advance(LEASE);
    },
    isDone: async () => {
      const [sent] = await rowsOf<{ count: number }>(
        world,
        `select count(*)::integer as count from push_deliveries where type = 'FOLLOW'`,
      );
      const [todo] = await rowsOf<{ count: number }>(
        world,
        `select (select count(*) from waiting_pushes)::integer
        + (select count(*) from event_followers, event_head where name like 'notification%' and event_followers.position < event_head.position)::integer
        + (select count(*) from graphile_worker.jobs where task_identifier like 'notification-pushes.push%')::integer as count`,
      );
      return (sent?.count ?? 0) >= FOLLOWED && todo?.count === 0;
    },
  });
  t.diagnostic(`left in the middle by each kill: ${left.join(' ')}`);
  assert.ok(left.filter((count) => count > 0).length > KILLS / 4, left.join(' '));

  assert.deepEqual(await rowsOf(world, 'select id from waiting_pushes'), []);
  assert.deepEqual(
    await rowsOf(
      world,
      `select type, count(*)::integer as rows, count(distinct recipient_id)::integer as people, sum(actor_count)::integer as actors
       from notifications where type in ('FOLLOW', 'POST_REACTION') group by type order by type`,
    ),
    [
      { type: 'FOLLOW', rows: FOLLOWED, people: FOLLOWED, actors: FOLLOWED },
      { type: 'POST_REACTION', rows: 1, people: 1, actors: PEOPLE },
    ],
  );
  // The pushes that the provider has got, and what the deliveries say of them.
  const follows = await rowsOf(
    world,
    `select count(*)::integer as shown, count(distinct token_end)::integer as phones, count(distinct data->>'notificationId')::integer as told
     from recorded_pushes where data->>'type' = 'FOLLOW' and title is not null`,
  );
  assert.deepEqual(follows, [{ shown: FOLLOWED, phones: FOLLOWED, told: FOLLOWED }]);
  assert.deepEqual(
    await rowsOf(
      world,
      `select state, count(*)::integer as count, count(distinct recipient_id)::integer as people
       from push_deliveries where type = 'FOLLOW' group by state`,
    ),
    [{ state: 'SENT', count: FOLLOWED, people: FOLLOWED }],
  );
  const [group] = await rowsOf<{ shown: number; sent: number; step: number }>(
    world,
    `select (select count(*) from recorded_pushes where data->>'type' = 'POST_REACTION')::integer as shown,
       (select count(*) from push_deliveries where type = 'POST_REACTION' and state = 'SENT')::integer as sent,
       (select step from push_steps where user_id = '${adaId}' and is_sent)::integer as step`,
  );
  assert.equal(group?.step, STEPS.at(-1));
  assert.equal(group?.sent, group?.shown);
  // A step that is reached before the one below it was sent takes its place: how many that are goes by the pace of the workers.
  assert.ok(group && group.shown >= 1 && group.shown <= STEPS.length, `${group?.shown} pushes of the group`);
  t.diagnostic(`${group.shown} of ${STEPS.length} steps were pushed`);
});
