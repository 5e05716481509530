import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { PaymentsError, type PaymentsPort } from '#ports/payments.ts';
import { movableClock, type MovableClock } from '#test/support/clock.ts';
import { testDatabase } from '#test/support/database.ts';
import { createEmbeddedPayments } from './embedded.ts';

type Opened = { readonly payments: PaymentsPort; readonly clock: MovableClock };

async function opened(t: TestContext): Promise<Opened> {
  const ends: (() => unknown)[] = [];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const { connectionString } = await testDatabase({ after: (end) => ends.push(end as () => unknown) });
  const clock = movableClock();
  const payments = createEmbeddedPayments({
    connectionString,
    callbackSecret: null,
    statementDescriptor: null,
    clock,
  });
  ends.push(() => payments.close());
  return { payments, clock };
}

async function newSetup(
  payments: PaymentsPort,
  name: string,
): Promise<{ customerId: string; setupId: string }> {
  const customerId = await payments.createCustomer({ reference: name, idempotencyKey: `customer-${name}` });
  const { id } = await payments.createSetup({ customerId, reference: name, idempotencyKey: `setup-${name}` });
  return { customerId, setupId: id };
}

const codeOf = (code: string) => (error: unknown) => error instanceof PaymentsError && error.code === code;

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

const LONG_AGO = new Date('2000-01-01T00:00:00Z');

/** The newest facts, oldest first. */
async function newestFacts(payments: PaymentsPort, limit: number) {
  const { facts } = await payments.listFacts({ since: LONG_AGO, after: null, limit });
  return facts.toReversed();
}

const PRICE = { amountMinor: 499, currency: 'EUR' };
const ASK = { ...PRICE, isOffSession: false };

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

async function paid(payments: PaymentsPort, name: string, methodId: string): Promise<string> {
  const { customerId, setupId } = await newSetup(payments, name);
  const { method } = await payments.confirmSetup({ setupId, methodId });
  const reference = { reference: name, idempotencyKey: name };
  const { id, state } = await payments.createPayment({
    ...ASK,
    customerId,
    ...reference,
    methodId: method?.id ?? null,
  });
  assert.equal(state, 'SUCCEEDED');
  return id;
}

test('a payment is refunded in parts up to its amount, once for each key, and says what was taken back of it', async (t) => {
  const { payments } = await opened(t);
  const paymentId = await paid(payments, 'ada', 'pm_card_visa');
  const found = async () => {
    const { balanceMoves, ...takeBacks } = await payments.findTakeBacks(paymentId);
    const moves = balanceMoves.map((move) => [move.kind, move.grossMinor, move.feeMinor, move.currency]);
    return { ...takeBacks, moves };
  };
  const charged = ['CHARGE', 499, 32, 'EUR'];
  assert.deepEqual(await found(), { refundedMinor: 0, refunds: [], disputes: [], moves: [charged] });
  const part = {
    paymentId,
    amountMinor: 100,
    currency: 'EUR',
    reason: 'REQUESTED_BY_CUSTOMER',
    reference: 'a',
  } as const;
  const made = await Promise.all(
    [1, 2, 3].map(() => payments.refundPayment({ ...part, idempotencyKey: 'a' })),
  );
  assert.equal(new Set(made.map(({ id }) => id)).size, 1);
  const [first] = made;
  assert.deepEqual({ ...first, id: '' }, { id: '', state: 'SUCCEEDED', amountMinor: 100, reference: 'a' });
  assert.deepEqual(await payments.findRefund(first?.id ?? ''), first);
  const other = { ...part, amountMinor: 101, idempotencyKey: 'a' };
  await assert.rejects(payments.refundPayment(other), codeOf('REJECTED'));
  const tooMuch = { ...part, amountMinor: 400, idempotencyKey: 'b' };
  await assert.rejects(payments.refundPayment(tooMuch), codeOf('REFUND_REFUSED'));
  const rest = await payments.refundPayment({
    ...part,
    amountMinor: 399,
    reference: 'b',
    idempotencyKey: 'b',
  });
  assert.deepEqual(await found(), {
    refundedMinor: 499,
    refunds: [rest, first],
    disputes: [],
    moves: [charged, ['REFUND', -399, 0, 'EUR'], ['REFUND', -100, 0, 'EUR']],
  });
  const none = { ...part, amountMinor: 1, idempotencyKey: 'c' };
  await assert.rejects(payments.refundPayment(none), codeOf('REFUND_REFUSED'));
  await assert.rejects(payments.findRefund('re_missing'), codeOf('NOT_FOUND'));
  await assert.rejects(payments.findTakeBacks('pi_missing'), codeOf('NOT_FOUND'));
  const facts = await newestFacts(payments, 2);
  assert.deepEqual(
    facts.map(({ type, subject, objectId, reference }) => [type, subject, objectId, reference]),
    Array.from({ length: 2 }, () => ['charge.refunded', 'PAYMENT', paymentId, null]),
  );
});

test('a refund can be pending until the bank takes it, and fail after it has succeeded', async (t) => {
  const { payments } = await opened(t);
  const refund = { amountMinor: 200, currency: 'EUR', reason: 'DUPLICATE' } as const;
  const refundOf = (paymentId: string, reference: string) =>
    payments.refundPayment({ ...refund, paymentId, reference, idempotencyKey: `refund ${reference}` });
  const later = await paid(payments, 'ada', 'pm_card_pendingRefund');
  const pending = await refundOf(later, 'ada');
  assert.equal(pending.state, 'PENDING');
  await payments.sandbox?.settleRefund(pending.id);
  assert.equal((await payments.findRefund(pending.id)).state, 'SUCCEEDED');
  const failing = await paid(payments, 'ben', 'pm_card_refundFail');
  const { id, state } = await refundOf(failing, 'ben');
  assert.equal(state, 'SUCCEEDED');
  await payments.sandbox?.settleRefund(id);
  assert.deepEqual(
    await payments
      .findTakeBacks(failing)
      .then(({ refundedMinor, refunds }) => [refundedMinor, refunds[0]?.state]),
    [0, 'FAILED'],
  );
  const again = payments.sandbox?.settleRefund(id);
  await assert.rejects(again ?? Promise.resolve(), codeOf('INVALID_STATE'));
  const facts = await newestFacts(payments, 1);
  assert.deepEqual(
    facts.map(({ type, objectId }) => [type, objectId]),
    [['refund.failed', failing]],
  );
});

test('a dispute is open until the bank decides it, and takes refunds away while it is open and when it is lost', async (t) => {
  const { payments, clock } = await opened(t);
  clock.freeze();
  const paymentId = await paid(payments, 'ada', 'pm_card_createDispute');
  const find = async () => (await payments.findTakeBacks(paymentId)).disputes;
  const [dispute] = await find();
  const dueAt = new Date(Math.floor(clock.now().getTime() / 1_000) * 1_000 + 7 * 86_400_000);
  assert.deepEqual(
    { ...dispute, id: '' },
    {
      id: '',
      state: 'NEEDS_RESPONSE',
      amountMinor: 499,
      currency: 'EUR',
      reason: 'fraudulent',
      dueAt,
    },
  );
  const refund = {
    paymentId,
    amountMinor: 1,
    currency: 'EUR',
    reason: 'FRAUDULENT',
    reference: 'r',
  } as const;
  const refused = payments.refundPayment({ ...refund, idempotencyKey: 'r' });
  await assert.rejects(refused, codeOf('REFUND_REFUSED'));
  const won = { disputeId: dispute?.id ?? '', isWon: true };
  await payments.sandbox?.decideDispute(won);
  assert.equal((await find())[0]?.state, 'WON');
  await assert.rejects(payments.sandbox?.decideDispute(won) ?? Promise.resolve(), codeOf('INVALID_STATE'));
  assert.equal((await payments.refundPayment({ ...refund, idempotencyKey: 's' })).state, 'SUCCEEDED');
  const facts = await newestFacts(payments, 4);
  assert.deepEqual(
    facts.map(({ type, objectId }) => [type, objectId === paymentId]),
    [
      'charge.dispute.funds_withdrawn',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
      'charge.refunded',
    ].map((type) => [type, true]),
  );
  // Of another payment: an inquiry becomes a dispute of more than was paid, which is lost.
  const other = await paid(payments, 'ben', 'pm_card_visa');
  const asked = { paymentId: other, amountMinor: 530, isInquiry: true };
  const disputeId = (await payments.sandbox?.openDispute(asked)) ?? '';
  const stateOf = async () => (await payments.findTakeBacks(other)).disputes[0];
  assert.equal((await stateOf())?.state, 'INQUIRY');
  await payments.sandbox?.decideDispute({ disputeId, isWon: false });
  assert.equal((await stateOf())?.state, 'NEEDS_RESPONSE');
  await payments.sandbox?.decideDispute({ disputeId, isWon: false });
  assert.deepEqual([(await stateOf())?.state, (await stateOf())?.amountMinor], ['LOST', 530]);
  const inquiry = await paid(payments, 'cleo', 'pm_card_createDisputeInquiry');
  const [closing] = (await payments.findTakeBacks(inquiry)).disputes;
  await payments.sandbox?.decideDispute({ disputeId: closing?.id ?? '', isWon: true });
  assert.equal((await payments.findTakeBacks(inquiry)).disputes[0]?.state, 'CLOSED');
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
