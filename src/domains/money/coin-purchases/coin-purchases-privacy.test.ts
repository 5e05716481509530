import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from '#platform/kernel/logger.ts';
import { erase } from '#test/support/people/accounts.ts';
import { allRows } from '#test/support/all-rows.ts';
import { differencesOf, rowsOf } from '#test/support/money/ledger.ts';
import { confirmPurchase, offer, purchase, refreshPurchase } from '#test/support/money/purchases.ts';
import { buyer } from '#test/support/money/refunds.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { paymentChanged } from '../payments/payments.events.ts';

test('of an erased buyer the books and the amounts stay, without card and receipt, and what is open expires', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const packageId = await offer(world);
  for (const person of [ada, ben]) {
    await saveCard(person);
    await purchase(person, packageId);
  }
  await purchase(ada, packageId, { paymentMethodId: null });
  await erase(world, ada);
  const rows = await rowsOf(
    world,
    `select state, amount_minor::integer as amount, card_brand as brand, card_last4 as last4, method_provider_id as method,
       receipt_url is null as "isWithoutReceipt", charge_id is null as "isWithoutCharge" from payments order by id`,
  );
  assert.deepEqual(rows[0], {
    state: 'SUCCEEDED',
    amount: 449,
    brand: null,
    last4: null,
    method: null,
    isWithoutReceipt: true,
    isWithoutCharge: false,
  });
  const open = rows.map((row) => (row as { state: string }).state);
  assert.deepEqual(open, ['SUCCEEDED', 'SUCCEEDED', 'EXPIRED']);
  assert.equal((rows[1] as { last4: string }).last4, '4242');
  assert.equal(
    (await rowsOf(world, 'select 1 from coin_purchases where credited_transfer_id is not null')).length,
    2,
  );
  assert.deepEqual(await differencesOf(world), []);
});

test('coins of a payment that succeeds after its account is erased are forfeited at once', async (t) => {
  const world = await testWorld(t);
  const { person: ada } = await buyer(world, 'ada');
  const { purchase: open } = await purchase(ada, await offer(world), { paymentMethodId: null });
  await erase(world, ada);
  // As when a bank says so days later, and the provider does not show yet what has moved.
  await runSql(
    world.connectionString,
    `update payments set state = 'SUCCEEDED', charge_id = 'ch_late', unbooked_since = created_at, book_at = '2100-01-01'
     where state <> 'SUCCEEDED'`,
  );
  const payment = { paymentId: uuidOf(open.id), userId: uuidOf(ada.id) };
  const paid = { ...payment, purpose: 'COIN_PURCHASE', state: 'SUCCEEDED' } as const;
  await world.app.services.transaction(async (tx) => tx.emit(paymentChanged, paid));
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual(await rowsOf(world, 'select from coin_purchases where credited_transfer_id is null'), []);
  assert.deepEqual(await rowsOf(world, 'select type, amount_coins from coin_transactions order by id'), [
    { type: 'COIN_PURCHASE', amount_coins: 525 },
    { type: 'FORFEITURE', amount_coins: 525 },
    { type: 'COIN_PURCHASE', amount_coins: 525 },
    { type: 'FORFEITURE', amount_coins: 525 },
  ]);
  assert.deepEqual(
    await rowsOf(world, 'select from coin_accounts where owner_id is not null and balance <> 0'),
    [],
  );
  assert.deepEqual(await differencesOf(world), []);
});

test('no secret of a payment reaches a row of ours or the log, also when the provider refuses', async (t) => {
  const lines: string[] = [];
  const log = createLogger({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const world = await testWorld(t, { log });
  const ada = await world.user('ada');
  const { purchase: open, clientSecret } = await purchase(ada, await offer(world));
  await confirmPurchase(ada, open.id, { providerMethodId: 'pm_card_chargeDeclined' });
  await confirmPurchase(ada, open.id, { providerMethodId: 'pm_unknown' });
  await confirmPurchase(ada, open.id, { providerMethodId: '4242424242424242' });
  // The provider knows the payment no longer, which nobody expects.
  await rowsOf(world, `update payment_sandbox.objects set kind = 'lost' where kind = 'payment_intent'`);
  const { errors } = await ada.ask(
    'mutation ($id: ID!) { refreshCoinPurchase(input: { purchaseId: $id }) { errors { code } } }',
    { id: open.id },
  );
  assert.equal(errors?.[0]?.extensions['code'], 'SERVICE_UNAVAILABLE');
  const logged = lines.join('\n');
  assert.match(logged, /PaymentsError/);
  for (const secret of [clientSecret, clientSecret.split('_secret_')[1], '4242424242424242', 'sk_test'])
    assert.ok(!logged.includes(secret), secret);
  const rows = (await allRows(world)).filter(({ table }) => !table.startsWith('payment_sandbox.'));
  assert.deepEqual(
    rows.filter(({ line }) => line.includes(clientSecret)),
    [],
  );
  // An hour later nobody can pay it: the provider has nothing to cancel.
  world.clock.advance('61m');
  await world.runJobs();
});

test('a caller who charges too often waits, and to ask how a purchase stands does not count', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { purchase: open } = await purchase(ada, await offer(world));
  const codes: (string | undefined)[] = [];
  const note = ({ errors: [error] }: { errors: { code: string }[] }) => codes.push(error?.code);
  for (let count = 0; count < 31; count += 1) note(await refreshPurchase(ada, open.id));
  for (let count = 0; count < 31; count += 1)
    note(await confirmPurchase(ada, open.id, { providerMethodId: 'pm_card_visa' }));
  assert.deepEqual(codes, [
    ...Array.from({ length: 31 }, () => undefined),
    ...Array.from({ length: 30 }, () => undefined),
    'RATE_LIMITED',
  ]);
});

test('amounts of money and of coins are integers in every column', async (t) => {
  const world = await testWorld(t);
  const columns = await rowsOf<{ type: string }>(
    world,
    `select distinct data_type as type from information_schema.columns where table_schema = 'public'
     and (column_name like '%minor%' or column_name like '%coins%' or column_name in ('amount', 'balance', 'balance_after'))`,
  );
  assert.deepEqual(columns.map(({ type }) => type).toSorted(), ['bigint', 'integer']);
});
