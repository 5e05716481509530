import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '#test/support/content/comments.ts';
import type { Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { block } from '#test/support/messaging/messaging.ts';
import { differencesOf, give } from '#test/support/money/ledger.ts';
import { buyer, refund } from '#test/support/money/refunds.ts';
import { send, settle } from '#test/support/money/tips.ts';
import { type Person, testWorld } from '#test/support/world.ts';
import { feeOf, smallestTip } from './tips.policy.ts';

const EARNINGS = `query ($first: Int, $after: String) { myEarnings { smallestTipCoins earnings(first: $first, after: $after) {
  nodes { amountCoins feeCoins earnedCoins takenBackCoins pendingCoins availableAt state subjectId sender { username }
    tip { message isAnonymous targetKind sender { username } } }
  pageInfo { hasNextPage endCursor } } } }`;

const earned = async (person: Person, page: Record<string, unknown> = {}): Promise<Untyped> =>
  (await person.do(EARNINGS, page)).myEarnings.earnings;

test('a creator lists what each tip brought, for what, by whom unless it is anonymous, and until when it is pending', async (t) => {
  const world = await testWorld(t);
  let star = await world.user('star');
  const [ada, ben] = [await buyer(world, 'ada'), await world.user('ben')];
  await give(world, ben, 100);
  const postId = await publish(star);
  await send(ben, { target: { postId }, amountCoins: 20, message: 'Bravo' });
  await settle(world);
  await send(ada.person, { target: { userId: star.id }, amountCoins: 300, isAnonymous: true });
  await settle(world);
  const { nodes, pageInfo } = await earned(star, { first: 1 });
  const bought = {
    amountCoins: 300,
    feeCoins: 90,
    earnedCoins: 210,
    takenBackCoins: 0,
    pendingCoins: 210,
    state: 'PENDING',
    subjectId: star.id,
    sender: null,
    tip: { message: null, isAnonymous: true, targetKind: 'USER', sender: null },
  };
  const [{ availableAt, ...first }] = nodes;
  assert.deepEqual(first, bought);
  const days = (Date.parse(availableAt) - world.clock.now().getTime()) / 86_400_000;
  assert.ok(days >= 59.9 && days < 60.1, String(days));
  assert.equal(pageInfo.hasNextPage, true);
  const given = {
    amountCoins: 20,
    feeCoins: 6,
    earnedCoins: 14,
    takenBackCoins: 0,
    pendingCoins: 0,
    availableAt: null,
    state: 'AVAILABLE',
    subjectId: postId,
    sender: { username: 'ben' },
    tip: { message: 'Bravo', isAnonymous: false, targetKind: 'POST', sender: { username: 'ben' } },
  };
  world.clock.advance('8d');
  await runCron(world, 'earnings.clear');
  star = await world.signIn(star);
  assert.deepEqual((await earned(star, { first: 1, after: pageInfo.endCursor })).nodes, [given]);
  await refund(await world.admin(), ada, {});
  const [taken] = (await earned(star)).nodes;
  assert.deepEqual(taken, {
    ...bought,
    takenBackCoins: 210,
    pendingCoins: 0,
    availableAt: null,
    state: 'TAKEN_BACK',
  });
  await block(world, star, ben);
  const [, hidden] = (await earned(star)).nodes;
  assert.deepEqual([hidden.sender, hidden.tip.sender], [null, null]);
  assert.deepEqual((await earned(await world.signIn(ben))).nodes, []);
  assert.deepEqual(await differencesOf(world), []);
});

test('the subject of a tip is not named to a receiver who does not see it any more', async (t) => {
  const world = await testWorld(t);
  const [star, ben] = [await world.user('star'), await world.user('ben')];
  await give(world, ben, 100);
  const postId = await publish(star);
  await send(ben, { target: { postId }, amountCoins: 20 });
  await settle(world);
  const seen = async () => (await earned(star)).nodes.map(({ subjectId }: Untyped) => subjectId);
  assert.deepEqual(await seen(), [postId]);
  await star.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: postId,
  });
  assert.deepEqual(await seen(), [null]);
});

test('a list of earnings costs as many statements for many as for one', async (t) => {
  const world = await testWorld(t);
  const [star, ben] = [await world.user('star'), await world.user('ben')];
  await give(world, ben, 100);
  const tipOf = async (message: string): Promise<void> => {
    await send(ben, { target: { userId: star.id }, amountCoins: 5, message });
    await settle(world);
  };
  await tipOf('one');
  const one = await world.statementsOf(() => earned(star));
  for (const message of ['two', 'three', 'four']) await tipOf(message);
  assert.equal((await earned(star)).nodes.length, 4);
  assert.equal(await world.statementsOf(() => earned(star)), one);
});

test('the smallest tip pays its receiver a coin, and no fee is more than the share and half a coin', async (t) => {
  for (const feeBps of [0, 1, 1_000, 3_000, 3_333, 5_000, 9_000, 9_999]) {
    const least = smallestTip(feeBps);
    assert.ok(least - feeOf(least, feeBps) >= 1, `${least} at ${feeBps}`);
    assert.ok(least === 1 || least - 1 - feeOf(least - 1, feeBps) < 1, `${least} at ${feeBps}`);
    for (let coins = 1; coins <= 300; coins += 1) {
      const difference = feeOf(coins, feeBps) - (coins * feeBps) / 10_000;
      assert.ok(difference <= 0.5 && difference >= -0.5, `${coins} at ${feeBps}`);
    }
  }
  assert.equal(feeOf(10_000, 10_000), 10_000);
  const world = await testWorld(t, { env: { LIMIT_TIP_FEE_BPS: '9000' } });
  const [star, ben] = [await world.user('star'), await world.user('ben')];
  await give(world, ben, 100);
  assert.equal((await star.do(EARNINGS)).myEarnings.smallestTipCoins, 5);
  const target = { userId: star.id };
  assert.deepEqual((await send(ben, { target, amountCoins: 4 })).errors, [{ code: 'VALIDATION_FAILED' }]);
  assert.deepEqual((await send(ben, { target, amountCoins: 5 })).errors, []);
  await settle(world);
  const [{ earnedCoins, feeCoins }] = (await earned(star)).nodes;
  assert.deepEqual([earnedCoins, feeCoins], [1, 4]);
});
