import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomUUID } from 'node:crypto';
import { advanceToNextMonth, exportBooks, hear, monthAt } from '#test/support/money/books.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { earnAvailable } from '#test/support/money/earnings.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { buyer, refund } from '#test/support/money/refunds.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

test('entries of cash of a month are a file of exact bytes, with ids alone', async (t) => {
  const world = await testWorld(t);
  const month = advanceToNextMonth(world, 10);
  const ada = await buyer(world, 'ada');
  await refund(await world.admin(), ada, { amountMinor: 100 });
  await hear(world);
  const admin = await world.admin({ role: 'FINANCE' });
  const file = await exportBooks(world, admin, { month, kind: 'CASH_ENTRIES' });
  assert.match(file.type, /^text\/csv/);
  assert.deepEqual([file.rowCount, file.sizeBytes], [5, Buffer.byteLength(file.text)]);
  const transfers = await rowsOf<{ id: string; move: string; refund: string; at: Date; booked: Date }>(
    world,
    'select id, balance_move_id as move, refund_id as refund, occurred_at as at, booked_at as booked from cash_transfers order by id',
  );
  const [charge, back] = transfers;
  assert.ok(charge && back);
  // The database may have had entries of another test, which are deleted.
  const [first] = await rowsOf<{ id: number }>(world, 'select min(id)::integer as id from cash_entries');
  assert.ok(first);
  const paymentId = toGlobalId('payment', uuidOf(ada.purchaseId));
  const line = (
    entry: number,
    { id, move, at, booked, refund: refundId }: typeof charge,
    [type, account, amount, charged]: readonly [string, string, number, number],
  ) =>
    [
      entry,
      id,
      type,
      account,
      'EUR',
      amount,
      paymentId,
      refundId === null ? '' : toGlobalId('paymentrefund', refundId),
    ]
      .concat('', '', move, charged, 'EUR', '', at.toISOString(), booked.toISOString())
      .join(',');
  assert.equal(
    file.text,
    [
      'entry_id,transfer_id,type,account,currency,amount_minor,payment_id,refund_id,dispute_id,payout_id,provider_balance_id,charged_minor,charged_currency,exchange_rate,occurred_at,booked_at',
      line(first.id, charge, ['CHARGE', 'CARD_SALES', -449, 449]),
      line(first.id + 1, charge, ['CHARGE', 'PROVIDER_FEES', 32, 449]),
      line(first.id + 2, charge, ['CHARGE', 'PROVIDER_BALANCE', 417, 449]),
      line(first.id + 3, back, ['REFUND', 'REFUNDS', 100, -100]),
      line(first.id + 4, back, ['REFUND', 'PROVIDER_BALANCE', -100, -100]),
      '',
    ].join('\r\n'),
  );
  const empty = await exportBooks(world, admin, { month: '2020-01', kind: 'CASH_ENTRIES' });
  assert.deepEqual([empty.rowCount, empty.text.split('\r\n').length], [0, 2]);
});

test('entries of coins are those of the month, each with its account and the id of its user', async (t) => {
  const world = await testWorld(t);
  const month = advanceToNextMonth(world, 10);
  const { person } = await buyer(world, 'ada');
  const admin = await world.admin();
  const { text, rowCount } = await exportBooks(world, admin, { month, kind: 'COIN_ENTRIES' });
  const [header, ...lines] = text.trimEnd().split('\r\n');
  assert.equal(
    header,
    'entry_id,transfer_id,type,reverses_transfer_id,account,user_id,amount_coins,created_at',
  );
  assert.equal(lines.length, rowCount);
  const cells: string[][] = lines.map((each: string) => each.split(','));
  assert.deepEqual(
    cells.map(([, , type, , account, user, amount]) => [type, account, user, amount]).toSorted(),
    [
      ['COIN_PURCHASE', 'COINS', person.id, '500'],
      ['COIN_PURCHASE', 'ISSUED', '', '-500'],
      ['COIN_PURCHASE', 'PROMO', person.id, '25'],
      ['COIN_PURCHASE', 'PROMO_EXPENSE', '', '-25'],
    ].toSorted(),
  );
  assert.ok(cells.every(([, , , , , , , at]) => at?.startsWith(month)));
});

test('payouts are those of the month, and their references are no formulas', async (t) => {
  const world = await testWorld(t);
  const month = advanceToNextMonth(world, 10);
  const ada = await world.user('ada');
  await earnAvailable(world, ada, 100);
  const admin = await world.admin({ role: 'FINANCE' });
  const { payout } = await callMutation(admin, {
    name: 'adminRecordPayout',
    payload: 'payout { id recordedById createdAt } errors { code }',
    input: {
      userId: ada.id,
      amountCoins: 40,
      method: 'OTHER',
      reference: '=HYPERLINK("a", b)',
      idempotencyKey: randomUUID(),
      paidMinor: 90,
      paidCurrency: 'EUR',
    },
  });
  const { text } = await exportBooks(world, admin, { month, kind: 'PAYOUTS' });
  assert.equal(
    text,
    `payout_id,user_id,amount_coins,method,reference,paid_minor,paid_currency,recorded_by_id,created_at,reversed_by_id,reversed_at\r\n` +
      `${payout.id},${ada.id},40,OTHER,"'=HYPERLINK(""a"", b)",90,EUR,${payout.recordedById},${payout.createdAt},,\r\n`,
  );
});

test('a file is written once for many who ask at a time, is refused for a month to come, and is deleted after a week', async (t) => {
  const world = await testWorld(t);
  const month = advanceToNextMonth(world, 10);
  const admin = await world.admin();
  const ask = (input: object) =>
    callMutation(admin, {
      name: 'adminExportBooks',
      payload: 'export { id state url } errors { code path }',
      input: { month, kind: 'PAYOUTS', ...input },
    });
  const asked = await Promise.all([ask({}), ask({}), ask({})]);
  assert.equal(new Set(asked.map(({ export: made }) => made.id)).size, 1);
  assert.deepEqual([asked[0].export.state, asked[0].export.url], ['PENDING', null]);
  const refused = { code: 'VALIDATION_FAILED', path: ['month'] };
  assert.deepEqual((await ask({ month: monthAt(world.clock.now(), 1) })).errors, [refused]);
  assert.deepEqual((await ask({ month: '2026-13' })).errors, [refused]);
  const file = await exportBooks(world, admin, { month, kind: 'PAYOUTS' });
  assert.equal((await fetch(file.url)).status, 200);
  world.clock.advance('11m');
  assert.notEqual((await fetch(file.url)).status, 200);
  world.clock.advance('7d');
  await runCron(world, 'book-exports.sweep');
  await world.runJobs();
  const { adminGetBookExports } = await (
    await world.admin()
  ).do('{ adminGetBookExports { nodes { state url } } }');
  assert.deepEqual(adminGetBookExports.nodes, [{ state: 'EXPIRED', url: null }]);
});

test('files of many months are requested one after the other', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  // More than the executions after which the server plans a statement for all values.
  for (let number = 0; number < 20; number += 1) {
    const month = `${2020 + (number >> 2)}-0${1 + (number & 3)}`;
    const { export: made, errors } = await callMutation(admin, {
      name: 'adminExportBooks',
      payload: 'export { month } errors { code }',
      input: { month, kind: 'PAYOUTS' },
    });
    assert.deepEqual([made?.month, errors], [month, []]);
  }
});
