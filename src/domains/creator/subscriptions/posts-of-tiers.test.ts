import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import { give } from '#test/support/money/ledger.ts';
import { moveTo, offerTier, subscribed } from '#test/support/money/subscriptions.ts';
import { testWorld } from '#test/support/world.ts';

const CREATE = 'mutation ($input: CreatePostInput!) { createPost(input: $input) { errors { code } } }';
const PAGE =
  'query ($id: ID!) { userPosts(userId: $id, first: 50) { nodes { id text visibility tierLevel author { username } } } }';

test('a page of fifty posts for subscribers takes no statement more than one of posts for all', async (t) => {
  const world = await testWorld(t);
  const [cleo, fan, other] = [await world.user('cleo'), await world.user('fan'), await world.user('other')];
  await give(world, fan, 100);
  await subscribed(fan, await offerTier(world, cleo));
  const publish = async (count: number, input: object): Promise<void> => {
    for (let index = 0; index < count; index += 1)
      assert.deepEqual(
        (await cleo.do(CREATE, { input: { text: `Post ${index}`, ...input } })).createPost.errors,
        [],
      );
  };
  const seen = async (who: typeof fan) => (await who.do(PAGE, { id: cleo.id })).userPosts.nodes.length;
  const read = (who: typeof fan) => world.statementsOf(() => who.do(PAGE, { id: cleo.id }));
  await publish(5, {});
  const [before, withoutAccess] = [await read(fan), await read(other)];
  await publish(20, { visibility: 'SUBSCRIBERS', tierLevel: 1 });
  // The budget for posts is of an hour.
  await moveTo(world, new Date(world.clock.now().getTime() + 2 * HOUR_MS), cleo, fan, other);
  await publish(25, { visibility: 'SUBSCRIBERS', tierLevel: 1 });
  await publish(5, { visibility: 'SUBSCRIBERS' });
  assert.deepEqual([await seen(fan), await seen(other)], [50, 5]);
  assert.deepEqual([await read(fan), await read(other)], [before, withoutAccess]);
});
