import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { postReacted } from '#domains/content/reactions/reactions.events.ts';
import { userFollowed } from '#domains/graph/follows/follows.events.ts';
import type { NotificationType } from '../notification-settings/notification.types.ts';
import {
  counted,
  listed,
  notificationsOf,
  publish,
  react,
} from '#test/support/notifications/notifications.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { erase } from '#test/support/people/accounts.ts';
import { follow } from '#test/support/people/people.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { addNotifications } from './collecting.service.ts';
import { findNotificationForPush } from './notifications.service.ts';

const REACTORS = 20_000;

/** Users by their number. */
const idOf = (number: number): string => `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

async function addUsers({ connectionString }: World, count: number): Promise<void> {
  await runSql(
    connectionString,
    `insert into users (id, provider, subject, username, display_name, state, created_at, updated_at)
     select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'test', n::text, 'user.' || n, 'User ' || n, 'ACTIVE', now(), now()
     from generate_series(1, ${count}) n`,
  );
}

async function emitReactions(
  { app }: World,
  { postId, author, from, to }: { postId: string; author: Person; from: number; to: number },
): Promise<void> {
  for (let start = from; start <= to; start += 5_000) {
    await app.services.transaction(async (tx) => {
      for (let number = start; number < Math.min(start + 5_000, to + 1); number += 1) {
        const reaction = { userId: idOf(number), authorId: uuidOf(author.id), type: 'LIKE' } as const;
        tx.emit(postReacted, { postId: uuidOf(postId), ...reaction });
      }
    });
  }
}

const updatesOf = async ({ app }: World): Promise<number> => {
  await sql`select pg_stat_force_next_flush()`.execute(app.services.db);
  const { rows } = await sql<{ updates: number }>`
    select n_tup_upd::integer as updates from pg_stat_user_tables where relname = 'notifications'`.execute(
    app.services.db,
  );
  return rows[0]?.updates ?? 0;
};

test('twenty thousand reactions are one row, which counts them all and is written once a batch', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const postId = await publish(ada, 'Hi');
  await addUsers(world, REACTORS);
  const before = await updatesOf(world);
  await emitReactions(world, { postId, author: ada, from: 1, to: REACTORS });
  await world.runJobs();
  const [only, ...others] = await notificationsOf(ada);
  assert.deepEqual(others, []);
  assert.equal(only.actorCount, REACTORS);
  assert.equal(only.actors.length, 8);
  assert.ok((await updatesOf(world)) - before <= REACTORS / 500 + 5);
});

test('an event that cannot be collected is left out, and all others are told', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const followeeId = uuidOf(ada.id);
  await follow(ben, ada);
  await world.app.services.transaction(async (tx) => {
    // No text of ours is an id.
    tx.emit(userFollowed, { followerId: 'nobody', followeeId });
    tx.emit(userFollowed, { followerId: randomUUID(), followeeId });
  });
  await follow(cleo, ada);
  assert.deepEqual(await listed(world, ada), ['FOLLOW cleo+ben']);
  assert.equal((await notificationsOf(ada))[0].actorCount, 2);
});

test('who has turned a type off, or hears of followed people alone, is told accordingly', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const prefer = (preference: object): Promise<unknown> =>
    ada.do(
      'mutation ($p: NotificationPreferenceInput!) { updateNotificationPreferences(input: { preferences: [$p] }) { errors { code message } } }',
      { p: preference },
    );
  await follow(ada, ben);
  await prefer({ type: 'POST_REACTION', audience: 'FOLLOWED' });
  const postId = await publish(ada, 'Hi');
  await react(ben, postId);
  await react(cleo, postId);
  assert.deepEqual(await listed(world, ada), ['POST_REACTION ben']);
  // Narrowed later: what was told stays.
  await prefer({ type: 'POST_REACTION', audience: 'NOBODY' });
  assert.deepEqual(await listed(world, ada), ['POST_REACTION ben']);
  await prefer({ type: 'FOLLOW', inApp: false });
  await follow(cleo, ada);
  assert.deepEqual(await listed(world, ada), ['POST_REACTION ben']);
  assert.deepEqual(await counted(ada), { unread: 1, unseen: 1 });
  // Devices are told of it still.
  const pushed = await world.app.services.db
    .selectFrom('notifications')
    .select(['id', 'type'])
    .where('is_listed', '=', false)
    .executeTakeFirstOrThrow();
  const sent = await findNotificationForPush(world.app.services, pushed.id);
  assert.deepEqual(await sent?.textsIn('de'), { title: 'cleo folgt dir', body: null });
});

test('an announcement is told once to each, however often it is repeated', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { services } = world.app;
  const announce = (): Promise<void> =>
    services.transaction((tx) =>
      addNotifications(services, tx, {
        type: 'ANNOUNCEMENT' satisfies NotificationType,
        recipientIds: [uuidOf(ada.id), uuidOf(ben.id)],
        targetType: null,
        targetId: null,
        key: 'first',
        facts: { title: 'News {actors}', text: 'A text' },
        at: services.clock.now(),
      }),
    );
  await announce();
  await ada.do(
    `mutation { markNotificationsRead(input: { upTo: "${services.clock.now().toISOString()}" }) { errors { code } } }`,
  );
  await announce();
  const [only, ...others] = await notificationsOf(ada);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [only.title, only.body, only.target, only.isRead],
    ['News {actors}', 'A text', null, true],
  );
  assert.deepEqual(await counted(ben), { unread: 1, unseen: 1 });
});

test('old notifications go, those that are read sooner, and groups of which nothing is left', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await follow(ben, ada);
  await world.runJobs();
  await ada.do(
    `mutation { markNotificationsRead(input: { upTo: "${world.clock.now().toISOString()}" }) { errors { code } } }`,
  );
  world.clock.advance('13h');
  await follow(await world.signIn(cleo), ada);
  await world.runJobs();
  const UNFOLLOW = 'mutation ($id: ID!) { unfollowUser(input: { userId: $id }) { errors { code } } }';
  const left = async (): Promise<number> => {
    await runCron(world, 'notifications.sweep');
    const { db } = world.app.services;
    return (await db.selectFrom('notifications').select('id').where('type', '=', 'FOLLOW').execute()).length;
  };
  assert.equal(await left(), 2);
  world.clock.advance('91d');
  assert.equal(await left(), 1);
  await (await world.signIn(cleo)).do(UNFOLLOW, { id: ada.id });
  await world.runJobs();
  assert.equal(await left(), 1);
  world.clock.advance('25h');
  assert.equal(await left(), 0);
});

test('an erased user leaves the groups, and what they were told is gone', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const postId = await publish(ada, 'Hi');
  await react(ben, postId);
  await react(cleo, postId);
  await world.runJobs();
  await erase(world, ben);
  await world.runJobs();
  const acts = await world.app.services.db.selectFrom('notification_actors').select('actor_id').execute();
  assert.deepEqual(acts, [{ actor_id: uuidOf(cleo.id) }]);
  const rows = await world.app.services.db.selectFrom('notifications').select('actor_count').execute();
  assert.deepEqual(rows, [{ actor_count: 1 }]);
  await erase(world, await world.signIn(ada));
  assert.deepEqual(await world.app.services.db.selectFrom('notifications').select('id').execute(), []);
});
