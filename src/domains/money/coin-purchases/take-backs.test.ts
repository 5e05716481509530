import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erase } from '#test/support/people/accounts.ts';
import { balanceOf, differencesOf, rowsOf, spend } from '#test/support/money/ledger.ts';
import { offer, poll, purchase } from '#test/support/money/purchases.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

/** A user who has bought 500 coins and a bonus of 25, unless it says otherwise, for 4.49 EUR by a card. */
async function buyer(world: World, name: string, card = 'pm_card_visa', offered = {}) {
  const person = await world.user(name);
  await saveCard(person, card);
  const { purchase: bought, errors } = await purchase(person, await offer(world, offered));
  assert.deepEqual(errors, []);
  const id = uuidOf(bought.id);
  const [row] = await rowsOf<{ provider_id: string }>(
    world,
    `select provider_id from payments where id = '${id}'`,
  );
  return { person, id, providerId: row?.provider_id ?? '' };
}

const bank = (world: World) => {
  const { sandbox } = world.app.services.ports.payments;
  assert.ok(sandbox);
  return sandbox;
};

/** Refunds at the provider, as an operator does there. @returns the provider's id */
async function refund(world: World, paymentId: string, amountMinor: number): Promise<string> {
  const key = `${paymentId} ${amountMinor}`;
  const { id } = await world.app.services.ports.payments.refundPayment({
    paymentId,
    amountMinor,
    currency: 'EUR',
    reason: 'REQUESTED_BY_CUSTOMER',
    reference: key,
    idempotencyKey: key,
  });
  await hear(world);
  return id;
}

/** Polls the facts of the provider, looks at what they are about, and lets the coins follow. */
async function hear(world: World): Promise<void> {
  await poll(world);
  await world.runJobs();
  await world.runJobs();
}

const totals = (coins: number, promoCoins: number) => ({ coins, promoCoins, totalCoins: coins + promoCoins });

const typesOf = async (person: Person): Promise<string[]> =>
  (
    await person.do('{ myTransactions { nodes { type amountCoins balanceAfter } } }')
  ).myTransactions.nodes.map((node: Record<string, unknown>) => Object.values(node).join(' '));

test('a purchase that is refunded in parts gives back its coins in the same parts, once, and all of them in the end', async (t) => {
  const world = await testWorld(t);
  const { person, providerId } = await buyer(world, 'ada');
  await refund(world, providerId, 100);
  await hear(world);
  // 500 and 25 coins, times 100 of 449, rounded down.
  assert.deepEqual(await balanceOf(person), totals(389, 20));
  await refund(world, providerId, 349);
  assert.deepEqual(await balanceOf(person), totals(0, 0));
  assert.deepEqual(await typesOf(person), [
    'PURCHASE_REFUND 409 0',
    'PURCHASE_REFUND 116 409',
    'COIN_PURCHASE 525 525',
  ]);
  assert.deepEqual(await differencesOf(world), []);
});

test('a refund after the coins are spent leaves the buyer below zero; a refund that fails gives them back', async (t) => {
  const world = await testWorld(t);
  const { person, providerId } = await buyer(world, 'ada', 'pm_card_refundFail');
  await spend(world, person, 300);
  const refundId = await refund(world, providerId, 449);
  assert.deepEqual(await balanceOf(person), totals(-275, -25));
  await bank(world).settleRefund(refundId);
  await hear(world);
  await hear(world);
  assert.deepEqual(await balanceOf(person), totals(225, 0));
  assert.deepEqual((await typesOf(person))[0], 'CORRECTION 525 225');
  assert.deepEqual(await differencesOf(world), []);
});

test('an open dispute holds what is left of the purchase, and gives it back when it is won', async (t) => {
  const world = await testWorld(t);
  const { person, providerId } = await buyer(world, 'ada', 'pm_card_createDispute');
  await spend(world, person, 125);
  await hear(world);
  assert.deepEqual(await balanceOf(person), totals(0, 0));
  const [dispute] = (await world.app.services.ports.payments.findTakeBacks(providerId)).disputes;
  assert.ok(dispute);
  await bank(world).decideDispute({ disputeId: dispute.id, isWon: true });
  await hear(world);
  await hear(world);
  assert.deepEqual(await balanceOf(person), totals(400, 0));
  assert.deepEqual((await typesOf(person)).slice(0, 2), ['DISPUTE_RELEASE 400 400', 'DISPUTE_HOLD 400 0']);
  assert.deepEqual(await differencesOf(world), []);
});

test('a lost dispute of more than was paid takes all coins and no more; after a partial refund only the rest', async (t) => {
  const world = await testWorld(t);
  const { person, providerId } = await buyer(world, 'ada');
  await refund(world, providerId, 100);
  await spend(world, person, 9);
  const asked = { paymentId: providerId, amountMinor: 600, isInquiry: true };
  const disputeId = await bank(world).openDispute(asked);
  await hear(world);
  // An inquiry takes no money.
  assert.deepEqual(await balanceOf(person), totals(389, 11));
  await bank(world).decideDispute({ disputeId, isWon: false });
  await hear(world);
  assert.deepEqual(await balanceOf(person), totals(0, 0));
  await bank(world).decideDispute({ disputeId, isWon: false });
  await hear(world);
  await hear(world);
  assert.deepEqual(await balanceOf(person), totals(0, -9));
  assert.deepEqual((await typesOf(person)).slice(0, 3), [
    'DISPUTE_LOSS 409 -9',
    'DISPUTE_RELEASE 400 400',
    'DISPUTE_HOLD 400 0',
  ]);
  const rows = await rowsOf(world, 'select state, amount_minor, currency, reason from payment_disputes');
  assert.deepEqual(rows, [{ state: 'LOST', amount_minor: 600, currency: 'EUR', reason: 'fraudulent' }]);
  assert.deepEqual(await differencesOf(world), []);
});

test('a dispute that is decided after the account is erased leaves it without coins', async (t) => {
  const world = await testWorld(t);
  const { person, providerId } = await buyer(world, 'ada', 'pm_card_createDispute');
  await hear(world);
  assert.deepEqual(await balanceOf(person), totals(0, 0));
  await erase(world, person);
  const [dispute] = (await world.app.services.ports.payments.findTakeBacks(providerId)).disputes;
  await bank(world).decideDispute({ disputeId: dispute?.id ?? '', isWon: true });
  await hear(world);
  assert.deepEqual(
    await rowsOf(world, 'select from coin_accounts where owner_id is not null and balance <> 0'),
    [],
  );
  assert.deepEqual(
    await rowsOf(
      world,
      "select type, amount_coins from coin_transactions where type in ('DISPUTE_RELEASE', 'FORFEITURE') order by id",
    ),
    [
      { type: 'DISPUTE_RELEASE', amount_coins: 525 },
      { type: 'FORFEITURE', amount_coins: 525 },
    ],
  );
  assert.deepEqual(await differencesOf(world), []);
});

test('parts of the price that are worth less than a coin take coins together', async (t) => {
  const world = await testWorld(t);
  const { person, providerId } = await buyer(world, 'ada', 'pm_card_visa', { coins: 100, bonusCoins: 0 });
  const left: number[] = [];
  for (const amountMinor of [1, 2, 3, 4]) {
    await refund(world, providerId, amountMinor);
    left.push((await balanceOf(person)).coins);
  }
  // 100 coins, times 1, 3, 6 and 10 of 449, rounded down.
  assert.deepEqual(left, [100, 100, 99, 98]);
  await refund(world, providerId, 439);
  assert.deepEqual(await balanceOf(person), totals(0, 0));
  assert.deepEqual(await differencesOf(world), []);
});

test('a part that comes back makes no other part take more coins than all parts that stand', async (t) => {
  const world = await testWorld(t);
  const { person, providerId } = await buyer(world, 'ada', 'pm_card_refundFail', {
    coins: 100,
    bonusCoins: 0,
  });
  const first = await refund(world, providerId, 3);
  await refund(world, providerId, 2);
  // The second part took the coin that both are worth.
  assert.deepEqual(await balanceOf(person), totals(99, 0));
  await bank(world).settleRefund(first);
  await hear(world);
  await refund(world, providerId, 4);
  assert.deepEqual(await balanceOf(person), totals(99, 0));
  assert.deepEqual(await differencesOf(world), []);
});

test('a dispute in another currency is about the whole price', async (t) => {
  const world = await testWorld(t);
  const { person, providerId: paymentId } = await buyer(world, 'ada');
  const disputeId = await bank(world).openDispute({
    paymentId,
    amountMinor: 7,
    currency: 'KWD',
    isInquiry: false,
  });
  await hear(world);
  assert.deepEqual(await balanceOf(person), totals(0, 0));
  await bank(world).decideDispute({ disputeId, isWon: false });
  await hear(world);
  assert.deepEqual((await typesOf(person)).slice(0, 3), [
    'DISPUTE_LOSS 525 0',
    'DISPUTE_RELEASE 525 525',
    'DISPUTE_HOLD 525 0',
  ]);
  assert.deepEqual(await rowsOf(world, 'select amount_minor, currency from payment_disputes'), [
    { amount_minor: 7, currency: 'KWD' },
  ]);
  assert.deepEqual(await differencesOf(world), []);
});
