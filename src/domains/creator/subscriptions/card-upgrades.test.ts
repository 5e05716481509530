import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#platform/kernel/clock.ts';
import {
  answerAs,
  changeByCard,
  paymentStates,
  renewAt,
  settlePayments,
  standingOf,
  subscribeByCard,
} from '#test/support/money/card-subscriptions.ts';
import { differencesOf, rowsOf } from '#test/support/money/ledger.ts';
import { challengePayment } from '#test/support/money/purchases.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import {
  memberCounts,
  moveTo,
  offerTier,
  reprice,
  subscriptionsOf,
} from '#test/support/money/subscriptions.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

type Scene = {
  readonly world: World;
  readonly fan: Person;
  readonly cleo: Person;
  readonly small: string;
  readonly big: string;
  readonly id: string;
  readonly end: number;
  /** The difference for the rest of the period after ten days. */
  readonly due: number;
};

/** A member of the small tier, ten days into their period. */
async function scene(
  t: Parameters<typeof testWorld>[0],
  options?: Parameters<typeof testWorld>[1],
): Promise<Scene> {
  const world = await testWorld(t, options);
  world.clock.freeze();
  const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
  const small = await offerTier(world, cleo, { level: 1, priceCoins: 100, priceMinor: 600 });
  const big = await offerTier(world, cleo, { level: 2, priceCoins: 400, priceMinor: 1_500 });
  await saveCard(fan);
  const { subscription } = await subscribeByCard(fan, small);
  const [start, end] = [subscription.periodStartsAt, subscription.periodEndsAt].map((at) =>
    new Date(at).getTime(),
  );
  assert.ok(start && end);
  await settlePayments(world);
  await moveTo(world, new Date(start + 10 * DAY_MS), fan, cleo);
  const due = Math.ceil((900 * (end - start - 10 * DAY_MS)) / (end - start));
  return { world, fan, cleo, small, big, id: subscription.id, end, due };
}

const levelOf = async ({ world }: Scene) =>
  (await rowsOf<{ level: number }>(world, 'select tier_level::integer as level from entitlements'))[0]?.level;

test('a dearer tier is paid by card for the rest of the period at once, a cheaper one holds with the next period', async (t) => {
  const s = await scene(t);
  const { world, fan, small, big, id, end, due } = s;
  const previewed = await changeByCard(fan, { subscriptionId: id, tierId: big, preview: true });
  assert.deepEqual(
    [previewed.dueMoney, previewed.dueCoins, previewed.payment, previewed.subscription.tierId],
    [{ amountMinor: due, currency: 'EUR' }, 0, null, small],
  );
  assert.equal(new Date(previewed.effectiveAt).getTime(), world.clock.now().getTime());
  assert.deepEqual(await paymentStates(world), ['SUCCEEDED']);
  const up = await changeByCard(fan, { subscriptionId: id, tierId: big });
  assert.deepEqual(
    [up.errors, up.subscription.tierId, up.payment.amount.amountMinor, await levelOf(s)],
    [[], big, due, 2],
  );
  await settlePayments(world);
  assert.deepEqual(await memberCounts(world), [
    { counted: 0, there: 0 },
    { counted: 1, there: 1 },
  ]);
  const down = await changeByCard(fan, { subscriptionId: id, tierId: small });
  assert.deepEqual(
    [down.dueMoney, down.subscription.tierId, down.subscription.nextTierId],
    [{ amountMinor: 0, currency: 'EUR' }, big, small],
  );
  assert.equal(new Date(down.effectiveAt).getTime(), end);
  await renewAt(world, new Date(end), fan);
  const [renewed] = await subscriptionsOf(fan);
  assert.deepEqual([renewed?.tierId, renewed?.nextTierId, await levelOf(s)], [small, null, 1]);
  assert.deepEqual(
    await rowsOf(world, 'select amount_minor::integer as minor from payments order by created_at'),
    [{ minor: 600 }, { minor: due }, { minor: 600 }],
  );
  assert.deepEqual(await memberCounts(world), [
    { counted: 1, there: 1 },
    { counted: 0, there: 0 },
  ]);
  assert.deepEqual(await differencesOf(world), []);
});

test('an upgrade whose card is declined, or whose challenge fails or is left, keeps tier, state and access', async (t) => {
  const s = await scene(t);
  const { world, fan, small, big, id } = s;
  const before = [await standingOf(world, fan), (await subscriptionsOf(fan))[0], await levelOf(s)];
  const isAsBefore = async (): Promise<void> => {
    await settlePayments(world);
    const now = [await standingOf(world, fan), (await subscriptionsOf(fan))[0], await levelOf(s)];
    assert.deepEqual(now, before);
    assert.deepEqual(await memberCounts(world), [
      { counted: 1, there: 1 },
      { counted: 0, there: 0 },
    ]);
  };
  await answerAs(world, 'pm_card_chargeDeclinedInsufficientFunds');
  for (const _time of [1, 2]) {
    const { errors, subscription } = await changeByCard(fan, {
      subscriptionId: id,
      tierId: big,
      idempotencyKey: 'declined',
    });
    assert.deepEqual(
      [errors[0].code, errors[0].reason, subscription],
      ['PAYMENT_DECLINED', 'INSUFFICIENT_FUNDS', null],
    );
    await isAsBefore();
  }
  await answerAs(world, 'pm_card_authenticationRequired');
  const challenged = await changeByCard(fan, { subscriptionId: id, tierId: big });
  assert.deepEqual([challenged.nextAction.kind, challenged.subscription.tierId], ['SANDBOX', small]);
  assert.deepEqual(await memberCounts(world), [
    { counted: 1, there: 1 },
    { counted: 1, there: 1 },
  ]);
  await challengePayment(fan, challenged.payment.id, false);
  await isAsBefore();
  const left = await changeByCard(fan, { subscriptionId: id, tierId: big });
  assert.equal(left.payment.state, 'REQUIRES_ACTION');
  // Another choice gives up what waits.
  await changeByCard(fan, { subscriptionId: id, tierId: small });
  await isAsBefore();
  assert.equal((await paymentStates(world)).filter((state) => state === 'SUCCEEDED').length, 1);
  assert.deepEqual(await differencesOf(world), []);
});

test('taps at once upgrade once, and a price that has changed in between charges nothing', async (t) => {
  const s = await scene(t);
  const { world, fan, big, id } = s;
  await reprice(world, big, 2, { priceCoins: 400, priceMinor: 2_500 });
  assert.equal((await changeByCard(fan, { subscriptionId: id, tierId: big })).errors[0].code, 'CONFLICT');
  assert.deepEqual(await paymentStates(world), ['SUCCEEDED']);
  await answerAs(world, 'pm_card_authenticationRequired');
  const taps = await Promise.all(
    Array.from({ length: 20 }, () => changeByCard(fan, { subscriptionId: id, tierId: big, version: 2 })),
  );
  const paymentId = taps[0].payment.id;
  assert.deepEqual(
    taps.map(({ payment, errors }) => [payment?.id, errors]),
    Array(20).fill([paymentId, []]),
  );
  await challengePayment(fan, paymentId, true);
  await settlePayments(world);
  assert.equal((await subscriptionsOf(fan))[0]?.tierId, big);
  assert.deepEqual((await paymentStates(world)).toSorted(), ['SUCCEEDED', 'SUCCEEDED']);
  assert.deepEqual(await differencesOf(world), []);
});

test('an upgrade brings the creator at most the coins that its money buys', async (t) => {
  const s = await scene(t, { env: { COIN_RATES: 'EUR:50-200' } });
  const { world, fan, cleo, id } = s;
  // The difference is 49.00 EUR in coins, and 1.00 EUR in money.
  const trick = await offerTier(world, cleo, { level: 3, priceCoins: 5_000, priceMinor: 700 });
  const { payment } = await changeByCard(fan, { subscriptionId: id, tierId: trick });
  assert.equal(payment.state, 'SUCCEEDED');
  const [upgrade] = await rowsOf<{ coins: number }>(
    world,
    "select amount_coins::integer as coins from subscription_invoices where reason = 'UPGRADE'",
  );
  assert.equal(upgrade?.coins, payment.amount.amountMinor * 2);
});

test('a difference below what cards are charged holds with the next period', async (t) => {
  const s = await scene(t);
  const { world, fan, cleo, small, id, end } = s;
  const near = await offerTier(world, cleo, { level: 3, priceCoins: 110, priceMinor: 610 });
  const changed = await changeByCard(fan, { subscriptionId: id, tierId: near });
  assert.deepEqual(
    [changed.errors, changed.dueMoney.amountMinor, changed.payment, changed.subscription.tierId],
    [[], 0, null, small],
  );
  assert.equal(new Date(changed.effectiveAt).getTime(), end);
  const coinsOnly = await offerTier(world, cleo, { level: 4, priceCoins: 900 });
  assert.deepEqual(
    (await changeByCard(fan, { subscriptionId: id, tierId: coinsOnly })).errors.map(
      ({ code, path }: { code: string; path: string[] }) => [code, ...path],
    ),
    [['VALIDATION_FAILED', 'tierId']],
  );
});
