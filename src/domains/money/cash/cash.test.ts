import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { askForUnbooked, bookedIn, hear } from '#test/support/money/books.ts';
import { earnAvailable } from '#test/support/money/earnings.ts';
import { differencesOf, rowsOf } from '#test/support/money/ledger.ts';
import { purchase } from '#test/support/money/purchases.ts';
import { bought, buyer, refund } from '#test/support/money/refunds.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { runSql } from '#test/support/test-server.ts';
import { testWorld, type World } from '#test/support/world.ts';

const bankOf = ({ app }: World) => {
  const { sandbox } = app.services.ports.payments;
  assert.ok(sandbox);
  return sandbox;
};

/** 4.49 EUR, of which the provider keeps 0.32. */
const CHARGE = [
  ['CHARGE', 'CARD_SALES', 'EUR', -449],
  ['CHARGE', 'PROVIDER_FEES', 'EUR', 32],
  ['CHARGE', 'PROVIDER_BALANCE', 'EUR', 417],
];
const DISPUTE = [
  ['DISPUTE', 'DISPUTES', 'EUR', 449],
  ['DISPUTE', 'DISPUTE_FEES', 'EUR', 1_500],
  ['DISPUTE', 'PROVIDER_BALANCE', 'EUR', -1_949],
];

const unbookedOf = async (world: World): Promise<number> =>
  (await rowsOf(world, 'select id from payments where book_at is not null')).length;

test('a purchase is booked with its fee, a partial refund and one that fails with what they move', async (t) => {
  const world = await testWorld(t);
  const ada = await buyer(world, 'ada', 'pm_card_refundFail');
  assert.deepEqual(await bookedIn(world), CHARGE);
  const { refund: made } = await refund(await world.admin({ role: 'FINANCE' }), ada, { amountMinor: 100 });
  const refunded = [
    ['REFUND', 'REFUNDS', 'EUR', 100],
    ['REFUND', 'PROVIDER_BALANCE', 'EUR', -100],
  ];
  assert.deepEqual(await bookedIn(world), [...CHARGE, ...refunded]);
  assert.deepEqual(await differencesOf(world), []);
  await bankOf(world).settleRefund(made.providerId);
  await hear(world);
  const returned = [
    ['REFUND_RETURN', 'REFUNDS', 'EUR', -100],
    ['REFUND_RETURN', 'PROVIDER_BALANCE', 'EUR', 100],
  ];
  assert.deepEqual(await bookedIn(world), [...CHARGE, ...refunded, ...returned]);
  assert.equal(await unbookedOf(world), 0);
  assert.deepEqual(await differencesOf(world), []);
});

test('a dispute that is lost keeps the money and its fee; one that is won gives the money back, and not the fee', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await buyer(world, 'ada'), await buyer(world, 'ben')];
  const open = ({ providerId }: typeof ada, isInquiry = false) =>
    bankOf(world).openDispute({ paymentId: providerId, amountMinor: 449, isInquiry });
  const lost = await open(ada);
  await hear(world);
  const booked = [...CHARGE, ...CHARGE, ...DISPUTE];
  assert.deepEqual(await bookedIn(world), booked);
  await bankOf(world).decideDispute({ disputeId: lost, isWon: false });
  await hear(world);
  assert.deepEqual(await bookedIn(world), booked);
  // An inquiry takes nothing until the bank makes a dispute of it.
  const won = await open(ben, true);
  await hear(world);
  assert.deepEqual(await bookedIn(world), booked);
  for (const isWon of [false, true]) {
    await bankOf(world).decideDispute({ disputeId: won, isWon });
    await hear(world);
  }
  assert.deepEqual(await bookedIn(world), [
    ...booked,
    ...DISPUTE,
    ['DISPUTE_RETURN', 'DISPUTES', 'EUR', -449],
    ['DISPUTE_RETURN', 'PROVIDER_BALANCE', 'EUR', 449],
  ]);
  assert.equal(await unbookedOf(world), 0);
  assert.deepEqual(await differencesOf(world), []);
});

test('a fee that the provider shows later is asked for and booked then, and until then the payment waits', async (t) => {
  const world = await testWorld(t);
  await buyer(world, 'ada', 'pm_card_lateBalance');
  await hear(world);
  assert.deepEqual([await bookedIn(world), await unbookedOf(world)], [[], 1]);
  assert.deepEqual(await differencesOf(world), []);
  world.clock.advance('5m');
  await askForUnbooked(world);
  assert.deepEqual([await bookedIn(world), await unbookedOf(world)], [[], 1]);
  world.clock.advance('61m');
  await askForUnbooked(world);
  assert.deepEqual([await bookedIn(world), await unbookedOf(world)], [CHARGE, 0]);
  await askForUnbooked(world);
  assert.deepEqual(await bookedIn(world), CHARGE);
  assert.deepEqual(await differencesOf(world), []);
});

test('facts that come twice, out of order, or never book once', async (t) => {
  const world = await testWorld(t);
  const ada = await buyer(world, 'ada');
  await bankOf(world).openDispute({ paymentId: ada.providerId, amountMinor: 449, isInquiry: false });
  // Each fact as a new one, in the opposite order, in two looks at once.
  await runSql(
    world.connectionString,
    `insert into payment_sandbox.events (id, type, body, created_at)
     select 'again_' || id, type, jsonb_set(body, '{id}', to_jsonb('again_' || id)), created_at from payment_sandbox.events order by seq desc`,
  );
  await Promise.all([hear(world), runCron(world, 'payments.startComparison')]);
  await hear(world);
  assert.deepEqual(await bookedIn(world), [...CHARGE, ...DISPUTE]);
  const ben = await bought(world, ada.person);
  await bankOf(world).openDispute({ paymentId: ben.providerId, amountMinor: 449, isInquiry: false });
  await runSql(world.connectionString, 'delete from payment_sandbox.events');
  world.clock.advance('8d');
  await runCron(world, 'payments.startComparison');
  for (let turn = 0; turn < 2; turn += 1) await world.runJobs();
  assert.deepEqual(await bookedIn(world), [...CHARGE, ...DISPUTE, ...CHARGE, ...DISPUTE]);
  assert.deepEqual(await differencesOf(world), []);
});

test('a charge in a currency that the provider converts keeps both amounts and the rate', async (t) => {
  const world = await testWorld(t);
  const [ada, admin] = [await world.user('ada'), await world.admin()];
  await saveCard(ada);
  const { adminCreateCoinPackage } = await admin.do(
    'mutation ($input: AdminCreateCoinPackageInput!) { adminCreateCoinPackage(input: $input) { package { id } errors { code } } }',
    { input: { coins: 500, bonusCoins: 0, priceMinor: 1_000, currency: 'JPY' } },
  );
  const { errors } = await purchase(ada, adminCreateCoinPackage.package.id);
  assert.deepEqual(errors, []);
  assert.deepEqual(await bookedIn(world), [
    ['CHARGE', 'CARD_SALES', 'JPY', -1_000],
    ['CHARGE', 'CURRENCY_EXCHANGE', 'JPY', 1_000],
    ['CHARGE', 'CURRENCY_EXCHANGE', 'EUR', -610],
    ['CHARGE', 'PROVIDER_FEES', 'EUR', 34],
    ['CHARGE', 'PROVIDER_BALANCE', 'EUR', 576],
  ]);
  assert.deepEqual(
    await rowsOf(
      world,
      'select charged_minor::integer as minor, charged_currency as currency, exchange_rate as rate from cash_transfers',
    ),
    [{ minor: 1_000, currency: 'JPY', rate: '0.0061' }],
  );
  assert.deepEqual(await differencesOf(world), []);
});

test('a payout is booked with the money that was paid, comes back when it is reversed, and needs an amount and a currency', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await earnAvailable(world, ada, 500);
  const admin = await world.admin({ role: 'FINANCE' });
  const pay = (input: object): Promise<Untyped> =>
    callMutation(admin, {
      name: 'adminRecordPayout',
      payload: 'payout { id paid { amountMinor currency } } errors { code path }',
      input: {
        userId: ada.id,
        amountCoins: 100,
        reference: randomUUID().slice(0, 8),
        idempotencyKey: randomUUID(),
        ...input,
      },
    });
  const refusalOf = async (input: object) => (await pay(input)).errors[0];
  assert.deepEqual(await refusalOf({ paidMinor: 250 }), {
    code: 'VALIDATION_FAILED',
    path: ['paidCurrency'],
  });
  assert.deepEqual(await refusalOf({ paidCurrency: 'EUR' }), {
    code: 'VALIDATION_FAILED',
    path: ['paidMinor'],
  });
  assert.deepEqual(await refusalOf({ paidMinor: 0, paidCurrency: 'EUR' }), {
    code: 'VALIDATION_FAILED',
    path: ['paidMinor'],
  });
  assert.deepEqual((await pay({})).payout.paid, null);
  const { payout } = await pay({ paidMinor: 250, paidCurrency: 'EUR' });
  assert.deepEqual(payout.paid, { amountMinor: 250, currency: 'EUR' });
  const paid = [
    ['PAYOUT', 'PAYOUTS_TO_CREATORS', 'EUR', 250],
    ['PAYOUT', 'BANK', 'EUR', -250],
  ];
  assert.deepEqual(await bookedIn(world), paid);
  const reverse = { payoutId: payout.id, reason: 'It came back.' };
  for (let time = 0; time < 2; time += 1)
    await callMutation(admin, { name: 'adminReversePayout', payload: 'errors { code }', input: reverse });
  assert.deepEqual(await bookedIn(world), [
    ...paid,
    ['PAYOUT_RETURN', 'PAYOUTS_TO_CREATORS', 'EUR', -250],
    ['PAYOUT_RETURN', 'BANK', 'EUR', 250],
  ]);
  assert.deepEqual(await differencesOf(world), []);
});

test('the books of cash are only added to, in whole transfers that sum to zero, and a verification names what is forged', async (t) => {
  const world = await testWorld(t);
  const { purchaseId } = await buyer(world, 'ada');
  const [charge] = await rowsOf<{ id: string; payment_id: string }>(
    world,
    'select id, payment_id from cash_transfers',
  );
  assert.ok(charge && purchaseId);
  const run = (text: string) => runSql(world.connectionString, text);
  const kept = /The books of cash are only added to/;
  await assert.rejects(run('update cash_entries set amount_minor = 1'), kept);
  await assert.rejects(run('delete from cash_transfers'), kept);
  await assert.rejects(run('truncate cash_transfers cascade'), kept);
  const entry = (account: string, amount: number) =>
    `insert into cash_entries (transfer_id, account, currency, amount_minor) values ('${charge.id}', '${account}', 'EUR', ${amount})`;
  await assert.rejects(run(entry('CARD_SALES', -1)), /a transfer of its own transaction/);
  const transfer = (id: string) =>
    `insert into cash_transfers (id, kind, payment_id, provider, balance_move_id, charged_minor, charged_currency, occurred_at, booked_at, created_at)
     select '${id}', 'CHARGE', payment_id, provider, 'txn_forged', charged_minor, charged_currency, occurred_at, booked_at, created_at from cash_transfers`;
  await assert.rejects(run(transfer(randomUUID())), /cash_transfers_charge/);
  await run(
    `set session_replication_role = replica; ${entry('CARD_SALES', -1)}; ${entry('PROVIDER_BALANCE', 1)}`,
  );
  assert.deepEqual(await differencesOf(world), [
    `transfer of cash ${charge.id} (CHARGE): it charged 449, its entries 450`,
    'sales by card in EUR: the books have 450, the payments 449',
  ]);
  await run(
    `set session_replication_role = replica; ${entry('PROVIDER_BALANCE', 7)}; delete from cash_transfers`,
  );
  assert.deepEqual((await differencesOf(world)).slice(-2), [
    `payment ${charge.payment_id}: it is paid and not booked`,
    'sales by card in EUR: the books have 450, the payments 0',
  ]);
});
