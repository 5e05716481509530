import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { testWorld, type World } from '#test/support/world.ts';

const RATES = { COIN_RATES: 'EUR:50-200,JPY:30-90.5' };
/** The offer that makes coins out of nothing. */
const MINT = { coins: 1_000_000, bonusCoins: 1_000_000, priceMinor: 100, currency: 'EUR' };
const USUAL = { coins: 100, priceMinor: 100, currency: 'EUR' };
const ERRORS =
  'errors { __typename code path ... on StateError { current allowed } ... on ConflictError { existingId } }';
const REQUEST = 'request { id packageId coins bonusCoins price { amountMinor currency } state }';

const create = (admin: Actor, offer: object = MINT): Promise<Untyped> =>
  callMutation(admin, {
    name: 'adminCreateCoinPackage',
    payload: `package { id version coins } ${REQUEST} ${ERRORS}`,
    input: { ...offer },
  });

const update = (admin: Actor, packageId: string, changes: object): Promise<Untyped> =>
  callMutation(admin, {
    name: 'adminUpdateCoinPackage',
    payload: `package { id version coins } ${REQUEST} ${ERRORS}`,
    input: { packageId, ...changes },
  });

const decide = (admin: Actor, decision: 'Approve' | 'Reject', requestId: string): Promise<Untyped> =>
  callMutation(admin, {
    name: `admin${decision}CoinPackage`,
    payload: `request { id state } ${ERRORS}`,
    input: { requestId },
  });

const offered = async (world: World): Promise<Untyped> =>
  (await world.anonymous().do('{ coinPackages { id version coins bonusCoins } }')).coinPackages;

const pending = async (admin: Actor): Promise<string[]> =>
  (await admin.do('{ adminGetPendingCoinPackages { nodes { id } } }')).adminGetPendingCoinPackages.nodes.map(
    ({ id }: Untyped) => id,
  );

async function scene(
  t: TestContext,
  env = {},
): Promise<{ world: World; first: Actor; second: Actor; third: Actor }> {
  const world = await testWorld(t, { env: { ...RATES, ...env } });
  const [first, second] = [await world.admin({ role: 'FINANCE' }), await world.admin({ role: 'FINANCE' })];
  return { world, first, second, third: await world.admin() };
}

const notWaiting = (current: string) => ({
  __typename: 'StateError',
  code: 'INVALID_STATE',
  path: ['requestId'],
  current,
  allowed: ['PENDING'],
});

test('an offer outside of the rates of its currency, or in one without rates, is made by two admins', async (t) => {
  const { world, first } = await scene(t);
  for (const [alone, offer] of [
    [true, { coins: 50, priceMinor: 100, currency: 'EUR' }],
    [true, { coins: 199, bonusCoins: 1, priceMinor: 100, currency: 'EUR' }],
    [true, { coins: 181, priceMinor: 200, currency: 'JPY' }],
    [false, { coins: 49, priceMinor: 100, currency: 'EUR' }],
    [false, { coins: 200, bonusCoins: 1, priceMinor: 100, currency: 'EUR' }],
    [false, { coins: 182, priceMinor: 200, currency: 'JPY' }],
    [false, { coins: 100, priceMinor: 300, currency: 'SEK' }],
  ] as const) {
    const made = await create(first, offer);
    assert.deepEqual(
      [made.errors, made.package !== null, made.request?.state ?? null],
      [[], alone, alone ? null : 'PENDING'],
      JSON.stringify(offer),
    );
  }
  assert.equal((await offered(world)).length, 3);
});

test('an unusual package is sold once another admin has approved it, and both acts are in the audit log', async (t) => {
  const { world, first, second, third } = await scene(t);
  const { request, package: none, errors } = await create(first);
  const { id, packageId } = request;
  const { priceMinor: amountMinor, currency, ...coins } = MINT;
  assert.deepEqual(
    [none, errors, request],
    [null, [], { id, packageId, ...coins, price: { amountMinor, currency }, state: 'PENDING' }],
  );
  const buyer = await world.user('buyer');
  const input = { packageId, version: 1, idempotencyKey: 'one' };
  const bought = await callMutation(buyer, { name: 'purchaseCoins', payload: 'errors { code path }', input });
  assert.deepEqual(bought.errors, [{ code: 'NOT_FOUND', path: ['packageId'] }]);
  assert.deepEqual(await pending(second), [id]);
  assert.deepEqual(await offered(world), []);
  for (const _ of [1, 2])
    assert.deepEqual((await decide(second, 'Approve', id)).request, { id, state: 'APPROVED' });
  assert.deepEqual(await offered(world), [{ id: packageId, version: 1, ...coins }]);
  const { adminGetAuditEntries } = await third.do(
    'query ($id: ID!) { adminGetAuditEntries(subjectId: $id) { nodes { action before after } } }',
    { id },
  );
  assert.deepEqual(adminGetAuditEntries.nodes.slice(1), [
    { action: 'adminApproveCoinPackage', before: { state: 'PENDING' }, after: { state: 'APPROVED' } },
    {
      action: 'adminCreateCoinPackage',
      before: null,
      after: { ...MINT, startsAt: null, endsAt: null, maxPerUser: null, state: 'PENDING' },
    },
  ]);
});

test('nobody decides about an own request, and of many decisions at once one counts', async (t) => {
  const { world, first, second, third } = await scene(t);
  const { id } = (await create(first)).request;
  for (const decision of ['Approve', 'Reject'] as const) {
    assert.deepEqual((await decide(first, decision, id)).errors, [
      { __typename: 'PlainError', code: 'FORBIDDEN', path: ['requestId'] },
    ]);
  }
  const decisions = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0 ? decide(second, 'Approve', id) : decide(third, 'Reject', id),
    ),
  );
  const [state, ...others] = new Set(decisions.flatMap(({ request }) => (request ? [request.state] : [])));
  assert.deepEqual(others, []);
  assert.deepEqual(
    decisions.flatMap(({ errors }) => errors),
    Array(6).fill(notWaiting(state)),
  );
  assert.equal((await offered(world)).length, state === 'APPROVED' ? 1 : 0);
  assert.deepEqual(await pending(first), []);
});

test('a repetition of the request is the same one, and shows its package once it is approved', async (t) => {
  const { first, second } = await scene(t);
  const keyed = { ...MINT, idempotencyKey: 'one' };
  const asked = await Promise.all([1, 2, 3].map(() => create(first, keyed)));
  const ids = new Set(asked.map(({ request }) => request.id));
  assert.equal(ids.size, 1);
  const { id, packageId } = asked[0].request;
  await decide(second, 'Approve', id);
  const repeated = await create(first, keyed);
  assert.deepEqual(
    [repeated.package, repeated.request.state],
    [{ id: packageId, version: 1, coins: 1_000_000 }, 'APPROVED'],
  );
});

test('a change to an unusual rate, or of an offer that has one, waits; what is on offer stays meanwhile', async (t) => {
  const { world, first, second } = await scene(t);
  const { id: packageId } = (await create(first, USUAL)).package;
  const wanted = await update(first, packageId, { coins: 500_000 });
  assert.deepEqual(
    [wanted.package, wanted.request.packageId, wanted.request.coins],
    [{ id: packageId, version: 1, coins: 100 }, packageId, 500_000],
  );
  const repeated = await update(first, packageId, { coins: 500_000 });
  assert.equal(repeated.request.id, wanted.request.id);
  for (const [admin, coins] of [
    [first, 600_000],
    [second, 500_000],
  ] as const) {
    assert.deepEqual((await update(admin, packageId, { coins })).errors, [
      { __typename: 'ConflictError', code: 'CONFLICT', path: ['packageId'], existingId: wanted.request.id },
    ]);
  }
  await decide(second, 'Approve', wanted.request.id);
  assert.deepEqual(await offered(world), [{ id: packageId, version: 2, coins: 500_000, bonusCoins: 0 }]);
  const often = await update(second, packageId, { maxPerUser: 1_000_000 });
  assert.deepEqual([often.package.version, often.request.state], [2, 'PENDING']);
  assert.equal((await update(first, packageId, { coins: 500_000 })).request, null);
});

test('a request ends when its package is changed or archived meanwhile, and when nobody decides in time', async (t) => {
  const { world, first, second } = await scene(t, { LIMIT_COIN_PACKAGE_REQUESTS_PENDING: '2' });
  const { id: packageId } = (await create(first, USUAL)).package;
  const changed = (await update(first, packageId, { coins: 500_000 })).request;
  await update(second, packageId, { coins: 120 });
  const archived = (await update(first, packageId, { coins: 500_000 })).request;
  await callMutation(second, { name: 'adminArchiveCoinPackage', payload: ERRORS, input: { packageId } });
  for (const { id } of [changed, archived]) {
    assert.deepEqual((await decide(second, 'Approve', id)).errors, [notWaiting('EXPIRED')]);
  }
  const late = (await create(first)).request;
  await create(first);
  assert.deepEqual(
    (await create(first)).errors.map(({ code }: Untyped) => code),
    ['LIMIT_REACHED'],
  );
  world.clock.advance('72h');
  const [third, fourth] = [await world.admin({ role: 'FINANCE' }), await world.admin({ role: 'FINANCE' })];
  assert.deepEqual(await pending(third), []);
  assert.deepEqual((await decide(third, 'Approve', late.id)).errors, [notWaiting('EXPIRED')]);
  assert.equal((await create(fourth)).request.state, 'PENDING');
  assert.deepEqual(await offered(world), []);
  const versions = await rowsOf<{ version: number }>(world, 'select version from coin_package_versions');
  assert.equal(versions.length, 2);
});
