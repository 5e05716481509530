import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Actor, Answer } from '#test/support/actor.ts';
import { emittedNames } from '#test/support/unchanged.ts';
import { testWorld, type World } from '#test/support/world.ts';

const about = (mutation: string): string =>
  `mutation ($id: ID!) { ${mutation}(input: { userId: $id }) { errors { code path } } }`;
const ACTS = ['blockUser', 'followUser', 'unblockUser', 'followUser', 'unfollowUser'].map(about);

test('fifty blocks and follows of one pair at once, from several devices, leave neither deadlock nor doubt', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const devices: readonly (readonly [who: Actor, other: string])[] = [
    [ada, ben.id],
    [await world.signIn(ada), ben.id],
    [ben, ada.id],
    [await world.signIn(ben), ada.id],
  ];
  for (let round = 0; round < 4; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, turn) => {
        const [who, id] = devices[(turn + round) % devices.length] ?? [ada, ben.id];
        return who.ask(ACTS[Math.floor(turn / devices.length + round) % ACTS.length] ?? '', { id });
      }),
    );
    for (const answer of answers) assertDoneOrNotFound(answer);
    await assertConsistent(world);
  }
  assert.equal(await deadlocksOf(world.app.services.db), 0);
});

test('two who block each other at the same moment both have, and nothing is left between them', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await ada.do(about('followUser'), { id: ben.id });
  await ben.do(about('followUser'), { id: ada.id });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, turn) =>
      turn % 2 === 0
        ? ada.ask(about('blockUser'), { id: ben.id })
        : ben.ask(about('blockUser'), { id: ada.id }),
    ),
  );
  for (const answer of answers) assertDoneOrNotFound(answer);
  const { db } = world.app.services;
  assert.deepEqual(await db.selectFrom('follows').selectAll().execute(), []);
  const blocks = await db.selectFrom('blocks').selectAll().execute();
  assert.ok(blocks.length === 1 || blocks.length === 2);
  const names = (await emittedNames(world)).slice(2);
  assert.deepEqual(names.slice(0, 3), ['user.unfollowed', 'user.unfollowed', 'user.blocked']);
  assert.equal(names.filter((name) => name === 'user.blocked').length, blocks.length);
  await assertConsistent(world);
});

function assertDoneOrNotFound({ data, errors }: Answer): void {
  assert.equal(errors, undefined, JSON.stringify(errors));
  const [payload] = Object.values<{ errors: unknown[] }>(data);
  assert.ok(payload);
  if (payload.errors.length > 0) {
    assert.deepEqual(payload.errors, [{ code: 'NOT_FOUND', path: ['userId'] }]);
  }
}

/** No edge beside a block in either direction, both counters the numbers of their edges, an event for each change. */
async function assertConsistent(world: World): Promise<void> {
  const { db } = world.app.services;
  const { rows: beside } = await sql`
    select from blocks b join follows f on f.follower_id in (b.blocker_id, b.blocked_id)
      and f.followee_id in (b.blocker_id, b.blocked_id)`.execute(db);
  assert.deepEqual(beside, []);
  const { rows: wrong } = await sql`
    select username from users u
    where follower_count <> (select count(*) from follows where followee_id = u.id)
      or following_count <> (select count(*) from follows where follower_id = u.id)`.execute(db);
  assert.deepEqual(wrong, []);
  const names = await emittedNames(world);
  const timesOf = (name: string): number => names.filter((one) => one === name).length;
  const edges = await db.selectFrom('follows').selectAll().execute();
  assert.equal(timesOf('user.followed') - timesOf('user.unfollowed'), edges.length);
}

/** A deadlock would be retried and so stay unseen, but the database counts them, and says so within a second. */
async function deadlocksOf(db: Db): Promise<number> {
  await delay(1_200);
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::integer from pg_stat_database where datname = current_database()`.execute(db);
  return rows[0]?.deadlocks ?? -1;
}
