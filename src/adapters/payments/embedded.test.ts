import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PaymentsError } from '#ports/payments.ts';
import { movableClock } from '#test/support/clock.ts';
import {
  ASK,
  codeOf,
  LONG_AGO,
  newestFacts,
  newSetup,
  opened,
  paid,
  PRICE,
} from '#test/support/money/embedded-payments.ts';
import { createEmbeddedPayments } from './embedded.ts';

test('an idempotency key returns the first object for a day, also to fifty at once, and refuses other parameters', async (t) => {
  const { payments, clock } = await opened(t);
  const customer = { reference: 'ada', idempotencyKey: 'one' };
  const ids = await Promise.all(Array.from({ length: 50 }, () => payments.createCustomer(customer)));
  assert.equal(new Set(ids).size, 1);
  await assert.rejects(payments.createCustomer({ ...customer, reference: 'ben' }), codeOf('REJECTED'));
  clock.advance('23h');
  assert.equal(await payments.createCustomer(customer), ids[0]);
  clock.advance('2h');
  assert.notEqual(await payments.createCustomer(customer), ids[0]);
});

test('a setup goes through the states of the provider, and its events are read by pages, the newest first', async (t) => {
  const { payments, clock } = await opened(t);
  const { setupId } = await newSetup(payments, 'ada');
  await assert.rejects(payments.confirmSetup({ setupId, methodId: 'pm_card_chargeDeclined' }), (error) => {
    assert.ok(error instanceof PaymentsError);
    assert.deepEqual([error.code, error.declineReason], ['DECLINED', 'DECLINED']);
    assert.match(
      error.message,
      /^The provider of payments answered StripeCardError \(402, card_declined, req_/,
    );
    assert.equal(error.cause, undefined);
    return true;
  });
  const failed = await payments.findSetup(setupId);
  assert.deepEqual([failed.state, failed.declineReason, failed.method], ['PENDING', 'DECLINED', null]);
  const challenged = await payments.confirmSetup({ setupId, methodId: 'pm_card_authenticationRequired' });
  assert.deepEqual(
    [challenged.state, challenged.nextAction, challenged.method],
    ['REQUIRES_ACTION', { kind: 'SANDBOX', url: null }, null],
  );
  await payments.sandbox?.completeChallenge({ id: setupId, isPassed: true });
  const { state, method } = await payments.findSetup(setupId);
  assert.equal(state, 'SUCCEEDED');
  assert.deepEqual(await payments.findMethod(method?.id ?? ''), method);
  // After success it cannot be confirmed or canceled, and no challenge waits.
  const again = { setupId, methodId: 'pm_card_visa' };
  await assert.rejects(payments.confirmSetup(again), codeOf('INVALID_STATE'));
  assert.equal((await payments.cancelSetup(setupId)).state, 'SUCCEEDED');
  const late = payments.sandbox?.completeChallenge({ id: setupId, isPassed: false });
  await assert.rejects(late ?? Promise.resolve(), codeOf('INVALID_STATE'));

  const first = await payments.listFacts({ since: LONG_AGO, after: null, limit: 2 });
  assert.deepEqual(
    first.facts.map(({ type }) => type),
    ['setup_intent.succeeded', 'setup_intent.requires_action'],
  );
  const all = await payments.listFacts({ since: LONG_AGO, after: null, limit: 100 });
  assert.deepEqual(
    all.facts.map(({ type, objectId }) => [type, objectId]),
    ['setup_intent.succeeded', 'setup_intent.requires_action', 'setup_intent.setup_failed'].map((type) => [
      type,
      setupId,
    ]),
  );
  assert.equal(all.next, null);
  const rest = await payments.listFacts({ since: LONG_AGO, after: first.next, limit: 2 });
  assert.deepEqual(rest, { facts: [all.facts[2]], next: null });
  const later = new Date(clock.now().getTime() + 60_000);
  const none = await payments.listFacts({ since: later, after: null, limit: 100 });
  assert.deepEqual(none, { facts: [], next: null });
});

test('a payment charges a saved card once for its key, is found by its reference, and says what it has charged', async (t) => {
  const { payments } = await opened(t);
  const { customerId, setupId } = await newSetup(payments, 'ada');
  const { method } = await payments.confirmSetup({ setupId, methodId: 'pm_card_visa' });
  const ask = { ...ASK, customerId, reference: 'row', idempotencyKey: 'row', methodId: method?.id ?? null };
  const made = await Promise.all([1, 2, 3].map(() => payments.createPayment(ask)));
  const [{ id, charge, ...paid }] = made as [(typeof made)[0]];
  assert.deepEqual(new Set(made.map((payment) => payment.id)), new Set([id]));
  assert.deepEqual(
    { ...paid, clientSecret: '' },
    {
      ...PRICE,
      clientSecret: '',
      state: 'SUCCEEDED',
      nextAction: null,
      declineReason: null,
      decline: null,
    },
  );
  assert.deepEqual([charge?.brand, charge?.last4], ['VISA', '4242']);
  assert.equal(charge?.receiptUrl, `https://receipts.invalid/${charge?.id}`);
  const found = { customerId, reference: 'row' };
  assert.deepEqual(await payments.findPaymentByReference(found), await payments.findPayment(id));
  assert.equal(await payments.findPaymentByReference({ ...found, reference: 'other' }), null);
  // After success it cannot be confirmed or canceled.
  const again = payments.confirmPayment({ paymentId: id, methodId: 'pm_card_visa' });
  await assert.rejects(again, codeOf('INVALID_STATE'));
  assert.equal((await payments.cancelPayment(id)).state, 'SUCCEEDED');
  const facts = await newestFacts(payments, 100);
  assert.deepEqual(
    facts.flatMap(({ subject, objectId, reference }) =>
      subject === 'PAYMENT' ? [[objectId, reference]] : [],
    ),
    [[id, 'row']],
  );
});

test('a payment whose card is declined waits for another one, and one by a method of another customer is not made', async (t) => {
  const { payments } = await opened(t);
  const { customerId, setupId } = await newSetup(payments, 'ada');
  const { method } = await payments.confirmSetup({ setupId, methodId: 'pm_card_visa' });
  const other = await newSetup(payments, 'ben');
  const ask = { ...ASK, reference: 'row', idempotencyKey: 'row' };
  const stolen = payments.createPayment({ ...ask, customerId: other.customerId, methodId: method?.id ?? '' });
  await assert.rejects(stolen, codeOf('METHOD_REFUSED'));
  const row = { customerId: other.customerId, reference: 'row' };
  assert.equal(await payments.findPaymentByReference(row), null);
  const declined = { ...ask, customerId, methodId: 'pm_card_chargeDeclinedExpiredCard' };
  for (const made of [await payments.createPayment(declined), await payments.createPayment(declined)])
    assert.deepEqual([made.state, made.declineReason], ['PENDING', 'EXPIRED_CARD']);
  const { id } = await payments.createPayment(declined);
  const refused = payments.confirmPayment({ paymentId: id, methodId: 'pm_card_chargeDeclined' });
  await assert.rejects(refused, codeOf('DECLINED'));
  const challenged = await payments.confirmPayment({
    paymentId: id,
    methodId: 'pm_card_authenticationRequired',
  });
  assert.deepEqual([challenged.state, challenged.nextAction?.kind], ['REQUIRES_ACTION', 'SANDBOX']);
  await payments.sandbox?.completeChallenge({ id, isPassed: false });
  assert.equal((await payments.findPayment(id)).declineReason, 'AUTHENTICATION_FAILED');
  assert.equal((await payments.cancelPayment(id)).state, 'CANCELED');
  assert.equal((await payments.cancelPayment(id)).state, 'CANCELED');
});

test('a card is charged without its holder, and declined where the bank wants them, who can pay the same payment', async (t) => {
  const { payments } = await opened(t);
  const { customerId, setupId } = await newSetup(payments, 'ada');
  const { method } = await payments.confirmSetup({ setupId, methodId: 'pm_card_visa' });
  const ask = { ...PRICE, customerId, isOffSession: true };
  const charged = await payments.createPayment({
    ...ask,
    reference: 'visa',
    idempotencyKey: 'visa',
    methodId: method?.id ?? '',
  });
  assert.deepEqual([charged.state, charged.charge?.last4], ['SUCCEEDED', '4242']);
  const challenged = {
    ...ask,
    reference: 'bank',
    idempotencyKey: 'bank',
    methodId: 'pm_card_authenticationRequired',
  };
  const declined = await payments.createPayment(challenged);
  assert.deepEqual([declined.state, declined.declineReason], ['PENDING', 'AUTHENTICATION_REQUIRED']);
  assert.deepEqual([declined.nextAction, declined.charge], [null, null]);
  assert.equal((await payments.createPayment(challenged)).id, declined.id);
  const { id } = declined;
  const present = await payments.confirmPayment({ paymentId: id, methodId: challenged.methodId });
  assert.deepEqual([present.state, present.nextAction?.kind], ['REQUIRES_ACTION', 'SANDBOX']);
  await payments.sandbox?.completeChallenge({ id, isPassed: true });
  assert.equal((await payments.findPayment(id)).state, 'SUCCEEDED');
});

test('old events are deleted in batches, the oldest first, and later ones stay', async (t) => {
  const { payments, clock } = await opened(t);
  await paid(payments, 'ada', 'pm_card_visa');
  clock.advance('31d');
  const before = new Date(clock.now().getTime() - 30 * 86_400_000);
  await paid(payments, 'ben', 'pm_card_visa');
  const remove = () => payments.sandbox?.deleteOldEvents({ before, limit: 4 });
  const deleted = [await remove(), await remove(), await remove()];
  assert.deepEqual([deleted[0], deleted[2]], [4, 0]);
  const facts = await newestFacts(payments, 100);
  assert.deepEqual(
    facts.map(({ type }) => type),
    ['setup_intent.succeeded', 'payment_intent.succeeded'],
  );
});

test('a deleted customer takes the cards along, and ends and deletions can be repeated', async (t) => {
  const { payments } = await opened(t);
  const { customerId, setupId } = await newSetup(payments, 'ada');
  const { method } = await payments.confirmSetup({ setupId, methodId: 'pm_card_mastercard' });
  assert.deepEqual([method?.brand, method?.last4], ['MASTERCARD', '4444']);
  const other = await newSetup(payments, 'ben');
  const stolen = { setupId: other.setupId, methodId: method?.id ?? '' };
  await assert.rejects(payments.confirmSetup(stolen), codeOf('METHOD_REFUSED'));
  assert.equal((await payments.cancelSetup(other.setupId)).state, 'CANCELED');
  assert.equal((await payments.cancelSetup(other.setupId)).state, 'CANCELED');
  await payments.deleteCustomer(customerId);
  await payments.deleteCustomer(customerId);
  assert.equal(await payments.findMethod(method?.id ?? ''), null);
  await payments.detachMethod(method?.id ?? '');
  await payments.detachMethod('pm_unknown');
  const late = { customerId, reference: 'late', idempotencyKey: 'late' };
  await assert.rejects(payments.createSetup(late), codeOf('NOT_FOUND'));
});

test('a sandbox whose database is away is unavailable, and nothing of it is thrown but that', async () => {
  const payments = createEmbeddedPayments({
    connectionString: 'postgresql://nobody:secret@127.0.0.1:1/none',
    callbackSecret: null,
    statementDescriptor: null,
    clock: movableClock(),
  });
  await assert.rejects(payments.findSetup('seti_1'), (error) => {
    assert.ok(error instanceof PaymentsError);
    assert.equal(error.code, 'UNAVAILABLE');
    assert.doesNotMatch(`${error.stack} ${JSON.stringify(error)}`, /secret/);
    return true;
  });
  await payments.close();
});
