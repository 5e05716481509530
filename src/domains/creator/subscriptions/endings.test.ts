import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { balanceOf, differencesOf, give, rowsOf } from '#test/support/money/ledger.ts';
import {
  memberCounts,
  moveTo,
  offerTier,
  subscribed,
  subscriptionsOf,
} from '#test/support/money/subscriptions.ts';
import { settle, TRANSACTIONS } from '#test/support/money/tips.ts';
import { erase } from '#test/support/people/accounts.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const BLOCK = 'mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }';

const endsOf = (world: World) =>
  rowsOf(
    world,
    `select u.username, s.state, s.end_reason as reason, s.ends_at_period_end as ending, e.valid_until > '${world.clock.now().toISOString()}' as sees
     from subscriptions s join users u on u.id = s.subscriber_id left join entitlements e using (subscriber_id, creator_id)
     order by u.username`,
  );

async function members(world: World, cleo: Person, names: readonly string[]): Promise<Person[]> {
  const tierId = await offerTier(world, cleo);
  const people: Person[] = [];
  for (const name of names) {
    const person = await world.user(name);
    await give(world, person, 100, { kind: 'COINS' });
    await subscribed(person, tierId);
    people.push(person);
  }
  return people;
}

test('a block by the creator ends a subscription at once, and one by the subscriber ends it with its period', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const cleo = await world.user('cleo');
  const [fan, leaver] = await members(world, cleo, ['fan', 'leaver']);
  assert.ok(fan && leaver);
  await moveTo(world, new Date(world.clock.now().getTime() + 10 * DAY_MS), fan, leaver, cleo);
  await cleo.do(BLOCK, { id: fan.id });
  await leaver.do(BLOCK, { id: cleo.id });
  await settle(world);
  assert.deepEqual(await endsOf(world), [
    { username: 'fan', state: 'ENDED', reason: 'BLOCKED', ending: false, sees: false },
    { username: 'leaver', state: 'ACTIVE', reason: null, ending: true, sees: true },
  ]);
  // A block by the creator gives the rest back, rounded down: 20 days of 30 or 31 of 100 coins.
  const [invoice] = await rowsOf<{ days: number }>(
    world,
    'select extract(epoch from period_end - period_start)::integer / 86400 as days from subscription_invoices limit 1',
  );
  assert.ok(invoice);
  const refunded = Math.floor((100 * (invoice.days - 10)) / invoice.days);
  assert.equal((await balanceOf(fan)).coins, refunded);
  assert.deepEqual((await fan.do(TRANSACTIONS)).myTransactions.nodes[0], {
    type: 'SUBSCRIPTION_REFUNDED',
    direction: 'CREDIT',
    status: 'POSTED',
    amountCoins: refunded,
    feeCoins: null,
    balanceAfter: refunded,
    counterparty: null,
  });
  assert.deepEqual((await fan.do('{ myInvoices { nodes { state refundedCoins } } }')).myInvoices.nodes, [
    { state: 'PAID', refundedCoins: refunded },
  ]);
  // Of two subscriptions of 100 coins at a fee of 20 %, the creator gives back her share of the refund.
  assert.deepEqual(
    await rowsOf(
      world,
      `select kind, (balance + coalesce((select sum(amount) from coin_unfolded_entries e where e.account_id = a.id), 0))::integer as coins
     from coin_accounts a where kind in ('EARNINGS_PENDING', 'PLATFORM_FEE', 'SALES_IN_FLIGHT') order by kind`,
    ),
    [
      { kind: 'EARNINGS_PENDING', coins: 160 - Math.floor(refunded * 0.8) },
      { kind: 'PLATFORM_FEE', coins: 40 - (refunded - Math.floor(refunded * 0.8)) },
      { kind: 'SALES_IN_FLIGHT', coins: 0 },
    ],
  );
  // A blocked subscriber learns nothing but the end.
  assert.equal((await subscriptionsOf(fan))[0]?.endReason, 'CREATOR_ENDED');
  assert.deepEqual(await memberCounts(world), [{ counted: 1, there: 1 }]);
  assert.deepEqual(await differencesOf(world), []);
});

test('the erasure of a subscriber ends theirs, and that of a creator all to them', async (t) => {
  const world = await testWorld(t);
  const cleo = await world.user('cleo');
  const [gone] = await members(world, cleo, ['gone', 'stays']);
  assert.ok(gone);
  await erase(world, gone);
  assert.deepEqual(
    (
      await rowsOf(
        world,
        `select state, end_reason from subscriptions where subscriber_id = '${uuidOf(gone.id)}'`,
      )
    )[0],
    { state: 'ENDED', end_reason: 'ACCOUNT_ERASED' },
  );
  cleo.token = (await world.signIn(cleo)).token;
  await erase(world, cleo);
  assert.deepEqual(
    await rowsOf(world, "select count(*)::integer as count from subscriptions where state <> 'ENDED'"),
    [{ count: 0 }],
  );
  assert.deepEqual(await rowsOf(world, 'select count(*)::integer as count from entitlements'), [
    { count: 0 },
  ]);
  assert.deepEqual(await differencesOf(world), []);
});
