import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { exported } from '#test/support/people/exports.ts';
import { poll } from '#test/support/money/purchases.ts';
import { type Bought, buyer, refund } from '#test/support/money/refunds.ts';
import { testWorld, type World } from '#test/support/world.ts';

const OF_ADMIN = `{ adminGetCoinPurchases { nodes { state history { state } } } }`;
const OF_BUYER = `query ($id: ID!) { coinPurchase(id: $id) { state history { state changedAt } } }`;

const hear = async (world: World): Promise<void> => {
  await poll(world);
  await world.runJobs();
};

const seen = async ({ person, purchaseId }: Bought): Promise<Untyped> => {
  const { state, history } = (await person.do(OF_BUYER, { id: purchaseId })).coinPurchase;
  const times = history.map(({ changedAt }: Untyped) => Date.parse(changedAt));
  assert.deepEqual(times, times.toSorted());
  return { state, history: history.map((change: Untyped) => change.state) };
};

test('a purchase says that it is refunded in part, and then in full', async (t) => {
  const world = await testWorld(t);
  const ada = await buyer(world, 'ada');
  const admin = await world.admin();
  assert.deepEqual(await seen(ada), { state: 'SUCCEEDED', history: ['CREATED', 'SUCCEEDED'] });
  world.clock.advance('1s');
  const { purchase } = await refund(admin, ada, { amountMinor: 100 });
  assert.equal(purchase.state, 'PARTIALLY_REFUNDED');
  world.clock.advance('1s');
  await refund(admin, ada, { amountMinor: 49 });
  world.clock.advance('1s');
  await refund(admin, ada, {});
  const history = ['CREATED', 'SUCCEEDED', 'PARTIALLY_REFUNDED', 'REFUNDED'];
  assert.deepEqual(await seen(ada), { state: 'REFUNDED', history });
  assert.deepEqual((await admin.do(OF_ADMIN)).adminGetCoinPurchases.nodes, [
    { state: 'REFUNDED', history: history.map((state) => ({ state })) },
  ]);
  const [row] = await exported(world, ada.person, 'coin-purchases');
  assert.equal((row as { state: string }).state, 'REFUNDED');
});

test('a purchase says that it is disputed, and then lost or as before', async (t) => {
  const world = await testWorld(t);
  const { sandbox } = world.app.services.ports.payments;
  assert.ok(sandbox);
  const [ada, ben] = [await buyer(world, 'ada'), await buyer(world, 'ben')];
  await refund(await world.admin(), ada, { amountMinor: 100 });
  const ids: string[] = [];
  for (const { providerId } of [ada, ben]) {
    world.clock.advance('1s');
    ids.push(await sandbox.openDispute({ paymentId: providerId, amountMinor: 349, isInquiry: false }));
    await hear(world);
  }
  assert.equal((await seen(ada)).state, 'DISPUTED');
  world.clock.advance('1s');
  for (const [index, disputeId] of ids.entries())
    await sandbox.decideDispute({ disputeId, isWon: index === 0 });
  await hear(world);
  assert.deepEqual(await seen(ada), {
    state: 'PARTIALLY_REFUNDED',
    history: ['CREATED', 'SUCCEEDED', 'PARTIALLY_REFUNDED', 'DISPUTED', 'PARTIALLY_REFUNDED'],
  });
  assert.deepEqual(await seen(ben), {
    state: 'LOST',
    history: ['CREATED', 'SUCCEEDED', 'DISPUTED', 'LOST'],
  });
});

test('a page of purchases reads the histories of all of them together', async (t) => {
  const world = await testWorld(t);
  await buyer(world, 'ada');
  const admin = await world.admin();
  const one = await world.statementsOf(() => admin.do(OF_ADMIN));
  await buyer(world, 'ben');
  assert.equal(await world.statementsOf(() => admin.do(OF_ADMIN)), one);
});
