import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takeBackCoins } from '#domains/money/ledger/take-backs.service.ts';
import { erase } from '#test/support/people/accounts.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { balanceOf, differencesOf, give, rowsOf, TREASURER } from '#test/support/money/ledger.ts';
import { SALES, settleSales, sold, unlock } from '#test/support/money/paid-messages.ts';
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

/** Conversations by their two members, so that each pair has one. */
type Talks = Map<string, string>;

async function talkOf(talks: Talks, [first, second]: readonly [Person, Person]): Promise<string> {
  const pair = [first.id, second.id].toSorted().join(' ');
  const id = talks.get(pair) ?? (await startWith(first, second));
  talks.set(pair, id);
  return id;
}

/** Sells a message, whose buyer unlocks it. */
async function sell(talks: Talks, payer: Person, earner: Person, coins: number): Promise<Sold> {
  const messageId = await sold(earner, await talkOf(talks, [earner, payer]), { priceCoins: coins });
  assert.deepEqual((await unlock(payer, messageId, { price: coins })).errors, []);
  const { messageSales } = await earner.do(SALES, { id: messageId });
  return { payer, earner, transferId: uuidOf(messageSales.nodes[0].id), coins };
}

/** Settles what is sold, with a fee of 30 %. @returns the transfer of a sale */
async function settle(world: World, [one]: readonly Sold[]): Promise<string> {
  await settleSales(world);
  const [row] = await rowsOf<{ id: string }>(
    world,
    `select settled_transfer_id as id from message_purchases where id = '${one?.transferId}'`,
  );
  return row?.id ?? assert.fail('it is not settled');
}

/** Refunds a sale, or a part of one that is settled. @returns the coins that came back */
const refund = (
  { app: { services } }: World,
  { payer, earner, transferId, coins: saleCoins }: Sold,
  settledTransferId: string | null,
  amountCoins?: number,
): Promise<number> =>
  services.transaction(async (tx) => {
    const coins = await refundSale(services, tx, {
      type: 'MESSAGE_REFUNDED',
      transferId,
      payerId: uuidOf(payer.id),
      earnerId: uuidOf(earner.id),
      settledTransferId,
      ...(amountCoins !== undefined && { amountCoins }),
    });
    if (coins === saleCoins) {
      const refunded = { state: 'REFUNDED' as const, refunded_at: services.clock.now() };
      await tx.updateTable('message_purchases').set(refunded).where('id', '=', transferId).execute();
    }
    return coins;
  });

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
  const sale = await sell(new Map(), ada, ben, 50);
  assert.equal(await refund(world, sale, null), 50);
  assert.deepEqual(await balanceOf(ada), { coins: 100, promoCoins: 30, totalCoins: 130 });
  await assert.rejects(refund(world, sale, null, 10), /once it is settled/);
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
  const sale = await sell(new Map(), ada, ben, 50);
  const settled = await settle(world, [sale]);
  assert.deepEqual((await ben.do(EARNINGS)).myEarnings, {
    pendingCoins: 35,
    availableCoins: 0,
    debtCoins: 0,
  });
  assert.equal(await feesOf(world), 15);
  assert.equal(await refund(world, sale, settled), 50);
  assert.deepEqual((await ben.do(EARNINGS)).myEarnings, { pendingCoins: 0, availableCoins: 0, debtCoins: 0 });
  assert.equal(await feesOf(world), 0);
  assert.deepEqual(await balanceOf(ada), { coins: 100, promoCoins: 30, totalCoins: 130 });
  assert.deepEqual(await lotsOf(world), [
    { kind: 'COINS', coins: 100, remaining: 100 },
    { kind: 'PROMO', coins: 30, remaining: 30 },
  ]);
  await assert.rejects(refund(world, sale, settled));
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
  const first = await sell(new Map(), ada, ben, 50);
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
  const talks: Talks = new Map();
  const given = await give(world, ada, 100, { kind: 'COINS' });
  const [first, second] = [await sell(talks, ada, ben, 60), await sell(talks, ada, ben, 40)];
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
  const talks: Talks = new Map();
  const open: Sold[] = [];
  const done: { sale: Sold; settled: string }[] = [];
  const two = () => {
    const first = random(3);
    return [people[first] ?? people[0], people[(first + 1 + random(2)) % 3] ?? people[1]] as const;
  };
  for (const person of people) await give(world, person, 500, { kind: 'COINS' });
  for (let step = 0; step < 60; step += 1) {
    const act = random(6);
    const [payer, earner] = two();
    if (act === 0) await give(world, payer, 1 + random(40), { kind: random(2) === 0 ? 'COINS' : 'PROMO' });
    if (act === 1 || act === 2) open.push(await sell(talks, payer, earner, 1 + random(30)));
    if (act === 3 && open.length > 0) {
      const sales = open.splice(0);
      const settled = await settle(world, sales);
      done.push(...sales.map((sale) => ({ sale, settled })));
    }
    if (act === 4 && open.length > 0) {
      const [sale] = open.splice(random(open.length), 1);
      if (sale) assert.equal(await refund(world, sale, null), sale.coins, `MONEY_SEED=${seed}`);
    }
    const [one] = act === 5 && done.length > 0 ? done.splice(random(done.length), 1) : [];
    if (one) {
      const part = random(2) === 0 ? undefined : 1 + random(one.sale.coins);
      assert.equal(
        await refund(world, one.sale, one.settled, part),
        part ?? one.sale.coins,
        `MONEY_SEED=${seed}`,
      );
    }
    if (step % 20 === 19) assert.deepEqual(await differencesOf(world), [], `MONEY_SEED=${seed}`);
  }
  for (const person of people) assert.ok((await balanceOf(person)).totalCoins >= 0);
});
