import type { Untyped } from '#test/support/actor.ts';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import {
  answerAs,
  confirmDue,
  paymentStates,
  settlePayments,
  standingOf,
  subscribeByCard,
  refundAll,
  toldOf,
} from '#test/support/money/card-subscriptions.ts';
import { differencesOf, rowsOf } from '#test/support/money/ledger.ts';
import { challengePayment } from '#test/support/money/purchases.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import {
  changeBy,
  memberCounts,
  moveTo,
  offerTier,
  renewAll,
  reprice,
} from '#test/support/money/subscriptions.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

async function scene(t: Parameters<typeof testWorld>[0]): Promise<[World, Person, Person]> {
  const world = await testWorld(t);
  world.clock.freeze();
  return [world, await world.user('cleo'), await world.user('fan')];
}

test('a subscription by saved card begins when its payment succeeds, and brings the creator its coins once', async (t) => {
  const [world, cleo, fan] = await scene(t);
  const tierId = await offerTier(world, cleo, { priceCoins: 500, priceMinor: 900 });
  await saveCard(fan);
  const { subscription, payment, clientSecret, errors } = await subscribeByCard(fan, tierId);
  assert.deepEqual(
    [errors, subscription.state, subscription.funding, subscription.price, subscription.paymentMethod],
    [[], 'ACTIVE', 'CARD', { amountMinor: 900, currency: 'EUR' }, { last4: '4242' }],
  );
  assert.deepEqual([payment.state, payment.amount.amountMinor, clientSecret], ['SUCCEEDED', 900, null]);
  assert.equal(subscription.accessEndsAt, subscription.periodEndsAt);
  await settlePayments(world);
  assert.deepEqual(await standingOf(world, fan), { state: 'ACTIVE', reason: null, attempts: 0, sees: true });
  assert.deepEqual(await toldOf(world), ['started']);
  const { myInvoices, myPayments } = await fan.do(
    '{ myPayments { nodes { coinPurchase { id } invoice { reason } } } myInvoices { nodes { reason state amountCoins amount { amountMinor } refundedAmount { amountMinor } attempts { declineReason payment { state } } } } }',
  );
  assert.deepEqual(
    myPayments.nodes.map(({ coinPurchase, invoice }: Untyped) => [coinPurchase, invoice.reason]),
    [[null, 'CREATE']],
  );
  assert.deepEqual(myInvoices.nodes, [
    {
      reason: 'CREATE',
      state: 'PAID',
      amountCoins: 500,
      amount: { amountMinor: 900 },
      refundedAmount: { amountMinor: 0 },
      attempts: [{ declineReason: null, payment: { state: 'SUCCEEDED' } }],
    },
  ]);
  const { myEarnings } = await cleo.do('{ myEarnings { pendingCoins } }');
  assert.equal(myEarnings.pendingCoins, 400);
  const { mySubscribers } = await cleo.do(
    '{ mySubscribers { nodes { funding price { amountMinor } paymentMethod { last4 } dueInvoice { state } } } }',
  );
  assert.deepEqual(mySubscribers.nodes, [
    { funding: null, price: null, paymentMethod: null, dueInvoice: null },
  ]);
  assert.deepEqual(await differencesOf(world), []);
});

test('a challenged card begins the subscription when the cardholder has passed, and its place is kept until then', async (t) => {
  const [world, cleo, fan] = await scene(t);
  const late = await world.user('late');
  const tierId = await offerTier(world, cleo, { priceCoins: 500, priceMinor: 900, memberLimit: 1 });
  for (const person of [fan, late]) await saveCard(person);
  await answerAs(world, 'pm_card_authenticationRequired');
  const begun = await subscribeByCard(fan, tierId, { idempotencyKey: 'once' });
  assert.deepEqual(
    [begun.subscription.state, begun.subscription.accessEndsAt, begun.payment.state, begun.nextAction],
    ['INCOMPLETE', null, 'REQUIRES_ACTION', { kind: 'SANDBOX' }],
  );
  assert.ok(begun.clientSecret);
  assert.deepEqual(
    (await subscribeByCard(late, tierId)).errors.map(({ code }: { code: string }) => code),
    ['LIMIT_REACHED'],
  );
  assert.equal((await standingOf(world, fan)).sees, false);
  await challengePayment(fan, begun.payment.id, true);
  const again = await subscribeByCard(fan, tierId, { idempotencyKey: 'once' });
  assert.deepEqual([again.subscription.state, again.payment.state], ['ACTIVE', 'SUCCEEDED']);
  await settlePayments(world);
  assert.deepEqual(await toldOf(world), ['started']);
  assert.deepEqual(await paymentStates(world), ['SUCCEEDED']);
  assert.deepEqual(await differencesOf(world), []);
});

test('a first period that nobody pays ends after 23 hours, with its payment and its place; another card can pay until then', async (t) => {
  const [world, cleo, fan] = await scene(t);
  const tierId = await offerTier(world, cleo, { priceCoins: 500, priceMinor: 900 });
  await saveCard(fan);
  await answerAs(world, 'pm_card_chargeDeclinedInsufficientFunds');
  const { subscription, payment, errors } = await subscribeByCard(fan, tierId);
  assert.deepEqual(
    [errors, subscription.state, payment.state, payment.declineReason],
    [[], 'INCOMPLETE', 'FAILED', 'INSUFFICIENT_FUNDS'],
  );
  const start = world.clock.now().getTime();
  const tried = await confirmDue(fan, subscription.id);
  assert.deepEqual([tried.payment.state, tried.subscription.state], ['FAILED', 'INCOMPLETE']);
  assert.deepEqual((await paymentStates(world)).toSorted(), [
    'CANCELED INSUFFICIENT_FUNDS',
    'FAILED INSUFFICIENT_FUNDS',
  ]);
  await moveTo(world, new Date(start + 22 * HOUR_MS), fan);
  await renewAll(world);
  assert.equal((await standingOf(world, fan)).state, 'INCOMPLETE');
  await answerAs(world, 'pm_card_authenticationRequired');
  const waiting = await confirmDue(fan, subscription.id);
  assert.equal(waiting.payment.state, 'REQUIRES_ACTION');
  assert.deepEqual(
    [(await confirmDue(fan, subscription.id)).payment.id, await memberCounts(world)],
    [waiting.payment.id, [{ counted: 1, there: 1 }]],
  );
  await moveTo(world, new Date(start + 23 * HOUR_MS), fan);
  await renewAll(world);
  await settlePayments(world);
  assert.deepEqual(await standingOf(world, fan), {
    state: 'ENDED',
    reason: 'INCOMPLETE',
    attempts: 0,
    sees: false,
  });
  assert.deepEqual((await paymentStates(world)).toSorted(), [
    'CANCELED INSUFFICIENT_FUNDS',
    'EXPIRED',
    'EXPIRED INSUFFICIENT_FUNDS',
  ]);
  assert.deepEqual(await memberCounts(world), [{ counted: 0, there: 0 }]);
  assert.deepEqual(await toldOf(world), []);
  assert.equal((await confirmDue(fan, subscription.id)).errors[0].code, 'INVALID_STATE');
});

test('50 taps at once with one key and with keys of their own make one payment', async (t) => {
  const [world, cleo, fan] = await scene(t);
  const rival = await world.user('rival');
  const tierId = await offerTier(world, cleo, { priceCoins: 500, priceMinor: 900 });
  for (const person of [fan, rival]) await saveCard(person);
  const same = await Promise.all(
    Array.from({ length: 50 }, () => subscribeByCard(fan, tierId, { idempotencyKey: 'same' })),
  );
  assert.deepEqual(
    new Set(same.map(({ subscription, payment }) => `${subscription.id} ${payment.id} ${subscription.state}`))
      .size,
    1,
  );
  const other = await Promise.all(Array.from({ length: 50 }, () => subscribeByCard(rival, tierId)));
  const codes = other.flatMap(({ errors }) => errors.map(({ code }: { code: string }) => code));
  assert.deepEqual(codes, Array(49).fill('INVALID_STATE'));
  assert.deepEqual(await paymentStates(world), ['SUCCEEDED', 'SUCCEEDED']);
  assert.equal(
    (await rowsOf(world, "select 1 from payment_sandbox.objects where kind = 'charge'")).length,
    2,
  );
  await settlePayments(world);
  assert.deepEqual(await differencesOf(world), []);
});

test('what cannot be subscribed to by card is refused before anything is charged', async (t) => {
  const [world, cleo, fan] = await scene(t);
  const codes = async (tierId: string, input: object = {}) =>
    (await subscribeByCard(fan, tierId, input)).errors.map(
      ({ code, path }: { code: string; path: string[] }) => [code, ...(path ?? [])],
    );
  const coinsOnly = await offerTier(world, cleo);
  const tierId = await offerTier(world, cleo, { priceCoins: 500, priceMinor: 900 });
  assert.deepEqual(await codes(tierId), [['VALIDATION_FAILED', 'paymentMethodId']]);
  const paymentMethodId = await saveCard(fan);
  const foreign = await saveCard(cleo);
  assert.deepEqual(await codes(tierId, { paymentMethodId: foreign }), [['NOT_FOUND', 'paymentMethodId']]);
  assert.deepEqual(await codes(coinsOnly), [['VALIDATION_FAILED', 'funding']]);
  assert.deepEqual(await codes(tierId, { funding: 'COINS', paymentMethodId }), [
    ['VALIDATION_FAILED', 'paymentMethodId'],
  ]);
  // The price has changed in between.
  await reprice(world, tierId, 2, { priceCoins: 500, priceMinor: 1_900 });
  assert.deepEqual(await codes(tierId), [['CONFLICT', 'version']]);
  await fan.do(
    'mutation { setSpendingLimit(input: { kind: PURCHASES, period: DAY, limitCoins: 499 }) { errors { code } } }',
  );
  assert.deepEqual(await codes(tierId, { version: 2 }), [['LIMIT_REACHED', 'tierId']]);
  await restrict(world, fan, { kind: 'PURCHASING' });
  assert.equal((await codes(tierId, { version: 2 }))[0][0], 'RESTRICTED');
  assert.deepEqual(await paymentStates(world), []);
  assert.deepEqual(await rowsOf(world, 'select 1 from subscriptions'), []);
  await runSql(world.connectionString, 'update restrictions set lifted_at = now()');
  await runSql(world.connectionString, 'delete from spending_limits');
  assert.equal(
    (await subscribeByCard(fan, tierId, { version: 2, paymentMethodId })).payment.state,
    'SUCCEEDED',
  );
  // The coins count as bought.
  const { mySpendingLimits } = await fan.do('{ mySpendingLimits(kind: PURCHASES) { spentCoins } }');
  assert.equal(mySpendingLimits[0].spentCoins, 500);
});

test('a trial with a saved card pays nothing until it ends, and then by itself', async (t) => {
  const [world, cleo, fan] = await scene(t);
  const tierId = await offerTier(world, cleo, { priceCoins: 500, priceMinor: 900, trialDays: 7 });
  await saveCard(fan);
  const { subscription, payment } = await subscribeByCard(fan, tierId);
  assert.deepEqual([subscription.state, payment, await paymentStates(world)], ['TRIALING', null, []]);
  await moveTo(world, new Date(subscription.periodEndsAt), fan);
  await renewAll(world);
  await settlePayments(world);
  assert.deepEqual(await standingOf(world, fan), { state: 'ACTIVE', reason: null, attempts: 0, sees: true });
  assert.deepEqual(
    [await paymentStates(world), await toldOf(world)],
    [['SUCCEEDED'], ['started', 'renewed']],
  );
});

test('a payment that succeeds after the subscription was canceled is refunded by itself, once', async (t) => {
  const [world, cleo, fan] = await scene(t);
  const tierId = await offerTier(world, cleo, { priceCoins: 500, priceMinor: 900 });
  await saveCard(fan);
  await answerAs(world, 'pm_card_authenticationRequired');
  const { subscription } = await subscribeByCard(fan, tierId);
  const provider = async () =>
    (await rowsOf<{ id: string }>(world, 'select provider_id as id from payments'))[0]?.id ?? '';
  await changeBy(fan, 'cancelSubscription', { subscriptionId: subscription.id });
  // The cardholder passes before the payment is canceled at the provider.
  await world.app.services.ports.payments.sandbox?.completeChallenge({
    id: await provider(),
    isPassed: true,
  });
  await settlePayments(world);
  await refundAll(world);
  await refundAll(world);
  assert.deepEqual(await rowsOf(world, 'select amount_minor::integer as minor, state from payment_refunds'), [
    { minor: 900, state: 'SUCCEEDED' },
  ]);
  assert.deepEqual(await standingOf(world, fan), {
    state: 'ENDED',
    reason: 'CANCELED',
    attempts: 0,
    sees: false,
  });
  assert.deepEqual(await rowsOf(world, 'select 1 from card_earnings'), []);
  assert.deepEqual(await differencesOf(world), []);
});
