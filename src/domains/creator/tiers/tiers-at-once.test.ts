import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTier, tiersOf, updateTier } from '#test/support/money/tiers.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { leavePlace, takePlace } from './tier-members.service.ts';

test('of fifty who come for the last place at once, one gets it, and it is free when they leave', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { id } = await createTier(ada, { memberLimit: 2 });
  const { services } = world.app;
  const come = () => services.transaction((tx) => takePlace(tx, uuidOf(id)));
  const seen = async () => [
    (await tiersOf(ada, ada))?.map(({ memberCount, isFull }) => [memberCount, isFull]),
    (await tiersOf(ben, ada))?.map(({ memberCount, isFull }) => [memberCount, isFull]),
  ];
  assert.equal(await come(), true);
  const came = await Promise.all(Array.from({ length: 50 }, come));
  assert.deepEqual([came.filter(Boolean).length, await seen()], [1, [[[2, true]], [[null, true]]]]);

  // A lower bound puts nobody out.
  const { tier } = await updateTier(ada, { tierId: id, expectedVersion: 1, memberLimit: 1 });
  assert.deepEqual([tier.memberCount, tier.isFull], [2, true]);
  await services.transaction((tx) => leavePlace(tx, uuidOf(id)));
  assert.equal(await come(), false);
  await services.transaction((tx) => leavePlace(tx, uuidOf(id)));
  assert.deepEqual([await come(), await seen()], [true, [[[1, true]], [[null, true]]]]);
});

test('of two changes of one version at once, one conflicts', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { id: tierId } = await createTier(ada);
  const change = (priceCoins: number) => updateTier(ada, { tierId, expectedVersion: 1, priceCoins });
  const results = await Promise.all([change(200), change(300)]);
  const codes = results.map(({ tier, errors }) => tier?.version ?? errors[0].code);
  assert.deepEqual(codes.toSorted(), [2, 'CONFLICT']);
  const [tier] = (await tiersOf(ada, ada)) ?? [];
  assert.deepEqual([tier?.version, [200, 300].includes(tier?.priceCoins)], [2, true]);
});

test('of tiers that are made at once, none passes the limit or takes the level of another', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_TIERS: '3' } });
  const ada = await world.user('ada');
  const made = await Promise.allSettled(Array.from({ length: 6 }, () => createTier(ada)));
  assert.equal(made.filter(({ status }) => status === 'fulfilled').length, 3);
  const tiers = (await tiersOf(ada, ada)) ?? [];
  assert.deepEqual(
    tiers.map(({ level, position }) => [level, position]),
    [
      [1, 1],
      [2, 2],
      [3, 3],
    ],
  );
});
