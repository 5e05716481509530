import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, newestFacts, opened, paid } from '#test/support/money/embedded-payments.ts';

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
