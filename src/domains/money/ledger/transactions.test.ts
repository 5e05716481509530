import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAST_ID } from '#platform/db/keyset.ts';
import { erase } from '#test/support/people/accounts.ts';
import { balanceOf, differencesOf, give, rowsOf, spend } from '#test/support/money/ledger.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { reverseTransfer } from './ledger.service.ts';
import { listTransactions } from './transfers.queries.ts';

const SHOWN = 'type direction status amountCoins feeCoins balanceAfter counterparty { username }';
const LIST = `query ($first: Int, $after: String) { myTransactions(first: $first, after: $after) {
  nodes { id ${SHOWN} } pageInfo { hasNextPage endCursor } } }`;
const REPORT = `{ adminGetLedgerReport { heldByUsersCoins issuedCoins promoExpenseCoins breakageCoins
  tipsInFlightCoins salesInFlightCoins platformFeeCoins paidOutCoins unclaimedCoins } }`;
const NO_TIPS = {
  tipsInFlightCoins: 0,
  salesInFlightCoins: 0,
  platformFeeCoins: 0,
  paidOutCoins: 0,
  unclaimedCoins: 0,
};

test('a user reads each action once, newest first, with the coins after it; a reversed one says so', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  assert.deepEqual(await balanceOf(ada), { coins: 0, promoCoins: 0, totalCoins: 0 });
  assert.deepEqual((await ada.do(LIST)).myTransactions.nodes, []);
  await give(world, ada, 50, { kind: 'COINS' });
  const spent = await spend(world, ada, 20);
  const { services } = world.app;
  await services.transaction((tx) =>
    reverseTransfer(services, tx, {
      transferId: spent.transferId,
      initiatorId: spent.transferId,
      idempotencyKey: null,
    }),
  );
  const none = { feeCoins: null, counterparty: null };
  const { myTransactions: first } = await ada.do(LIST, { first: 2 });
  const withoutIds = (nodes: { id: string }[]) => nodes.map(({ id: _id, ...node }) => node);
  assert.deepEqual(withoutIds(first.nodes), [
    { type: 'CORRECTION', direction: 'CREDIT', status: 'POSTED', amountCoins: 20, balanceAfter: 50, ...none },
    {
      type: 'ADMIN_ADJUSTMENT',
      direction: 'DEBIT',
      status: 'REVERSED',
      amountCoins: 20,
      balanceAfter: 30,
      ...none,
    },
  ]);
  const { endCursor: after } = first.pageInfo;
  const { myTransactions: rest } = await ada.do(LIST, { first: 2, after });
  assert.deepEqual(withoutIds(rest.nodes), [
    {
      type: 'PROMO_GRANT',
      direction: 'CREDIT',
      status: 'POSTED',
      amountCoins: 50,
      balanceAfter: 50,
      ...none,
    },
  ]);
  assert.equal(rest.pageInfo.hasNextPage, false);
});

test('a transaction and the coins of a user are read by nobody else', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 50);
  const { id } = (await ada.do(LIST)).myTransactions.nodes[0];
  const node = 'query ($id: ID!) { node(id: $id) { ... on CoinTransaction { amountCoins } } }';
  assert.deepEqual((await ada.do(node, { id })).node, { amountCoins: 50 });
  assert.equal((await ben.do(node, { id })).node, null);
  assert.deepEqual((await ben.do(LIST)).myTransactions.nodes, []);
});

test('a counterparty who has blocked the user is not shown', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const { transferId } = await give(world, ben, 50);
  await runSql(
    world.connectionString,
    `insert into coin_transactions (id, user_id, transfer_id, type, direction, amount_coins, fee_coins, balance_after, counterparty_id, created_at)
     values (gen_random_uuid(), '${uuidOf(ada.id)}', '${transferId}', 'PROMO_GRANT', 'CREDIT', 10, 3, 7, '${uuidOf(ben.id)}', now())`,
  );
  const shown = async () => {
    const { feeCoins, counterparty } = (await ada.do(LIST)).myTransactions.nodes[0];
    return { feeCoins, counterparty };
  };
  assert.deepEqual(await shown(), { feeCoins: 3, counterparty: { username: 'ben' } });
  await ben.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: ada.id,
  });
  assert.deepEqual(await shown(), { feeCoins: 3, counterparty: null });
});

test('each device of a user is told of each transaction with the coins after it, and nobody else', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const document = `subscription { coinBalanceChanged { transaction { ${SHOWN} } balance { coins promoCoins totalCoins } } }`;
  const phone = await world.signIn(ada);
  const subscriptions = await Promise.all([ada, phone, ben].map((person) => person.subscribe(document)));
  await give(world, ada, 50);
  await give(world, ben, 1);
  const events = await Promise.all(subscriptions.map((subscription) => subscription.next()));
  const told = (amountCoins: number) => ({
    coinBalanceChanged: {
      transaction: {
        type: 'PROMO_GRANT',
        direction: 'CREDIT',
        status: 'POSTED',
        amountCoins,
        feeCoins: null,
        balanceAfter: amountCoins,
        counterparty: null,
      },
      balance: { coins: 0, promoCoins: amountCoins, totalCoins: amountCoins },
    },
  });
  assert.deepEqual(
    events.map(({ data }) => data),
    [told(50), told(50), told(1)],
  );
});

test('a page reads as many transactions as it has, however many there are', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const { transferId } = await give(world, ada, 1);
  await runSql(
    world.connectionString,
    `set session_replication_role = replica;
     insert into coin_transfers (id, kind, initiator_id, created_at)
       select md5('t' || n)::uuid, 'PROMO_GRANT', '${transferId}', now() from generate_series(1, 60000) n;
     insert into coin_transactions (id, user_id, transfer_id, type, direction, amount_coins, balance_after, created_at)
       select md5('x' || n)::uuid, case when n % 2 = 0 then '${uuidOf(ada.id)}' else '${uuidOf(ben.id)}' end::uuid,
         md5('t' || n)::uuid, 'PROMO_GRANT', 'CREDIT', 1, 1, now() from generate_series(1, 60000) n;
     analyze coin_transactions, coin_transfers`,
  );
  const read = (table: string): Promise<number> =>
    rowsRead(world.app.services.db, table, async (db) => {
      const found = await listTransactions(db, { userId: uuidOf(ada.id), beforeId: LAST_ID, limit: 20 });
      assert.equal(found.length, 21);
    });
  assert.equal(await read('coin_transactions'), 21);
  assert.equal(await read('coin_transfers'), 0);
});

test('erasing an account forfeits its coins and leaves the books in order; admins still read them', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await give(world, ada, 30);
  await give(world, ada, 50, { kind: 'COINS' });
  await erase(world, ada);
  const admin = await world.admin({ role: 'FINANCE' });
  const { adminGetCoinTransactions } = await admin.do(
    `query ($id: ID!) { adminGetCoinTransactions(userId: $id) { nodes {
      userId user { id } type direction amountCoins balanceAfter } } }`,
    { id: ada.id },
  );
  const [newest] = adminGetCoinTransactions.nodes;
  assert.deepEqual(newest, {
    userId: ada.id,
    user: null,
    type: 'FORFEITURE',
    direction: 'DEBIT',
    amountCoins: 80,
    balanceAfter: 0,
  });
  assert.equal(adminGetCoinTransactions.nodes.length, 3);
  assert.deepEqual((await admin.do(REPORT)).adminGetLedgerReport, {
    heldByUsersCoins: 0,
    issuedCoins: 50,
    promoExpenseCoins: 30,
    breakageCoins: 80,
    ...NO_TIPS,
  });
  assert.deepEqual(await differencesOf(world), []);
});

test('the report of the books adds up before and after entries are folded', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await give(world, ada, 30);
  await give(world, ada, 50, { kind: 'COINS' });
  await spend(world, ada, 40);
  const admin = await world.admin({ role: 'FINANCE' });
  const expected = {
    heldByUsersCoins: 40,
    issuedCoins: 40,
    promoExpenseCoins: 0,
    breakageCoins: 0,
    ...NO_TIPS,
  };
  assert.deepEqual((await admin.do(REPORT)).adminGetLedgerReport, expected);
  assert.equal((await rowsOf(world, 'select from coin_unfolded_entries')).length, 4);
});
