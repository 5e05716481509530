import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { publish } from '#test/support/content/comments.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { differencesOf, give, rowsOf } from '#test/support/money/ledger.ts';
import { leave, MONEY_ACTS, type Teller } from '#test/support/money/money-acts.ts';
import { offer } from '#test/support/money/purchases.ts';
import { SALE_ACTS, type SaleTown, type SoldTier } from '#test/support/money/sale-acts.ts';
import { WRONG_SALES } from '#test/support/money/wrong-sales.ts';
import { WRONG_BOOKS } from '#test/support/money/wrong-books.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { createTier } from '#test/support/money/tiers.ts';
import { hear, runJob, settleRefunds } from '#test/support/money/town-jobs.ts';
import { randomOf } from '#test/support/random.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const TELLERS = 20;
const CREATORS = 6;
/** Months, each of which begins with renewals. */
const ROUNDS = 3;
const STEPS_OF_EACH = 10;
/** People who leave in the middle of all, a creator among them, and the month in which they do. */
const LEAVERS: ReadonlyMap<number, number> = new Map([
  [3, 1],
  [11, 2],
]);
const OTHERS = ['tip', 'buy', 'refund', 'dispute', 'decide', 'settleRefund', 'payOut', 'grant'];
/** Creators alone do some of these, and others need what was sold before. */
const RARE = ['repriceTier', 'repriceTier', 'blockMember', 'blockMember', 'refundBySeller', 'refundCard'];
const OFTEN = ['subscribe', 'subscribe', 'change', 'sell', 'unlock', 'unlock', 'earnByCard', ...RARE];
const NAMES = [...OFTEN, ...Object.keys(SALE_ACTS), ...Object.keys(SALE_ACTS), ...OTHERS];
const CARDS = ['pm_card_visa', 'pm_card_mastercard', 'pm_card_pendingRefund', 'pm_card_refundFail'];
const NUMBERS_BELOW = 1_000_000;
const JOBS = ['tips.settle', 'billing.settle', 'paidMessages.settle', 'ledger.fold', 'ledger.expireCoins'];

async function openTellers(world: World): Promise<Teller[]> {
  const admins = await Promise.all([1, 2, 3].map(() => world.admin()));
  const tellers: Teller[] = [];
  for (let index = 0; index < TELLERS; index += 1) {
    const person = await world.user(`teller${index}`);
    await saveCard(person, CARDS[index % CARDS.length]);
    await give(world, person, 300, { kind: 'COINS', key: `coins ${index}` });
    await give(world, person, 100, { key: `opening ${index}` });
    tellers.push({
      index,
      person,
      admin: admins[index % admins.length] ?? assert.fail('there are three'),
      tips: new Map(),
      undone: new Set(),
      purchases: [],
      adjustments: [],
      payouts: [],
      returned: new Set(),
      grants: [],
      hasLeft: false,
    });
  }
  return tellers;
}

async function openTown(world: World): Promise<SaleTown> {
  const tellers = await openTellers(world);
  const tiers: SoldTier[] = [];
  for (const creator of tellers.slice(0, CREATORS)) {
    for (const tier of [
      { priceCoins: 12, trialDays: creator.index === 1 ? 7 : 0 },
      { priceCoins: 31, memberLimit: 3 },
      { priceCoins: 75 },
    ]) {
      const { id } = await createTier(creator.person, tier);
      tiers.push({ creator, id, version: 1, hasTrial: (tier.trialDays ?? 0) > 0 });
    }
  }
  const [first, ...others] = tellers.map(({ person }) => person);
  assert.ok(first);
  return {
    world,
    tellers,
    posts: await Promise.all(tellers.map(({ person }) => publish(person))),
    packageId: await offer(world),
    refunds: [],
    disputes: [],
    done: new Map(),
    tiers,
    conversationId: await startWith(first, ...others),
    messages: [],
    cardPayments: [],
    paid: new Map(),
    unlocked: new Set(),
  };
}

async function live(town: SaleTown, teller: Teller, { seed, round }: { seed: number; round: number }) {
  if (teller.hasLeft) return;
  const random = randomOf(seed + teller.index + round * TELLERS);
  for (let step = 0; step < STEPS_OF_EACH; step += 1) {
    const name = NAMES[random(NAMES.length)] ?? '';
    const number = () => random(NUMBERS_BELOW);
    const numbers = [number(), number(), number()] as const;
    if (LEAVERS.get(teller.index) === round && step === STEPS_OF_EACH / 2) return leave(town, teller);
    const act = SALE_ACTS[name] ?? MONEY_ACTS[name] ?? assert.fail(name);
    const key = `${teller.index}-${round}-${step}`;
    try {
      if (await act(town, teller, { key, numbers })) town.done.set(name, (town.done.get(name) ?? 0) + 1);
    } catch (error) {
      throw new Error(`step ${key}, ${name} by ${String(numbers)}, fails`, { cause: error });
    }
  }
}

/** Three who renew, two who settle, fold and expire, and one who hears of payments and erases. */
async function work({ world }: SaleTown, isOver: () => boolean): Promise<void> {
  const steadily = async (...names: readonly string[]): Promise<void> => {
    while (!isOver()) {
      for (const name of names) await runJob(world, name);
      await sleep(20);
    }
  };
  const renewing = [1, 2, 3].map(() => steadily('renewals.renew'));
  await Promise.all([...renewing, steadily(...JOBS), steadily(...JOBS.toReversed()), hear(world, isOver)]);
}

/** Begins a month, in which all sign in again. */
async function beginMonth({ world, tellers }: SaleTown): Promise<void> {
  world.clock.advance('31d');
  await runCron(world, 'earnings.clear');
  const admin = await world.admin();
  for (const teller of tellers) {
    teller.admin.token = admin.token;
    if (!teller.hasLeft) teller.person.token = (await world.signIn(teller.person)).token;
  }
}

/** Lets the bank decide the refunds that wait, and all coins follow. */
async function settleAll(town: SaleTown): Promise<void> {
  await settleRefunds(town);
  for (const name of [...JOBS, 'renewals.renew', ...JOBS, 'ledger.fold']) await runJob(town.world, name);
}

const sorted = (texts: Iterable<string>): string[] => [...texts].toSorted();

/** Compares all that users were told to have paid and bought with the tables. */
async function assertTold({ world, paid, unlocked, tiers }: SaleTown): Promise<void> {
  const trials = tiers.filter(({ hasTrial }) => hasTrial).map(({ id }) => `'${uuidOf(id)}'`);
  const invoices = await rowsOf<{ told: string }>(
    world,
    `select subscriber_id || ' ' || amount_coins as told from subscription_invoices
     where state = 'PAID' and (reason = 'UPGRADE' or reason = 'CREATE' and tier_id not in (${trials.join(', ')}))`,
  );
  assert.deepEqual(
    sorted(invoices.map(({ told }) => told)),
    sorted([...paid].map(([key, coins]) => `${uuidOf(key.split(' ')[0] ?? '')} ${coins}`)),
  );
  const purchases = await rowsOf<{ told: string }>(
    world,
    "select distinct buyer_id || ' ' || message_id as told from message_purchases",
  );
  assert.deepEqual(sorted(purchases.map(({ told }) => told)), sorted(unlocked));
}

test('twenty who subscribe, change, renew, sell, unlock, refund, dispute and leave at once neither make nor lose a coin', async (t) => {
  // MONEY_SEED repeats the choices of a run that failed, and MONEY_ROUNDS makes a long one.
  const seed = Number(process.env['MONEY_SEED'] ?? randomInt(2 ** 30));
  const rounds = Number(process.env['MONEY_ROUNDS'] ?? ROUNDS);
  t.diagnostic(`MONEY_SEED=${seed}`);
  // All act at once, and the slowest act takes far longer than on a machine of its own.
  const world = await testWorld(t, { env: { LIMIT_OPERATION_TIMEOUT_MS: '120000' } });
  const town = await openTown(world);
  try {
    for (let round = 0; round < rounds; round += 1) {
      let isOver = false;
      const working = work(town, () => isOver);
      const living = Promise.all(town.tellers.map((teller) => live(town, teller, { seed, round })));
      await Promise.all([living.finally(() => (isOver = true)), working.finally(() => (isOver = true))]);
      await beginMonth(town);
      assert.deepEqual(await differencesOf(world), []);
    }
    await settleAll(town);
    assert.deepEqual(await differencesOf(world), []);
    const now = `'${world.clock.now().toISOString()}'`;
    for (const [what, query] of Object.entries({ ...WRONG_BOOKS, ...WRONG_SALES }))
      assert.deepEqual(await rowsOf(world, query.replaceAll('now()', now)), [], what);
    await assertTold(town);
    const missing = Object.keys(SALE_ACTS).filter((name) => !town.done.has(name));
    assert.deepEqual(missing, [], `never happened, of ${JSON.stringify(Object.fromEntries(town.done))}`);
  } catch (error) {
    throw new Error(`The books of sales are wrong with MONEY_SEED=${seed}.`, { cause: error });
  }
});
