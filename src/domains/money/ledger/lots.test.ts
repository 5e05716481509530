import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erase } from '#test/support/people/accounts.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { balanceOf, differencesOf, give, rowsOf, spend, TREASURER } from '#test/support/money/ledger.ts';
import { refundable } from '#test/support/money/lots.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { listExpiredOwners } from './lots.queries.ts';
import { reverseTransfer } from './ledger.service.ts';
import { type CoinsOfKinds, holdCoins, releaseHeldCoins, takeBackCoins } from './take-backs.service.ts';

const BY = { initiatorId: TREASURER, idempotencyKey: null } as const;

const takeBack = (
  { app: { services } }: World,
  person: Person,
  sourceTransferId: string,
  coins: Partial<CoinsOfKinds>,
) =>
  services.transaction((tx) =>
    takeBackCoins(services, tx, {
      userId: uuidOf(person.id),
      sourceTransferId,
      type: 'PURCHASE_REFUND',
      ...BY,
      coins: { COINS: 0, PROMO: 0, ...coins },
    }),
  );

const hold = ({ app: { services } }: World, person: Person, sourceTransferId: string, coins: number) =>
  services.transaction((tx) =>
    holdCoins(services, tx, {
      userId: uuidOf(person.id),
      sourceTransferId,
      ...BY,
      atMost: { COINS: coins, PROMO: 0 },
    }),
  );

const release = ({ app: { services } }: World, holdTransferId: string, sourceTransferId: string) =>
  services.transaction((tx) => releaseHeldCoins(services, tx, { holdTransferId, sourceTransferId, ...BY }));

const reverse = ({ app: { services } }: World, transferId: string) =>
  services.transaction((tx) => reverseTransfer(services, tx, { transferId, ...BY }));

/** The lots of a person, oldest first: `remaining of coins`. */
async function lotsOf(world: World, person: Person): Promise<string[]> {
  const rows = await rowsOf<{ text: string }>(
    world,
    `select concat_ws(' ', kind, remaining, 'of', coins,
       case when withdrawn > 0 then 'withdrawn ' || withdrawn end, case when held > 0 then 'held ' || held end) as text
     from coin_lots where owner_id = '${uuidOf(person.id)}' order by created_at, id`,
  );
  return rows.map(({ text }) => text);
}

const totals = (coins: number, promoCoins: number) => ({ coins, promoCoins, totalCoins: coins + promoCoins });

const expire = (world: World): Promise<void> => runCron(world, 'ledger.expireCoins');

const transactionsOf = async (person: Person): Promise<string[]> =>
  (
    await person.do('{ myTransactions { nodes { type direction amountCoins balanceAfter } } }')
  ).myTransactions.nodes.map((node: Record<string, unknown>) => Object.values(node).join(' '));

test('a bonus expires as far as it is not spent, those that expire first are spent first, and paid coins stay', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await give(world, ada, 100);
  await give(world, ada, 50, { kind: 'COINS' });
  const soon = world.clock.now().getTime() + 10 * 86_400_000;
  await give(world, ada, 40, { expiresAt: new Date(soon) });
  assert.deepEqual(await lotsOf(world, ada), ['PROMO 100 of 100', 'COINS 50 of 50', 'PROMO 40 of 40']);
  await spend(world, ada, 25);
  const next = '{ myCoinBalance { nextExpiryAt expiringCoins } }';
  assert.deepEqual((await ada.do(next)).myCoinBalance, {
    nextExpiryAt: new Date(soon).toISOString(),
    expiringCoins: 15,
  });
  // Spending touches no lot.
  assert.deepEqual(await lotsOf(world, ada), ['PROMO 100 of 100', 'COINS 50 of 50', 'PROMO 40 of 40']);
  world.clock.advance('10d');
  await expire(world);
  await expire(world);
  const phone = await world.signIn(ada);
  assert.deepEqual(await balanceOf(phone), totals(50, 100));
  assert.deepEqual(await lotsOf(world, ada), [
    'PROMO 100 of 100',
    'COINS 50 of 50',
    'PROMO 0 of 40 withdrawn 15',
  ]);
  assert.equal((await transactionsOf(phone))[0], 'COINS_EXPIRED DEBIT 15 150');
  await spend(world, ada, 110);
  world.clock.advance('400d');
  await expire(world);
  const tablet = await world.signIn(ada);
  assert.deepEqual(await balanceOf(tablet), totals(40, 0));
  assert.deepEqual((await tablet.do(next)).myCoinBalance, { nextExpiryAt: null, expiringCoins: 0 });
  assert.deepEqual(await differencesOf(world), []);
});

test('what was spent before a credit is not taken from it, even if the new coins expire first', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await give(world, ada, 100);
  await spend(world, ada, 60);
  const soon = new Date(world.clock.now().getTime() + 86_400_000);
  await give(world, ada, 30, { expiresAt: soon });
  assert.deepEqual(await lotsOf(world, ada), ['PROMO 40 of 100', 'PROMO 30 of 30']);
  world.clock.advance('1d');
  await expire(world);
  assert.deepEqual(await balanceOf(await world.signIn(ada)), totals(0, 40));
});

test('a purchase gives back what is left of it first; what is spent of it brings the user below zero until new coins fill that', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const bought = await give(world, ada, 100, { kind: 'COINS' });
  await spend(world, ada, 50);
  assert.deepEqual(await refundable(world, ada, bought.transferId), { COINS: 50, PROMO: 0 });
  await takeBack(world, ada, bought.transferId, { COINS: 20 });
  assert.deepEqual(await refundable(world, ada, bought.transferId), { COINS: 30, PROMO: 0 });
  assert.deepEqual(await lotsOf(world, ada), ['COINS 30 of 100 withdrawn 20']);
  await takeBack(world, ada, bought.transferId, { COINS: 80 });
  assert.deepEqual(await balanceOf(ada), totals(-50, 0));
  assert.deepEqual(await lotsOf(world, ada), ['COINS 0 of 100 withdrawn 50']);
  await assert.rejects(spend(world, ada, 1), /This needs 1 coins, and -50 are there/);
  const later = await give(world, ada, 30, { kind: 'COINS' });
  assert.deepEqual(await balanceOf(ada), totals(-20, 0));
  assert.deepEqual(await refundable(world, ada, later.transferId), { COINS: 0, PROMO: 0 });
  const last = await give(world, ada, 30, { kind: 'COINS' });
  assert.deepEqual(await balanceOf(ada), totals(10, 0));
  assert.deepEqual(await refundable(world, ada, last.transferId), { COINS: 10, PROMO: 0 });
  assert.deepEqual(
    await rowsOf(world, 'select from coin_accounts where may_be_negative and owner_id is not null'),
    [],
  );
  await assert.rejects(spend(world, ada, 11), /This needs 11 coins, and 10 are there/);
  await spend(world, ada, 10);
  assert.deepEqual(await transactionsOf(ada), [
    'ADMIN_ADJUSTMENT DEBIT 10 0',
    'PROMO_GRANT CREDIT 30 10',
    'PROMO_GRANT CREDIT 30 -20',
    'PURCHASE_REFUND DEBIT 80 -50',
    'PURCHASE_REFUND DEBIT 20 30',
    'ADMIN_ADJUSTMENT DEBIT 50 50',
    'PROMO_GRANT CREDIT 100 100',
  ]);
  assert.deepEqual(await differencesOf(world), []);
});

test('a debt in one kind of coins is not spent out of the other, and promotional coins make up for it', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const bonus = await give(world, ada, 30);
  await give(world, ada, 50, { kind: 'COINS' });
  await spend(world, ada, 30);
  await takeBack(world, ada, bonus.transferId, { PROMO: 30 });
  assert.deepEqual(await balanceOf(ada), totals(50, -30));
  await assert.rejects(spend(world, ada, 21), /This needs 21 coins, and 20 are there/);
  await spend(world, ada, 20);
  assert.deepEqual(await balanceOf(ada), totals(30, -30));
  await give(world, ada, 45);
  assert.deepEqual(await balanceOf(ada), totals(30, 15));
  assert.deepEqual(await differencesOf(world), []);
});

test('a dispute holds what is left of a purchase, gives it back once when it is won, and takes all of it when it is lost', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const bought = await give(world, ada, 100, { kind: 'COINS' });
  await spend(world, ada, 40);
  const held = await hold(world, ada, bought.transferId, 100);
  assert.deepEqual(held?.coins, { COINS: 60, PROMO: 0 });
  assert.deepEqual(await balanceOf(ada), totals(0, 0));
  assert.deepEqual(await lotsOf(world, ada), ['COINS 0 of 100 held 60']);
  assert.equal(await hold(world, ada, bought.transferId, 100), null);
  const admin = await world.admin({ role: 'FINANCE' });
  const report = '{ adminGetLedgerReport { disputedCoins heldByUsersCoins issuedCoins } }';
  assert.deepEqual((await admin.do(report)).adminGetLedgerReport, {
    disputedCoins: 60,
    heldByUsersCoins: 0,
    issuedCoins: 60,
  });
  assert.deepEqual(await differencesOf(world), []);
  const won = await Promise.allSettled(
    [1, 2, 3].map(() => release(world, held?.transferId ?? '', bought.transferId)),
  );
  assert.equal(won.filter(({ status }) => status === 'fulfilled').length, 1);
  assert.deepEqual(await lotsOf(world, ada), ['COINS 60 of 100']);
  await spend(world, ada, 10);

  const again = await hold(world, ada, bought.transferId, 100);
  assert.deepEqual(again?.coins, { COINS: 50, PROMO: 0 });
  const { services } = world.app;
  await services.transaction(async (tx) => {
    const { transferId } = bought;
    await releaseHeldCoins(services, tx, {
      holdTransferId: again?.transferId ?? '',
      sourceTransferId: transferId,
      ...BY,
    });
    await takeBackCoins(services, tx, {
      userId: uuidOf(ada.id),
      sourceTransferId: transferId,
      type: 'DISPUTE_LOSS',
      ...BY,
      coins: { COINS: 100, PROMO: 0 },
    });
  });
  assert.deepEqual(await balanceOf(ada), totals(-50, 0));
  assert.deepEqual(await lotsOf(world, ada), ['COINS 0 of 100 withdrawn 50']);
  assert.deepEqual((await transactionsOf(ada)).slice(0, 3), [
    'DISPUTE_LOSS DEBIT 100 -50',
    'DISPUTE_RELEASE CREDIT 50 50',
    'DISPUTE_HOLD DEBIT 50 0',
  ]);
  assert.deepEqual(await differencesOf(world), []);
});

test('coins that come back go to the lots they were spent from, and what has expired meanwhile does not expire again', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const soon = new Date(world.clock.now().getTime() + 86_400_000);
  await give(world, ada, 40, { expiresAt: soon });
  await give(world, ada, 100);
  const first = await spend(world, ada, 60);
  const second = await spend(world, ada, 10);
  // Nothing is assigned yet, and nothing has to be returned.
  await reverse(world, second.transferId);
  assert.deepEqual(await lotsOf(world, ada), ['PROMO 40 of 40', 'PROMO 100 of 100']);
  await give(world, ada, 5);
  assert.deepEqual(await lotsOf(world, ada), ['PROMO 0 of 40', 'PROMO 80 of 100', 'PROMO 5 of 5']);
  world.clock.advance('2d');
  await reverse(world, first.transferId);
  assert.deepEqual(await lotsOf(world, ada), [
    'PROMO 0 of 40',
    'PROMO 100 of 100',
    'PROMO 5 of 5',
    'PROMO 40 of 40',
  ]);
  await expire(world);
  assert.deepEqual(await balanceOf(await world.signIn(ada)), totals(0, 145));
  assert.deepEqual(await differencesOf(world), []);
});

test('a credit that is reversed leaves its own lot first', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await give(world, ada, 40);
  const mistaken = await give(world, ada, 30);
  await give(world, ada, 20);
  await reverse(world, mistaken.transferId);
  assert.deepEqual(await lotsOf(world, ada), [
    'PROMO 40 of 40',
    'PROMO 0 of 30 withdrawn 30',
    'PROMO 20 of 20',
  ]);
  assert.deepEqual(await differencesOf(world), []);
});

test('erasure ends the lots; coins released later are forfeited too, and what is below zero is lost', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const bought = await give(world, ada, 100, { kind: 'COINS' });
  await give(world, ada, 30);
  const held = await hold(world, ada, bought.transferId, 70);
  const spent = await give(world, ben, 80, { kind: 'COINS' });
  await give(world, ben, 10);
  await spend(world, ben, 50);
  await takeBack(world, ben, spent.transferId, { COINS: 80 });
  await give(world, ben, 20);
  assert.deepEqual(await balanceOf(ben), totals(-40, 20));
  await erase(world, ada);
  await erase(world, await world.signIn(ben));
  assert.deepEqual(await lotsOf(world, ada), ['COINS 0 of 100 held 70', 'PROMO 0 of 30']);
  await release(world, held?.transferId ?? '', bought.transferId);
  assert.deepEqual(await lotsOf(world, ada), ['COINS 0 of 100', 'PROMO 0 of 30']);
  const balances = await rowsOf<{ kind: string; balance: string }>(
    world,
    `select a.kind, sum(e.amount) as balance from coin_accounts a join coin_entries e on e.account_id = a.id
     where a.owner_id is not null or a.kind = 'LOSSES' group by a.id having sum(e.amount) <> 0`,
  );
  assert.deepEqual(balances, [{ kind: 'LOSSES', balance: '-40' }]);
  world.clock.advance('400d');
  await expire(world);
  assert.deepEqual(await rowsOf(world, "select from coin_transfers where kind = 'COINS_EXPIRED'"), []);
  assert.deepEqual(await differencesOf(world), []);
});

test('the lots of many users cost the job as many reads as have expired', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { transferId } = await give(world, ada, 1);
  await runSql(
    world.connectionString,
    `set session_replication_role = replica;
     insert into coin_lots (id, owner_id, kind, source_transfer_id, coins, remaining, expires_at, created_at)
       select gen_random_uuid(), '${transferId}', 'PROMO', gen_random_uuid(), 1, case when n % 2 = 0 then 1 else 0 end,
         now() + (n - 20) * interval '1 day', now() from generate_series(1, 20000) n;
     analyze coin_lots`,
  );
  const read = await rowsRead(world.app.services.db, 'coin_lots', async (db) => {
    const found = await listExpiredOwners(db, { now: new Date(), limit: 50 });
    assert.equal(found.length, 10);
  });
  assert.equal(read, 10);
});
