import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { runSql } from '#test/support/test-server.ts';
import { testWorld } from '#test/support/world.ts';

const OFFERS =
  '{ coinPackages { id version coins bonusCoins totalCoins price { amountMinor currency } maxPerUser } }';

async function call(
  admin: Actor,
  name: string,
  input: object,
  shown = 'package { id version }',
): Promise<Untyped> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { ${shown} errors { code path } } }`;
  const { data, errors } = await admin.ask(document, { input });
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data[name];
}

const SMALL = { coins: 100, priceMinor: 199, currency: 'EUR' };
const create = async (admin: Actor, offer: object = SMALL): Promise<string> =>
  (await call(admin, 'adminCreateCoinPackage', offer)).package.id;

test('packages are offered in their order while their time lasts, until they are archived', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin({ role: 'FINANCE' });
  const in1h = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
  const small = await create(admin);
  const large = await create(admin, {
    ...SMALL,
    coins: 1_000,
    bonusCoins: 150,
    maxPerUser: 2,
    endsAt: in1h,
  });
  const later = await create(admin, { ...SMALL, startsAt: in1h });
  const offered = async (): Promise<string[]> =>
    (await world.anonymous().do(OFFERS)).coinPackages.map(({ id }: Untyped) => id);
  assert.deepEqual((await world.anonymous().do(OFFERS)).coinPackages[1], {
    id: large,
    version: 1,
    coins: 1_000,
    bonusCoins: 150,
    totalCoins: 1_150,
    maxPerUser: 2,
    price: { amountMinor: 199, currency: 'EUR' },
  });
  assert.deepEqual(await offered(), [small, large]);
  const packageIds = [later, large, small];
  const { packages } = await call(admin, 'adminReorderCoinPackages', { packageIds }, 'packages { id }');
  assert.deepEqual(
    packages,
    packageIds.map((id) => ({ id })),
  );
  assert.deepEqual(await offered(), [large, small]);
  world.clock.advance('61m');
  assert.deepEqual(await offered(), [later, small]);
  const again = await world.admin({ role: 'FINANCE' });
  for (const packageId of [small, small]) await call(again, 'adminArchiveCoinPackage', { packageId });
  assert.deepEqual(await offered(), [later]);
  const wrong = await call(
    again,
    'adminReorderCoinPackages',
    { packageIds: [small, later] },
    'packages { id }',
  );
  assert.deepEqual(wrong.errors, [{ code: 'CONFLICT', path: ['packageIds'] }]);
  const late = await call(again, 'adminUpdateCoinPackage', { packageId: small, coins: 1 });
  assert.deepEqual(late.errors, [{ code: 'INVALID_STATE', path: ['packageId'] }]);
});

test('a change makes a new version, also of ten at once, and no change none; versions never change', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin({ role: 'FINANCE' });
  const packageId = await create(admin, { ...SMALL, maxPerUser: 3 });
  await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      call(admin, 'adminUpdateCoinPackage', { packageId, coins: 200 + index }),
    ),
  );
  const cleared = { packageId, coins: 500, maxPerUser: null };
  for (const _ of [1, 2]) {
    const { package: shown } = await call(admin, 'adminUpdateCoinPackage', cleared);
    assert.deepEqual(shown, { id: packageId, version: 12 });
  }
  const versions = await rowsOf<{ version: number }>(
    world,
    'select version from coin_package_versions order by version',
  );
  assert.deepEqual(
    versions.map(({ version }) => version),
    Array.from({ length: 12 }, (_, index) => index + 1),
  );
  for (const change of ['update coin_package_versions set coins = 1', 'delete from coin_package_versions']) {
    await assert.rejects(runSql(world.connectionString, change), /never changed/);
  }
});

test('offers out of bounds are refused, and one more package than the limit', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_COIN_PACKAGES: '2' } });
  const admin = await world.admin({ role: 'FINANCE' });
  const now = world.clock.now().toISOString();
  const wrong: [object, string][] = [
    [{ coins: 0 }, 'coins'],
    [{ bonusCoins: -1 }, 'bonusCoins'],
    [{ priceMinor: 0 }, 'priceMinor'],
    [{ currency: 'eur' }, 'currency'],
    [{ maxPerUser: 0 }, 'maxPerUser'],
    [{ startsAt: now, endsAt: now }, 'endsAt'],
  ];
  for (const [offer, field] of wrong) {
    const { errors } = await call(admin, 'adminCreateCoinPackage', { ...SMALL, ...offer });
    assert.deepEqual(errors, [{ code: 'VALIDATION_FAILED', path: [field] }]);
  }
  const key = { ...SMALL, idempotencyKey: 'one' };
  assert.equal(await create(admin, key), await create(admin, key));
  const answers = await Promise.all([1, 2, 3].map(() => call(admin, 'adminCreateCoinPackage', SMALL)));
  assert.deepEqual(
    answers.flatMap(({ errors }) => errors.map(({ code }: Untyped) => code)),
    ['LIMIT_REACHED', 'LIMIT_REACHED'],
  );
  const packageId = (await world.anonymous().do(OFFERS)).coinPackages[0].id;
  const { errors } = await call(admin, 'adminUpdateCoinPackage', { packageId, coins: null });
  assert.deepEqual(errors, [{ code: 'VALIDATION_FAILED', path: ['coins'] }]);
});
