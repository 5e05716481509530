import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { balanceOf, differencesOf, rowsOf } from '#test/support/money/ledger.ts';
import { poll } from '#test/support/money/purchases.ts';
import { buyer } from '#test/support/money/refunds.ts';
import { runSql } from '#test/support/test-server.ts';
import { testWorld, type World } from '#test/support/world.ts';

const DIFFERENCES =
  '{ adminGetPaymentDifferences { edges { node { kind detail payment { providerId } } } } }';

async function differences(admin: Actor): Promise<Untyped[]> {
  const { adminGetPaymentDifferences } = await admin.do(DIFFERENCES);
  return adminGetPaymentDifferences.edges.map(({ node }: Untyped) => [
    node.kind,
    node.detail,
    node.payment.providerId,
  ]);
}

async function compare(world: World): Promise<void> {
  await runCron(world, 'payments.startComparison');
  for (let turn = 0; turn < 2; turn += 1) await world.runJobs();
}

/** As when no fact ever tells of what has happened until now. */
const forgetFacts = (world: World) => runSql(world.connectionString, 'delete from payment_sandbox.events');

const sandboxOf = (world: World) => {
  const { payments } = world.app.services.ports;
  assert.ok(payments.sandbox);
  return { payments, sandbox: payments.sandbox };
};

test('a fact that comes to be seen after later ones is taken, and each fact once', async (t) => {
  const world = await testWorld(t);
  const { person: ada, providerId } = await buyer(world, 'ada');
  await poll(world);
  const { sandbox } = sandboxOf(world);
  await sandbox.openDispute({ paymentId: providerId, amountMinor: 449, isInquiry: false });
  await runSql(
    world.connectionString,
    `create table late as select * from payment_sandbox.events where type like 'charge.dispute.%';
     delete from payment_sandbox.events where type like 'charge.dispute.%'`,
  );
  // Later facts are seen before it.
  await buyer(world, 'ben');
  world.clock.advance('1m');
  await poll(world);
  assert.equal((await balanceOf(ada)).totalCoins, 525);
  await runSql(
    world.connectionString,
    'insert into payment_sandbox.events (id, type, body, created_at) select id, type, body, created_at from late; drop table late',
  );
  for (let turn = 0; turn < 2; turn += 1) {
    world.clock.advance('1m');
    await poll(world);
    await world.runJobs();
  }
  assert.equal((await balanceOf(ada)).totalCoins, 0);
  const facts = await rowsOf(world, "select 1 from provider_events where type like 'charge.dispute.%'");
  assert.equal(facts.length, 2);
});

test('a dispute and a refund of which no fact tells are found within a week, listed, and taken back', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await buyer(world, 'ada'), await buyer(world, 'ben')];
  const { payments, sandbox } = sandboxOf(world);
  // The last look at a payment that is just paid.
  world.clock.advance('6s');
  await compare(world);
  const disputeId = await sandbox.openDispute({
    paymentId: ada.providerId,
    amountMinor: 449,
    isInquiry: false,
  });
  const { id: refundId } = await payments.refundPayment({
    paymentId: ben.providerId,
    amountMinor: 449,
    currency: 'EUR',
    reason: 'REQUESTED_BY_CUSTOMER',
    reference: 'by hand',
    idempotencyKey: 'by hand',
  });
  await forgetFacts(world);
  world.clock.advance('6d');
  await compare(world);
  let admin = await world.admin();
  assert.deepEqual(await differences(admin), []);
  world.clock.advance('25h');
  for (let turn = 0; turn < 2; turn += 1) await compare(world);
  admin = await world.admin();
  assert.deepEqual((await differences(admin)).toSorted(), [
    ['DISPUTE', `${disputeId} NEEDS_RESPONSE`, ada.providerId],
    ['REFUND', `${refundId} SUCCEEDED`, ben.providerId],
  ]);
  for (const { person } of [ada, ben])
    assert.equal((await balanceOf(await world.signIn(person))).totalCoins, 0);
  assert.deepEqual(await differencesOf(world), []);
});

test('a payment that the provider has lost is listed once, and one is compared for 180 days', async (t) => {
  const world = await testWorld(t);
  const { providerId } = await buyer(world, 'ada');
  await runSql(
    world.connectionString,
    `update payment_sandbox.objects set id = 'pi_elsewhere' where id = '${providerId}'`,
  );
  for (let week = 0; week < 2; week += 1) {
    world.clock.advance('8d');
    await compare(world);
  }
  assert.deepEqual(await differences(await world.admin()), [['MISSING', '', providerId]]);
  world.clock.advance('160d');
  await compare(world);
  assert.deepEqual(await rowsOf(world, 'select compare_at from payments'), [{ compare_at: null }]);
});
