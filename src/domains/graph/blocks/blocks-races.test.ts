import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import {
  assertDoneOrNotFound,
  assertFollowsConsistent,
  deadlocksOf,
} from '#test/support/people/follow-consistency.ts';
import { emittedNames } from '#test/support/unchanged.ts';
import { testWorld } from '#test/support/world.ts';

const about = (mutation: string): string =>
  `mutation ($id: ID!) { ${mutation}(input: { userId: $id }) { errors { code path } } }`;
const ACTS = ['blockUser', 'followUser', 'unblockUser', 'followUser', 'unfollowUser'].map(about);

test('fifty concurrent blocks and follows of one pair from several devices cause no deadlock and no inconsistent state', async (t) => {
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
    await assertFollowsConsistent(world);
  }
  assert.equal(await deadlocksOf(world.app.services.db), 0);
});

test('two users who block each other concurrently both succeed, and no follow or request is left between them', async (t) => {
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
  await assertFollowsConsistent(world);
});
