import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import {
  answerAs,
  refundAll,
  settlePayments,
  standingOf,
  subscribeByCard,
} from '#test/support/money/card-subscriptions.ts';
import { differencesOf, rowsOf } from '#test/support/money/ledger.ts';
import { poll } from '#test/support/money/purchases.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { memberCounts, moveTo, offerTier } from '#test/support/money/subscriptions.ts';
import { erase } from '#test/support/people/accounts.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

type Scene = {
  readonly world: World;
  readonly cleo: Person;
  readonly fan: Person;
  readonly id: string;
  readonly start: number;
  readonly days: number;
};

/** A subscription of 9.00 EUR by card, ten days into its period. */
async function scene(t: Parameters<typeof testWorld>[0]): Promise<Scene> {
  const world = await testWorld(t);
  world.clock.freeze();
  const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
  const tierId = await offerTier(world, cleo, { priceCoins: 500, priceMinor: 900 });
  await saveCard(fan);
  const { subscription } = await subscribeByCard(fan, tierId);
  await settlePayments(world);
  const [start, end] = [subscription.periodStartsAt, subscription.periodEndsAt].map((at) =>
    new Date(at).getTime(),
  );
  assert.ok(start && end);
  await moveTo(world, new Date(start + 10 * DAY_MS), fan, cleo);
  return { world, cleo, fan, id: subscription.id, start, days: (end - start) / DAY_MS };
}

const refundsOf = async ({ world }: Scene): Promise<number[]> =>
  (
    await rowsOf<{ minor: number }>(
      world,
      "select amount_minor::integer as minor from payment_refunds where state = 'SUCCEEDED'",
    )
  ).map(({ minor }) => minor);

const pendingOf = async ({ world, cleo }: Scene): Promise<number> => {
  const late = await world.signIn(cleo);
  return (await late.do('{ myEarnings { pendingCoins } }')).myEarnings.pendingCoins;
};

/** Coins of 400 that the creator keeps when a part of 9.00 EUR went back. */
const keptOf = (refunded: number): number => {
  const taken = Math.floor((500 * refunded) / 900);
  return 400 - Math.floor((400 * taken) / 500);
};

const restOf = ({ days }: Scene, after: number): number => Math.floor((900 * (days - after)) / days);

const ended = (reason: string) => ({ state: 'ENDED', reason, attempts: 0, sees: false });

test('a block by the creator gives the rest of the period back to the card, once, and takes its part of the earnings', async (t) => {
  const s = await scene(t);
  const { world, cleo, fan } = s;
  await cleo.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: fan.id,
  });
  await settlePayments(world);
  assert.deepEqual(await standingOf(world, fan), ended('BLOCKED'));
  await refundAll(world);
  await refundAll(world);
  const rest = restOf(s, 10);
  assert.deepEqual(await refundsOf(s), [rest]);
  assert.equal(await pendingOf(s), keptOf(rest));
  const late = await world.signIn(fan);
  const { myInvoices } = await late.do(
    '{ myInvoices { nodes { state refundedCoins refundedAmount { amountMinor } } } }',
  );
  assert.deepEqual(myInvoices.nodes, [
    {
      state: 'PAID',
      refundedCoins: Math.floor((500 * rest) / 900),
      refundedAmount: { amountMinor: rest },
    },
  ]);
  assert.deepEqual(await memberCounts(world), [{ counted: 0, there: 0 }]);
  assert.deepEqual(await differencesOf(world), []);
});

test('30 days of suspension of the creator end a subscription of a year and give the rest back', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [cleo, fan] = [await world.user('cleo'), await world.user('fan')];
  const tierId = await offerTier(world, cleo, { priceCoins: 500, priceMinor: 900, interval: 'YEAR' });
  await saveCard(fan);
  const { subscription } = await subscribeByCard(fan, tierId);
  await settlePayments(world);
  await restrict(world, cleo, { kind: 'SUSPENSION' });
  const start = new Date(subscription.periodStartsAt).getTime();
  await moveTo(world, new Date(start + 29 * DAY_MS));
  await runCron(world, 'subscriptions.endOfSuspended');
  assert.equal((await standingOf(world, fan)).state, 'ACTIVE');
  await moveTo(world, new Date(start + 31 * DAY_MS));
  await runCron(world, 'subscriptions.endOfSuspended');
  assert.deepEqual(await standingOf(world, fan), ended('CREATOR_GONE'));
  await refundAll(world);
  const days = (new Date(subscription.periodEndsAt).getTime() - start) / DAY_MS;
  assert.deepEqual(
    await rowsOf(
      world,
      "select amount_minor::integer as minor from payment_refunds where state = 'SUCCEEDED'",
    ),
    [{ minor: Math.floor((900 * (days - 31)) / days) }],
  );
  assert.deepEqual(await differencesOf(world), []);
});

test('an admin ends a subscription and refunds the rest to the card, and sees what was paid and declined', async (t) => {
  const s = await scene(t);
  const { world, fan, id } = s;
  const admin = await world.admin();
  const { adminEndSubscription } = await admin.do(
    `mutation ($id: ID!) { adminEndSubscription(input: { subscriptionId: $id, refund: true, reason: "Asked by mail." }) {
      subscription { state endReason price { amountMinor } } errors { code } } }`,
    { id },
  );
  assert.deepEqual(adminEndSubscription, {
    subscription: { state: 'ENDED', endReason: 'MODERATION', price: { amountMinor: 900 } },
    errors: [],
  });
  await refundAll(world);
  assert.deepEqual(await refundsOf(s), [restOf(s, 10)]);
  const other = await offerTier(world, await world.user('cara'), { priceCoins: 500, priceMinor: 1_000 });
  await answerAs(world, 'pm_card_chargeDeclinedExpiredCard');
  const late = await world.signIn(fan);
  await subscribeByCard(late, other);
  const { adminGetSubscriptionInvoices } = await (
    await world.admin()
  ).do(
    `query ($id: ID!) { adminGetSubscriptionInvoices(subscriberId: $id) { nodes {
      state amount { amountMinor } refundedAmount { amountMinor } attempts { declineReason } } } }`,
    { id: fan.id },
  );
  assert.deepEqual(adminGetSubscriptionInvoices.nodes, [
    {
      state: 'OPEN',
      amount: { amountMinor: 1_000 },
      refundedAmount: { amountMinor: 0 },
      attempts: [{ declineReason: 'EXPIRED_CARD' }],
    },
    {
      state: 'PAID',
      amount: { amountMinor: 900 },
      refundedAmount: { amountMinor: restOf(s, 10) },
      attempts: [{ declineReason: null }],
    },
  ]);
  assert.deepEqual(await differencesOf(world), []);
});

test('a dispute of its payment ends a subscription, and a lost one takes the earnings back', async (t) => {
  const s = await scene(t);
  const { world, fan } = s;
  const { sandbox } = world.app.services.ports.payments;
  assert.ok(sandbox);
  const [{ id: paymentId } = { id: '' }] = await rowsOf<{ id: string }>(
    world,
    'select provider_id as id from payments',
  );
  const disputeId = await sandbox.openDispute({ paymentId, amountMinor: 900, isInquiry: false });
  await poll(world);
  await settlePayments(world);
  assert.deepEqual(await standingOf(world, fan), ended('DISPUTED'));
  await sandbox.decideDispute({ disputeId, isWon: false });
  await poll(world);
  await settlePayments(world);
  assert.equal(await pendingOf(s), 0);
  assert.deepEqual(await memberCounts(world), [{ counted: 0, there: 0 }]);
  assert.deepEqual(await differencesOf(world), []);
});

test('a refund of its whole payment at the provider ends a subscription, and a part of it does not', async (t) => {
  const s = await scene(t);
  const { world, fan } = s;
  const { payments } = world.app.services.ports;
  const [{ id: paymentId } = { id: '' }] = await rowsOf<{ id: string }>(
    world,
    'select provider_id as id from payments',
  );
  const refund = async (amountMinor: number): Promise<void> => {
    await payments.refundPayment({
      paymentId,
      amountMinor,
      currency: 'EUR',
      reason: 'REQUESTED_BY_CUSTOMER',
      reference: `part-${amountMinor}`,
      idempotencyKey: `part-${amountMinor}`,
    });
    await poll(world);
    await settlePayments(world);
  };
  await refund(300);
  assert.equal((await standingOf(world, fan)).state, 'ACTIVE');
  assert.equal(await pendingOf(s), keptOf(300));
  await refund(600);
  assert.deepEqual(await standingOf(world, fan), ended('REFUNDED'));
  assert.equal(await pendingOf(s), 0);
  await refundAll(world);
  assert.deepEqual((await refundsOf(s)).toSorted(), [300, 600]);
  assert.deepEqual(await differencesOf(world), []);
});

test('the erasure of a creator refunds the card, and that of a subscriber forgets it', async (t) => {
  const s = await scene(t);
  const { world, cleo, fan } = s;
  await erase(world, cleo);
  await settlePayments(world);
  assert.deepEqual(await standingOf(world, fan), ended('CREATOR_GONE'));
  const late = await world.user('late');
  await saveCard(late);
  const tierId = await offerTier(world, await world.user('cara'), { priceCoins: 500, priceMinor: 900 });
  await answerAs(world, 'pm_card_authenticationRequired');
  await subscribeByCard(late, tierId);
  await erase(world, late);
  await settlePayments(world);
  assert.deepEqual(
    await rowsOf(
      world,
      'select payment_method_id, state from subscriptions where payment_method_id is not null and subscriber_id <> ' +
        `(select id from users where username = 'fan')`,
    ),
    [],
  );
  assert.deepEqual(
    (await rowsOf<{ state: string }>(world, 'select state from payments order by created_at')).map(
      ({ state }) => state,
    ),
    ['SUCCEEDED', 'EXPIRED'],
  );
  assert.deepEqual(await differencesOf(world), []);
});
