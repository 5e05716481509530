import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payOut } from '#test/support/money/earnings.ts';
import { give } from '#test/support/money/ledger.ts';
import { poll } from '#test/support/money/purchases.ts';
import { buyer, refund } from '#test/support/money/refunds.ts';
import { send, settle } from '#test/support/money/tips.ts';
import { type Person, testWorld } from '#test/support/world.ts';

const HISTORY = `query ($first: Int) { myTransactions(first: $first) { nodes {
  type tip { id } purchase { id payment { isDisputed } } payout { amountCoins } } } }`;

const historyOf = async (person: Person, first = 50): Promise<unknown[]> =>
  (await person.do(HISTORY, { first })).myTransactions.nodes;

test('each transaction of coins leads to the tip, the purchase or the payout that it is about', async (t) => {
  const world = await testWorld(t);
  const { person: ada, purchaseId, ...bought } = await buyer(world, 'ada');
  const ben = await world.user('ben');
  const { tip } = await send(ada, { target: { userId: ben.id }, amountCoins: 20 });
  await settle(world);
  const { errors } = await refund(
    await world.admin(),
    { person: ada, purchaseId, ...bought },
    {
      amountMinor: 100,
    },
  );
  assert.deepEqual(errors, []);
  const { sandbox } = world.app.services.ports.payments;
  await sandbox?.openDispute({ paymentId: bought.providerId, amountMinor: 100, isInquiry: false });
  await poll(world);
  await world.runJobs();
  await payOut(world, ada, [7]);
  await give(world, ada, 5);
  const nothing = { tip: null, purchase: null, payout: null };
  const purchase = { id: purchaseId, payment: { isDisputed: true } };
  assert.deepEqual(await historyOf(ada), [
    { type: 'PROMO_GRANT', ...nothing },
    { type: 'PAYOUT', ...nothing, payout: { amountCoins: 7 } },
    { type: 'PROMO_GRANT', ...nothing },
    { type: 'DISPUTE_HOLD', ...nothing, purchase },
    { type: 'PURCHASE_REFUND', ...nothing, purchase },
    { type: 'TIP_SENT', ...nothing, tip: { id: tip.id } },
    { type: 'COIN_PURCHASE', ...nothing, purchase },
  ]);
  // The receiver of a tip reads of it, and not what its sender knows.
  assert.deepEqual(await historyOf(ben), [{ type: 'TIP_RECEIVED', ...nothing }]);
});

test('a page of transactions reads what they are about together', async (t) => {
  const world = await testWorld(t);
  const { person: ada } = await buyer(world, 'ada');
  const [ben, cleo] = [await world.user('ben'), await world.user('cleo')];
  await send(ada, { target: { userId: ben.id }, amountCoins: 20 });
  const statements = await world.statementsOf(() => historyOf(ada));
  for (const { id } of [cleo, ben, cleo]) await send(ada, { target: { userId: id }, amountCoins: 2 });
  assert.equal(await world.statementsOf(() => historyOf(ada)), statements);
});
