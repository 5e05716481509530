import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { exported } from '#test/support/people/exports.ts';
import { balanceOf, differencesOf, spend } from '#test/support/money/ledger.ts';
import { poll } from '#test/support/money/purchases.ts';
import { bought, buyer, refund } from '#test/support/money/refunds.ts';
import { runSql } from '#test/support/test-server.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const hear = async (world: World): Promise<void> => {
  await poll(world);
  await world.runJobs();
  await world.runJobs();
};

const disputesOf = async (admin: Actor, isOpen: boolean | null = null): Promise<Untyped> =>
  (
    await admin.do(
      `query ($isOpen: Boolean) { adminGetDisputes(isOpen: $isOpen) { nodes { providerId state reason dueAt
        amount { amountMinor currency } payment { userId user { id } disputes { state } } } } }`,
      { isOpen },
    )
  ).adminGetDisputes.nodes;

const statesOf = async (admin: Actor, isOpen: boolean | null = null): Promise<string[]> =>
  (await disputesOf(admin, isOpen)).map(({ state }: Untyped) => state);

const paymentsOf = async (person: Person): Promise<Untyped> =>
  (await person.do('{ myPayments { nodes { state isDisputed refundedAmount { amountMinor currency } } } }'))
    .myPayments.nodes;

test('disputes are listed while they are open, and when they are won or lost; their payers see that they are disputed', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await buyer(world, 'ada', 'pm_card_createDispute'), await buyer(world, 'ben')];
  const admin = await world.admin({ role: 'FINANCE' });
  assert.deepEqual(await disputesOf(admin), []);
  const { sandbox } = world.app.services.ports.payments;
  assert.ok(sandbox);
  await hear(world);
  await sandbox.openDispute({ paymentId: ben.providerId, amountMinor: 450, isInquiry: true });
  await hear(world);
  const listed = await disputesOf(admin, true);
  assert.deepEqual(
    listed.map(({ state, amount, reason, payment }: Untyped) => [
      state,
      amount,
      reason,
      payment.userId,
      payment.user,
      payment.disputes,
    ]),
    [
      [
        'INQUIRY',
        { amountMinor: 450, currency: 'EUR' },
        'fraudulent',
        ben.person.id,
        null,
        [{ state: 'INQUIRY' }],
      ],
      [
        'NEEDS_RESPONSE',
        { amountMinor: 449, currency: 'EUR' },
        'fraudulent',
        ada.person.id,
        null,
        [{ state: 'NEEDS_RESPONSE' }],
      ],
    ],
  );
  assert.ok(listed.every(({ dueAt }: Untyped) => Date.parse(dueAt) > world.clock.now().getTime()));
  assert.deepEqual(await statesOf(admin, false), []);
  const seen = { state: 'SUCCEEDED', refundedAmount: { amountMinor: 0, currency: 'EUR' } };
  assert.deepEqual(await paymentsOf(ada.person), [{ ...seen, isDisputed: true }]);
  await sandbox.decideDispute({ disputeId: listed[1].providerId, isWon: true });
  await sandbox.decideDispute({ disputeId: listed[0].providerId, isWon: false });
  await sandbox.decideDispute({ disputeId: listed[0].providerId, isWon: false });
  await hear(world);
  assert.deepEqual([await statesOf(admin, true), await statesOf(admin, false)], [[], ['LOST', 'WON']]);
  assert.deepEqual(await statesOf(admin), ['LOST', 'WON']);
  assert.deepEqual(await paymentsOf(ada.person), [{ ...seen, isDisputed: false }]);
  assert.deepEqual(await paymentsOf(ben.person), [{ ...seen, isDisputed: true }]);
  const { errors } = await refund(admin, ben, {});
  assert.equal(errors[0].current, 'DISPUTED');
  await refund(admin, ada, { amountMinor: 9 });
  const [refunded] = await paymentsOf(ada.person);
  assert.deepEqual(refunded.refundedAmount, { amountMinor: 9, currency: 'EUR' });
});

test('a dispute whose jobs fail every time holds and takes its coins by the sweep', async (t) => {
  const world = await testWorld(t);
  const ada = await buyer(world, 'ada', 'pm_card_createDispute');
  await spend(world, ada.person, 25);
  const coins = async () => (await balanceOf(ada.person)).totalCoins;
  await hearInVain(world);
  assert.equal(await coins(), 500);
  await runCron(world, 'coin-purchases.sweep');
  assert.equal(await coins(), 0);
  const [dispute] = await disputesOf(await world.admin());
  const { sandbox } = world.app.services.ports.payments;
  await sandbox?.decideDispute({ disputeId: dispute.providerId, isWon: false });
  await hearInVain(world);
  assert.equal(await coins(), 0);
  await runCron(world, 'coin-purchases.sweep');
  await runCron(world, 'coin-purchases.sweep');
  assert.equal(await coins(), -25);
  assert.deepEqual(await differencesOf(world), []);
});

/** As when every attempt to let the coins follow has failed. */
async function hearInVain(world: World): Promise<void> {
  const run = (text: string) => runSql(world.connectionString, text);
  await run(
    `create function lose() returns trigger language plpgsql as $$ begin raise exception 'lost'; end $$;
     create trigger lose before insert or update on coin_take_backs for each row execute function lose()`,
  );
  await hear(world).catch(() => undefined);
  await run('delete from outbox; delete from graphile_worker._private_jobs; drop function lose cascade');
}

test('a page of payments reads the refunds and disputes of all of them together', async (t) => {
  const world = await testWorld(t);
  const { person } = await buyer(world, 'ada');
  const one = await world.statementsOf(() => paymentsOf(person));
  await bought(world, person);
  await bought(world, person);
  assert.equal(await world.statementsOf(() => paymentsOf(person)), one);
});

test('an admin finds a refund and a dispute by their ids', async (t) => {
  const world = await testWorld(t);
  const ada = await buyer(world, 'ada', 'pm_card_createDisputeInquiry');
  const admin = await world.admin();
  const { refund: made } = await refund(admin, ada, { amountMinor: 9 });
  await hear(world);
  const listed = await admin.do('{ adminGetDisputes { nodes { id } } }');
  const ids = [made.id, listed.adminGetDisputes.nodes[0].id];
  const document = 'query ($id: ID!) { adminGetNode(id: $id) { __typename id } }';
  const found = await Promise.all(ids.map((id) => admin.do(document, { id })));
  assert.deepEqual(
    found.map(({ adminGetNode }) => adminGetNode),
    [
      { __typename: 'AdminRefund', id: ids[0] },
      { __typename: 'AdminDispute', id: ids[1] },
    ],
  );
  const support = await world.admin({ role: 'SUPPORT' });
  const hidden = await Promise.all(ids.map((id) => support.ask(document, { id })));
  assert.ok(hidden.every(({ data }) => !data?.adminGetNode));
});

test('an export of payments has their refunds and disputes', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const ada = await buyer(world, 'ada', 'pm_card_createDispute');
  await bought(world, ada.person);
  const at = world.clock.now().toISOString();
  const admin = await world.admin();
  const inquired = await buyer(world, 'ben', 'pm_card_createDisputeInquiry');
  await refund(admin, inquired, { amountMinor: 9 });
  await hear(world);
  const dispute = { amountMinor: 449, currency: 'EUR', reason: 'fraudulent', createdAt: at };
  const takenBack = async (person: Person) =>
    (await exported(world, person, 'payments')).map((row) => {
      const { refunds, disputes } = row as { refunds: unknown; disputes: unknown };
      return { refunds, disputes };
    });
  assert.deepEqual(await takenBack(ada.person), [
    { refunds: [], disputes: [{ ...dispute, state: 'NEEDS_RESPONSE' }] },
    { refunds: [], disputes: [{ ...dispute, state: 'NEEDS_RESPONSE' }] },
  ]);
  assert.deepEqual(await takenBack(inquired.person), [
    {
      refunds: [{ amountMinor: 9, state: 'SUCCEEDED', createdAt: at }],
      disputes: [{ ...dispute, state: 'INQUIRY' }],
    },
  ]);
});
