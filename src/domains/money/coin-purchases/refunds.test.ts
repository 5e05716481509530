import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { balanceOf, differencesOf, rowsOf, spend } from '#test/support/money/ledger.ts';
import { poll, offer, purchase } from '#test/support/money/purchases.ts';
import { type Bought, buyer, REFUND, refund } from '#test/support/money/refunds.ts';
import { runSql } from '#test/support/test-server.ts';
import { testWorld, type World } from '#test/support/world.ts';

const totals = (coins: number, promoCoins: number) => ({ coins, promoCoins, totalCoins: coins + promoCoins });

const brief = ({ refund: made, purchase: shown, errors }: Untyped) => ({
  made: made && [made.amountMinor, made.state, made.providerId !== null],
  refunded: shown && [
    shown.payment.refundedAmount.amountMinor,
    shown.payment.refunds.map((each: Untyped) => `${each.amountMinor} ${each.state}`),
  ],
  errors: errors.map(({ code, path, current }: Untyped) => [
    code,
    ...(path ?? []),
    ...(current ? [current] : []),
  ]),
});

/** Refunds of the provider. */
const atProvider = async (world: World) =>
  (
    await rowsOf<{ amount: number }>(
      world,
      `select (body ->> 'amount')::integer as amount from payment_sandbox.objects where kind = 'refund' order by seq`,
    )
  ).map(({ amount }) => amount);

const away = (world: World) =>
  runSql(world.connectionString, 'alter table payment_sandbox.objects rename to elsewhere');
const back = (world: World) =>
  runSql(world.connectionString, 'alter table payment_sandbox.elsewhere rename to objects');

const hear = async (world: World): Promise<void> => {
  await poll(world);
  await world.runJobs();
  await world.runJobs();
};

test('an admin refunds a part of a purchase and then the rest, and its coins go at once', async (t) => {
  const world = await testWorld(t);
  const bought = await buyer(world, 'ada');
  const admin = await world.admin({ role: 'FINANCE' });
  assert.deepEqual(brief(await refund(admin, bought, { amountMinor: 100 })), {
    made: [100, 'SUCCEEDED', true],
    refunded: [100, ['100 SUCCEEDED']],
    errors: [],
  });
  assert.deepEqual(await balanceOf(bought.person), totals(389, 20));
  assert.deepEqual(brief(await refund(admin, bought, { amountMinor: 350 })).errors, [
    ['VALIDATION_FAILED', 'amountMinor'],
  ]);
  assert.deepEqual(brief(await refund(admin, bought, { amountMinor: null })), {
    made: [349, 'SUCCEEDED', true],
    refunded: [449, ['349 SUCCEEDED', '100 SUCCEEDED']],
    errors: [],
  });
  assert.deepEqual(await balanceOf(bought.person), totals(0, 0));
  for (const amountMinor of [1, null])
    assert.deepEqual(brief(await refund(admin, bought, { amountMinor })).errors, [
      ['INVALID_STATE', 'purchaseId', 'REFUNDED'],
    ]);
  await hear(world);
  assert.deepEqual([await atProvider(world), await balanceOf(bought.person)], [[100, 349], totals(0, 0)]);
  assert.deepEqual(await differencesOf(world), []);
});

test('a refund of coins that are spent leaves the buyer below zero, who spends again after a purchase that fills it', async (t) => {
  const world = await testWorld(t);
  const bought = await buyer(world, 'ada');
  const { person } = bought;
  await spend(world, person, 500);
  await refund(await world.admin(), bought, {});
  assert.deepEqual(await balanceOf(person), totals(-475, -25));
  await assert.rejects(spend(world, person, 1), /INSUFFICIENT_COINS|This needs/);
  await purchase(person, await offer(world, { coins: 501, bonusCoins: 25 }));
  assert.deepEqual(await balanceOf(person), totals(26, 0));
  await spend(world, person, 26);
  assert.deepEqual(await differencesOf(world), []);
});

test('two admins who refund more than the payment together, at once, refund it no more than once', async (t) => {
  const world = await testWorld(t);
  const bought = await buyer(world, 'ada');
  const admins = [await world.admin(), await world.admin({ role: 'ADMIN' })];
  const made = await Promise.all(admins.map((admin) => refund(admin, bought, { amountMinor: 300 })));
  assert.deepEqual(
    made.flatMap((each) => brief(each).errors),
    [['VALIDATION_FAILED', 'amountMinor']],
  );
  const rests = await Promise.all(
    [...admins, ...admins].map((admin) => refund(admin, bought, { amountMinor: null })),
  );
  assert.equal(rests.filter(({ errors }) => errors.length === 0).length, 1);
  assert.deepEqual(await atProvider(world), [300, 149]);
  assert.deepEqual(await balanceOf(bought.person), totals(0, 0));
  assert.deepEqual(await differencesOf(world), []);
});

test('a key that is sent 20 times at once, and again when the provider has forgotten it, refunds once', async (t) => {
  const world = await testWorld(t);
  const bought = await buyer(world, 'ada');
  const admin = await world.admin();
  const one = { amountMinor: 100, idempotencyKey: 'one' };
  const made = await Promise.all(Array.from({ length: 20 }, () => refund(admin, bought, one)));
  assert.equal(new Set(made.map((each) => each.refund.id)).size, 1);
  assert.deepEqual(
    made.flatMap(({ errors }) => errors),
    [],
  );
  await runSql(world.connectionString, 'delete from payment_sandbox.idempotency_keys');
  assert.equal((await refund(admin, bought, one)).refund.id, made[0].refund.id);
  const another = await refund(admin, bought, { ...one, amountMinor: 101 });
  assert.deepEqual(brief(another).errors, [['IDEMPOTENCY_KEY_REUSED', 'idempotencyKey']]);
  const kept =
    "select from idempotency_keys where mutation = 'adminRefundPurchase' and expires_at > '9000-01-01'";
  assert.equal((await rowsOf(world, kept)).length, 1);
  assert.deepEqual([await atProvider(world), await differencesOf(world)], [[100], []]);
});

test('while the provider is away a refund is pending and takes no coins; its job makes it once when it is back', async (t) => {
  const world = await testWorld(t);
  const bought = await buyer(world, 'ada');
  const admin = await world.admin();
  await away(world);
  const asked = { amountMinor: 449, idempotencyKey: 'one' };
  const pending = {
    made: [449, 'PENDING', false],
    refunded: [449, ['449 PENDING']],
    errors: [],
  };
  assert.deepEqual(brief(await refund(admin, bought, asked)), pending);
  assert.deepEqual(brief(await refund(admin, bought, asked)), pending);
  assert.deepEqual(brief(await refund(admin, bought, {})).errors, [
    ['INVALID_STATE', 'purchaseId', 'REFUNDED'],
  ]);
  assert.equal((await balanceOf(bought.person)).totalCoins, 525);
  await back(world);
  world.clock.advance('21s');
  await hear(world);
  assert.equal((await balanceOf(bought.person)).totalCoins, 0);
  assert.deepEqual(brief(await refund(admin, bought, asked)).made, [449, 'SUCCEEDED', true]);
  assert.deepEqual([await atProvider(world), await differencesOf(world)], [[449], []]);
});

for (const table of ['payment_refunds', 'coin_take_backs']) {
  test(`a process that dies when it writes to ${table} has refunded once, and the sweeps finish it days later`, async (t) => {
    const world = await testWorld(t);
    const bought = await buyer(world, 'ada');
    await runSql(
      world.connectionString,
      `create function lose() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$;
       create trigger lose before update or insert on ${table} for each row
         when (${table === 'payment_refunds' ? 'new.provider_id is not null' : 'true'}) execute function lose()`,
    );
    await refundLost(await world.admin(), bought);
    await runSql(world.connectionString, 'drop function lose cascade');
    await runSql(world.connectionString, 'delete from outbox; delete from graphile_worker._private_jobs');
    assert.equal((await balanceOf(bought.person)).totalCoins, 525);
    // Longer than the provider keeps the key.
    await runSql(world.connectionString, 'delete from payment_sandbox.idempotency_keys');
    world.clock.advance('21s');
    await runCron(world, 'payments.sweepRefunds');
    await runCron(world, 'coin-purchases.sweep');
    await runCron(world, 'coin-purchases.sweep');
    assert.deepEqual([await atProvider(world), (await balanceOf(bought.person)).totalCoins], [[449], 0]);
    assert.deepEqual(await differencesOf(world), []);
  });
}

async function refundLost(admin: Actor, { purchaseId }: Bought): Promise<void> {
  const input = { purchaseId, reason: 'A test', idempotencyKey: 'lost' };
  const { errors } = await admin.ask(REFUND, { input });
  assert.equal(errors?.[0]?.extensions['code'], 'INTERNAL');
}

test('a refund that the bank sends back gives the coins back, and can be made again', async (t) => {
  const world = await testWorld(t);
  const bought = await buyer(world, 'ada', 'pm_card_refundFail');
  const admin = await world.admin();
  const { refund: made } = await refund(admin, bought, {});
  await world.app.services.ports.payments.sandbox?.settleRefund(made.providerId);
  await hear(world);
  assert.equal((await balanceOf(bought.person)).totalCoins, 525);
  assert.deepEqual(brief(await refund(admin, bought, { amountMinor: 9 })).refunded, [
    9,
    ['9 SUCCEEDED', '449 FAILED'],
  ]);
});

test('the provider refuses a refund of a disputed payment, and the next one is refused before it is asked', async (t) => {
  const world = await testWorld(t);
  const bought = await buyer(world, 'ada');
  const admin = await world.admin();
  const { sandbox } = world.app.services.ports.payments;
  await sandbox?.openDispute({ paymentId: bought.providerId, amountMinor: 449, isInquiry: false });
  assert.deepEqual(brief(await refund(admin, bought, { idempotencyKey: 'one' })), {
    made: [449, 'FAILED', false],
    refunded: [0, ['449 FAILED']],
    errors: [],
  });
  assert.deepEqual(brief(await refund(admin, bought, { idempotencyKey: 'one' })).made, [
    449,
    'FAILED',
    false,
  ]);
  assert.deepEqual(brief(await refund(admin, bought, {})).errors, [
    ['INVALID_STATE', 'purchaseId', 'DISPUTED'],
  ]);
  assert.deepEqual(await atProvider(world), []);
  assert.equal((await balanceOf(bought.person)).totalCoins, 0);
  assert.deepEqual(await differencesOf(world), []);
});

test('a refund of nothing, of an unknown purchase, of one that is not paid or without a reason is refused', async (t) => {
  const world = await testWorld(t);
  const bought = await buyer(world, 'ada');
  const admin = await world.admin();
  const refused = async (input: object) => brief(await refund(admin, bought, input)).errors;
  for (const amountMinor of [0, -1, 450])
    assert.deepEqual(await refused({ amountMinor }), [['VALIDATION_FAILED', 'amountMinor']]);
  assert.deepEqual(await refused({ reason: ' ' }), [['VALIDATION_FAILED', 'reason']]);
  const unknown = toGlobalId('coinpurchase', '00000000-0000-7000-8000-000000000001');
  assert.deepEqual(await refused({ purchaseId: unknown }), [['NOT_FOUND', 'purchaseId']]);
  const { purchase: open } = await purchase(bought.person, await offer(world), { paymentMethodId: null });
  assert.deepEqual(await refused({ purchaseId: open.id }), [['INVALID_STATE', 'purchaseId', 'CREATED']]);
  await runSql(world.connectionString, `update payments set provider = 'former'`);
  assert.deepEqual(await refused({}), [['INVALID_STATE', 'purchaseId', 'FORMER_PROVIDER']]);
  assert.deepEqual(await rowsOf(world, 'select from payment_refunds'), []);
});
