import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block } from '#test/support/messaging/messaging.ts';
import { balanceOf, differencesOf, give, rowsOf } from '#test/support/money/ledger.ts';
import {
  changeBy,
  memberCounts,
  moveTo,
  offerTier,
  renewAll,
  subscribed,
  subscribeTo,
  subscriptionsOf,
} from '#test/support/money/subscriptions.ts';
import { settle, TRANSACTIONS } from '#test/support/money/tips.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const CREATE = `mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code } } }`;

/** A post that a tier level of its author's subscribers sees. */
const publishFor = async (author: Person, tierLevel: number): Promise<string> =>
  (await author.do(CREATE, { input: { text: 'For friends', visibility: 'SUBSCRIBERS', tierLevel } }))
    .createPost.post.id;

const sees = async (person: Person, postId: string): Promise<boolean> =>
  (await person.do('query ($id: ID!) { post(id: $id) { id } }', { id: postId })).post !== null;

async function scene(t: Parameters<typeof testWorld>[0]): Promise<[World, Person, Person]> {
  const world = await testWorld(t);
  world.clock.freeze();
  return [world, await world.user('cleo'), await world.user('fan')];
}

test('a subscription for coins shows posts at once, earns the creator, and ends with its period when it is canceled', async (t) => {
  const [world, cleo, fan] = await scene(t);
  await give(world, fan, 250, { kind: 'COINS' });
  const postId = await publishFor(cleo, 2);
  const tierId = await offerTier(world, cleo, { level: 2 });
  assert.equal(await sees(fan, postId), false);
  const live = await cleo.subscribe(
    'subscription { subscriptionChanged { subscription { state funding } } }',
  );
  const begun = await subscribed(fan, tierId);
  const { id } = begun;
  assert.deepEqual(
    [begun.state, begun.priceCoins, begun.accessEndsAt, begun.endsAtPeriodEnd],
    ['ACTIVE', 100, begun.periodEnd, false],
  );
  assert.equal(await sees(fan, postId), true);
  assert.deepEqual(await balanceOf(fan), { coins: 150, promoCoins: 0, totalCoins: 150 });
  await settle(world);
  const told = await live.next();
  assert.deepEqual(told.data.subscriptionChanged.subscription, { state: 'ACTIVE', funding: null });
  assert.deepEqual((await fan.do(TRANSACTIONS)).myTransactions.nodes[0], {
    type: 'SUBSCRIPTION_PAID',
    direction: 'DEBIT',
    status: 'POSTED',
    amountCoins: 100,
    feeCoins: null,
    balanceAfter: 150,
    counterparty: { username: 'cleo' },
  });
  assert.deepEqual((await cleo.do(TRANSACTIONS)).myTransactions.nodes, [
    {
      type: 'SUBSCRIPTION_EARNED',
      direction: 'CREDIT',
      status: 'POSTED',
      amountCoins: 100,
      feeCoins: 20,
      balanceAfter: null,
      counterparty: { username: 'fan' },
    },
  ]);
  assert.deepEqual(await differencesOf(world), []);
  for (const _time of [1, 2]) {
    const { subscription } = await changeBy(fan, 'cancelSubscription', { subscriptionId: id });
    assert.deepEqual([subscription?.state, subscription?.endsAtPeriodEnd], ['ACTIVE', true]);
  }
  assert.equal(
    (await changeBy(cleo, 'cancelSubscription', { subscriptionId: id })).errors[0]?.code,
    'NOT_FOUND',
  );
  const resumed = await changeBy(fan, 'resumeSubscription', { subscriptionId: id });
  assert.equal(resumed.subscription?.endsAtPeriodEnd, false);
  await changeBy(fan, 'cancelSubscription', { subscriptionId: id });
  await moveTo(world, begun.periodEnd, fan, cleo);
  assert.equal(await sees(fan, postId), false);
  await renewAll(world);
  assert.deepEqual(
    (await subscriptionsOf(fan, 'ENDED')).map(({ state, endReason }) => [state, endReason]),
    [['ENDED', 'CANCELED']],
  );
  assert.equal(
    (await changeBy(fan, 'resumeSubscription', { subscriptionId: id })).errors[0]?.code,
    'INVALID_STATE',
  );
  assert.deepEqual(await memberCounts(world), [{ counted: 0, there: 0 }]);
  const stats = await cleo.do(
    '{ creatorStats { memberCount months { startedCount endedCount paidCoins earnedCoins refundedCoins } } }',
  );
  assert.equal(stats.creatorStats.memberCount, 0);
  const sums = stats.creatorStats.months.reduce(
    (all: number[], month: Record<string, number>) =>
      all.map((sum, index) => sum + (Object.values(month)[index] ?? 0)),
    [0, 0, 0, 0, 0],
  );
  assert.deepEqual(sums, [1, 1, 100, 80, 0]);
  assert.deepEqual((await fan.do('{ myInvoices { nodes { reason state amountCoins } } }')).myInvoices.nodes, [
    { reason: 'CREATE', state: 'PAID', amountCoins: 100 },
  ]);
});

test('refusals come before anything is written, and one tap of many subscribes', async (t) => {
  const [world, cleo, fan] = await scene(t);
  const codes = async (person: Person, tierId: string, input: object = {}) =>
    (await subscribeTo(person, tierId, input)).errors.map(({ code }) => code);
  const tierId = await offerTier(world, cleo, { memberLimit: 1 });
  const other = await offerTier(world, cleo, { level: 3, priceCoins: 500 });
  assert.deepEqual(await codes(fan, tierId), ['INSUFFICIENT_COINS']);
  await give(world, fan, 1_000);
  assert.deepEqual(await codes(cleo, tierId), ['VALIDATION_FAILED']);
  assert.deepEqual(await codes(fan, tierId, { version: 2 }), ['CONFLICT']);
  await restrict(world, fan, { kind: 'PURCHASING' });
  assert.deepEqual(await codes(fan, tierId), ['RESTRICTED']);
  await runSql(world.connectionString, 'update restrictions set lifted_at = now()');
  const outcomes = await Promise.all([1, 2, 3, 4].map(() => codes(fan, tierId)));
  assert.deepEqual(outcomes.toSorted(), [[], ['INVALID_STATE'], ['INVALID_STATE'], ['INVALID_STATE']]);
  assert.deepEqual(await codes(fan, other), ['INVALID_STATE']);
  assert.deepEqual(await balanceOf(fan), { coins: 0, promoCoins: 900, totalCoins: 900 });
  const late = await world.user('late');
  await give(world, late, 1_000);
  assert.deepEqual(await codes(late, tierId), ['LIMIT_REACHED']);
  await restrict(world, cleo, { kind: 'MONETISATION' });
  assert.deepEqual(await codes(late, other), ['FORBIDDEN']);
  await block(world, cleo, late);
  assert.deepEqual(await codes(late, other), ['NOT_FOUND']);
  assert.deepEqual(await rowsOf(world, 'select count(*)::integer as count from subscriptions'), [
    { count: 1 },
  ]);
  assert.deepEqual(await memberCounts(world), [
    { counted: 1, there: 1 },
    { counted: 0, there: 0 },
  ]);
  assert.deepEqual(await differencesOf(world), []);
});

test('a key subscribes once, and a trial is had once with a creator', async (t) => {
  const [world, cleo, fan] = await scene(t);
  const tierId = await offerTier(world, cleo, { trialDays: 7 });
  const key = { idempotencyKey: 'trial-of-cleo' };
  const [first, second] = [await subscribeTo(fan, tierId, key), await subscribeTo(fan, tierId, key)];
  assert.deepEqual([first.errors, first], [[], second]);
  const { subscription } = first;
  assert.equal(subscription?.state, 'TRIALING');
  assert.equal(
    new Date(subscription.periodEnd).getTime() - new Date(subscription.periodStart).getTime(),
    7 * 86_400_000,
  );
  await changeBy(fan, 'cancelSubscription', { subscriptionId: subscription.id });
  await moveTo(world, subscription.periodEnd, fan);
  await renewAll(world);
  assert.deepEqual((await subscribeTo(fan, tierId)).errors, [{ code: 'INSUFFICIENT_COINS' }]);
  await give(world, fan, 100);
  assert.equal((await subscribed(fan, tierId)).state, 'ACTIVE');
  assert.equal((await subscriptionsOf(fan)).length, 2);
});
