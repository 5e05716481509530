import assert from 'node:assert/strict';
import { test } from 'node:test';
import { balanceOf, differencesOf, rowsOf } from '#test/support/money/ledger.ts';
import {
  cancelPurchase,
  challengePayment,
  confirmPurchase,
  offer,
  poll,
  purchase,
  stored,
} from '#test/support/money/purchases.ts';
import { removeCard, saveCard } from '#test/support/money/saved-cards.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { paymentChanged } from '../payments/payments.events.ts';

const TRANSACTIONS =
  '{ myTransactions { edges { node { type direction amountCoins balanceAfter status } } } }';

const charges = async (world: World): Promise<number> =>
  (await rowsOf(world, `select 1 from payment_sandbox.objects where kind = 'charge'`)).length;

test('a package is bought with the default card: coins and bonus are credited as one transaction', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const packageId = await offer(world);
  await saveCard(ada);
  const { purchase: bought, nextAction, clientSecret, errors } = await purchase(ada, packageId);
  assert.deepEqual([nextAction, clientSecret, errors], [null, null, []]);
  const { id, payment, ...shown } = bought;
  assert.match(id, /^coinpurchase_/);
  assert.deepEqual(shown, {
    state: 'SUCCEEDED',
    coins: 500,
    bonusCoins: 25,
    totalCoins: 525,
    price: { amountMinor: 449, currency: 'EUR' },
    expiresAt: null,
  });
  const { id: paymentId, receiptUrl, ...paid } = payment;
  assert.deepEqual(paid, {
    state: 'SUCCEEDED',
    purpose: 'COIN_PURCHASE',
    amount: { amountMinor: 449, currency: 'EUR' },
    declineReason: null,
    cardBrand: 'VISA',
    cardLast4: '4242',
  });
  assert.match(receiptUrl, /^https:\/\/receipts\.invalid\/ch_/);
  assert.deepEqual(await balanceOf(ada), { coins: 500, promoCoins: 25, totalCoins: 525 });
  const { myTransactions } = await ada.do(TRANSACTIONS);
  assert.deepEqual(myTransactions.edges, [
    {
      node: {
        type: 'COIN_PURCHASE',
        direction: 'CREDIT',
        amountCoins: 525,
        balanceAfter: 525,
        status: 'POSTED',
      },
    },
  ]);
  const lists = await ada.do(
    '{ myCoinPurchases { edges { node { id state } } } myPayments { edges { node { id state cardLast4 coinPurchase { id } invoice { id } } } } }',
  );
  assert.deepEqual(lists.myCoinPurchases.edges, [{ node: { id, state: 'SUCCEEDED' } }]);
  const state = 'SUCCEEDED';
  const listed = { id: paymentId, state, cardLast4: '4242', coinPurchase: { id }, invoice: null };
  assert.deepEqual(lists.myPayments.edges, [{ node: listed }]);
  assert.deepEqual(await differencesOf(world), []);
});

test('a purchase without a card waits for one, and a card that is declined can be followed by another', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const begun = await purchase(ada, await offer(world));
  assert.equal(begun.purchase.state, 'CREATED');
  assert.match(begun.clientSecret, /^pi_\w+_secret_\w+$/);
  const expiresAt = new Date(begun.purchase.expiresAt).getTime() - world.clock.now().getTime();
  assert.ok(expiresAt > 3_590_000 && expiresAt <= 3_600_000, String(expiresAt));
  const { id } = begun.purchase;
  const reasons = {
    pm_card_chargeDeclined: 'DECLINED',
    pm_card_chargeDeclinedInsufficientFunds: 'INSUFFICIENT_FUNDS',
    pm_card_chargeDeclinedExpiredCard: 'EXPIRED_CARD',
    pm_card_chargeDeclinedIncorrectCvc: 'INCORRECT_CVC',
  };
  for (const [providerMethodId, reason] of Object.entries(reasons)) {
    const declined = await confirmPurchase(ada, id, { providerMethodId });
    assert.equal(declined.purchase, null);
    const [{ message: _message, ...error }] = declined.errors;
    assert.deepEqual(error, {
      code: 'PAYMENT_DECLINED',
      path: ['providerMethodId'],
      __typename: 'PaymentDeclinedError',
      reason,
    });
    const { state, payment } = await stored(ada, id);
    assert.deepEqual([state, payment.declineReason], ['FAILED', reason]);
    world.clock.advance('2m');
  }
  const paid = await confirmPurchase(ada, id, { providerMethodId: 'pm_card_mastercard' });
  assert.deepEqual([paid.purchase.state, paid.clientSecret], ['SUCCEEDED', null]);
  assert.deepEqual([paid.purchase.payment.declineReason, paid.purchase.payment.cardLast4], [null, '4444']);
  const again = await confirmPurchase(ada, id, { providerMethodId: 'pm_card_visa' });
  assert.equal(again.purchase.payment.cardLast4, '4444');
  assert.deepEqual([await charges(world), (await balanceOf(ada)).totalCoins], [1, 525]);
});

test('a saved card that is declined leaves a purchase that has failed, the same for a repetition, and that another saved card pays', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const packageId = await offer(world);
  const visa = await saveCard(ada);
  const master = await saveCard(ada, 'pm_card_mastercard');
  // The bank has changed its mind about the first one.
  await rowsOf(
    world,
    `update payment_sandbox.objects set test_card = 'pm_card_chargeDeclinedExpiredCard' where test_card = 'pm_card_visa'`,
  );
  const order = { key: 'one', paymentMethodId: visa };
  for (const { purchase: failed, errors } of [
    await purchase(ada, packageId, order),
    await purchase(ada, packageId, order),
  ]) {
    assert.deepEqual([errors, failed.state, failed.payment.declineReason], [[], 'FAILED', 'EXPIRED_CARD']);
  }
  const { purchase: failed } = await purchase(ada, packageId, order);
  const paid = await confirmPurchase(ada, failed.id, { paymentMethodId: master });
  assert.equal(paid.purchase.state, 'SUCCEEDED');
  assert.equal((await purchase(ada, packageId, order)).purchase.state, 'SUCCEEDED');
  assert.deepEqual([await charges(world), (await balanceOf(ada)).totalCoins], [1, 525]);
});

test('a challenge of the bank is passed or failed, and coins come only after it is passed', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const packageId = await offer(world);
  const paymentMethodId = await saveCard(ada);
  await rowsOf(
    world,
    `update payment_sandbox.objects set test_card = 'pm_card_authenticationRequired' where kind = 'payment_method'`,
  );
  const { purchase: waiting, nextAction, clientSecret } = await purchase(ada, packageId, { paymentMethodId });
  assert.deepEqual([waiting.state, nextAction], ['REQUIRES_ACTION', { kind: 'SANDBOX', url: null }]);
  assert.match(clientSecret, /^pi_/);
  const failed = await challengePayment(ada, waiting.payment.id, false);
  assert.deepEqual(
    [failed.setup, failed.payment.state, failed.payment.declineReason],
    [null, 'FAILED', 'AUTHENTICATION_FAILED'],
  );
  const late = await challengePayment(ada, waiting.payment.id, true);
  assert.deepEqual([late.errors[0].code, late.errors[0].current], ['INVALID_STATE', 'FAILED']);
  const again = await confirmPurchase(ada, waiting.id, { paymentMethodId });
  assert.equal(again.purchase.state, 'REQUIRES_ACTION');
  assert.equal((await balanceOf(ada)).totalCoins, 0);
  const passed = await challengePayment(ada, waiting.payment.id, true);
  assert.equal(passed.payment.state, 'SUCCEEDED');
  // The buyer never confirms.
  assert.equal((await stored(ada, waiting.id)).state, 'PROCESSING');
  await world.runJobs();
  assert.equal((await stored(ada, waiting.id)).state, 'SUCCEEDED');
  assert.equal((await balanceOf(ada)).totalCoins, 525);
  const both = await ada.ask(
    'mutation ($input: CompleteSandboxChallengeInput!) { completeSandboxChallenge(input: $input) { errors { code path } } }',
    { input: { isPassed: true } },
  );
  assert.deepEqual(both.data.completeSandboxChallenge.errors, [
    { code: 'VALIDATION_FAILED', path: ['paymentId'] },
  ]);
});

test('a purchase is refused that the package does not allow', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const admin = await world.admin();
  const packageId = await offer(world);
  const codeOf = async (order: object) => (await purchase(ada, packageId, order)).errors.map(codeAndPath);
  const codeAndPath = ({ code, path }: { code: string; path: string[] }) => [code, ...path];
  assert.deepEqual(await codeOf({ version: 2 }), [['CONFLICT', 'version']]);
  const update = (changes: object) =>
    admin.do(
      'mutation ($input: AdminUpdateCoinPackageInput!) { adminUpdateCoinPackage(input: $input) { errors { code } } }',
      { input: { packageId, ...changes } },
    );
  await update({ priceMinor: 499 });
  assert.deepEqual(await codeOf({ version: 1 }), [['CONFLICT', 'version']]);
  const bought = await purchase(ada, packageId, { version: 2, paymentMethodId: null });
  assert.equal(bought.purchase.price.amountMinor, 499);
  const theirs = await saveCard(await world.user('ben'));
  const own = await saveCard(ada);
  assert.deepEqual(await codeOf({ version: 2, paymentMethodId: theirs }), [['NOT_FOUND', 'paymentMethodId']]);
  await removeCard(ada, own);
  assert.deepEqual(await codeOf({ version: 2, paymentMethodId: own }), [['NOT_FOUND', 'paymentMethodId']]);
  await update({ endsAt: new Date(world.clock.now().getTime() + 60_000).toISOString() });
  world.clock.advance('2m');
  assert.deepEqual(await codeOf({ version: 3 }), [['NOT_FOUND', 'packageId']]);
  await update({ endsAt: null });
  await admin.do(
    'mutation ($id: ID!) { adminArchiveCoinPackage(input: { packageId: $id }) { errors { code } } }',
    { id: packageId },
  );
  assert.deepEqual(await codeOf({ version: 4 }), [['NOT_FOUND', 'packageId']]);
  // A purchase that was begun at the former price is paid at it.
  const paid = await confirmPurchase(ada, bought.purchase.id, { providerMethodId: 'pm_card_visa' });
  assert.deepEqual([paid.purchase.state, paid.purchase.payment.amount.amountMinor], ['SUCCEEDED', 499]);
  assert.equal((await rowsOf(world, 'select id from payments')).length, 1);
});

test('a user buys a package as often as it allows, also with many requests at once, and expired purchases make room', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_OPEN_PAYMENTS: '4' } });
  const ada = await world.user('ada');
  const packageId = await offer(world, { maxPerUser: 2 });
  await saveCard(ada);
  const orders = await Promise.all(Array.from({ length: 8 }, () => purchase(ada, packageId)));
  const states = orders.map(({ purchase: bought, errors }) => bought?.state ?? errors[0].code).toSorted();
  assert.deepEqual(states, [...Array.from({ length: 6 }, () => 'LIMIT_REACHED'), 'SUCCEEDED', 'SUCCEEDED']);
  assert.equal((await balanceOf(ada)).totalCoins, 1_050);
  const ben = await world.user('ben');
  const [first] = [await purchase(ben, packageId), await purchase(ben, packageId)];
  assert.equal((await purchase(ben, packageId)).errors[0].code, 'LIMIT_REACHED');
  assert.equal((await cancelPurchase(ben, first.purchase.id)).purchase.state, 'CANCELED');
  assert.equal((await purchase(ben, packageId)).errors.length, 0);
  const other = await offer(world);
  await purchase(ben, other);
  await purchase(ben, other);
  assert.match((await purchase(ben, other)).errors[0].message, /^At most 4 payments can be open/);
  world.clock.advance('61m');
  await world.runJobs();
  const device = await world.signIn(ben);
  assert.equal((await stored(device, first.purchase.id)).state, 'CANCELED');
  const rows = await rowsOf<{ state: string }>(world, 'select state from payments order by id');
  assert.deepEqual(
    rows.map(({ state }) => state),
    ['SUCCEEDED', 'SUCCEEDED', 'CANCELED', 'EXPIRED', 'EXPIRED', 'EXPIRED', 'EXPIRED'],
  );
  assert.equal((await purchase(device, packageId)).errors.length, 0);
});

test('an open purchase is canceled at the provider first, and one that is paid meanwhile is credited instead', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const packageId = await offer(world);
  const { purchase: open } = await purchase(ada, packageId);
  for (const { purchase: canceled } of [
    await cancelPurchase(ada, open.id),
    await cancelPurchase(ada, open.id),
  ])
    assert.deepEqual([canceled.state, canceled.expiresAt], ['CANCELED', null]);
  const confirmed = await confirmPurchase(ada, open.id, { providerMethodId: 'pm_card_visa' });
  assert.deepEqual([confirmed.purchase.state, confirmed.clientSecret], ['CANCELED', null]);
  const { purchase: second } = await purchase(ada, packageId);
  // The client pays by the SDK, and its owner cancels.
  const { ports } = world.app.services;
  const [row] = await rowsOf<{ id: string }>(
    world,
    `select provider_id as id from payments where state = 'CREATED'`,
  );
  await ports.payments.confirmPayment({ paymentId: row?.id ?? '', methodId: 'pm_card_visa' });
  const refused = await cancelPurchase(ada, second.id);
  assert.deepEqual([refused.errors[0].code, refused.errors[0].current], ['INVALID_STATE', 'SUCCEEDED']);
  assert.equal((await balanceOf(ada)).totalCoins, 525);
  assert.equal((await stored(ada, second.id)).state, 'SUCCEEDED');
});

test('each end of a purchase is told once, and each change of its payment with the state', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const packageId = await offer(world);
  const { purchase: canceled } = await purchase(ada, packageId);
  for (let turn = 0; turn < 2; turn += 1) await cancelPurchase(ada, canceled.id);
  const { purchase: late } = await purchase(ada, packageId);
  const { purchase: declined } = await purchase(ada, packageId);
  await confirmPurchase(ada, declined.id, { providerMethodId: 'pm_card_chargeDeclined' });
  await confirmPurchase(ada, declined.id, { providerMethodId: 'pm_card_visa' });
  await world.runJobs();
  world.clock.advance('61m');
  for (let turn = 0; turn < 2; turn += 1) await world.runJobs();
  await poll(world);
  assert.deepEqual(await storedEvents(world, 'payment.changed'), [
    changed(ada, canceled.id, 'CANCELED'),
    changed(ada, declined.id, 'FAILED'),
    changed(ada, declined.id, 'SUCCEEDED'),
    changed(ada, late.id, 'EXPIRED'),
  ]);
  const outcomes = await storedEvents(world, 'purchase.settled');
  assert.deepEqual(
    outcomes.toSorted(([, a], [, b]) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
    [
      settled(ada, canceled.id, 'CANCELED'),
      settled(ada, late.id, 'EXPIRED'),
      settled(ada, declined.id, 'SUCCEEDED'),
    ],
  );
});

test('a purchase that the bank charges after it was canceled is told of twice: as canceled and as successful', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { purchase: bought } = await purchase(ada, await offer(world));
  await cancelPurchase(ada, bought.id);
  await world.runJobs();
  // As the provider says days later.
  const { services } = world.app;
  await services.db.updateTable('payments').set({ state: 'SUCCEEDED', charge_id: 'ch_late' }).execute();
  const payment = { paymentId: uuidOf(bought.id), userId: uuidOf(ada.id) };
  const paid = { ...payment, purpose: 'COIN_PURCHASE', state: 'SUCCEEDED' } as const;
  for (let turn = 0; turn < 2; turn += 1) {
    await services.transaction(async (tx) => tx.emit(paymentChanged, paid));
    await world.runJobs();
  }
  assert.deepEqual(await storedEvents(world, 'purchase.settled'), [
    settled(ada, bought.id, 'CANCELED'),
    settled(ada, bought.id, 'SUCCEEDED'),
  ]);
});

const changed = (payer: Person, id: string, state: string) => [
  'payment.changed',
  { paymentId: uuidOf(id), userId: uuidOf(payer.id), purpose: 'COIN_PURCHASE', state },
];

const settled = (buyer: Person, id: string, outcome: string) => [
  'purchase.settled',
  { userId: uuidOf(buyer.id), purchaseId: uuidOf(id), outcome },
];

test('nobody else sees or moves a purchase or a payment', async (t) => {
  const world = await testWorld(t);
  const [ada, eve] = [await world.user('ada'), await world.user('eve')];
  const { purchase: open } = await purchase(ada, await offer(world));
  for (const id of [open.id, open.payment.id]) {
    assert.equal((await ada.do('query ($id: ID!) { node(id: $id) { id } }', { id })).node.id, id);
    for (const other of [eve, world.anonymous()])
      assert.equal((await other.do('query ($id: ID!) { node(id: $id) { id } }', { id })).node, null);
  }
  assert.equal(await stored(eve, open.id), null);
  const refusals = [
    await confirmPurchase(eve, open.id, { providerMethodId: 'pm_card_visa' }),
    await cancelPurchase(eve, open.id),
    await challengePayment(eve, open.payment.id, true),
  ];
  assert.deepEqual(
    refusals.map(({ errors }) => errors[0].code),
    ['NOT_FOUND', 'NOT_FOUND', 'NOT_FOUND'],
  );
  const theirs = await saveCard(ada);
  const stolen = await confirmPurchase(eve, (await purchase(eve, await offer(world))).purchase.id, {
    paymentMethodId: theirs,
  });
  assert.deepEqual([stolen.errors[0].code, stolen.errors[0].path], ['NOT_FOUND', ['paymentMethodId']]);
  for (const hostile of ['4242424242424242', 'pm_', '../pm_card_visa', '']) {
    const { errors } = await confirmPurchase(ada, open.id, { providerMethodId: hostile });
    assert.equal(errors[0].code, 'VALIDATION_FAILED', hostile);
  }
  const { errors } = await confirmPurchase(ada, open.id, {
    paymentMethodId: theirs,
    providerMethodId: 'pm_card_visa',
  });
  assert.deepEqual([errors[0].code, errors[0].path], ['VALIDATION_FAILED', ['providerMethodId']]);
  assert.equal((await stored(ada, open.id)).state, 'CREATED');
});

test('admins with the permission find payments and purchases by user, state and time', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const packageId = await offer(world);
  await saveCard(ada);
  const { purchase: paid } = await purchase(ada, packageId);
  world.clock.advance('1m');
  const between = world.clock.now().toISOString();
  world.clock.advance('1m');
  const { purchase: open } = await purchase(ben, packageId);
  const admin = await world.admin({ role: 'FINANCE' });
  const idsOf = async (filter: object) => {
    const { adminGetPayments: payments, adminGetCoinPurchases: purchases } = await admin.do(
      `query ($userId: ID, $state: PaymentState, $from: DateTime, $before: DateTime) {
        adminGetPayments(userId: $userId, state: $state, createdFrom: $from, createdBefore: $before) { edges { node { id } } }
        adminGetCoinPurchases(userId: $userId, state: $state, createdFrom: $from, createdBefore: $before) {
          edges { node { id payment { id amount { amountMinor } cardLast4 } } } } }`,
      { ...filter },
    );
    const nodes = purchases.edges.map(({ node }: { node: { id: string; payment: { id: string } } }) => node);
    assert.deepEqual(
      payments.edges.map(({ node }: { node: { id: string } }) => node.id),
      nodes.map(({ payment }: { payment: { id: string } }) => payment.id),
    );
    return nodes.map(({ id }: { id: string }) => id);
  };
  assert.deepEqual(await idsOf({}), [open.id, paid.id]);
  assert.deepEqual(await idsOf({ userId: ada.id }), [paid.id]);
  assert.deepEqual(await idsOf({ state: 'CREATED' }), [open.id]);
  assert.deepEqual(await idsOf({ state: 'FAILED' }), []);
  assert.deepEqual(await idsOf({ from: between }), [open.id]);
  assert.deepEqual(await idsOf({ before: between }), [paid.id]);
  const { adminGetNode } = await admin.do(
    `query ($id: ID!) { adminGetNode(id: $id) { ... on AdminPayment { provider providerId state userId coinPurchase { id } invoice { id } } } }`,
    { id: paid.payment.id },
  );
  assert.match(adminGetNode.providerId, /^pi_/);
  const { provider, state, userId, coinPurchase, invoice } = adminGetNode;
  assert.deepEqual([provider, state, userId], ['sandbox', 'SUCCEEDED', ada.id]);
  assert.deepEqual([coinPurchase, invoice], [{ id: paid.id }, null]);
  // On the endpoint of clients an admin is nobody's owner.
  const authorization = `Bearer ${admin.token ?? ''}`;
  for (const id of [paid.id, paid.payment.id]) {
    const answer = await fetch(world.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ query: 'query ($id: ID!) { node(id: $id) { id } }', variables: { id } }),
    });
    assert.deepEqual(await answer.json(), { data: { node: null } });
  }
  const support = await world.admin({ role: 'SUPPORT' });
  const refused = await support.ask('query ($id: ID!) { adminGetNode(id: $id) { id } }', { id: paid.id });
  assert.equal(refused.errors?.[0]?.extensions['code'], 'FORBIDDEN');
  await poll(world);
});
