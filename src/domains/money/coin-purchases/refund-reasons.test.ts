import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsOf } from '#test/support/money/ledger.ts';
import { buyer, refund } from '#test/support/money/refunds.ts';
import { testWorld } from '#test/support/world.ts';

test('a refund has a kind, which the provider is told, and a reason in words, which other admins read', async (t) => {
  const world = await testWorld(t);
  const bought = await buyer(world, 'ada');
  const admin = await world.admin({ role: 'FINANCE' });
  const twice = { amountMinor: 100, kind: 'DUPLICATE', reason: 'Paid twice, see the mail of Monday' };
  const { refund: first } = await refund(admin, bought, twice);
  assert.deepEqual([first.kind, first.reason], ['DUPLICATE', 'Paid twice, see the mail of Monday']);
  const { refund: second } = await refund(admin, bought, { amountMinor: 50, reason: 'Does not like it' });
  assert.equal(second.kind, 'REQUESTED_BY_CUSTOMER');
  const { refund: none, errors } = await refund(admin, bought, {
    amountMinor: 1,
    reason: '4242 4242 4242 4242',
  });
  assert.deepEqual([none, errors[0].code, errors[0].path], [null, 'VALIDATION_FAILED', ['reason']]);
  const told = await rowsOf(
    world,
    "select body ->> 'reason' as reason from payment_sandbox.objects where kind = 'refund' order by seq",
  );
  assert.deepEqual(told, [{ reason: 'duplicate' }, { reason: 'requested_by_customer' }]);
  assert.doesNotMatch(JSON.stringify(told), /Monday/);
});

test('statements of cards name what is configured', async (t) => {
  const world = await testWorld(t, { env: { STRIPE_STATEMENT_DESCRIPTOR: 'PLAZA COINS' } });
  await buyer(world, 'ada');
  const charges = await rowsOf(
    world,
    "select body ->> 'statement_descriptor_suffix' as name from payment_sandbox.objects where kind = 'charge'",
  );
  assert.deepEqual(charges, [{ name: 'PLAZA COINS' }]);
});
