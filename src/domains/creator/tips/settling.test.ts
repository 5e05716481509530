import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erase } from '#test/support/people/accounts.ts';
import { publish } from '#test/support/content/comments.ts';
import { balanceOf, differencesOf, give, rowsOf } from '#test/support/money/ledger.ts';
import { block } from '#test/support/messaging/messaging.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { send, settle, TRANSACTIONS, undo } from '#test/support/money/tips.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { settleTips } from './settling.service.ts';

const TIPS = `query ($target: CoinTipTargetInput!) { tips(target: $target) {
  nodes { amountCoins message isAnonymous sender { username } } } }`;
const TOP = `query ($target: CoinTipTargetInput!, $period: TopTippersPeriod!) {
  topTippers(target: $target, period: $period) { coins user { username } } }`;

const earningsOf = async (world: World, person: Person): Promise<number> => {
  const [row] = await rowsOf<{ sum: number }>(
    world,
    `select coalesce(sum(e.amount), 0)::integer as sum from coin_entries e join coin_accounts a on a.id = e.account_id
     where a.owner_id = '${uuidOf(person.id)}' and a.kind = 'EARNINGS_PENDING'`,
  );
  return row?.sum ?? 0;
};

test('many tips to one are settled by one transfer, each fee rounded to the nearest coin, by two workers at once', async (t) => {
  const world = await testWorld(t);
  const star = await world.user('star');
  const fans = await Promise.all(['ann', 'bob', 'cid'].map((name) => world.user(name)));
  for (const fan of fans) await give(world, fan, 1_000);
  // The fees of 1, 3 and 5 coins are 0.3, 0.9 and 1.5: 0, 1 and, of two that are as near, the lower 1.
  for (const fan of fans) {
    for (const amountCoins of [1, 3, 5]) {
      await send(fan, { target: { userId: star.id }, amountCoins, message: String(amountCoins) });
    }
  }
  const live = await star.subscribe('subscription { tipsReceived { tipCount amountCoins earnedCoins } }');
  const { services } = world.app;
  assert.equal(await services.transaction((tx) => settleTips(services, tx)), 0);
  world.clock.advance('6s');
  const counts = await Promise.all(
    [1, 2, 3].map(() => services.transaction((tx) => settleTips(services, tx))),
  );
  assert.equal(
    counts.reduce((sum, count) => sum + count, 0),
    9,
  );
  assert.equal(await earningsOf(world, star), 21);
  assert.deepEqual(await differencesOf(world), []);
  await settle(world);
  assert.deepEqual(await differencesOf(world), []);
  const event = await live.next();
  assert.deepEqual(event.data.tipsReceived, { tipCount: 9, amountCoins: 27, earnedCoins: 21 });
  assert.equal((await star.do(TRANSACTIONS)).myTransactions.nodes.length, 9);
  assert.deepEqual(
    await rowsOf(world, "select count(*)::integer as count from coin_transfers where kind = 'TIP_RECEIVED'"),
    [{ count: 1 }],
  );
});

test('a tip can be undone until its time has come, and never after it is settled', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 100);
  const { tip } = await send(ada, { target: { userId: ben.id }, amountCoins: 10 });
  const at = async (when: string) =>
    runSql(world.connectionString, `update coin_tips set undoable_until = '${when}'`);
  world.clock.freeze();
  const now = world.clock.now();
  assert.deepEqual((await undo(ben, tip.id)).errors, [{ code: 'NOT_FOUND' }]);
  await at(now.toISOString());
  assert.deepEqual((await undo(ada, tip.id)).errors, [{ code: 'INVALID_STATE' }]);
  await at(new Date(now.getTime() + 1).toISOString());
  const [undone, settled] = await Promise.all([
    undo(ada, tip.id),
    world.app.services.transaction((tx) => settleTips(world.app.services, tx)),
  ]);
  assert.deepEqual([undone, settled], [{ tip: { state: 'CANCELED' }, errors: [] }, 0]);
  assert.equal((await balanceOf(ada)).totalCoins, 100);
  assert.deepEqual(await differencesOf(world), []);
});

test('undoing and settling at once do one of the two', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 100);
  const { services } = world.app;
  const ids: string[] = [];
  for (let count = 0; count < 10; count += 1) {
    ids.push(
      (await send(ada, { target: { userId: ben.id }, amountCoins: 5, message: String(count) })).tip.id,
    );
  }
  world.clock.freeze();
  const edge = new Date(world.clock.now().getTime() + 1);
  await runSql(world.connectionString, `update coin_tips set undoable_until = '${edge.toISOString()}'`);
  const late = {
    ids: services.ids,
    limits: services.limits,
    clock: { now: () => new Date(edge.getTime() + 1) },
  };
  const outcomes = await Promise.all([
    ...ids.map((id) => undo(ada, id)),
    services.transaction((tx) => settleTips(late, tx)),
  ]);
  const settled = Number(outcomes.at(-1));
  const undone = outcomes.slice(0, -1).filter(({ errors }) => errors.length === 0).length;
  assert.equal(settled + undone, 10);
  assert.equal((await balanceOf(ada)).totalCoins, 100 - 5 * settled);
  assert.equal(await earningsOf(world, ben), 4 * settled);
  assert.deepEqual(await differencesOf(world), []);
});

test('an anonymous tip names its sender to nobody else, and counts for no tipper', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  for (const one of [ada, cleo]) await give(world, one, 100);
  const target = { postId: await publish(ben) };
  await send(ada, { target, amountCoins: 20, isAnonymous: true, message: 'Guess' });
  await send(cleo, { target, amountCoins: 10 });
  await settle(world);
  for (const [viewer, sender] of [
    [ben, null],
    [cleo, null],
    [ada, { username: 'ada' }],
  ] as const) {
    const { nodes } = (await viewer.do(TIPS, { target })).tips;
    assert.deepEqual(nodes[1], { amountCoins: 20, message: 'Guess', isAnonymous: true, sender });
  }
  const { post } = await cleo.do('query ($id: ID!) { post(id: $id) { tipCount tipCoins } }', {
    id: target.postId,
  });
  assert.deepEqual(post, { tipCount: 2, tipCoins: 30 });
  for (const period of ['DAY', 'WEEK', 'MONTH', 'ALL']) {
    const { topTippers } = await ben.do(TOP, { target, period });
    assert.deepEqual(topTippers, [{ coins: 10, user: { username: 'cleo' } }], period);
  }
  const adaId = uuidOf(ada.id);
  assert.deepEqual(
    await rowsOf(
      world,
      `select 1 from coin_transactions where counterparty_id = '${adaId}'
       union all select 1 from event_log where payload::text like '%${adaId}%' and name like 'tip%'`,
    ),
    [],
  );
});

test('top tippers are summed up by days, weeks and months, and hide those whom a viewer does not see', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  for (const one of [ada, cleo]) await give(world, one, 1_000);
  const target = { userId: ben.id };
  await send(ada, { target, amountCoins: 100 });
  await settle(world);
  world.clock.advance('40d');
  const device = await world.signIn(ada);
  await send(await world.signIn(cleo), { target, amountCoins: 30 });
  await send(device, { target, amountCoins: 5 });
  await settle(world);
  await send(device, { target, amountCoins: 2 });
  await settle(world);
  const byCleo = { coins: 30, user: { username: 'cleo' } };
  const byAda = (coins: number) => ({ coins, user: { username: 'ada' } });
  for (const [period, expected] of [
    ['DAY', [byCleo, byAda(7)]],
    ['WEEK', [byCleo, byAda(7)]],
    ['MONTH', [byCleo, byAda(7)]],
    ['ALL', [byAda(107), byCleo]],
  ] as const) {
    assert.deepEqual((await device.do(TOP, { target, period })).topTippers, expected, period);
  }
  // Into another month, and so another day and week.
  world.clock.advance('40d');
  const later = await world.signIn(ada);
  for (const period of ['DAY', 'WEEK', 'MONTH']) {
    assert.deepEqual((await later.do(TOP, { target, period })).topTippers, [], period);
  }
});

test('a settlement by a clock that is behind adds nothing to sums of a later day', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 100);
  const target = { userId: ben.id };
  for (const amountCoins of [10, 20]) await send(ada, { target, amountCoins, message: 'For you' });
  world.clock.advance('6s');
  const { services } = world.app;
  const behind = { ...services, clock: { now: () => new Date(world.clock.now().getTime() - 40 * DAY_MS) } };
  await runSql(
    world.connectionString,
    "update coin_tips set undoable_until = now() + interval '30 seconds' where amount_coins = 20",
  );
  assert.equal(await services.transaction((tx) => settleTips(services, tx)), 1);
  await runSql(world.connectionString, "update coin_tips set undoable_until = now() - interval '60 days'");
  assert.equal(await services.transaction((tx) => settleTips(behind, tx)), 1);
  for (const [period, coins] of [
    ['DAY', 10],
    ['WEEK', 10],
    ['MONTH', 10],
    ['ALL', 30],
  ] as const) {
    const expected = [{ coins, user: { username: 'ada' } }];
    assert.deepEqual((await ada.do(TOP, { target, period })).topTippers, expected, period);
  }
});

test('tips to somebody whose account was erased meanwhile wait unclaimed, and those of an erased sender name nobody', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  for (const one of [ada, cleo]) await give(world, one, 100);
  await send(cleo, { target: { userId: ada.id }, amountCoins: 1 });
  const target = { postId: await publish(ada) };
  await settle(world);
  await send(cleo, { target, amountCoins: 20, message: 'From cleo' });
  await settle(world);
  const { tip } = await send(cleo, { target: { userId: ben.id }, amountCoins: 10 });
  const dueIn = (days: number) =>
    runSql(
      world.connectionString,
      `update coin_tips set undoable_until = now() + interval '${days} days' where id = '${uuidOf(tip.id)}'`,
    );
  await dueIn(60);
  await erase(world, ben);
  await dueIn(0);
  await settle(world);
  assert.deepEqual(
    await rowsOf(world, "select balance::integer from coin_accounts where kind = 'UNCLAIMED'"),
    [{ balance: 7 }],
  );
  await erase(world, { ...cleo, ...(await world.signIn(cleo)) });
  const device = await world.signIn(ada);
  assert.deepEqual((await device.do(TIPS, { target })).tips.nodes, [
    { amountCoins: 20, message: null, isAnonymous: true, sender: null },
  ]);
  assert.deepEqual((await device.do(TOP, { target, period: 'ALL' })).topTippers, []);
  assert.deepEqual(await differencesOf(world), []);
});

test('a tip can be undone when the two have blocked each other, the target is gone or the sender is restricted', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await give(world, ada, 100);
  const postId = await publish(ben);
  const { tip } = await send(ada, { target: { postId }, amountCoins: 10 });
  await runSql(
    world.connectionString,
    "update coin_tips set undoable_until = undoable_until + interval '1 hour'",
  );
  await ben.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: postId,
  });
  await block(world, ben, ada);
  await block(world, ada, ben);
  await restrict(world, ada, { kind: 'TIPPING' });
  assert.deepEqual(await undo(ada, tip.id), { tip: { state: 'CANCELED' }, errors: [] });
  assert.equal((await balanceOf(ada)).totalCoins, 100);
});
