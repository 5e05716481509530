import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import type { Actor, Untyped, Variables } from '#test/support/actor.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { give } from '#test/support/money/ledger.ts';
import { testWorld } from '#test/support/world.ts';

test('the documents of the guide for creators sell a membership and a message', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
  await give(world, fan, 500, { kind: 'COINS' });
  const text = await readFile('docs/guides/creators.md', 'utf8');
  const documents = new Map(
    [...text.matchAll(/^```graphql\n(\w+ (\w+).*?)^```$/gms)].map(([, document = '', name = '']) => [
      name,
      document,
    ]),
  );
  const run = (actor: Actor, name: string, variables: Variables = {}): Promise<Untyped> =>
    actor.do(documents.get(name) ?? assert.fail(`${name} is not in the guide`), variables);

  const created = [];
  for (const [title, priceCoins] of [
    ['Front row', 100],
    ['Rehearsal room', 300],
  ] as const) {
    const input = { title, priceCoins, isShown: true };
    const { createSubscriptionTier } = await run(cleo, 'CreateSubscriptionTier', { input });
    created.push(createSubscriptionTier.tier);
  }
  const { subscriptionTiers } = await run(fan, 'SubscriptionTiers', { creatorId: cleo.id });
  const [first, second] = subscriptionTiers.nodes;
  assert.deepEqual(
    [first.id, second.id],
    created.map(({ id }) => id),
  );
  const bought = { tierId: first.id, version: first.version, idempotencyKey: 'join' };
  const { subscribeToTier } = await run(fan, 'SubscribeToTier', { input: bought });
  const { id: subscriptionId, state } = subscribeToTier.subscription;
  assert.equal(state, 'ACTIVE');
  const dearer = { subscriptionId, tierId: second.id, version: second.version };
  for (const preview of [true, false]) {
    const { changeSubscriptionTier: changed } = await run(fan, 'ChangeSubscriptionTier', {
      input: { ...dearer, preview, idempotencyKey: preview ? 'look' : 'up' },
    });
    assert.deepEqual(
      [changed.dueCoins, changed.subscription.tier.title],
      [200, preview ? 'Front row' : 'Rehearsal room'],
    );
  }
  const { cancelSubscription } = await run(fan, 'CancelSubscription', { id: subscriptionId });
  assert.equal(cancelSubscription.subscription.endsAtPeriodEnd, true);

  const conversationId = await startWith(cleo, fan);
  const lock = { priceCoins: 30, teaser: 'A story' };
  const sent = await run(cleo, 'SendMessage', { input: { conversationId, text: 'The secret', lock } });
  const { id: messageId } = sent.sendMessage.message;
  const unlocking = { messageId, expectedPriceCoins: 30, idempotencyKey: 'unlock' };
  const { unlockMessage } = await run(fan, 'UnlockMessage', { input: unlocking });
  assert.deepEqual(unlockMessage.message, {
    content: { __typename: 'TextContent', text: 'The secret' },
    lock: { viewer: { isUnlocked: true } },
  });
  const { messageSales, mySubscribers, creatorStats } = await run(cleo, 'Sales');
  assert.deepEqual(
    messageSales.nodes.map(({ id: _, ...sale }: Untyped) => sale),
    [{ priceCoins: 30, state: 'PAID', buyer: { username: 'fan' } }],
  );
  assert.deepEqual(mySubscribers.nodes, [
    { state: 'ACTIVE', endsAtPeriodEnd: true, subscriber: { username: 'fan' } },
  ]);
  assert.equal(creatorStats.memberCount, 1);
  assert.deepEqual([...documents.keys()], EXECUTED);
});

/** The subscription is executed by the reference client (`client/test/creators.test.ts`). */
const EXECUTED = [
  'CreateSubscriptionTier',
  'SubscriptionTiers',
  'SubscribeToTier',
  'ChangeSubscriptionTier',
  'CancelSubscription',
  'SubscriptionChanged',
  'SendMessage',
  'UnlockMessage',
  'Sales',
];
