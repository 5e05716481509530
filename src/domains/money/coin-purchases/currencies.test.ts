import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { balanceOf, rowsOf } from '#test/support/money/ledger.ts';
import { purchase } from '#test/support/money/purchases.ts';
import { refund } from '#test/support/money/refunds.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { runSql } from '#test/support/test-server.ts';
import { testWorld } from '#test/support/world.ts';

type Price = readonly [currency: string, priceMinor: number, charged: number];

/** Prices in the smallest unit of ISO 4217, with what the provider is to charge in its own unit. */
const PRICES: readonly Price[] = [
  ['EUR', 499, 499],
  ['USD', 50, 50],
  ['GBP', 30, 30],
  ['CHF', 505, 505],
  ['HUF', 199_050, 199_050],
  ['TWD', 15_050, 15_050],
  ['IDR', 150_000_000, 150_000_000],
  ['INR', 9_900, 9_900],
  ['JPY', 500, 500],
  ['KRW', 7_000, 7_000],
  ['VND', 120_000, 120_000],
  ['CLP', 4_900, 4_900],
  ['XAF', 3_000, 3_000],
  ['XPF', 600, 600],
  ['RWF', 7_000, 7_000],
  ['PYG', 40_000, 40_000],
  ['ISK', 690, 69_000],
  ['UGX', 18_500, 1_850_000],
  ['MGA', 2_300_000, 23_000],
  ['KWD', 1_550, 1_550],
  ['BHD', 1_990, 1_990],
  ['JOD', 3_540, 3_540],
  ['OMR', 1_900, 1_900],
  ['TND', 15_500, 15_500],
];

async function offerAt(admin: Actor, priceMinor: number, currency: string): Promise<Untyped> {
  const { data } = await admin.ask(
    `mutation ($input: AdminCreateCoinPackageInput!) { adminCreateCoinPackage(input: $input) {
      package { id } errors { code path ... on ValidationError { constraint limit } } } }`,
    { input: { coins: 100, priceMinor, currency } },
  );
  return data.adminCreateCoinPackage;
}

const offeredAt = async (admin: Actor, priceMinor: number, currency: string): Promise<string> =>
  (await offerAt(admin, priceMinor, currency)).package.id;

test('in 24 currencies the provider is asked for the price, in its own unit, and a refund gives all of it back', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const people = [await world.user('ada'), await world.user('ben')];
  for (const person of people) await saveCard(person);
  const bought: string[] = [];
  for (const [index, [currency, priceMinor]] of PRICES.entries()) {
    const person = people[index % people.length];
    assert.ok(person);
    const { purchase: paid, errors } = await purchase(person, await offeredAt(admin, priceMinor, currency));
    assert.deepEqual([currency, errors, paid.state], [currency, [], 'SUCCEEDED']);
    assert.deepEqual(paid.payment.amount, { amountMinor: priceMinor, currency });
    bought.push(paid.id);
  }
  const amounts = async (kind: string, amount: string) =>
    (
      await rowsOf<{ currency: string; amount: number }>(
        world,
        `select upper(body ->> 'currency') as currency, (body ->> '${amount}')::integer as amount
         from payment_sandbox.objects where kind = '${kind}' order by seq`,
      )
    ).map(({ currency, amount: charged }) => [currency, charged]);
  const expected = PRICES.map(([currency, , charged]) => [currency, charged]);
  assert.deepEqual(await amounts('payment_intent', 'amount'), expected);
  for (const [index, purchaseId] of bought.entries()) {
    const { refund: refunded, errors } = await refund(admin, { purchaseId }, {});
    const [currency, priceMinor] = PRICES[index] ?? [];
    assert.deepEqual([currency, errors, refunded.amountMinor], [currency, [], priceMinor]);
  }
  assert.deepEqual(await amounts('refund', 'amount'), expected);
  for (const person of people) assert.equal((await balanceOf(person)).totalCoins, 0);
});

test('a price outside of what the provider charges in its currency is refused when a package is made or changed', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const refused: readonly [number, string, string, string, number | null][] = [
    [1, 'EUR', 'priceMinor', 'min', 50],
    [49, 'USD', 'priceMinor', 'min', 50],
    [100_000_000, 'EUR', 'priceMinor', 'max', 99_999_999],
    [1_000_000, 'ISK', 'priceMinor', 'max', 999_999],
    [1_555, 'KWD', 'priceMinor', 'multipleOf', 10],
    [2_300_050, 'MGA', 'priceMinor', 'multipleOf', 100],
    [50_000, 'RUB', 'currency', 'supported', null],
  ];
  for (const [priceMinor, currency, field, constraint, limit] of refused) {
    const { errors } = await offerAt(admin, priceMinor, currency);
    assert.deepEqual(errors, [{ code: 'VALIDATION_FAILED', path: [field], constraint, limit }]);
  }
  const packageId = await offeredAt(admin, 499, 'EUR');
  const { data } = await admin.ask(
    `mutation ($input: AdminUpdateCoinPackageInput!) { adminUpdateCoinPackage(input: $input) {
      errors { code path ... on ValidationError { constraint limit } } } }`,
    { input: { packageId, currency: 'HUF' } },
  );
  assert.deepEqual(data.adminUpdateCoinPackage.errors, [
    { code: 'VALIDATION_FAILED', path: ['priceMinor'], constraint: 'min', limit: 17_500 },
  ]);
  assert.equal((await rowsOf(world, 'select 1 from coin_package_versions')).length, 1);
});

test('a price that the provider refuses is told as such, as often as it is tried, and stops no other purchase', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const ada = await world.user('ada');
  await saveCard(ada);
  const packageId = await offeredAt(admin, 499, 'EUR');
  // An offer of before its currency had a bound.
  await runSql(
    world.connectionString,
    `insert into coin_package_versions (id, package_id, version, coins, bonus_coins, price_minor, currency, max_per_user, created_at)
       select gen_random_uuid(), package_id, 2, 100, 0, 1, 'EUR', 1, now() from coin_package_versions;
     update coin_packages set newest_version = 2`,
  );
  for (let time = 0; time < 22; time += 1) {
    const { purchase: none, errors } = await purchase(ada, packageId, { version: 2 });
    const [{ code, current }] = errors;
    assert.deepEqual([none, errors.length, code, current], [null, 1, 'INVALID_STATE', 'PRICE_REFUSED']);
  }
  const states = await rowsOf<{ state: string; count: number }>(
    world,
    'select state, count(*)::integer as count from payments group by state',
  );
  assert.deepEqual(states, [{ state: 'CANCELED', count: 22 }]);
  const { purchase: paid } = await purchase(ada, await offeredAt(admin, 499, 'EUR'));
  assert.equal(paid.state, 'SUCCEEDED');
  // A repetition tells how it stands.
  const { purchase: once } = await purchase(ada, packageId, { version: 2, key: 'one' });
  assert.equal(once, null);
  const { purchase: again, errors } = await purchase(ada, packageId, { version: 2, key: 'one' });
  assert.deepEqual([again.state, errors], ['CANCELED', []]);
});

test('a provider that does not take the request makes a purchase fail as unavailable, without an open one', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const ada = await world.user('ada');
  await saveCard(ada);
  const packageId = await offeredAt(admin, 499, 'EUR');
  // The account at the provider no longer has the customer.
  await rowsOf(world, `delete from payment_sandbox.objects where kind = 'customer'`);
  for (let time = 0; time < 6; time += 1) {
    const document = `mutation ($input: PurchaseCoinsInput!) { purchaseCoins(input: $input) { errors { code } } }`;
    const { errors } = await ada.ask(document, {
      input: { packageId, version: 1, idempotencyKey: `try-${time}` },
    });
    assert.equal(errors?.[0]?.extensions['code'], 'SERVICE_UNAVAILABLE');
  }
  const states = await rowsOf<{ state: string }>(world, 'select distinct state from payments');
  assert.deepEqual(states, [{ state: 'CANCELED' }]);
});
