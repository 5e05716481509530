import assert from 'node:assert/strict';
import { test } from 'node:test';
import { postEarnings } from '#domains/money/ledger/earnings.service.ts';
import { spendCoins } from '#domains/money/ledger/ledger.service.ts';
import { takeBackCoins } from '#domains/money/ledger/take-backs.service.ts';
import { erase } from '#test/support/people/accounts.ts';
import { balanceOf, differencesOf, give, rowsOf, TREASURER } from '#test/support/money/ledger.ts';
import { randomOf } from '#test/support/random.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { refundSale } from './sale-refunds.service.ts';

const EARNINGS = `{ myEarnings { pendingCoins availableCoins debtCoins } }`;
const HISTORY = '{ myTransactions { nodes { type direction status amountCoins } } }';

type Sold = {
  readonly payer: Person;
  readonly earner: Person;
  readonly transferId: string;
  readonly coins: number;
};

/** Pays a sale with coins, as subscriptions and unlocked messages do. */
async function sell(
  { app: { services } }: World,
  payer: Person,
  earner: Person,
  coins: number,
): Promise<Sold> {
  const { transferId } = await services.transaction((tx) =>
    spendCoins(services, tx, {
      type: 'MESSAGE_UNLOCKED',
      initiatorId: uuidOf(payer.id),
      idempotencyKey: services.ids.next(),
      userId: uuidOf(payer.id),
      amountCoins: coins,
      to: { COINS: 'SALES_IN_FLIGHT', PROMO: 'SALES_IN_FLIGHT' },
      counterpartyId: uuidOf(earner.id),
    }),
  );
  return { payer, earner, transferId, coins };
}

/** Settles sales, with a fee of three coins of ten. @returns the transfer */
const settle = ({ app: { services } }: World, sold: readonly Sold[]): Promise<string> =>
  services.transaction((tx) =>
    postEarnings(services, tx, {
      type: 'MESSAGE_SOLD',
      from: 'SALES_IN_FLIGHT',
      of: [...Map.groupBy(sold, ({ earner }) => uuidOf(earner.id))].map(([userId, of]) => ({
        userId,
        isUnclaimed: false,
        earnings: of.map(({ payer, transferId, coins }) => ({
          spendingId: transferId,
          payerId: uuidOf(payer.id),
          amountCoins: coins,
          feeCoins: Math.floor((coins * 3) / 10),
          counterpartyId: uuidOf(payer.id),
        })),
      })),
    }),
  );

const refund = (
  { app: { services } }: World,
  { payer, earner, transferId }: Sold,
  settledTransferId: string | null,
  amountCoins?: number,
): Promise<number> =>
  services.transaction((tx) =>
    refundSale(services, tx, {
      type: 'MESSAGE_REFUNDED',
      transferId,
      payerId: uuidOf(payer.id),
      earnerId: uuidOf(earner.id),
      settledTransferId,
      ...(amountCoins !== undefined && { amountCoins }),
    }),
  );

const lotsOf = (world: World) =>
  rowsOf(world, 'select kind, coins, remaining from coin_lots order by created_at, kind');

const feesOf = async (world: World): Promise<number> => {
  const [row] = await rowsOf<{ coins: number }>(
    world,
    `select coalesce(sum(e.amount), 0)::integer as coins from coin_entries e
     join coin_accounts a on a.id = e.account_id where a.kind = 'PLATFORM_FEE'`,
  );
  return row?.coins ?? 0;
};

test('a sale that is not settled is undone: its coins are in the lots from which they came', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 100, { kind: 'COINS' });
  await give(world, ada, 30);
  const sold = await sell(world, ada, ben, 50);
  assert.equal(await refund(world, sold, null), 50);
  assert.deepEqual(await balanceOf(ada), { coins: 100, promoCoins: 30, totalCoins: 130 });
  await assert.rejects(refund(world, sold, null, 10), /once it is settled/);
  assert.deepEqual(await lotsOf(world), [
    { kind: 'COINS', coins: 100, remaining: 100 },
    { kind: 'PROMO', coins: 30, remaining: 30 },
  ]);
  assert.deepEqual(await differencesOf(world), []);
});

test('a refund of a settled sale takes the pending share and the fee, and gives the same lots back, once', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 100, { kind: 'COINS' });
  await give(world, ada, 30);
  const sold = await sell(world, ada, ben, 50);
  const settled = await settle(world, [sold]);
  assert.deepEqual((await ben.do(EARNINGS)).myEarnings, {
    pendingCoins: 35,
    availableCoins: 0,
    debtCoins: 0,
  });
  assert.equal(await feesOf(world), 15);
  assert.equal(await refund(world, sold, settled), 50);
  assert.deepEqual((await ben.do(EARNINGS)).myEarnings, { pendingCoins: 0, availableCoins: 0, debtCoins: 0 });
  assert.equal(await feesOf(world), 0);
  assert.deepEqual(await balanceOf(ada), { coins: 100, promoCoins: 30, totalCoins: 130 });
  assert.deepEqual(await lotsOf(world), [
    { kind: 'COINS', coins: 100, remaining: 100 },
    { kind: 'PROMO', coins: 30, remaining: 30 },
  ]);
  await assert.rejects(refund(world, sold, settled));
  assert.deepEqual((await ada.do(HISTORY)).myTransactions.nodes.slice(0, 2), [
    { type: 'MESSAGE_REFUNDED', direction: 'CREDIT', status: 'POSTED', amountCoins: 50 },
    { type: 'MESSAGE_UNLOCKED', direction: 'DEBIT', status: 'REVERSED', amountCoins: 50 },
  ]);
  assert.deepEqual((await ben.do(HISTORY)).myTransactions.nodes[0], {
    type: 'EARNINGS_TAKEN_BACK',
    direction: 'DEBIT',
    status: 'POSTED',
    amountCoins: 35,
  });
  assert.deepEqual(await differencesOf(world), []);
});

test('a part goes back to paid coins first, with its shares of the earning and the fee', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 100, { kind: 'COINS' });
  await give(world, ada, 30);
  const first = await sell(world, ada, ben, 50);
  const settled = await settle(world, [first]);
  assert.equal(await refund(world, first, settled, 30), 30);
  // Of 20 coins that were paid for 6 and of 10 that were given 3 were the fee.
  assert.deepEqual((await ben.do(EARNINGS)).myEarnings, {
    pendingCoins: 14,
    availableCoins: 0,
    debtCoins: 0,
  });
  assert.deepEqual(await balanceOf(ada), { coins: 100, promoCoins: 10, totalCoins: 110 });
  await assert.rejects(refund(world, first, settled));
  assert.deepEqual(await differencesOf(world), []);
});

test('coins that a refund of their purchase has taken stay taken, and an erased payer gets none', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const given = await give(world, ada, 100, { kind: 'COINS' });
  const [first, second] = [await sell(world, ada, ben, 60), await sell(world, ada, ben, 40)];
  const settled = await settle(world, [first, second]);
  const { services } = world.app;
  await services.transaction((tx) =>
    takeBackCoins(services, tx, {
      type: 'PURCHASE_REFUND',
      initiatorId: TREASURER,
      idempotencyKey: 'taken',
      userId: uuidOf(ada.id),
      sourceTransferId: given.transferId,
      coins: { COINS: 50, PROMO: 0 },
    }),
  );
  assert.equal(await refund(world, second, settled), 0);
  await erase(world, ada);
  assert.equal(await refund(world, first, settled), 50);
  assert.deepEqual((await (await world.signIn(ben)).do(EARNINGS)).myEarnings, {
    pendingCoins: 0,
    availableCoins: 0,
    debtCoins: 0,
  });
  assert.deepEqual(
    await rowsOf(
      world,
      `select balance from coin_accounts where owner_id = '${uuidOf(ada.id)}' and balance <> 0`,
    ),
    [],
  );
  assert.deepEqual(await differencesOf(world), []);
});

test('whatever is given, sold, settled, cleared and refunded in any order, the books add up', async (t) => {
  const seed = Number(process.env['MONEY_SEED'] ?? Date.now() % 2 ** 30);
  const random = randomOf(seed);
  const world = await testWorld(t);
  const people = [await world.user('ada'), await world.user('ben'), await world.user('cleo')] as const;
  const open: Sold[] = [];
  const done: { sold: Sold; settled: string }[] = [];
  const two = () => {
    const first = random(3);
    return [people[first] ?? people[0], people[(first + 1 + random(2)) % 3] ?? people[1]] as const;
  };
  for (const person of people) await give(world, person, 500, { kind: 'COINS' });
  for (let step = 0; step < 60; step += 1) {
    const act = random(6);
    const [payer, earner] = two();
    if (act === 0) await give(world, payer, 1 + random(40), { kind: random(2) === 0 ? 'COINS' : 'PROMO' });
    if (act === 1 || act === 2) open.push(await sell(world, payer, earner, 1 + random(30)));
    if (act === 3 && open.length > 0) {
      const sold = open.splice(0);
      const settled = await settle(world, sold);
      done.push(...sold.map((one) => ({ sold: one, settled })));
    }
    if (act === 4 && open.length > 0) {
      const [sold] = open.splice(random(open.length), 1);
      if (sold) assert.equal(await refund(world, sold, null), sold.coins, `MONEY_SEED=${seed}`);
    }
    const [one] = act === 5 && done.length > 0 ? done.splice(random(done.length), 1) : [];
    if (one) {
      const part = random(2) === 0 ? undefined : 1 + random(one.sold.coins);
      assert.equal(
        await refund(world, one.sold, one.settled, part),
        part ?? one.sold.coins,
        `MONEY_SEED=${seed}`,
      );
    }
    if (step % 20 === 19) assert.deepEqual(await differencesOf(world), [], `MONEY_SEED=${seed}`);
  }
  for (const person of people) assert.ok((await balanceOf(person)).totalCoins >= 0);
});
