import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { erase } from '#test/support/people/accounts.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { balanceOf, differencesOf, give, rowsOf } from '#test/support/money/ledger.ts';
import { poll } from '#test/support/money/purchases.ts';
import { type Bought, buyer, refund } from '#test/support/money/refunds.ts';
import { send, settle, undo } from '#test/support/money/tips.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const EARNINGS = '{ myEarnings { pendingCoins availableCoins paidOutCoins debtCoins } }';
const earned = async (person: Person): Promise<Untyped> => (await person.do(EARNINGS)).myEarnings;
const coins = (pendingCoins: number, availableCoins: number, paidOutCoins = 0, debtCoins = 0) => ({
  pendingCoins,
  availableCoins,
  paidOutCoins,
  debtCoins,
});

const reportOf = async (admin: Actor): Promise<Untyped> =>
  (await admin.do('{ adminGetLedgerReport { lossCoins platformFeeCoins unclaimedCoins } }'))
    .adminGetLedgerReport;

const payOut = (admin: Actor, person: Person, amountCoins: number): Promise<Untyped> =>
  callMutation(admin, {
    name: 'adminRecordPayout',
    payload: 'payout { id } errors { code path ... on StateError { current allowed } }',
    input: { userId: person.id, amountCoins, reference: 'SEPA 17', idempotencyKey: randomUUID() },
  });

const hear = async (world: World): Promise<void> => {
  await poll(world);
  await world.runJobs();
  await world.runJobs();
};

const bank = ({ app }: World) => {
  const { sandbox } = app.services.ports.payments;
  assert.ok(sandbox);
  return sandbox;
};

const dispute = async (world: World, { providerId }: Bought): Promise<string> => {
  const disputeId = await bank(world).openDispute({
    paymentId: providerId,
    amountMinor: 449,
    isInquiry: false,
  });
  await hear(world);
  return disputeId;
};

const decide = async (world: World, disputeId: string, isWon: boolean): Promise<void> => {
  await bank(world).decideDispute({ disputeId, isWon });
  await hear(world);
};

/** As while the provider does not show yet that the money is back. */
const BOOKED_LATER = `update payments set unbooked_since = created_at, book_at = '2100-01-01' where id in (select payment_id from payment_disputes)`;

/** As when a bank decides once more, which the sandbox does not. */
const winOnAppeal = async (world: World): Promise<void> => {
  const at = world.clock.now().toISOString();
  await rowsOf(world, `update payment_disputes set state = 'WON', changed_at = '${at}'`);
  await rowsOf(world, BOOKED_LATER);
  await runCron(world, 'coin-purchases.sweep');
};

const tip = async (world: World, from: Person, to: Person, amountCoins: number): Promise<void> => {
  const { errors } = await send(from, { target: { userId: to.id }, amountCoins });
  assert.deepEqual(errors, []);
  await settle(world);
};

const clearAfter = async (world: World, days: number): Promise<void> => {
  world.clock.advance(`${days}d`);
  await runCron(world, 'earnings.clear');
};

test('earnings of bought coins are pending for longer than others, and a refund takes them back from who earned them', async (t) => {
  const world = await testWorld(t);
  const star = await world.user('star');
  const ada = await buyer(world, 'ada');
  const ben = await world.user('ben');
  await give(world, ben, 100);
  await tip(world, ada.person, star, 300);
  await tip(world, ben, star, 100);
  assert.deepEqual(await earned(star), coins(280, 0));
  await clearAfter(world, 8);
  let [seen, admin] = [await world.signIn(star), await world.admin()];
  assert.deepEqual(await earned(seen), coins(210, 70));
  const { errors } = await payOut(admin, star, 71);
  assert.deepEqual(
    errors.map(({ code }: Untyped) => code),
    ['INSUFFICIENT_COINS'],
  );
  // Half of the price is worth 250 and 12 coins: 225 are left, and of the others the star has earned 17 and 8.
  await refund(admin, ada, { amountMinor: 225 });
  assert.deepEqual(await balanceOf(await world.signIn(ada.person)), {
    coins: 0,
    promoCoins: 0,
    totalCoins: 0,
  });
  assert.deepEqual(await earned(seen), coins(185, 70));
  await refund(admin, ada, { amountMinor: 224 });
  assert.deepEqual(await earned(seen), coins(0, 70));
  assert.deepEqual(await reportOf(admin), { lossCoins: 0, platformFeeCoins: 30, unclaimedCoins: 0 });
  assert.deepEqual(await differencesOf(world), []);
  await clearAfter(world, 60);
  [seen, admin] = [await world.signIn(star), await world.admin()];
  assert.deepEqual(await earned(seen), coins(0, 70));
  assert.deepEqual((await payOut(admin, star, 70)).errors, []);
  assert.deepEqual(await differencesOf(world), []);
});

test('a payout waits while coins that were earned are in dispute; a lost one takes what is available, and a win on appeal gives all back', async (t) => {
  const world = await testWorld(t);
  const star = await world.user('star');
  const ada = await buyer(world, 'ada');
  await tip(world, ada.person, star, 300);
  await clearAfter(world, 59);
  assert.deepEqual(await earned(await world.signIn(star)), coins(210, 0));
  await clearAfter(world, 2);
  const [seen, admin] = [await world.signIn(star), await world.admin()];
  assert.deepEqual(await earned(seen), coins(0, 210));
  const disputeId = await dispute(world, ada);
  assert.deepEqual(await payOut(admin, star, 1), {
    payout: null,
    errors: [{ code: 'INVALID_STATE', path: ['userId'], current: 'DISPUTED', allowed: ['UNDISPUTED'] }],
  });
  await decide(world, disputeId, false);
  assert.deepEqual(await earned(seen), coins(0, 0));
  const { myTransactions } = await seen.do('{ myTransactions { nodes { type direction amountCoins } } }');
  assert.deepEqual(myTransactions.nodes[0], {
    type: 'EARNINGS_TAKEN_BACK',
    direction: 'DEBIT',
    amountCoins: 210,
  });
  assert.deepEqual(await reportOf(admin), { lossCoins: 0, platformFeeCoins: 0, unclaimedCoins: 0 });
  await winOnAppeal(world);
  assert.deepEqual(await earned(seen), coins(0, 210));
  assert.deepEqual(await balanceOf(await world.signIn(ada.person)), {
    coins: 225,
    promoCoins: 0,
    totalCoins: 225,
  });
  assert.deepEqual((await payOut(admin, star, 210)).errors, []);
  assert.deepEqual(await differencesOf(world), []);
});

test('what was paid out before it is taken back is a debt that the next earnings pay, and until then a loss of the platform', async (t) => {
  const world = await testWorld(t);
  const star = await world.user('star');
  const [ada, ben] = [await buyer(world, 'ada'), await world.user('ben')];
  await tip(world, ada.person, star, 300);
  await clearAfter(world, 61);
  let admin = await world.admin();
  assert.deepEqual((await payOut(admin, star, 200)).errors, []);
  const disputeId = await dispute(world, ada);
  await decide(world, disputeId, false);
  assert.deepEqual(await earned(await world.signIn(star)), coins(0, 0, 200, 200));
  assert.deepEqual(await reportOf(admin), { lossCoins: 200, platformFeeCoins: 0, unclaimedCoins: 0 });
  assert.deepEqual(await differencesOf(world), []);
  await give(world, ben, 200);
  await tip(world, await world.signIn(ben), star, 200);
  assert.deepEqual(await earned(await world.signIn(star)), coins(140, 0, 200, 200));
  await clearAfter(world, 8);
  admin = await world.admin();
  assert.deepEqual(await earned(await world.signIn(star)), coins(0, 0, 200, 60));
  assert.deepEqual(await reportOf(admin), { lossCoins: 60, platformFeeCoins: 60, unclaimedCoins: 0 });
  const owed = await admin.do(
    'query ($id: ID!) { adminGetEarnings(userId: $id) { debtCoins } adminGetDebtors { nodes { userId owedCoins } } }',
    { id: star.id },
  );
  assert.deepEqual(owed, {
    adminGetEarnings: { debtCoins: 60 },
    adminGetDebtors: { nodes: [{ userId: star.id, owedCoins: 60 }] },
  });
  await winOnAppeal(world);
  assert.deepEqual(await earned(await world.signIn(star)), coins(0, 150, 200, 0));
  assert.deepEqual(await reportOf(admin), { lossCoins: 0, platformFeeCoins: 150, unclaimedCoins: 0 });
  assert.deepEqual(await differencesOf(world), []);
});

test('a tip that is on its way when its coins are refunded reaches nobody and cannot be undone', async (t) => {
  const world = await testWorld(t);
  const star = await world.user('star');
  const ada = await buyer(world, 'ada');
  const admin = await world.admin();
  world.clock.freeze();
  const { tip: sent } = await send(ada.person, { target: { userId: star.id }, amountCoins: 300 });
  await refund(admin, ada, {});
  assert.equal((await reportOf(admin)).lossCoins, 300);
  assert.deepEqual(await differencesOf(world), []);
  assert.deepEqual((await undo(ada.person, sent.id)).errors, [{ code: 'INVALID_STATE' }]);
  await settle(world);
  assert.deepEqual(await earned(star), coins(0, 0));
  assert.deepEqual(await reportOf(admin), { lossCoins: 0, platformFeeCoins: 0, unclaimedCoins: 0 });
  assert.equal((await balanceOf(ada.person)).totalCoins, 0);
  assert.deepEqual(await differencesOf(world), []);
});

test('what an erased account has earned with coins that are taken back is lost', async (t) => {
  const world = await testWorld(t);
  const star = await world.user('star');
  const ada = await buyer(world, 'ada');
  await tip(world, ada.person, star, 300);
  await erase(world, star);
  const admin = await world.admin();
  assert.deepEqual(await reportOf(admin), { lossCoins: 0, platformFeeCoins: 90, unclaimedCoins: 210 });
  const disputeId = await dispute(world, ada);
  await decide(world, disputeId, false);
  assert.deepEqual(await reportOf(admin), { lossCoins: 210, platformFeeCoins: 0, unclaimedCoins: 210 });
  assert.deepEqual(await differencesOf(world), []);
  await rowsOf(world, 'update coin_debts set coins = coins + 1');
  assert.deepEqual(await differencesOf(world), [
    'account 00000000-0000-7000-8000-000000000009 (LOSSES): the losses are 210, their recount 211',
  ]);
});

test('coins go back to the purchase from which an undone tip took them', async (t) => {
  const world = await testWorld(t);
  const star = await world.user('star');
  const ada = await buyer(world, 'ada');
  world.clock.freeze();
  const { tip: undone } = await send(ada.person, { target: { userId: star.id }, amountCoins: 400 });
  const other = await give(world, ada.person, 50, { kind: 'COINS' });
  await send(ada.person, { target: { userId: star.id }, amountCoins: 150, message: 'Bravo' });
  assert.deepEqual((await undo(ada.person, undone.id)).errors, []);
  const lots = await rowsOf(
    world,
    `select l.coins, l.remaining from coin_lots l where kind = 'COINS' order by l.created_at, l.id`,
  );
  assert.deepEqual(lots, [
    { coins: 500, remaining: 375 },
    { coins: 50, remaining: 25 },
  ]);
  assert.ok(other.transferId);
  assert.deepEqual(await differencesOf(world), []);
});
