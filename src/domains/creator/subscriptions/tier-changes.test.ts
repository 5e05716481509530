import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { balanceOf, differencesOf, give } from '#test/support/money/ledger.ts';
import {
  changeBy,
  changeTier,
  memberCounts,
  moveTo,
  offerTier,
  renewAll,
  reprice,
  subscribed,
  subscriptionsOf,
} from '#test/support/money/subscriptions.ts';
import { settle } from '#test/support/money/tips.ts';
import { testWorld } from '#test/support/world.ts';

test('a dearer tier holds once the difference of the rest is paid, a cheaper one with the next period', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
  const [small, big] = [
    await offerTier(world, cleo, { level: 1, priceCoins: 100 }),
    await offerTier(world, cleo, { level: 2, priceCoins: 400, memberLimit: 1 }),
  ];
  await give(world, fan, 150, { kind: 'COINS' });
  const { id: subscriptionId, periodStart, periodEnd } = await subscribed(fan, small);
  const [start, end] = [new Date(periodStart).getTime(), new Date(periodEnd).getTime()];
  await moveTo(world, new Date(start + 10 * DAY_MS), fan);
  const due = Math.ceil((300 * (end - start - 10 * DAY_MS)) / (end - start));
  const idempotencyKey = 'the-key-of-this-change';
  const up = { subscriptionId, tierId: big, idempotencyKey };
  const previewed = await changeTier(fan, { ...up, preview: true });
  assert.deepEqual([previewed.dueCoins, previewed.subscription?.tierId, previewed.errors], [due, small, []]);
  assert.equal(new Date(previewed.effectiveAt ?? 0).getTime(), start + 10 * DAY_MS);
  // The payment fails, and all stays.
  assert.deepEqual((await changeTier(fan, { subscriptionId, tierId: big })).errors, [
    { code: 'INSUFFICIENT_COINS' },
  ]);
  assert.equal((await subscriptionsOf(fan))[0]?.tierId, small);
  assert.deepEqual(await memberCounts(world), [
    { counted: 1, there: 1 },
    { counted: 0, there: 0 },
  ]);
  await give(world, fan, 500, { kind: 'COINS' });
  // A preview has not used the key up.
  const { subscription: changed } = await changeTier(fan, up);
  assert.deepEqual([changed?.tierId, changed?.priceCoins, changed?.periodEnd], [big, 400, periodEnd]);
  assert.equal((await balanceOf(fan)).totalCoins, 550 - due);
  assert.deepEqual(await memberCounts(world), [
    { counted: 0, there: 0 },
    { counted: 1, there: 1 },
  ]);
  const down = await changeTier(fan, { subscriptionId, tierId: small });
  assert.deepEqual(
    [down.dueCoins, down.effectiveAt, down.subscription?.tierId, down.subscription?.nextTierId],
    [0, periodEnd, big, small],
  );
  // The tier that it has takes the change back.
  assert.equal((await changeTier(fan, { subscriptionId, tierId: big })).subscription?.nextTierId, null);
  await changeTier(fan, { subscriptionId, tierId: small });
  assert.deepEqual(await memberCounts(world), [
    { counted: 1, there: 1 },
    { counted: 1, there: 1 },
  ]);
  await moveTo(world, periodEnd, fan);
  await renewAll(world);
  const [renewed] = await subscriptionsOf(fan);
  assert.deepEqual([renewed?.tierId, renewed?.nextTierId, renewed?.priceCoins], [small, null, 100]);
  assert.equal((await balanceOf(fan)).totalCoins, 450 - due);
  assert.deepEqual(await memberCounts(world), [
    { counted: 1, there: 1 },
    { counted: 0, there: 0 },
  ]);
  await settle(world);
  assert.deepEqual(await differencesOf(world), []);
});

test('members keep their price until they agree to another one, and the tier that is archived', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [cleo, fan, late] = [await world.user('cleo'), await world.user('fan'), await world.user('late')];
  const tierId = await offerTier(world, cleo, { priceCoins: 100 });
  for (const person of [fan, late]) await give(world, person, 1_000, { kind: 'COINS' });
  const first = await subscribed(fan, tierId);
  const second = await subscribed(late, tierId);
  await reprice(world, tierId, 2, { priceCoins: 150 });
  const input = { subscriptionId: first.id, version: 2 };
  assert.deepEqual((await changeBy(fan, 'acceptSubscriptionPrice', { ...input, version: 3 })).errors, [
    { code: 'CONFLICT' },
  ]);
  const { subscription } = await changeBy(fan, 'acceptSubscriptionPrice', input);
  assert.deepEqual([subscription?.version, subscription?.nextVersion, subscription?.priceCoins], [1, 2, 100]);
  await moveTo(world, first.periodEnd > second.periodEnd ? first.periodEnd : second.periodEnd, fan, late);
  await renewAll(world);
  assert.deepEqual(
    [(await balanceOf(fan)).totalCoins, (await balanceOf(late)).totalCoins],
    [1_000 - 250, 1_000 - 200],
  );
  assert.deepEqual(
    (await subscriptionsOf(fan)).map(({ version, nextVersion, priceCoins }) => [
      version,
      nextVersion,
      priceCoins,
    ]),
    [[2, null, 150]],
  );
});
