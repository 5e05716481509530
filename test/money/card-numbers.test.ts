import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { allRows, columnsMentioning } from '#test/support/all-rows.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { give } from '#test/support/money/ledger.ts';
import { testWorld } from '#test/support/world.ts';

const NUMBER = '4242 4242 4242 4242';
const UNKNOWN = '0190a3b0-0000-7000-8000-000000000000';

test('no text about money takes the number of a card: it is refused with what to do, and stored nowhere', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 100);
  const admin = await world.admin();
  const text = `Charged ${NUMBER} 12/29`;
  const [adjustmentId, purchaseId, payoutId] = [
    toGlobalId('coinadjustment', UNKNOWN),
    toGlobalId('coinpurchase', UNKNOWN),
    toGlobalId('payout', UNKNOWN),
  ];
  for (const { by, name, field, ...given } of [
    { by: ada, name: 'sendTip', field: 'message', target: { userId: ben.id }, amountCoins: 1 },
    { by: ada, name: 'createSubscriptionTier', field: 'description', title: 'Friends', priceCoins: 1 },
    { by: admin, name: 'adminAdjustCoins', field: 'reason', userId: ada.id, amountCoins: 1 },
    { by: admin, name: 'adminReverseAdjustment', field: 'reason', adjustmentId },
    { by: admin, name: 'adminRefundPurchase', field: 'reason', purchaseId },
    {
      by: admin,
      name: 'adminRecordPayout',
      field: 'reference',
      userId: ada.id,
      amountCoins: 1,
    },
    { by: admin, name: 'adminReversePayout', field: 'reason', payoutId, idempotencyKey: undefined },
  ]) {
    const payload = await callMutation(by, {
      name,
      payload: 'errors { code path message }',
      input: { idempotencyKey: randomUUID(), ...given, [field]: text },
    });
    const message = 'Leave out the number of the card: it may not be stored here.';
    assert.deepEqual(payload.errors, [{ code: 'VALIDATION_FAILED', path: [field], message }], name);
  }
  assert.deepEqual(columnsMentioning(await allRows(world), [NUMBER]), []);
});
