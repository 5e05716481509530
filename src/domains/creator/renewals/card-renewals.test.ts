import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS } from '#platform/kernel/clock.ts';
import {
  answerAs,
  confirmDue,
  paymentStates,
  refundAll,
  renewAt,
  setCard,
  settlePayments,
  standingOf,
  subscribeByCard,
  toldOf,
} from '#test/support/money/card-subscriptions.ts';
import { chargePayment } from '#domains/money/payments/payment-looks.service.ts';
import { differencesOf, rowsOf } from '#test/support/money/ledger.ts';
import { challengePayment } from '#test/support/money/purchases.ts';
import { removeCard, saveCard } from '#test/support/money/saved-cards.ts';
import { changeBy, moveTo, offerTier, renewAll } from '#test/support/money/subscriptions.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { followPayment } from '../subscriptions/card-payments.service.ts';

type Scene = { world: World; cleo: Person; fan: Person; id: string; due: number };

/** A subscription by card whose first period is paid. */
async function scene(t: Parameters<typeof testWorld>[0]): Promise<Scene> {
  const world = await testWorld(t);
  world.clock.freeze();
  const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
  const tierId = await offerTier(world, cleo, { priceCoins: 500, priceMinor: 900 });
  await saveCard(fan);
  const { subscription } = await subscribeByCard(fan, tierId);
  await settlePayments(world);
  return { world, cleo, fan, id: subscription.id, due: new Date(subscription.periodEndsAt).getTime() };
}

const at = ({ due }: Scene, days: number, hours = 0): Date => new Date(due + days * DAY_MS + hours * HOUR_MS);

const periodOf = async ({ world }: Scene): Promise<number | undefined> =>
  (await rowsOf<{ at: Date }>(world, 'select period_start as at from subscriptions'))[0]?.at.getTime();

test('a renewal is charged once, by late and doubled jobs and facts that are told twice', async (t) => {
  const s = await scene(t);
  const { world, fan } = s;
  await moveTo(world, at(s, 0, 1), fan);
  await Promise.all([renewAll(world), renewAll(world), renewAll(world)]);
  // While the payment is on its way, access goes on.
  assert.deepEqual(await standingOf(world, fan), { state: 'ACTIVE', reason: null, attempts: 0, sees: true });
  await settlePayments(world);
  await renewAll(world);
  const ids = await rowsOf<{ id: string }>(world, 'select id from payments order by id');
  for (const { id } of [...ids, ...ids]) await followPayment(world.app.services, id);
  await settlePayments(world);
  assert.deepEqual(await paymentStates(world), ['SUCCEEDED', 'SUCCEEDED']);
  assert.deepEqual(await toldOf(world), ['started', 'renewed']);
  assert.equal(await periodOf(s), s.due);
  assert.deepEqual(
    await rowsOf(world, 'select amount_coins::integer as coins from card_earnings order by payment_id'),
    [{ coins: 500 }, { coins: 500 }],
  );
  assert.deepEqual(await differencesOf(world), []);
});

test('a declined card is tried again after 1, 3, 5 and 7 days, with access until 14, and a late success pays from the due date', async (t) => {
  const s = await scene(t);
  const { world, fan } = s;
  await answerAs(world, 'pm_card_chargeDeclinedInsufficientFunds');
  const attemptsAfter = async (days: number, hours = 0): Promise<unknown> => {
    await renewAt(world, at(s, days, hours), fan);
    const { state, attempts, sees } = await standingOf(world, fan);
    return [state, attempts, sees];
  };
  assert.deepEqual(await attemptsAfter(0), ['PAST_DUE', 1, true]);
  assert.deepEqual(await attemptsAfter(0, 23), ['PAST_DUE', 1, true]);
  assert.deepEqual(await attemptsAfter(1), ['PAST_DUE', 2, true]);
  assert.deepEqual(await attemptsAfter(2), ['PAST_DUE', 2, true]);
  assert.deepEqual(await attemptsAfter(3), ['PAST_DUE', 3, true]);
  assert.deepEqual(await attemptsAfter(5), ['PAST_DUE', 4, true]);
  await answerAs(world, 'pm_card_visa');
  assert.deepEqual(await attemptsAfter(7), ['ACTIVE', 0, true]);
  assert.equal(await periodOf(s), s.due);
  assert.deepEqual(await toldOf(world), ['started', 'failing', 'renewed']);
  assert.deepEqual(await paymentStates(world), [
    'SUCCEEDED',
    ...Array(4).fill('CANCELED INSUFFICIENT_FUNDS'),
    'SUCCEEDED',
  ]);
  const { myInvoices } = await fan.do(
    '{ myInvoices(first: 1) { nodes { state attempts { declineReason } } } }',
  );
  assert.deepEqual(
    myInvoices.nodes[0].attempts.map(({ declineReason }: { declineReason: string }) => declineReason),
    [...Array(4).fill('INSUFFICIENT_FUNDS'), null],
  );
  assert.deepEqual(await differencesOf(world), []);
});

test('after the grace of 14 days a subscription that nobody pays ends', async (t) => {
  const s = await scene(t);
  const { world, fan } = s;
  await answerAs(world, 'pm_card_chargeDeclined');
  for (const days of [0, 1, 3, 5, 7, 8, 13]) await renewAt(world, at(s, days), fan);
  assert.deepEqual(await standingOf(world, fan), {
    state: 'PAST_DUE',
    reason: null,
    attempts: 5,
    sees: true,
  });
  await renewAt(world, at(s, 14), fan);
  assert.deepEqual(await standingOf(world, fan), {
    state: 'ENDED',
    reason: 'PAYMENT_FAILED',
    attempts: 5,
    sees: false,
  });
  assert.equal((await paymentStates(world)).length, 6);
  assert.deepEqual(await toldOf(world), ['started', 'failing', 'ended']);
});

test('a renewal that needs the cardholder asks once, is not tried again, keeps access, and is paid by one request', async (t) => {
  const s = await scene(t);
  const { world, fan, id } = s;
  await answerAs(world, 'pm_card_authenticationRequired');
  await renewAt(world, at(s, 0), fan);
  assert.deepEqual(await standingOf(world, fan), {
    state: 'PAST_DUE',
    reason: null,
    attempts: 1,
    sees: true,
  });
  for (const days of [1, 3, 5, 7, 13]) await renewAt(world, at(s, days), fan);
  assert.deepEqual(await standingOf(world, fan), {
    state: 'PAST_DUE',
    reason: null,
    attempts: 1,
    sees: true,
  });
  assert.deepEqual(await toldOf(world), ['started', 'failing', 'actionNeeded']);
  const [asked] = await rowsOf(
    world,
    `select payload, recipients from event_log where name = 'subscription.actionNeeded'`,
  );
  const payments = await rowsOf<{ id: string }>(world, 'select id from payments order by id');
  assert.deepEqual(asked, {
    payload: {
      subscriptionId: uuidOf(id),
      subscriberId: uuidOf(fan.id),
      paymentId: payments[1]?.id,
    },
    recipients: [uuidOf(fan.id)],
  });
  const { mySubscriptions } = await fan.do(
    '{ mySubscriptions { nodes { state dueInvoice { reason attempts { declineReason } } } } }',
  );
  assert.deepEqual(mySubscriptions.nodes, [
    {
      state: 'PAST_DUE',
      dueInvoice: { reason: 'CYCLE', attempts: [{ declineReason: 'AUTHENTICATION_REQUIRED' }] },
    },
  ]);
  // Taps at once with keys of their own get one payment.
  const taps = await Promise.all([1, 2, 3, 4].map(() => confirmDue(fan, id)));
  const [first] = taps;
  assert.deepEqual(
    taps.map(({ payment, nextAction, errors }) => [payment.id, nextAction?.kind, errors]),
    Array(4).fill([first.payment.id, 'SANDBOX', []]),
  );
  await challengePayment(fan, first.payment.id, true);
  await settlePayments(world);
  assert.deepEqual(await standingOf(world, fan), { state: 'ACTIVE', reason: null, attempts: 0, sees: true });
  assert.equal(await periodOf(s), s.due);
  assert.deepEqual(await paymentStates(world), [
    'SUCCEEDED',
    'CANCELED AUTHENTICATION_REQUIRED',
    'SUCCEEDED',
  ]);
  assert.equal((await confirmDue(fan, id)).errors[0].code, 'INVALID_STATE');
  assert.deepEqual(await differencesOf(world), []);
});

test('a new card pays at once what is due, and a removed card is not charged', async (t) => {
  const s = await scene(t);
  const { world, cleo, fan, id } = s;
  const [old] = (await fan.do('{ myPaymentMethods { id } }')).myPaymentMethods;
  await removeCard(fan, old.id);
  await renewAt(world, at(s, 0), fan);
  assert.deepEqual(await standingOf(world, fan), {
    state: 'PAST_DUE',
    reason: null,
    attempts: 1,
    sees: true,
  });
  assert.deepEqual(await paymentStates(world), ['SUCCEEDED']);
  assert.deepEqual(
    (await confirmDue(fan, id)).errors.map(({ code }: { code: string }) => code),
    ['NOT_FOUND'],
  );
  cleo.token = (await world.signIn(cleo)).token;
  const theirs = await saveCard(cleo);
  assert.equal((await setCard(fan, id, theirs)).errors[0].code, 'NOT_FOUND');
  assert.equal((await setCard(cleo, id, theirs)).errors[0].code, 'NOT_FOUND');
  const card = await saveCard(fan, 'pm_card_mastercard');
  const { subscription } = await setCard(fan, id, card);
  assert.deepEqual(subscription.paymentMethod, { last4: '4444' });
  await settlePayments(world);
  assert.deepEqual(await standingOf(world, fan), { state: 'ACTIVE', reason: null, attempts: 0, sees: true });
  await setCard(fan, id, card);
  await settlePayments(world);
  assert.deepEqual(await paymentStates(world), ['SUCCEEDED', 'SUCCEEDED']);
  assert.deepEqual(await differencesOf(world), []);
});

test('a renewal that is paid after the subscription was canceled goes back to the card', async (t) => {
  const s = await scene(t);
  const { world, fan, id } = s;
  await moveTo(world, at(s, 0), fan);
  await renewAll(world);
  const { subscription } = await changeBy(fan, 'cancelSubscription', { subscriptionId: id });
  assert.equal(subscription?.state, 'ENDED');
  // The charge was under way: the bank has answered before the payment could be canceled.
  const [{ id: paymentId } = { id: '' }] = await rowsOf<{ id: string }>(
    world,
    'select id from payments order by id desc limit 1',
  );
  await runSql(
    world.connectionString,
    `delete from graphile_worker._private_jobs where key = '${paymentId}'`,
  );
  await chargePayment(world.app.services, { paymentId });
  await settlePayments(world);
  await refundAll(world);
  assert.deepEqual(await rowsOf(world, 'select amount_minor::integer as minor, state from payment_refunds'), [
    { minor: 900, state: 'SUCCEEDED' },
  ]);
  assert.equal((await rowsOf(world, 'select 1 from card_earnings')).length, 1);
  assert.deepEqual(await differencesOf(world), []);
});

test('over 36 months each period is charged once, from anchors on the 29th to the 31st, with lost events and doubled jobs', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const cleo = await world.user('cleo');
  const tierId = await offerTier(world, cleo, { priceCoins: 100, priceMinor: 300 });
  const anchors = [29, 30, 31];
  const fans: Person[] = [];
  for (const day of anchors) {
    const person = await world.user(`fan${day}`);
    await moveTo(world, new Date(Date.UTC(2027, 0, day, 11, 30)), person);
    await saveCard(person);
    assert.equal((await subscribeByCard(person, tierId)).subscription.state, 'ACTIVE');
    fans.push(person);
  }
  const lastOf = (month: number): number => new Date(Date.UTC(2027, month + 1, 0)).getUTCDate();
  for (let month = 1; month <= 36; month += 1) {
    for (const day of new Set(anchors.map((anchor) => Math.min(anchor, lastOf(month))))) {
      await moveTo(world, new Date(Date.UTC(2027, month, day, 12, 30)));
      await Promise.all([renewAll(world), renewAll(world), renewAll(world)]);
      await settlePayments(world);
    }
  }
  for (const [index, person] of fans.entries()) {
    const periods = await rowsOf<{ at: string }>(
      world,
      `select to_char(i.period_start at time zone 'UTC', 'YYYY-MM-DD') as at from subscription_invoices i
       join payments p on p.id = i.payment_id and p.state = 'SUCCEEDED'
       where i.subscriber_id = '${uuidOf(person.id)}' and i.state = 'PAID' order by 1`,
    );
    assert.deepEqual(
      periods.map((period) => period.at),
      Array.from({ length: 37 }, (_, month) =>
        new Date(Date.UTC(2027, month, Math.min(anchors[index] ?? 0, lastOf(month))))
          .toISOString()
          .slice(0, 10),
      ),
    );
  }
  assert.equal((await paymentStates(world)).length, 3 * 37);
  assert.deepEqual(await differencesOf(world), []);
});
