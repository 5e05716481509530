import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { createStripeSandbox } from '@plaza/stripe-sandbox';
import { Stripe } from 'stripe';
import { movableClock } from '#test/support/clock.ts';
import { testDatabase } from '#test/support/database.ts';

/** Stripe's SDK on a sandbox of its own. */
async function sdk(t: TestContext) {
  const ends: (() => unknown)[] = [];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const { connectionString } = await testDatabase({ after: (end) => ends.push(end as () => unknown) });
  const server = createStripeSandbox({ connectionString, clock: movableClock() });
  ends.push(() => server.close());
  const httpClient = Stripe.createFetchHttpClient(server.fetch);
  return { stripe: new Stripe('sk_test_tests', { httpClient, telemetry: false }), server };
}

const PAYMENT = { amount: 499, currency: 'usd', confirm: true };

/** The error of the SDK, as its type and codes. */
async function refusalOf(asked: Promise<unknown>): Promise<unknown[]> {
  try {
    await asked;
    return [];
  } catch (error) {
    assert.ok(error instanceof Stripe.errors.StripeError);
    return [error.type, error.statusCode, error.code, error.decline_code, error.payment_intent?.status];
  }
}

test('a payment by a good card succeeds with a charge, and can be refunded in parts up to its amount', async (t) => {
  const { stripe } = await sdk(t);
  const customer = await stripe.customers.create({ metadata: { reference: 'ada' } });
  assert.deepEqual(customer.metadata, { reference: 'ada' });
  const paid = await stripe.paymentIntents.create({
    ...PAYMENT,
    customer: customer.id,
    payment_method: 'pm_card_visa',
  });
  assert.deepEqual([paid.status, paid.amount, paid.amount_received], ['succeeded', 499, 499]);
  const part = await stripe.refunds.create({ payment_intent: paid.id, amount: 100 });
  assert.deepEqual([part.status, part.amount, part.charge], ['succeeded', 100, paid.latest_charge]);
  const { latest_charge: chargeId } = paid;
  assert.ok(typeof chargeId === 'string');
  const charge = () => stripe.charges.retrieve(chargeId);
  const { amount_refunded, refunded } = await charge();
  assert.deepEqual([amount_refunded, refunded], [100, false]);
  const tooMuch = stripe.refunds.create({ payment_intent: paid.id, amount: 400 });
  assert.deepEqual((await refusalOf(tooMuch)).slice(0, 2), ['StripeInvalidRequestError', 400]);
  const rest = await stripe.refunds.create({ payment_intent: paid.id });
  assert.deepEqual(await stripe.refunds.retrieve(rest.id), rest);
  assert.equal(rest.amount, 399);
  assert.equal((await charge()).refunded, true);
  const again = stripe.refunds.create({ payment_intent: paid.id });
  assert.equal((await refusalOf(again))[2], 'charge_already_refunded');
  const { data } = await stripe.events.list({ limit: 100 });
  assert.deepEqual(
    data.map(({ type }) => type),
    [
      'charge.refunded',
      'refund.created',
      'charge.refunded',
      'refund.created',
      'payment_intent.succeeded',
      'charge.succeeded',
      'payment_intent.created',
      'customer.created',
    ],
  );
});

test('a declined payment has no charge, waits for another card, and ends when it is canceled', async (t) => {
  const { stripe } = await sdk(t);
  const intent = await stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
  assert.equal(intent.status, 'requires_payment_method');
  const pay = (payment_method: string) => stripe.paymentIntents.confirm(intent.id, { payment_method });
  assert.deepEqual(await refusalOf(pay('pm_card_chargeDeclinedInsufficientFunds')), [
    'StripeCardError',
    402,
    'card_declined',
    'insufficient_funds',
    'requires_payment_method',
  ]);
  const failed = await stripe.paymentIntents.retrieve(intent.id);
  assert.deepEqual([failed.latest_charge, failed.last_payment_error?.code], [null, 'card_declined']);
  assert.equal((await pay('pm_card_mastercard')).status, 'succeeded');
  const late = await refusalOf(stripe.paymentIntents.cancel(intent.id));
  assert.deepEqual(late.slice(1, 3), [400, 'payment_intent_unexpected_state']);
  const other = await stripe.paymentIntents.create({ amount: 100, currency: 'usd' });
  assert.equal((await stripe.paymentIntents.cancel(other.id)).status, 'canceled');
  const wrong = stripe.paymentIntents.create({ amount: -1, currency: 'usd' });
  assert.deepEqual((await refusalOf(wrong)).slice(0, 2), ['StripeInvalidRequestError', 400]);
});

test('a challenged payment waits for the cardholder, and is refused while they are away', async (t) => {
  const { stripe, server } = await sdk(t);
  const payment = { ...PAYMENT, payment_method: 'pm_card_authenticationRequired' };
  const away = await refusalOf(stripe.paymentIntents.create({ ...payment, off_session: true }));
  assert.deepEqual(away.slice(0, 3), ['StripeCardError', 402, 'authentication_required']);
  for (const [isPassed, status] of [
    [false, 'requires_payment_method'],
    [true, 'succeeded'],
  ] as const) {
    const { id, status: before } = await stripe.paymentIntents.create(payment);
    assert.equal(before, 'requires_action');
    await server.completeChallenge({ id, isPassed });
    assert.equal((await stripe.paymentIntents.retrieve(id)).status, status);
  }
});

test('a key replays a decline, refuses other parameters, and keeps nothing of what was refused before it began', async (t) => {
  const { stripe } = await sdk(t);
  const payment = { ...PAYMENT, payment_method: 'pm_card_chargeDeclined' };
  const pay = (changes: object) =>
    refusalOf(stripe.paymentIntents.create({ ...payment, ...changes }, { idempotencyKey: 'row' }));
  const early = await pay({ customer: 'cus_missing' });
  assert.deepEqual(early.slice(1, 3), [404, 'resource_missing']);
  const [first, second] = [await pay({}), await pay({})];
  assert.equal(first[0], 'StripeCardError');
  assert.deepEqual(second, first);
  assert.equal((await pay({ amount: 500 }))[0], 'StripeIdempotencyError');
  const { data } = await stripe.events.list({ types: ['payment_intent.payment_failed'] });
  assert.equal(data.length, 1);
});

test('saved cards are attached to one customer, detached once, and unknown addresses are refused', async (t) => {
  const { stripe } = await sdk(t);
  const [ada, ben] = [await stripe.customers.create(), await stripe.customers.create()];
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: ada.id });
  assert.deepEqual([method.customer, method.card?.last4], [ada.id, '4242']);
  assert.equal((await stripe.paymentMethods.attach(method.id, { customer: ada.id })).id, method.id);
  const stolen = { ...PAYMENT, customer: ben.id, payment_method: method.id };
  assert.equal((await refusalOf(stripe.paymentIntents.create(stolen)))[1], 400);
  const declined = stripe.paymentMethods.attach('pm_card_chargeDeclined', { customer: ben.id });
  assert.equal((await refusalOf(declined))[1], 402);
  assert.equal((await stripe.paymentMethods.detach(method.id)).customer, null);
  assert.equal((await refusalOf(stripe.paymentMethods.detach(method.id)))[1], 400);
  assert.equal((await refusalOf(stripe.balance.retrieve()))[1], 404);
});
