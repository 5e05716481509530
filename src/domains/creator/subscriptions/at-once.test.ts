import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { block } from '#test/support/messaging/messaging.ts';
import { balanceOf, differencesOf, give, rowsOf } from '#test/support/money/ledger.ts';
import {
  changeTier,
  memberCounts,
  moveTo,
  offerTier,
  reprice,
  subscribed,
  subscribeTo,
  subscriptionsOf,
} from '#test/support/money/subscriptions.ts';
import { archiveTier, updateTier } from '#test/support/money/tiers.ts';
import { settle } from '#test/support/money/tips.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { testWorld, type World } from '#test/support/world.ts';

const FIFTY = Array.from({ length: 50 }, (_, index) => index);
const CONFLICT = [{ code: 'CONFLICT' }];

const chargesOf = (world: World) =>
  rowsOf(
    world,
    `select i.reason, i.amount_coins as coins, count(t.id)::integer as transfers from subscription_invoices i
     join coin_transfers t on t.kind = 'SUBSCRIPTION_PAID' and t.idempotency_key = i.id::text group by i.id order by i.id`,
  );

test('fifty who subscribe at once with one key or with fifty are charged once, and a key answers for ever', async (t) => {
  const world = await testWorld(t);
  const [cleo, dan, fan] = [await world.user('cleo'), await world.user('dan'), await world.user('fan')];
  await give(world, fan, 1_000, { kind: 'COINS' });
  const [ofCleo, ofDan] = [await offerTier(world, cleo), await offerTier(world, dan, { priceCoins: 200 })];
  const key = { idempotencyKey: 'the-key-of-fan-0001' };
  const same = await Promise.all(FIFTY.map(() => subscribeTo(fan, ofCleo, key)));
  assert.deepEqual(new Set(same.map(({ subscription }) => subscription?.id)).size, 1);
  assert.deepEqual(
    same.flatMap(({ errors }) => errors),
    [],
  );
  assert.equal((await balanceOf(fan)).coins, 900);

  const other = await Promise.all(FIFTY.map(() => subscribeTo(fan, ofDan)));
  assert.equal(other.filter(({ errors }) => errors.length === 0).length, 1);
  assert.deepEqual(
    new Set(other.flatMap(({ errors }) => errors.map(({ code }) => code))),
    new Set(['INVALID_STATE']),
  );
  assert.equal((await balanceOf(fan)).coins, 700);

  await block(world, cleo, fan);
  await restrict(world, fan, { kind: 'PURCHASING' });
  const again = await subscribeTo(fan, ofCleo, key);
  assert.deepEqual([again.subscription?.id, again.errors], [same[0]?.subscription?.id, []]);
  assert.deepEqual(await chargesOf(world), [
    { reason: 'CREATE', coins: 100, transfers: 1 },
    { reason: 'CREATE', coins: 200, transfers: 1 },
  ]);
  assert.equal((await balanceOf(fan)).coins, 700);
  await settle(world);
  assert.deepEqual(await differencesOf(world), []);
});

test('of fifty people who subscribe for the last place at once, one gets it and pays', async (t) => {
  const world = await testWorld(t);
  const cleo = await world.user('cleo');
  const tierId = await offerTier(world, cleo, { memberLimit: 1 });
  const people = await Promise.all(FIFTY.map((index) => world.user(`fan${index}`)));
  for (const person of people) await give(world, person, 100);
  const answers = await Promise.all(people.map((person) => subscribeTo(person, tierId)));
  assert.deepEqual(answers.map(({ errors }) => errors[0]?.code ?? '').toSorted(), [
    '',
    ...Array<string>(49).fill('LIMIT_REACHED'),
  ]);
  assert.deepEqual(await memberCounts(world), [{ counted: 1, there: 1 }]);
  assert.deepEqual(await chargesOf(world), [{ reason: 'CREATE', coins: 100, transfers: 1 }]);
  assert.deepEqual(
    await rowsOf(
      world,
      `select sum(balance)::integer as coins from coin_accounts where kind in ('COINS', 'PROMO') and owner_id is not null`,
    ),
    [{ coins: 4_900 }],
  );
});

test('fifty upgrades by one person at once, with one key or with fifty, are charged once', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [cleo, fan, fay] = [await world.user('cleo'), await world.user('fan'), await world.user('fay')];
  const [small, big] = [await offerTier(world, cleo), await offerTier(world, cleo, { priceCoins: 400 })];
  for (const person of [fan, fay]) await give(world, person, 1_000, { kind: 'COINS' });
  const own = [await subscribed(fan, small), await subscribed(fay, small)] as const;
  const [ofFan, ofFay] = own;
  await moveTo(world, new Date(new Date(ofFay.periodEnd).getTime() - 10 * DAY_MS), fan, fay);
  const due = (await changeTier(fan, { subscriptionId: ofFan.id, tierId: big, preview: true })).dueCoins ?? 0;
  assert.ok(due > 80 && due < 120, String(due));
  const key = 'the-key-of-fan-0002';
  const input = { subscriptionId: ofFan.id, tierId: big, idempotencyKey: key };
  const same = await Promise.all(FIFTY.map(() => changeTier(fan, input)));
  assert.deepEqual(
    same.map(({ dueCoins, errors }) => [dueCoins, errors]),
    FIFTY.map(() => [due, []]),
  );
  const other = await Promise.all(
    FIFTY.map(() => changeTier(fay, { subscriptionId: ofFay.id, tierId: big })),
  );
  // Attempts after the upgrade change nothing, or have seen other terms.
  assert.equal(other.filter(({ dueCoins }) => (dueCoins ?? 0) > 0).length, 1);
  assert.deepEqual(
    other.flatMap(({ errors }) => errors.map(({ code }) => code)).filter((code) => code !== 'CONFLICT'),
    [],
  );
  for (const person of [fan, fay]) {
    assert.equal((await balanceOf(person)).coins, 900 - due);
    assert.deepEqual(
      (await subscriptionsOf(person)).map(({ tierId, nextTierId }) => [tierId, nextTierId]),
      [[big, null]],
    );
  }
  await block(world, cleo, fan);
  await restrict(world, fan, { kind: 'PURCHASING' });
  assert.deepEqual((await changeTier(fan, input)).errors, []);
  assert.equal((await balanceOf(fan)).coins, 900 - due);
  assert.deepEqual(await memberCounts(world), [
    { counted: 0, there: 0 },
    { counted: 2, there: 2 },
  ]);
  await settle(world);
  assert.deepEqual(await differencesOf(world), []);
});

test('two upgrades within one millisecond are charged one by one', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
  const [small, middle, big] = [
    await offerTier(world, cleo, { priceCoins: 100 }),
    await offerTier(world, cleo, { priceCoins: 200 }),
    await offerTier(world, cleo, { priceCoins: 500 }),
  ];
  await give(world, fan, 1_000, { kind: 'COINS' });
  const { id: subscriptionId } = await subscribed(fan, small);
  assert.deepEqual((await changeTier(fan, { subscriptionId, tierId: middle })).errors, []);
  assert.deepEqual((await changeTier(fan, { subscriptionId, tierId: big })).errors, CONFLICT);
  assert.equal((await balanceOf(fan)).coins, 800);
  assert.equal((await subscriptionsOf(fan))[0]?.tierId, middle);
  assert.deepEqual(
    (await memberCounts(world)).map(({ counted }) => counted),
    [0, 1, 0],
  );
  world.clock.advance(1);
  assert.deepEqual((await changeTier(fan, { subscriptionId, tierId: big })).errors, []);
  assert.equal((await balanceOf(fan)).coins, 500);
});

test('a price that has changed, and a tier that is hidden or archived, charge nothing, and those who have it keep it', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [cleo, fan, late] = [await world.user('cleo'), await world.user('fan'), await world.user('late')];
  for (const person of [fan, late]) await give(world, person, 1_000, { kind: 'COINS' });
  const [small, big] = [await offerTier(world, cleo), await offerTier(world, cleo, { priceCoins: 400 })];
  const { id: subscriptionId } = await subscribed(fan, small);
  const up = { subscriptionId, tierId: big };
  assert.deepEqual((await changeTier(fan, { ...up, preview: true })).errors, []);
  await reprice(world, big, 2, { priceCoins: 401 });
  assert.deepEqual((await changeTier(fan, up)).errors, CONFLICT);
  assert.deepEqual((await subscribeTo(late, big)).errors, CONFLICT);
  const post = async (tierLevel: number) =>
    (
      await cleo.do(
        'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code } } }',
        { input: { text: 'For members', visibility: 'SUBSCRIBERS', tierLevel } },
      )
    ).createPost.post.id;
  const seen = async (id: string) =>
    Promise.all(
      [fan, late].map(
        async (person) =>
          (await person.do('query ($id: ID!) { node(id: $id) { id } }', { id })).node !== null,
      ),
    );
  const before = await post(1);
  for (const close of [
    () => updateTier(cleo, { tierId: small, expectedVersion: 1, isShown: false }),
    () => archiveTier(cleo, small),
  ]) {
    await close();
    assert.deepEqual((await subscribeTo(late, small)).errors, [{ code: 'NOT_FOUND' }]);
    assert.deepEqual(
      [await seen(before), await seen(await post(1))],
      [
        [true, false],
        [true, false],
      ],
    );
    assert.deepEqual(await seen(await post(2)), [false, false]);
  }
  await archiveTier(cleo, big);
  assert.deepEqual((await changeTier(fan, { ...up, version: 2 })).errors, [{ code: 'NOT_FOUND' }]);
  assert.deepEqual([(await balanceOf(fan)).coins, (await balanceOf(late)).coins], [900, 1_000]);
  assert.deepEqual(await chargesOf(world), [{ reason: 'CREATE', coins: 100, transfers: 1 }]);
  assert.deepEqual(await memberCounts(world), [
    { counted: 1, there: 1 },
    { counted: 0, there: 0 },
  ]);
});
