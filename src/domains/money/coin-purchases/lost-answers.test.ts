import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { runCron } from '#test/support/jobs/cron.ts';
import { balanceOf, differencesOf, rowsOf } from '#test/support/money/ledger.ts';
import {
  cancelPurchase,
  confirmPurchase,
  offer,
  poll,
  purchase,
  PURCHASE_COINS,
  stored,
} from '#test/support/money/purchases.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

async function write(world: World, ...statements: string[]): Promise<void> {
  await world.app.services.transaction(async (tx) => {
    for (const text of statements) await sql.raw(text).execute(tx);
  });
}

/** As for a process that dies before it has stored what the provider has said. */
const lose = (world: World, table: string) =>
  write(
    world,
    `create function lose() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$`,
    `create trigger lose before update on ${table} for each row execute function lose()`,
  );
const keep = (world: World) => write(world, 'drop function lose cascade');

const away = (world: World) => write(world, 'alter table payment_sandbox.objects rename to elsewhere');
const back = (world: World) => write(world, 'alter table payment_sandbox.elsewhere rename to objects');

const order = (person: Person, packageId: string) =>
  person.ask(PURCHASE_COINS, {
    input: { packageId, version: 1, idempotencyKey: 'one', allowSecond: true },
  });

/** Payments and charges of the provider. */
async function atProvider(world: World): Promise<number[]> {
  const count = async (kind: string) =>
    (await rowsOf(world, `select 1 from payment_sandbox.objects where kind = '${kind}'`)).length;
  return [await count('payment_intent'), await count('charge')];
}

const statesOf = async (world: World) =>
  (await rowsOf<{ state: string }>(world, 'select state from payments order by id')).map(
    ({ state }) => state,
  );

async function buyer(t: Parameters<typeof testWorld>[0]) {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const packageId = await offer(world);
  await saveCard(ada);
  return { world, ada, packageId };
}

for (const table of ['payments', 'coin_purchases', 'coin_accounts']) {
  test(`a process that dies when it writes to ${table} has charged once: a job finds it and credits the coins`, async (t) => {
    const { world, ada, packageId } = await buyer(t);
    await lose(world, table);
    const lost = await order(ada, packageId);
    assert.equal(lost.errors?.[0]?.extensions['code'], 'INTERNAL');
    await keep(world);
    assert.equal((await balanceOf(ada)).totalCoins, 0);
    world.clock.advance('6s');
    await world.runJobs();
    await world.runJobs();
    assert.equal((await balanceOf(ada)).totalCoins, 525);
    const { purchase: repeated, errors } = await purchase(ada, packageId, { key: 'one' });
    assert.deepEqual([errors, repeated.state], [[], 'SUCCEEDED']);
    assert.deepEqual(await atProvider(world), [1, 1]);
    assert.deepEqual(await differencesOf(world), []);
  });
}

test('the buyer who repeats a key after a lost answer gets what was charged', async (t) => {
  const { world, ada, packageId } = await buyer(t);
  await lose(world, 'payments');
  await order(ada, packageId);
  await keep(world);
  const repeated = await purchase(ada, packageId, { key: 'one' });
  assert.equal(repeated.purchase.state, 'SUCCEEDED');
  assert.deepEqual([await atProvider(world), (await balanceOf(ada)).totalCoins], [[1, 1], 525]);
});

test('while the provider is away nothing is charged, and later only if the buyer asks again', async (t) => {
  const { world, ada, packageId } = await buyer(t);
  await away(world);
  const refused = await order(ada, packageId);
  assert.equal(refused.errors?.[0]?.extensions['code'], 'SERVICE_UNAVAILABLE');
  await back(world);
  world.clock.advance('6m');
  await world.runJobs();
  assert.deepEqual(await atProvider(world), [0, 0]);
  const repeated = await purchase(ada, packageId, { key: 'one' });
  assert.equal(repeated.purchase.state, 'SUCCEEDED');
  await away(world);
  const second = { packageId, version: 1, idempotencyKey: 'two', allowSecond: true };
  await ada.ask(PURCHASE_COINS, { input: second });
  await back(world);
  world.clock.advance('61m');
  await world.runJobs();
  assert.deepEqual(
    [await statesOf(world), await atProvider(world)],
    [
      ['SUCCEEDED', 'EXPIRED'],
      [1, 1],
    ],
  );
  const device = await world.signIn(ada);
  const late = await purchase(device, packageId, { key: 'two' });
  assert.deepEqual([late.purchase.state, late.clientSecret, late.errors], ['EXPIRED', null, []]);
  assert.deepEqual(await atProvider(world), [1, 1]);
});

test('a payment whose answer was lost for two days, with its jobs, is found by its reference and credited', async (t) => {
  const { world, ada, packageId } = await buyer(t);
  await lose(world, 'payments');
  await order(ada, packageId);
  await keep(world);
  await write(world, 'delete from outbox', 'delete from graphile_worker._private_jobs');
  world.clock.advance('49h');
  await runCron(world, 'payments.sweep');
  await world.runJobs();
  assert.deepEqual([await statesOf(world), await atProvider(world)], [['SUCCEEDED'], [1, 1]]);
  const device = await world.signIn(ada);
  assert.equal((await balanceOf(device)).totalCoins, 525);
});

test('a purchase that is paid and whose jobs are lost is credited by the sweep', async (t) => {
  const { world, ada, packageId } = await buyer(t);
  await lose(world, 'coin_accounts');
  await order(ada, packageId);
  await keep(world);
  await write(world, 'delete from outbox', 'delete from graphile_worker._private_jobs');
  const [bought] = await rowsOf<{ id: string }>(
    world,
    'select id from coin_purchases where credited_transfer_id is null',
  );
  assert.ok(bought);
  await runCron(world, 'coin-purchases.sweep');
  await runCron(world, 'coin-purchases.sweep');
  assert.equal((await balanceOf(ada)).totalCoins, 525);
});

test('a purchase that was canceled here and turns out to be paid is credited, whatever was said before', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { purchase: open } = await purchase(ada, await offer(world));
  const [row] = await rowsOf<{ id: string }>(world, 'select provider_id as id from payments');
  await world.app.services.ports.payments.confirmPayment({
    paymentId: row?.id ?? '',
    methodId: 'pm_card_visa',
  });
  // As when the cancellation overtook the request that charges.
  await write(world, `update payments set state = 'CANCELED', provider_id = null`);
  await poll(world);
  await world.runJobs();
  assert.equal((await stored(ada, open.id)).state, 'SUCCEEDED');
  assert.equal((await balanceOf(ada)).totalCoins, 525);
  const { errors } = await cancelPurchase(ada, open.id);
  assert.deepEqual([errors[0].code, errors[0].current], ['INVALID_STATE', 'SUCCEEDED']);
});

test('a payment that ended here is canceled at the provider, when that has it and still could charge', async (t) => {
  const { world, ada, packageId } = await buyer(t);
  await rowsOf(
    world,
    `update payment_sandbox.objects set test_card = 'pm_card_authenticationRequired' where kind = 'payment_method'`,
  );
  const { purchase: open } = await purchase(ada, packageId);
  assert.equal(open.state, 'REQUIRES_ACTION');
  await write(world, `update payments set state = 'CANCELED', provider_id = null`);
  await poll(world);
  assert.equal((await stored(ada, open.id)).state, 'CANCELED');
  const bodies = await rowsOf<{ status: string }>(
    world,
    `select body ->> 'status' as status from payment_sandbox.objects where kind = 'payment_intent'`,
  );
  assert.deepEqual(bodies, [{ status: 'canceled' }]);
});

test('two confirmations at once with different cards charge one of them, and ten with the same card, too', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const packageId = await offer(world);
  for (const tokens of [
    ['pm_card_visa', 'pm_card_mastercard'],
    Array.from({ length: 10 }, () => 'pm_card_visa'),
  ]) {
    const { purchase: open } = await purchase(ada, packageId);
    const confirmed = await Promise.all(
      tokens.map((providerMethodId) => confirmPurchase(ada, open.id, { providerMethodId })),
    );
    for (const { purchase: paid, errors } of confirmed)
      assert.deepEqual([errors, paid?.state], [[], 'SUCCEEDED']);
  }
  assert.deepEqual([await atProvider(world), (await balanceOf(ada)).totalCoins], [[2, 2], 1_050]);
  await poll(world);
  assert.equal((await balanceOf(ada)).totalCoins, 1_050);
  assert.deepEqual(await differencesOf(world), []);
});

test('a saved card that the provider no longer has leaves a purchase that waits for another one', async (t) => {
  const { world, ada, packageId } = await buyer(t);
  await write(world, `delete from payment_sandbox.objects where kind = 'payment_method'`);
  const { purchase: open, clientSecret, errors } = await purchase(ada, packageId);
  assert.deepEqual([open.state, errors], ['CREATED', []]);
  assert.match(clientSecret, /^pi_/);
  const paid = await confirmPurchase(ada, open.id, { providerMethodId: 'pm_card_visa' });
  assert.equal(paid.purchase.state, 'SUCCEEDED');
  assert.deepEqual(await atProvider(world), [1, 1]);
});
