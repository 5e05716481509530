import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { PaymentsError } from '#ports/payments.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { differencesOf, rowsOf } from '#test/support/money/ledger.ts';
import { poll } from '#test/support/money/purchases.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { randomOf } from '#test/support/random.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { beginPaymentFor } from '../payments/card-payments.service.ts';
import { postCardEarnings } from './card-earnings.service.ts';
import { followTakeBacks } from './card-take-backs.service.ts';

const PRICE_MINOR = 900;
const AMOUNT_COINS = 900;
const FEE_COINS = 300;
const PAYMENTS = 12;
const STEPS = 60;
/** Of which each part of the price is a whole number of earned coins, so that no rounding depends on the order. */
const UNIT_MINOR = 30;

type Paid = {
  readonly id: string;
  readonly providerId: string;
  isPosted: boolean;
  /** Sum of refunds and lost disputes at the provider, and of one that is open. */
  goneMinor: number;
  dispute: { readonly id: string; readonly amountMinor: number } | null;
};

async function pay(world: World, payer: Person): Promise<Paid> {
  const { services } = world.app;
  const [id, userId] = [services.ids.next(), uuidOf(payer.id)];
  const payment = { id, userId, amountMinor: PRICE_MINOR, currency: 'EUR', purpose: 'SUBSCRIPTION' } as const;
  await services.transaction((tx) => beginPaymentFor(services, tx, { ...payment, methodId: undefined }));
  await world.runJobs();
  const paid = `select provider_id as id from payments where id = '${id}' and state = 'SUCCEEDED'`;
  const [row] = await rowsOf<{ id: string }>(world, paid);
  return { id, providerId: row?.id ?? assert.fail(), isPosted: false, goneMinor: 0, dispute: null };
}

const post = ({ app: { services } }: World, paid: Paid, payer: Person, earner: Person): Promise<boolean> =>
  services.transaction((tx) =>
    postCardEarnings(services, tx, {
      paymentId: paid.id,
      userId: uuidOf(earner.id),
      amountCoins: AMOUNT_COINS,
      feeCoins: FEE_COINS,
      counterpartyId: uuidOf(payer.id),
    }),
  );

/** Coins of an earner in both accounts, less their debt; and those of the fee. */
async function heldBy(world: World, earner: Person): Promise<{ earned: number; fee: number }> {
  const [row] = await rowsOf<{ earned: number; fee: number }>(
    world,
    `select (coalesce(sum(e.amount) filter (where a.owner_id = '${uuidOf(earner.id)}'), 0)
         - coalesce((select sum(coins) from coin_debts where user_id = '${uuidOf(earner.id)}'), 0))::integer as earned,
       coalesce(sum(e.amount) filter (where a.kind = 'PLATFORM_FEE'), 0)::integer as fee
     from coin_entries e join coin_accounts a on a.id = e.account_id`,
  );
  return row ?? assert.fail();
}

async function step(world: World, paid: Paid, [act, amount]: readonly [number, number]): Promise<void> {
  const { payments } = world.app.services.ports;
  const { sandbox } = payments;
  assert.ok(sandbox);
  const { providerId: paymentId, dispute } = paid;
  const amountMinor = UNIT_MINOR * (1 + (amount % 12));
  const hasRest = paid.goneMinor + amountMinor <= PRICE_MINOR;
  if (act === 0 && hasRest && !dispute) {
    const reference = world.app.services.ids.next();
    try {
      const refund = { paymentId, amountMinor, currency: 'EUR', reason: 'REQUESTED_BY_CUSTOMER' } as const;
      await payments.refundPayment({ ...refund, reference, idempotencyKey: reference });
      paid.goneMinor += amountMinor;
    } catch (error) {
      // The bank has the money by a dispute that was lost.
      assert.ok(error instanceof PaymentsError);
    }
  }
  if (act === 1 && hasRest && !dispute) {
    const id = await sandbox.openDispute({ paymentId, amountMinor, isInquiry: false });
    paid.dispute = { id, amountMinor };
  }
  if (act === 2 && dispute) await decide(world, paid, amount % 2 === 0);
  if (act === 3) {
    await poll(world);
    await world.runJobs();
  }
  if (act === 4 && amount % 4 === 0) {
    world.clock.advance('20d');
    await runCron(world, 'earnings.clear');
  }
}

async function decide(world: World, paid: Paid, isWon: boolean): Promise<void> {
  const { dispute } = paid;
  if (!dispute) return;
  await world.app.services.ports.payments.sandbox?.decideDispute({ disputeId: dispute.id, isWon });
  if (!isWon) paid.goneMinor += dispute.amountMinor;
  paid.dispute = null;
}

test('earnings by card, refunds, disputes and clearing in any order end at the books that what is gone demands', async (t) => {
  // MONEY_SEED repeats the choices of a run that failed.
  const seed = Number(process.env['MONEY_SEED'] ?? randomInt(2 ** 30));
  t.diagnostic(`MONEY_SEED=${seed}`);
  const random = randomOf(seed);
  const world = await testWorld(t);
  const [payer, earner] = [await world.user('ada'), await world.user('ben')];
  await saveCard(payer);
  const all: Paid[] = [];
  for (let index = 0; index < PAYMENTS; index += 1) all.push(await pay(world, payer));
  for (let count = 0; count < STEPS; count += 1) {
    const paid = all[random(all.length)] ?? assert.fail();
    const numbers = [random(6), random(1_000)] as const;
    if (numbers[0] === 5) paid.isPosted = (await post(world, paid, payer, earner)) || paid.isPosted;
    else await step(world, paid, numbers);
  }
  for (const paid of all) {
    await decide(world, paid, random(2) === 0);
    await post(world, paid, payer, earner);
  }
  for (let round = 0; round < 3; round += 1) {
    await poll(world);
    await world.runJobs();
  }
  assert.deepEqual(await differencesOf(world), [], `MONEY_SEED=${seed}`);
  const keptMinor = all.reduce((sum, { goneMinor }) => sum + PRICE_MINOR - goneMinor, 0);
  assert.deepEqual(
    await heldBy(world, earner),
    { earned: (keptMinor * 2) / 3, fee: keptMinor / 3 },
    `MONEY_SEED=${seed}`,
  );
});

test('a refund that is told after a dispute was lost takes its part as well, and one that fails gives it back', async (t) => {
  const world = await testWorld(t);
  const [payer, earner] = [await world.user('ada'), await world.user('ben')];
  await saveCard(payer);
  const paid = await pay(world, payer);
  await post(world, paid, payer, earner);
  const { sandbox } = world.app.services.ports.payments;
  const disputeId = await sandbox?.openDispute({
    paymentId: paid.providerId,
    amountMinor: 420,
    isInquiry: false,
  });
  await sandbox?.decideDispute({ disputeId: disputeId ?? '', isWon: false });
  await poll(world);
  await world.runJobs();
  assert.deepEqual(await heldBy(world, earner), { earned: 320, fee: 160 });
  await runSql(
    world.connectionString,
    `insert into payment_refunds (id, payment_id, provider_id, amount_minor, state, created_at)
     values ('${world.app.services.ids.next()}', '${paid.id}', 're_late', 300, 'SUCCEEDED', now())`,
  );
  for (let time = 0; time < 2; time += 1) {
    await followTakeBacks(world.app.services, paid.id);
    assert.deepEqual(await heldBy(world, earner), { earned: 120, fee: 60 });
  }
  await runSql(world.connectionString, "update payment_refunds set state = 'FAILED'");
  await followTakeBacks(world.app.services, paid.id);
  assert.deepEqual(await heldBy(world, earner), { earned: 320, fee: 160 });
});
