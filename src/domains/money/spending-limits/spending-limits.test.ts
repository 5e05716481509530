import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceOf, give } from '#test/support/money/ledger.ts';
import { send, undo } from '#test/support/money/tips.ts';
import { type Actor } from '#test/support/actor.ts';
import { testWorld } from '#test/support/world.ts';

const SET = `mutation ($input: SetSpendingLimitInput!) { setSpendingLimit(input: $input) {
  limit { period limitCoins nextLimitCoins nextLimitAt } errors { code } } }`;
const LIMITS = '{ mySpendingLimits { period limitCoins spentCoins } }';

const setLimit = async (person: Actor, limitCoins: number | null, period = 'DAY') =>
  (await person.ask(SET, { input: { period, limitCoins } })).data.setSpendingLimit;

test('a limit of one day stops tips at once, counts what is undone as not spent, and is raised after a day', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 1_000);
  const target = { userId: ben.id };
  world.clock.freeze();
  const spent = await send(ada, { target, amountCoins: 60 });
  assert.deepEqual(await setLimit(ada, 100), {
    limit: { period: 'DAY', limitCoins: 100, nextLimitCoins: null, nextLimitAt: null },
    errors: [],
  });
  assert.deepEqual((await ada.do(LIMITS)).mySpendingLimits, [
    { period: 'DAY', limitCoins: 100, spentCoins: 60 },
    { period: 'WEEK', limitCoins: null, spentCoins: 60 },
    { period: 'MONTH', limitCoins: null, spentCoins: 60 },
  ]);
  assert.deepEqual((await send(ada, { target, amountCoins: 41 })).errors, [{ code: 'LIMIT_REACHED' }]);
  await undo(ada, spent.tip.id);
  assert.deepEqual((await send(ada, { target, amountCoins: 100 })).errors, []);
  const nextLimitAt = new Date(world.clock.now().getTime() + 86_400_000).toISOString();
  assert.deepEqual((await setLimit(ada, null)).limit, {
    period: 'DAY',
    limitCoins: 100,
    nextLimitCoins: null,
    nextLimitAt,
  });
  assert.deepEqual((await setLimit(ada, 200)).limit, {
    period: 'DAY',
    limitCoins: 100,
    nextLimitCoins: 200,
    nextLimitAt,
  });
  assert.deepEqual((await send(ada, { target, amountCoins: 1 })).errors, [{ code: 'LIMIT_REACHED' }]);
  world.clock.advance('25h');
  const later = await world.signIn(ada);
  assert.deepEqual((await send(later, { target, amountCoins: 200 })).errors, []);
  assert.deepEqual((await send(later, { target, amountCoins: 1 })).errors, [{ code: 'LIMIT_REACHED' }]);
  assert.deepEqual((await setLimit(later, -1)).errors, [{ code: 'VALIDATION_FAILED' }]);
});

test('tips at once do not pass a limit together', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 1_000);
  await setLimit(ada, 35, 'WEEK');
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => send(ada, { target: { userId: ben.id }, amountCoins: 10 })),
  );
  assert.equal(answers.filter(({ errors }) => errors.length === 0).length, 3);
  assert.equal((await balanceOf(ada)).totalCoins, 970);
});

test('a tip that was undone does not make room for others when it leaves the period', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  world.clock.freeze();
  await give(world, ada, 1_000);
  await setLimit(ada, 100);
  const target = { userId: ben.id };
  const undone = await send(ada, { target, amountCoins: 100 });
  world.clock.advance('4s');
  await undo(ada, undone.tip.id);
  // The tip is a day old, and its reversal is not.
  world.clock.advance('86398s');
  const later = await world.signIn(ada);
  assert.deepEqual((await send(later, { target, amountCoins: 100 })).errors, []);
  assert.deepEqual((await send(later, { target, amountCoins: 1 })).errors, [{ code: 'LIMIT_REACHED' }]);
});

test('a new account gives so much in a day, also by many tips at once, and as much as it has after 30 days', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 100_000, { kind: 'COINS' });
  const target = { userId: ben.id };
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => send(ada, { target, amountCoins: 3_000, message: 'Bravo' })),
  );
  assert.equal(answers.filter(({ errors }) => errors.length === 0).length, 3);
  const refused = await ada.ask(
    `mutation ($input: SendTipInput!) { sendTip(input: $input) { errors { code path message } } }`,
    { input: { target, amountCoins: 1_001, idempotencyKey: 'more' } },
  );
  assert.deepEqual(refused.data.sendTip.errors, [
    {
      code: 'LIMIT_REACHED',
      path: ['amountCoins'],
      message: 'An account gives at most 10000 coins in 24 hours during its first 30 days.',
    },
  ]);
  const last = await send(ada, { target, amountCoins: 1_000, message: 'Bravo' });
  assert.deepEqual(last.errors, []);
  assert.deepEqual((await send(ada, { target, amountCoins: 1 })).errors, [{ code: 'LIMIT_REACHED' }]);
  // An undone tip makes room again.
  await undo(ada, last.tip.id);
  assert.deepEqual((await send(ada, { target, amountCoins: 1_000 })).errors, []);
  assert.equal((await balanceOf(ada)).totalCoins, 90_000);
  world.clock.advance('25h');
  const nextDay = await world.signIn(ada);
  assert.deepEqual((await send(nextDay, { target, amountCoins: 10_000 })).errors, []);
  assert.deepEqual((await send(nextDay, { target, amountCoins: 1 })).errors, [{ code: 'LIMIT_REACHED' }]);
  world.clock.advance('29d');
  const older = await world.signIn(ada);
  for (const _tip of [1, 2])
    assert.deepEqual((await send(older, { target, amountCoins: 10_000 })).errors, []);
});
