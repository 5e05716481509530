import assert from 'node:assert/strict';
import { test } from 'node:test';
import { give } from '#test/support/money/ledger.ts';
import { cancelPurchase, confirmPurchase, offer, purchase } from '#test/support/money/purchases.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { send } from '#test/support/money/tips.ts';
import type { Actor } from '#test/support/actor.ts';
import { testWorld, type World } from '#test/support/world.ts';

const SET = `mutation ($input: SetSpendingLimitInput!) { setSpendingLimit(input: $input) {
  limit { kind period limitCoins nextLimitCoins nextLimitAt } errors { code } } }`;
const LIMITS = '{ mySpendingLimits(kind: PURCHASES) { kind period limitCoins spentCoins } }';

const setLimit = async (person: Actor, limitCoins: number | null, period = 'MONTH') =>
  (await person.do(SET, { input: { kind: 'PURCHASES', period, limitCoins } })).setSpendingLimit;

const boughtOf = async (person: Actor): Promise<number[]> =>
  (await person.do(LIMITS)).mySpendingLimits.map((limit: { spentCoins: number }) => limit.spentCoins);

const PASSED = {
  code: 'LIMIT_REACHED',
  message: 'This passes the limit that you have set for your own purchases.',
  path: ['packageId'],
  __typename: 'PlainError',
};

async function buyer(world: World) {
  const ada = await world.user('ada');
  await saveCard(ada);
  return ada;
}

test('a limit of purchases bounds what is bought, and not what is spent, is lowered at once and raised after a day', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await buyer(world), await world.user('ben')];
  const packageId = await offer(world, { coins: 500, bonusCoins: 100 });
  world.clock.freeze();
  assert.deepEqual(await setLimit(ada, 1_200), {
    limit: { kind: 'PURCHASES', period: 'MONTH', limitCoins: 1_200, nextLimitCoins: null, nextLimitAt: null },
    errors: [],
  });
  for (const _purchase of [1, 2]) assert.equal((await purchase(ada, packageId)).purchase.state, 'SUCCEEDED');
  assert.deepEqual((await ada.do(LIMITS)).mySpendingLimits, [
    { kind: 'PURCHASES', period: 'DAY', limitCoins: null, spentCoins: 1_000 },
    { kind: 'PURCHASES', period: 'WEEK', limitCoins: null, spentCoins: 1_000 },
    { kind: 'PURCHASES', period: 'MONTH', limitCoins: 1_200, spentCoins: 1_000 },
  ]);
  assert.deepEqual((await purchase(ada, packageId)).errors, [PASSED]);
  // Neither is the limit of the other.
  assert.deepEqual((await send(ada, { target: { userId: ben.id }, amountCoins: 1_200 })).errors, []);
  const spending = await ada.do('{ mySpendingLimits { kind period limitCoins spentCoins } }');
  assert.deepEqual(spending.mySpendingLimits[2], {
    kind: 'SPENDING',
    period: 'MONTH',
    limitCoins: null,
    spentCoins: 1_200,
  });

  const nextLimitAt = new Date(world.clock.now().getTime() + 86_400_000).toISOString();
  const raised = {
    kind: 'PURCHASES',
    period: 'MONTH',
    limitCoins: 1_200,
    nextLimitCoins: 1_500,
    nextLimitAt,
  };
  assert.deepEqual((await setLimit(ada, 1_500)).limit, raised);
  assert.deepEqual((await purchase(ada, packageId)).errors, [PASSED]);
  world.clock.advance('25h');
  const later = await world.signIn(ada);
  assert.equal((await purchase(later, packageId)).purchase.state, 'SUCCEEDED');
  assert.deepEqual((await purchase(later, packageId)).errors, [PASSED]);
  world.clock.advance('31d');
  const nextMonth = await world.signIn(ada);
  assert.deepEqual(await boughtOf(nextMonth), [0, 0, 0]);
  assert.equal((await purchase(nextMonth, packageId)).purchase.state, 'SUCCEEDED');
});

test('purchases at once do not pass a limit together, and one that was begun before is completed after it', async (t) => {
  const world = await testWorld(t);
  const ada = await buyer(world);
  const packageId = await offer(world, { coins: 500 });
  await setLimit(ada, 1_499, 'DAY');
  const answers = await Promise.all(Array.from({ length: 10 }, () => purchase(ada, packageId)));
  assert.equal(answers.filter(({ errors }) => errors.length === 0).length, 2);
  assert.deepEqual(await boughtOf(ada), [1_000, 1_000, 1_000]);

  const ben = await world.user('ben');
  await saveCard(ben);
  const begun = await purchase(ben, packageId, { paymentMethodId: null });
  assert.equal(begun.purchase.state, 'CREATED');
  await setLimit(ben, 0, 'WEEK');
  assert.deepEqual((await purchase(ben, packageId)).errors, [PASSED]);
  const paid = await confirmPurchase(ben, begun.purchase.id, { providerMethodId: 'pm_card_visa' });
  assert.equal(paid.purchase.state, 'SUCCEEDED');
});

test('what is canceled, declined, expired or refunded frees the limit, and a repetition needs no room', async (t) => {
  const world = await testWorld(t);
  const ada = await buyer(world);
  const [packageId, other] = [await offer(world, { coins: 500 }), await offer(world, { coins: 400 })];
  await setLimit(ada, 600);
  const open = await purchase(ada, packageId, { paymentMethodId: null });
  assert.deepEqual((await purchase(ada, other)).errors, [PASSED]);
  // A second tap gets the live one back.
  const again = await purchase(ada, packageId, { allowSecond: false });
  assert.equal(again.purchase.id, open.purchase.id);
  await cancelPurchase(ada, open.purchase.id);
  assert.deepEqual(await boughtOf(ada), [0, 0, 0]);

  const declined = await purchase(ada, packageId, { paymentMethodId: null });
  await confirmPurchase(ada, declined.purchase.id, { providerMethodId: 'pm_card_chargeDeclined' });
  assert.deepEqual(await boughtOf(ada), [0, 0, 0]);
  const key = '018f0000-0000-7000-8000-000000000001';
  const bought = await purchase(ada, other, { key });
  assert.equal(bought.purchase.state, 'SUCCEEDED');
  // Another card would have paid it beside the one that took its room.
  const retried = await confirmPurchase(ada, declined.purchase.id, { providerMethodId: 'pm_card_visa' });
  assert.equal(retried.purchase.state, 'CANCELED');
  assert.equal((await purchase(ada, other, { key })).purchase.id, bought.purchase.id);
  assert.deepEqual((await purchase(ada, packageId)).errors, [PASSED]);

  const admin = await world.admin();
  const refund = async (amountMinor: number | null, idempotencyKey: string) =>
    (
      await admin.do(
        'mutation ($input: AdminRefundPurchaseInput!) { adminRefundPurchase(input: $input) { refund { state } errors { code } } }',
        { input: { purchaseId: bought.purchase.id, amountMinor, reason: 'Asked for it.', idempotencyKey } },
      )
    ).adminRefundPurchase;
  assert.deepEqual(await refund(100, '018f0000-0000-7000-8000-000000000002'), {
    refund: { state: 'SUCCEEDED' },
    errors: [],
  });
  // 400 coins for 4.49, of which 1.00 is back: 89 coins are free, and 500 are not.
  assert.deepEqual(await boughtOf(ada), [311, 311, 311]);
  await refund(null, '018f0000-0000-7000-8000-000000000003');
  assert.deepEqual(await boughtOf(ada), [0, 0, 0]);
  await give(world, ada, 1);
  const unpaid = await purchase(ada, packageId, { paymentMethodId: null });
  assert.deepEqual((await purchase(ada, other)).errors, [PASSED]);
  world.clock.advance('61m');
  await world.runJobs();
  const later = await world.signIn(ada);
  assert.deepEqual(await boughtOf(later), [0, 0, 0]);
  assert.equal((await purchase(later, other)).purchase.state, 'SUCCEEDED');
  assert.notEqual(unpaid.purchase.id, open.purchase.id);
});
