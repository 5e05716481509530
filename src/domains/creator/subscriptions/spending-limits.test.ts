import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceOf, differencesOf, give, rowsOf } from '#test/support/money/ledger.ts';
import {
  changeTier,
  memberCounts,
  moveTo,
  offerTier,
  renewAll,
  subscribed,
  subscribeTo,
  subscriptionsOf,
} from '#test/support/money/subscriptions.ts';
import { send, settle } from '#test/support/money/tips.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import type { Actor } from '#test/support/actor.ts';
import { testWorld } from '#test/support/world.ts';

const REACHED = [{ code: 'LIMIT_REACHED' }];

const setLimit = (person: Actor, period: string, limitCoins: number) =>
  callMutation(person, {
    name: 'setSpendingLimit',
    payload: 'errors { code }',
    input: { period, limitCoins },
  });

const spentOf = async (person: Actor): Promise<number[]> => {
  const { mySpendingLimits } = await person.do('{ mySpendingLimits { spentCoins } }');
  return mySpendingLimits.map(({ spentCoins }: { spentCoins: number }) => spentCoins);
};

test('limits of the own hold for subscribing and for a dearer tier, also for many at once, and not for renewals', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const fan = await world.user('fan');
  await give(world, fan, 2_000, { kind: 'COINS' });
  const creators = await Promise.all(['cleo', 'dan', 'eve', 'finn'].map((name) => world.user(name)));
  const tierIds: string[] = [];
  for (const creator of creators) tierIds.push(await offerTier(world, creator, { priceCoins: 100 }));
  const [cleo] = creators;
  assert.ok(cleo);
  const big = await offerTier(world, cleo, { level: 2, priceCoins: 400 });
  await setLimit(fan, 'WEEK', 250);
  const answers = await Promise.all(tierIds.map((tierId) => subscribeTo(fan, tierId)));
  assert.equal(answers.filter(({ errors }) => errors.length === 0).length, 2);
  assert.deepEqual(
    answers.flatMap(({ errors }) => errors),
    [...REACHED, ...REACHED],
  );
  assert.equal((await balanceOf(fan)).coins, 1_800);
  const own = await subscriptionsOf(fan);
  let ofCleo = own.find(({ tierId }) => tierId === tierIds[0]);
  if (!ofCleo) {
    await moveTo(world, new Date(world.clock.now().getTime() + 8 * 86_400_000), fan);
    ofCleo = await subscribed(fan, String(tierIds[0]));
  }
  const change = { subscriptionId: ofCleo.id, tierId: big };
  assert.deepEqual((await changeTier(fan, { ...change, preview: true })).errors, []);
  assert.deepEqual((await changeTier(fan, change)).errors, REACHED);
  assert.deepEqual((await memberCounts(world)).at(-1), { counted: 0, there: 0 });

  await setLimit(fan, 'DAY', 0);
  const live = await subscriptionsOf(fan, 'ACTIVE');
  const before = (await balanceOf(fan)).coins;
  await moveTo(world, new Date(world.clock.now().getTime() + 40 * 86_400_000), fan);
  await renewAll(world);
  assert.equal((await balanceOf(fan)).coins, before - 100 * live.length);
  assert.deepEqual(
    (await subscriptionsOf(fan, 'ACTIVE')).map(({ id }) => id),
    live.map(({ id }) => id),
  );
  await settle(world);
  assert.deepEqual(await differencesOf(world), []);
});

test('of a subscription that was refunded in part the rest counts as spent', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
  await give(world, fan, 1_000, { kind: 'COINS' });
  await subscribed(fan, await offerTier(world, cleo, { priceCoins: 300 }));
  await send(fan, { target: { userId: cleo.id }, amountCoins: 7 });
  assert.deepEqual(await spentOf(fan), [307, 307, 307]);
  await moveTo(world, new Date(world.clock.now().getTime() + 5 * 86_400_000), fan, cleo);
  await cleo.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: fan.id,
  });
  await settle(world);
  const [refund] = await rowsOf<{ coins: number }>(world, 'select coins from subscription_refunds');
  assert.ok(refund && refund.coins > 240 && refund.coins < 260);
  const rest = 307 - refund.coins;
  assert.deepEqual(await spentOf(fan), [0, rest, rest]);
});
