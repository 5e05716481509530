import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceOf, differencesOf, give } from '#test/support/money/ledger.ts';
import { offerTier, subscribed, subscriptionsOf } from '#test/support/money/subscriptions.ts';
import { settle } from '#test/support/money/tips.ts';
import { testWorld } from '#test/support/world.ts';

const LIST = `query ($state: UserSubscriptionState, $creatorId: ID) {
  adminGetSubscriptions(state: $state, creatorId: $creatorId) { nodes { id state funding endReason subscriber { username } } } }`;
const END = `mutation ($input: AdminEndSubscriptionInput!) {
  adminEndSubscription(input: $input) { subscription { state endReason } errors { code } } }`;

test('an admin sees subscriptions and ends one, with or without giving the rest back', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
  const tierId = await offerTier(world, cleo);
  await give(world, fan, 100, { kind: 'COINS' });
  const { id: subscriptionId } = await subscribed(fan, tierId);
  const [finance, support] = [await world.admin({ role: 'FINANCE' }), await world.admin({ role: 'SUPPORT' })];
  const listed = await finance.do(LIST, { state: 'ACTIVE', creatorId: cleo.id });
  assert.deepEqual(listed.adminGetSubscriptions.nodes, [
    { id: subscriptionId, state: 'ACTIVE', funding: 'COINS', endReason: null, subscriber: null },
  ]);
  assert.equal((await support.ask(LIST, {})).errors?.[0]?.extensions['code'], 'FORBIDDEN');
  const input = { subscriptionId, refund: true, reason: 'A complaint' };
  assert.deepEqual((await finance.do(END, { input })).adminEndSubscription, {
    subscription: { state: 'ENDED', endReason: 'MODERATION' },
    errors: [],
  });
  assert.deepEqual((await finance.ask(END, { input })).data.adminEndSubscription.errors, [
    { code: 'INVALID_STATE' },
  ]);
  await settle(world);
  // Nothing of the period was over.
  assert.equal((await balanceOf(fan)).coins, 100);
  const again = await subscribed(fan, tierId);
  await finance.do(END, { input: { subscriptionId: again.id, refund: false, reason: 'Fraud' } });
  await settle(world);
  assert.equal((await balanceOf(fan)).coins, 0);
  assert.deepEqual(
    (await subscriptionsOf(fan)).map(({ endReason }) => endReason),
    ['MODERATION', 'MODERATION'],
  );
  assert.deepEqual(await differencesOf(world), []);
});
