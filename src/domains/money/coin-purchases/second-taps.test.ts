import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { balanceOf, rowsOf } from '#test/support/money/ledger.ts';
import {
  cancelPurchase,
  challengePayment,
  confirmPurchase,
  offer,
  purchase,
  refreshPurchase,
} from '#test/support/money/purchases.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { runSql } from '#test/support/test-server.ts';
import { testWorld } from '#test/support/world.ts';

const ONE = { allowSecond: false } as const;

test('ten taps at once with keys of their own buy once, and a second purchase on purpose is another one', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const packageId = await offer(world);
  await saveCard(ada);
  const taps = await Promise.all(Array.from({ length: 10 }, () => purchase(ada, packageId, ONE)));
  const ids = new Set(taps.map(({ purchase: bought }) => bought.id));
  assert.equal(ids.size, 1);
  assert.deepEqual(
    taps.flatMap(({ errors }) => errors),
    [],
  );
  assert.equal((await balanceOf(ada)).totalCoins, 525);
  const second = await purchase(ada, packageId);
  assert.ok(!ids.has(second.purchase.id));
  assert.equal((await balanceOf(ada)).totalCoins, 1_050);
  // Of another person, and of another package, none is live.
  const ben = await world.user('ben');
  await saveCard(ben);
  assert.equal((await purchase(ben, packageId, ONE)).purchase.state, 'SUCCEEDED');
  assert.equal((await purchase(ada, await offer(world), ONE)).purchase.state, 'SUCCEEDED');
  assert.equal((await rowsOf(world, 'select 1 from payments')).length, 4);
});

test('an open purchase is given back until it ends, a paid one for a minute, and a key stays with what it got', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const packageId = await offer(world);
  const { purchase: first } = await purchase(ada, packageId, { ...ONE, key: 'first' });
  world.clock.advance('10m');
  const { purchase: same } = await purchase(ada, packageId, { ...ONE, key: 'second' });
  assert.deepEqual([same.id, same.state], [first.id, 'CREATED']);
  await cancelPurchase(ada, first.id);
  const { purchase: third } = await purchase(ada, packageId, { ...ONE, key: 'third' });
  assert.notEqual(third.id, first.id);
  const { purchase: repeated } = await purchase(ada, packageId, { ...ONE, key: 'second' });
  assert.deepEqual([repeated.id, repeated.state], [first.id, 'CANCELED']);
  await confirmPurchase(ada, third.id, { providerMethodId: 'pm_card_visa' });
  assert.equal((await purchase(ada, packageId, ONE)).purchase.id, third.id);
  world.clock.advance('61s');
  assert.notEqual((await purchase(ada, packageId, ONE)).purchase.id, third.id);
});

test('the buyer is told of each change of a purchase on all devices, and what asks how it stands charges nothing', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const document =
    'subscription { purchaseChanged { cursor purchase { id state payment { state isDisputed } } } }';
  const [phone, other] = [await world.signIn(ada), await ben.subscribe(document)];
  const streams = await Promise.all([ada, phone].map((person) => person.subscribe(document)));
  const { purchase: open } = await purchase(ada, await offer(world), { paymentMethodId: null });
  const waiting = await confirmPurchase(ada, open.id, { providerMethodId: 'pm_card_authenticationRequired' });
  assert.equal(waiting.purchase.state, 'REQUIRES_ACTION');
  await world.runJobs();
  for (const stream of streams) {
    const { data } = await stream.next();
    assert.deepEqual(data?.['purchaseChanged'].purchase, {
      id: open.id,
      state: 'REQUIRES_ACTION',
      payment: { state: 'REQUIRES_ACTION', isDisputed: false },
    });
  }
  const asked = await refreshPurchase(ada, open.id);
  assert.deepEqual([asked.purchase.state, asked.nextAction?.kind], ['REQUIRES_ACTION', 'SANDBOX']);
  await challengePayment(ada, open.payment.id, true);
  const done = await refreshPurchase(ada, open.id);
  assert.deepEqual([done.purchase.state, done.nextAction, done.clientSecret], ['SUCCEEDED', null, null]);
  await world.runJobs();
  for (const stream of streams) {
    let last: Untyped;
    do last = (await stream.next()).data?.['purchaseChanged'];
    while (last.purchase.state !== 'SUCCEEDED');
  }
  const { purchase: theirs } = await purchase(ben, await offer(world), { paymentMethodId: null });
  assert.equal((await refreshPurchase(ada, theirs.id)).errors[0].code, 'NOT_FOUND');
  await cancelPurchase(ben, theirs.id);
  await world.runJobs();
  assert.equal((await other.next()).data?.['purchaseChanged'].purchase.id, theirs.id);
});

test('to ask how a purchase stands makes nothing at the provider, and to confirm names a card', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const packageId = await offer(world);
  await saveCard(ada);
  await runSql(world.connectionString, 'alter table payment_sandbox.objects rename to elsewhere');
  await ada.ask(
    `mutation ($input: PurchaseCoinsInput!) { purchaseCoins(input: $input) { errors { code } } }`,
    { input: { packageId, version: 1, idempotencyKey: 'lost' } },
  );
  await runSql(world.connectionString, 'alter table payment_sandbox.elsewhere rename to objects');
  const { myCoinPurchases } = await ada.do('{ myCoinPurchases { nodes { id state } } }');
  const [{ id }] = myCoinPurchases.nodes;
  const asked = await refreshPurchase(ada, id);
  assert.deepEqual([asked.purchase.state, asked.clientSecret], ['CREATED', null]);
  assert.deepEqual(
    await rowsOf(world, "select 1 from payment_sandbox.objects where kind = 'payment_intent'"),
    [],
  );
  const { errors } = await confirmPurchase(ada, id);
  assert.deepEqual([errors[0].code, errors[0].path], ['VALIDATION_FAILED', ['providerMethodId']]);
});
