import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runCron } from '#test/support/jobs/cron.ts';
import { differencesOf, rowsOf } from '#test/support/money/ledger.ts';
import { poll } from '#test/support/money/purchases.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { beginPaymentFor } from '../payments/card-payments.service.ts';
import { beginRefundFor } from '../payments/refunds.service.ts';
import { postCardEarnings } from './card-earnings.service.ts';
import { lossOf } from './card-take-backs.service.ts';

const EARNINGS = `{ myEarnings { pendingCoins availableCoins debtCoins
  earnings(first: 1) { nodes { amountCoins feeCoins earnedCoins takenBackCoins pendingCoins availableAt state sender { username } } } } }`;

const sumsOf = async (person: Person) => {
  const { myEarnings } = await person.do(EARNINGS);
  const { pendingCoins, availableCoins, debtCoins } = myEarnings;
  return [pendingCoins, availableCoins, debtCoins];
};

/** A payment of 9.00 EUR that is made without its payer. @returns its id */
async function pay(world: World, payer: Person): Promise<string> {
  const { services } = world.app;
  const id = services.ids.next();
  const payment = {
    id,
    userId: uuidOf(payer.id),
    purpose: 'SUBSCRIPTION',
    amountMinor: 900,
    currency: 'EUR',
  } as const;
  assert.ok(
    await services.transaction((tx) => beginPaymentFor(services, tx, { ...payment, methodId: undefined })),
  );
  await world.runJobs();
  return id;
}

/** Posts what a payment earns: 1 000 coins, of which the fee is 300. */
const earn = (
  { app: { services } }: World,
  paymentId: string,
  { payer, earner }: { payer: Person; earner: Person },
) =>
  services.transaction((tx) =>
    postCardEarnings(services, tx, {
      paymentId,
      userId: uuidOf(earner.id),
      amountCoins: 1_000,
      feeCoins: 300,
      counterpartyId: uuidOf(payer.id),
    }),
  );

async function refund(world: World, paymentId: string, amountMinor: number | null): Promise<void> {
  const { services } = world.app;
  const asked = {
    id: services.ids.next(),
    paymentId,
    amountMinor,
    kind: 'REQUESTED_BY_CUSTOMER',
    reason: 'Ended.',
  } as const;
  await services.transaction((tx) => beginRefundFor(services, tx, { ...asked, requestedBy: null }));
  await runSql(world.connectionString, 'update graphile_worker._private_jobs set run_at = now()');
  world.clock.advance('1m');
  await world.runJobs();
  await world.runJobs();
}

const providerIdOf = async (world: World, paymentId: string): Promise<string> => {
  const [row] = await rowsOf<{ id: string }>(
    world,
    `select provider_id as id from payments where id = '${paymentId}'`,
  );
  return row?.id ?? '';
};

async function pair(t: Parameters<typeof testWorld>[0]) {
  const world = await testWorld(t);
  const payer = await world.user('ada');
  const earner = await world.user('ben');
  await saveCard(payer);
  return { world, payer, earner };
}

test('a payment by card brings earnings once, which wait as those of bought coins, and a part of it takes its part', async (t) => {
  const { world, payer, earner } = await pair(t);
  world.clock.freeze();
  const paymentId = await pay(world, payer);
  const posted = await Promise.all([1, 2, 3].map(() => earn(world, paymentId, { payer, earner })));
  assert.deepEqual(posted.toSorted(), [false, false, true]);
  await world.runJobs();
  const { nodes } = (await earner.do(EARNINGS)).myEarnings.earnings;
  const { availableAt, ...earning } = nodes[0];
  assert.deepEqual(earning, {
    amountCoins: 1_000,
    feeCoins: 300,
    earnedCoins: 700,
    takenBackCoins: 0,
    pendingCoins: 700,
    state: 'PENDING',
    sender: { username: 'ada' },
  });
  const days = (new Date(availableAt).getTime() - world.clock.now().getTime()) / 86_400_000;
  assert.ok(days > 60 && days < 60.1, `${days} days for a payer whose account is new`);
  await refund(world, paymentId, 300);
  assert.deepEqual(await sumsOf(earner), [467, 0, 0]);
  assert.equal(await lossOf(world.app.services.db, paymentId), null);
  await refund(world, paymentId, null);
  assert.deepEqual(await sumsOf(earner), [0, 0, 0]);
  assert.equal(await lossOf(world.app.services.db, paymentId), 'REFUNDED');
  assert.deepEqual(await differencesOf(world), []);
});

test('a lost dispute after earnings have cleared takes what is available, and one that is won takes nothing', async (t) => {
  const { world, payer, earner } = await pair(t);
  const { sandbox } = world.app.services.ports.payments;
  assert.ok(sandbox);
  const paymentId = await pay(world, payer);
  await earn(world, paymentId, { payer, earner });
  await world.runJobs();
  world.clock.advance('61d');
  await runCron(world, 'earnings.clear');
  const late = await world.signIn(earner);
  assert.deepEqual(await sumsOf(late), [0, 700, 0]);
  const id = await providerIdOf(world, paymentId);
  const disputed = async (isWon: boolean): Promise<void> => {
    const disputeId = await sandbox.openDispute({ paymentId: id, amountMinor: 900, isInquiry: false });
    await poll(world);
    await world.runJobs();
    assert.equal(await lossOf(world.app.services.db, paymentId), 'DISPUTED');
    await sandbox.decideDispute({ disputeId, isWon });
    await poll(world);
    await world.runJobs();
  };
  await disputed(true);
  assert.deepEqual(await sumsOf(late), [0, 700, 0]);
  assert.equal(await lossOf(world.app.services.db, paymentId), null);
  await disputed(false);
  assert.deepEqual(await sumsOf(late), [0, 0, 0]);
  assert.equal(await lossOf(world.app.services.db, paymentId), 'DISPUTED');
  assert.deepEqual(await differencesOf(world), []);
});

test('a refund that was told before the earnings takes them when they come, and a wrong row is found', async (t) => {
  const { world, payer, earner } = await pair(t);
  const paymentId = await pay(world, payer);
  await refund(world, paymentId, null);
  await earn(world, paymentId, { payer, earner });
  assert.deepEqual(await sumsOf(earner), [700, 0, 0]);
  await world.runJobs();
  assert.deepEqual(await sumsOf(earner), [0, 0, 0]);
  assert.deepEqual(await differencesOf(world), []);
  await runSql(world.connectionString, 'update card_earnings set taken_coins = 999');
  assert.equal((await differencesOf(world)).length, 1);
});
