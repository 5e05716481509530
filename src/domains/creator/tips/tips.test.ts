import assert from 'node:assert/strict';
import { test } from 'node:test';
import { publish } from '#test/support/content/comments.ts';
import { balanceOf, differencesOf, give, rowsOf } from '#test/support/money/ledger.ts';
import { send, SEND, settle, TRANSACTIONS, undo } from '#test/support/money/tips.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

test('a tip leaves the coins of its sender at once, and becomes earnings of the author when it cannot be undone', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 30);
  await give(world, ada, 100, { kind: 'COINS' });
  const postId = await publish(ben);
  const sent = await send(ada, { target: { postId }, amountCoins: 55, message: 'Bravo' });
  assert.deepEqual(sent, {
    tip: {
      id: sent.tip.id,
      amountCoins: 55,
      message: 'Bravo',
      state: 'PENDING',
      isAnonymous: false,
      sender: { username: 'ada' },
      receiver: { username: 'ben' },
      targetKind: 'POST',
      targetId: postId,
    },
    errors: [],
  });
  assert.deepEqual(await balanceOf(ada), { coins: 75, promoCoins: 0, totalCoins: 75 });
  const TIPS = `query ($target: CoinTipTargetInput!) { tips(target: $target) { nodes { id amountCoins sender { username } } } }`;
  assert.deepEqual((await ada.do(TIPS, { target: { postId } })).tips.nodes, []);
  assert.deepEqual((await ben.do(TRANSACTIONS)).myTransactions.nodes, []);
  assert.deepEqual(await differencesOf(world), []);
  await settle(world);
  assert.deepEqual((await ada.do(TRANSACTIONS)).myTransactions.nodes.slice(0, 1), [
    {
      type: 'TIP_SENT',
      direction: 'DEBIT',
      status: 'POSTED',
      amountCoins: 55,
      feeCoins: null,
      balanceAfter: 75,
      counterparty: { username: 'ben' },
    },
  ]);
  // 30 % of 55 coins are 16.5: of two whole numbers as near, the fee is the lower.
  assert.deepEqual((await ben.do(TRANSACTIONS)).myTransactions.nodes, [
    {
      type: 'TIP_RECEIVED',
      direction: 'CREDIT',
      status: 'POSTED',
      amountCoins: 55,
      feeCoins: 16,
      balanceAfter: null,
      counterparty: { username: 'ada' },
    },
  ]);
  assert.deepEqual((await ben.do(TIPS, { target: { postId } })).tips.nodes, [
    { id: sent.tip.id, amountCoins: 55, sender: { username: 'ada' } },
  ]);
  assert.deepEqual(
    await rowsOf(
      world,
      'select kind, balance::integer from coin_accounts where is_appended and balance <> 0 order by kind',
    ),
    [
      { kind: 'EARNINGS_PENDING', balance: 39 },
      { kind: 'ISSUED', balance: -100 },
      { kind: 'PLATFORM_FEE', balance: 16 },
      { kind: 'PROMO_EXPENSE', balance: -30 },
    ],
  );
  assert.deepEqual(await differencesOf(world), []);
  const OWN = '{ mySentTips { nodes { id } } myReceivedTips { nodes { id } } }';
  const [none, own] = [{ nodes: [] }, { nodes: [{ id: sent.tip.id }] }];
  assert.deepEqual(await ada.do(OWN), { mySentTips: own, myReceivedTips: none });
  assert.deepEqual(await ben.do(OWN), { mySentTips: none, myReceivedTips: own });
  const undone = await undo(ada, sent.tip.id);
  assert.deepEqual(undone, { tip: null, errors: [{ code: 'INVALID_STATE' }] });
});

test('quick taps become one tip and one transaction, and an undo gives all of them back where they came from', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 7);
  await give(world, ada, 100, { kind: 'COINS' });
  const target = { userId: ben.id };
  const first = await send(ada, { target, amountCoins: 5 });
  const second = await send(ada, { target, amountCoins: 5 });
  const third = await send(ada, { target, amountCoins: 5 });
  assert.deepEqual([second.tip.id, third.tip.id, third.tip.amountCoins], [first.tip.id, first.tip.id, 15]);
  const hidden = await send(ada, { target, amountCoins: 1, isAnonymous: true });
  const told = await send(ada, { target, amountCoins: 1, message: 'Hi' });
  assert.equal(new Set([first.tip.id, hidden.tip.id, told.tip.id]).size, 3);
  const sentRows = (await ada.do(TRANSACTIONS)).myTransactions.nodes.slice(0, 3);
  assert.deepEqual(
    sentRows.map((row: { amountCoins: number; balanceAfter: number }) => [row.amountCoins, row.balanceAfter]),
    [
      [1, 90],
      [1, 91],
      [15, 92],
    ],
  );
  assert.deepEqual(await differencesOf(world), []);
  for (const _time of [1, 2]) {
    const undone = await undo(ada, first.tip.id);
    assert.deepEqual(undone, { tip: { state: 'CANCELED' }, errors: [] });
  }
  assert.deepEqual(await balanceOf(ada), { coins: 98, promoCoins: 7, totalCoins: 105 });
  assert.deepEqual(await differencesOf(world), []);
  await settle(world);
  assert.deepEqual(await differencesOf(world), []);
  const got: { counterparty: { username: string } | null }[] = (await ben.do(TRANSACTIONS)).myTransactions
    .nodes;
  assert.deepEqual(got.map(({ counterparty }) => counterparty?.username ?? 'nobody').toSorted(), [
    'ada',
    'nobody',
  ]);
});

test('of fifty tips at once to many with coins for four, four are sent', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const receivers = await Promise.all(['ben', 'cleo', 'dora', 'eve', 'finn'].map((name) => world.user(name)));
  await give(world, ada, 3);
  await give(world, ada, 40, { kind: 'COINS' });
  const posts = await Promise.all(receivers.map((receiver) => publish(receiver)));
  const targets = [...receivers.map(({ id }) => ({ userId: id })), ...posts.map((postId) => ({ postId }))];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      send(ada, { target: targets[index % targets.length], amountCoins: 10, isAnonymous: index % 3 === 0 }),
    ),
  );
  const refused = answers.filter(({ tip }) => tip === null);
  assert.equal(refused.length, 46);
  for (const { errors } of refused) assert.deepEqual(errors, [{ code: 'INSUFFICIENT_COINS' }]);
  assert.deepEqual(await balanceOf(ada), { coins: 3, promoCoins: 0, totalCoins: 3 });
  await settle(world);
  assert.deepEqual(await differencesOf(world), []);
  assert.deepEqual(await rowsOf(world, 'select sum(amount_coins)::integer as coins from coin_tips'), [
    { coins: 40 },
  ]);
});

test('fifty calls with one key are one tip with one answer, and the key with another tip is refused', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 100);
  const input = { target: { userId: ben.id }, amountCoins: 10, idempotencyKey: 'one' };
  const answers = await Promise.all(Array.from({ length: 50 }, () => ada.do(SEND, { input })));
  const ids = new Set(answers.map(({ sendTip }) => sendTip.tip?.id));
  assert.deepEqual([ids.size, ids.has(undefined)], [1, false]);
  assert.deepEqual(await balanceOf(ada), { coins: 0, promoCoins: 90, totalCoins: 90 });
  const other = await send(ada, { ...input, amountCoins: 11 });
  assert.deepEqual(other.errors, [{ code: 'IDEMPOTENCY_KEY_REUSED' }]);
});

test('two who give to each other at once never wait for each other in a circle', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 500);
  await give(world, ben, 500);
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      index % 2 === 0
        ? send(ada, { target: { userId: ben.id }, amountCoins: 2 })
        : send(ben, { target: { userId: ada.id }, amountCoins: 2 }),
    ),
  );
  for (const { errors } of answers) assert.deepEqual(errors, []);
  await settle(world);
  assert.deepEqual(await differencesOf(world), []);
  for (const one of [ada, ben]) assert.equal((await balanceOf(one)).totalCoins, 300);
});

test('a tap after other coins have moved is a tip of its own, and no other change of a transaction is possible', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 100);
  const target = { userId: ben.id };
  const first = await send(ada, { target, amountCoins: 5 });
  await give(world, ada, 50);
  const second = await send(ada, { target, amountCoins: 5 });
  assert.notEqual(second.tip.id, first.tip.id);
  assert.deepEqual(await differencesOf(world), []);
  for (const change of [
    "amount_coins = amount_coins + 1, balance_after = balance_after - 1 where type = 'PROMO_GRANT'",
    "amount_coins = amount_coins + 1 where type = 'TIP_SENT'",
    "amount_coins = amount_coins - 1, balance_after = balance_after + 1 where type = 'TIP_SENT'",
    "amount_coins = amount_coins + 1, balance_after = balance_after - 1, user_id = counterparty_id where type = 'TIP_SENT'",
    // The first one is not the newest any more.
    "amount_coins = amount_coins + 1, balance_after = balance_after - 1 where type = 'TIP_SENT' and balance_after = 95",
  ]) {
    await assert.rejects(rowsOf(world, `update coin_transactions set ${change}`), /only added to/, change);
  }
  await settle(world);
  const settled =
    "amount_coins = amount_coins + 1, balance_after = balance_after - 1 where type = 'TIP_SENT' and balance_after = 140";
  await assert.rejects(rowsOf(world, `update coin_transactions set ${settled}`), /only added to/);
});

test('a verification finds tips that their entries contradict', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 100);
  const { tip } = await send(ada, { target: { userId: ben.id }, amountCoins: 5 });
  await rowsOf(world, 'update coin_tips set amount_coins = 6');
  const id = uuidOf(tip.id);
  assert.deepEqual(await differencesOf(world), [
    `tip ${id}: it has 6 coins, its entries 5`,
    'tips on their way have 6 coins, their entries sum to 5',
  ]);
  await rowsOf(world, "update coin_tips set amount_coins = 5, state = 'CANCELED'");
  assert.deepEqual(await differencesOf(world), [
    `tip ${id} (CANCELED): its transfers say otherwise`,
    'tips on their way have 0 coins, their entries sum to 5',
  ]);
});

test('a verification finds earnings of one receiver that are shown to another who was settled together with them', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await give(world, ada, 100);
  await send(ada, { target: { userId: ben.id }, amountCoins: 10 });
  await send(ada, { target: { userId: cleo.id }, amountCoins: 20 });
  await settle(world);
  assert.deepEqual(await differencesOf(world), []);
  const [transfer] = await rowsOf<{ id: string }>(
    world,
    "select id from coin_transfers where kind = 'TIP_RECEIVED'",
  );
  assert.ok(transfer);
  const [first] = [uuidOf(ben.id), uuidOf(cleo.id)].toSorted();
  const coins = first === uuidOf(ben.id) ? [7, 14] : [14, 7];
  await runSql(
    world.connectionString,
    `set session_replication_role = replica; update coin_transactions set user_id = case user_id
       when '${uuidOf(ben.id)}' then '${uuidOf(cleo.id)}' else '${uuidOf(ben.id)}' end::uuid where type = 'TIP_RECEIVED'`,
  );
  assert.deepEqual(await differencesOf(world), [
    `transfer ${transfer.id} (TIP_RECEIVED): it moves earnings of ${coins[0]} coins of user ${first}, their transactions ${coins[1]}`,
  ]);
});
