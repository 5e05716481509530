import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import {
  advanceToNextMonth,
  askForUnbooked,
  cashOf,
  closed,
  closeMonth,
  coinsOf,
  hear,
  monthAt,
} from '#test/support/money/books.ts';
import { differencesOf, give, rowsOf } from '#test/support/money/ledger.ts';
import { bought, buyer, refund } from '#test/support/money/refunds.ts';
import { send, settle } from '#test/support/money/tips.ts';
import { runSql } from '#test/support/test-server.ts';
import { testWorld, type World } from '#test/support/world.ts';

const MONTHS = '{ adminGetMonths { month endsAt closedById completedAt } }';

async function refusalOf(admin: Actor, month: string): Promise<unknown[]> {
  const { errors } = await closeMonth(admin, month);
  return errors.map(({ code, current, path }: { code: string; current?: string; path: string[] }) => [
    code,
    current,
    path,
  ]);
}

const bankOf = ({ app }: World) => {
  const { sandbox } = app.services.ports.payments;
  assert.ok(sandbox);
  return sandbox;
};

test('a month that is over is closed once, in its order, with what all accounts had, got and gave', async (t) => {
  const world = await testWorld(t);
  const first = advanceToNextMonth(world, 10);
  const [ada, star] = [await buyer(world, 'ada'), await world.user('star')];
  await give(world, star, 40);
  await send(ada.person, { target: { userId: star.id }, amountCoins: 100 });
  await settle(world);
  await refund(await world.admin(), ada, { amountMinor: 100 });
  const second = advanceToNextMonth(world, 3);
  const admin = await world.admin({ role: 'FINANCE' });
  const refused = (current: string) => [['INVALID_STATE', current, ['month']]];
  assert.deepEqual(await refusalOf(admin, second), refused('NOT_OVER'));
  assert.deepEqual(await refusalOf(admin, 'May'), [['VALIDATION_FAILED', undefined, ['month']]]);
  const { adminGetTrialBalance } = await admin.do(
    'query ($month: String!) { adminGetTrialBalance(month: $month) { coins { account } } }',
    { month: first },
  );
  assert.equal(adminGetTrialBalance, null);
  const { month } = await closeMonth(admin, first);
  assert.equal(month.month, first);
  await world.runJobs();
  assert.deepEqual(await cashOf(admin, first), [
    ['CARD_SALES', 'EUR', 0, 0, 449, -449],
    ['PROVIDER_BALANCE', 'EUR', 0, 417, 100, 317],
    ['PROVIDER_FEES', 'EUR', 0, 32, 0, 32],
    ['REFUNDS', 'EUR', 0, 100, 0, 100],
  ]);
  const coins = await coinsOf(admin, first);
  assert.deepEqual(
    coins.filter(([account]) => account === 'PROMO_EXPENSE' || account === 'ISSUED'),
    [
      ['ISSUED', 0, 500, 111, -389],
      ['PROMO_EXPENSE', 0, 65, 5, -60],
    ],
  );
  const sumOf = (column: number) => coins.reduce((sum: number, line) => sum + Number(line[column]), 0);
  assert.deepEqual([sumOf(1), sumOf(2) - sumOf(3), sumOf(4)], [0, 0, 0]);
  // Repeating it changes nothing.
  await closed(world, admin, first);
  const { adminGetMonths } = await admin.do(MONTHS);
  assert.deepEqual(
    adminGetMonths.map(({ month: name, endsAt, closedById }: Record<string, string>) => [
      name,
      endsAt,
      closedById,
    ]),
    [[first, `${second}-01T00:00:00.000Z`, month.closedById]],
  );
  assert.ok(adminGetMonths[0].completedAt);
  assert.deepEqual(await differencesOf(world), []);

  advanceToNextMonth(world, 2);
  const third = monthAt(world.clock.now(), 0);
  advanceToNextMonth(world, 2);
  const later = await world.admin();
  assert.deepEqual(await refusalOf(later, third), refused('EARLIER_OPEN'));
  await closed(world, later, second);
  await closed(world, later, third);
  const open = (lines: number[][]) =>
    lines.map(([account, currency, , , , closing]) => [account, currency, closing, 0, 0, closing]);
  assert.deepEqual(await cashOf(later, third), open(await cashOf(later, first)));
  assert.deepEqual(await differencesOf(world), []);
});

test('months are closed from the first one that has transfers', async (t) => {
  const world = await testWorld(t);
  const first = advanceToNextMonth(world, 10);
  await give(world, await world.user('ada'), 40);
  advanceToNextMonth(world, 10);
  const next = monthAt(world.clock.now());
  advanceToNextMonth(world, 10);
  const admin = await world.admin();
  assert.deepEqual(await refusalOf(admin, next), [['INVALID_STATE', 'EARLIER_OPEN', ['month']]]);
  await closed(world, admin, first);
  await closed(world, admin, next);
});

test('what the provider does not show yet keeps a month open', async (t) => {
  const world = await testWorld(t);
  const first = advanceToNextMonth(world, 10);
  await buyer(world, 'ada', 'pm_card_lateBalance');
  await hear(world);
  // As when the provider never was asked again.
  advanceToNextMonth(world, 2);
  const admin = await world.admin();
  assert.deepEqual(await refusalOf(admin, first), [['INVALID_STATE', 'UNBOOKED', ['month']]]);
  await askForUnbooked(world);
  await closed(world, admin, first);
  // The charge was shown after the end of the month, so it is booked in the next one.
  assert.deepEqual(await cashOf(admin, first), []);
  assert.deepEqual(await differencesOf(world), []);
});

test('a fact that comes after its month is closed is booked in the open one, with the time at which it occurred', async (t) => {
  const world = await testWorld(t);
  const first = advanceToNextMonth(world, 20);
  const ada = await buyer(world, 'ada');
  const disputedAt = world.clock.now();
  await bankOf(world).openDispute({ paymentId: ada.providerId, amountMinor: 449, isInquiry: false });
  await runSql(world.connectionString, 'delete from payment_sandbox.events');
  const second = advanceToNextMonth(world, 15);
  await closed(world, await world.admin(), first);
  await runCron(world, 'payments.startComparison');
  for (let turn = 0; turn < 2; turn += 1) await world.runJobs();
  const [late] = await rowsOf<{ occurred_at: Date; booked_at: Date; created_at: Date }>(
    world,
    "select occurred_at, booked_at, created_at from cash_transfers where kind = 'DISPUTE'",
  );
  assert.ok(late);
  assert.ok(Math.abs(late.occurred_at.getTime() - disputedAt.getTime()) < 5_000);
  assert.deepEqual(late.booked_at, late.created_at);
  assert.equal(monthAt(late.booked_at), second);
  advanceToNextMonth(world, 1);
  const admin = await world.admin({ role: 'FINANCE' });
  assert.deepEqual(await cashOf(admin, first), [
    ['CARD_SALES', 'EUR', 0, 0, 449, -449],
    ['PROVIDER_BALANCE', 'EUR', 0, 417, 0, 417],
    ['PROVIDER_FEES', 'EUR', 0, 32, 0, 32],
  ]);
  await closed(world, admin, second);
  assert.deepEqual(await cashOf(admin, second), [
    ['CARD_SALES', 'EUR', -449, 0, 0, -449],
    ['DISPUTES', 'EUR', 0, 449, 0, 449],
    ['DISPUTE_FEES', 'EUR', 0, 1_500, 0, 1_500],
    ['PROVIDER_BALANCE', 'EUR', 417, 0, 1_949, -1_532],
    ['PROVIDER_FEES', 'EUR', 32, 0, 0, 32],
  ]);
  assert.deepEqual(await differencesOf(world), []);
});

test('nothing is written into a closed month, and a verification recounts its trial balance', async (t) => {
  const world = await testWorld(t);
  const first = advanceToNextMonth(world, 10);
  const ada = await buyer(world, 'ada');
  advanceToNextMonth(world, 10);
  const admin = await world.admin();
  const booked = `insert into cash_transfers (id, kind, payment_id, provider, balance_move_id, charged_minor, charged_currency, occurred_at, booked_at, created_at)
    select gen_random_uuid(), 'CHARGE', payment_id, provider, balance_move_id || '_2', charged_minor, charged_currency, occurred_at, booked_at, created_at from cash_transfers`;
  const posted = `insert into coin_transfers (id, kind, initiator_id, created_at) values (gen_random_uuid(), 'PROMO_GRANT', gen_random_uuid(), '${first}-11')`;
  const run = (text: string) => runSql(world.connectionString, text);
  await closed(world, admin, first);
  await bought(world, await world.signIn(ada.person));
  await assert.rejects(run(posted), /The month of the transfer .* is closed/);
  await assert.rejects(
    run(`drop index cash_transfers_charge; ${booked}`),
    /The month of the transfer .* is closed/,
  );
  await assert.rejects(run('delete from book_months'), /only added to/);
  await assert.rejects(run('update trial_balances set opening = 1'), /only added to/);
  await run(
    "set session_replication_role = replica; update trial_balances set debits = 33 where account = 'PROVIDER_FEES'",
  );
  assert.deepEqual(await differencesOf(world), [
    `month ${first}: of PROVIDER_FEES EUR 32 were entered, its trial balance has 33`,
  ]);
});

test('a month is closed once by many at a time, and transfers of cash wait for it', async (t) => {
  const world = await testWorld(t);
  const first = advanceToNextMonth(world, 10);
  const ada = await buyer(world, 'ada');
  advanceToNextMonth(world, 10);
  const admins = [await world.admin(), await world.admin(), await world.admin()];
  const [person] = [await world.signIn(ada.person)];
  const results = await Promise.all([
    ...admins.map((admin) => closeMonth(admin, first)),
    bought(world, person).then(() => ({ errors: [] })),
  ]);
  assert.deepEqual(
    results.map(({ errors }) => errors),
    [[], [], [], []],
  );
  await world.runJobs();
  const [admin] = admins;
  assert.ok(admin);
  assert.equal((await cashOf(admin, first)).length, 3);
  assert.deepEqual(await differencesOf(world), []);
});
