import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AdminRole } from '#domains/identity/admins/admins.types.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { earn, earnAvailable } from '#test/support/money/earnings.ts';
import { balanceOf, give, rowsOf, spend } from '#test/support/money/ledger.ts';
import { poll } from '#test/support/money/purchases.ts';
import { buyer, refund } from '#test/support/money/refunds.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { testWorld, type World } from '#test/support/world.ts';

const FIND = `query ($userId: ID, $username: String, $email: String, $paymentId: ID, $providerId: String) {
  adminGetUserNames(userId: $userId, username: $username, email: $email, paymentId: $paymentId, providerId: $providerId) {
    userId username displayName } }`;
const DUE = `query ($minCoins: Int, $first: Int, $after: String) { adminGetBalancesDue(minCoins: $minCoins, first: $first, after: $after) {
  nodes { userId user { username } availableCoins pendingCoins } pageInfo { hasNextPage endCursor } } }`;
const DEBTORS = '{ adminGetDebtors { nodes { userId user { username } owedCoins } } }';

const find = async (admin: Actor, clue: object): Promise<Untyped> =>
  (await admin.do(FIND, { ...clue })).adminGetUserNames;

test('FINANCE finds a user by id, exact username or address, payment, or what the provider calls them', async (t) => {
  const world = await testWorld(t);
  const ada = await buyer(world, 'ada');
  await buyer(world, 'ben');
  const admin = await world.admin({ role: 'FINANCE' });
  const { refund: refunded } = await refund(admin, ada, { amountMinor: 100 });
  const { sandbox } = world.app.services.ports.payments;
  assert.ok(sandbox);
  const disputeId = await sandbox.openDispute({
    paymentId: ada.providerId,
    amountMinor: 100,
    isInquiry: false,
  });
  await poll(world);
  const [ids] = await rowsOf<{ customer: string; charge: string }>(
    world,
    `select c.provider_id as customer, p.charge_id as charge from payments p join payment_customers c on c.user_id = p.user_id
     where p.provider_id = '${ada.providerId}'`,
  );
  const { person } = ada;
  const payment = ada.purchaseId.replace('coinpurchase', 'payment');
  const found = [{ userId: person.id, username: 'ada', displayName: 'ada' }];
  for (const clue of [
    { userId: person.id },
    { username: 'ada' },
    { username: ' @ADA ' },
    { email: person.email.toUpperCase() },
    { paymentId: payment },
    { providerId: ids?.customer },
    { providerId: ada.providerId },
    { providerId: ids?.charge },
    { providerId: refunded.providerId },
    { providerId: disputeId },
  ]) {
    assert.deepEqual(await find(admin, clue), found, JSON.stringify(clue));
  }
  for (const clue of [
    { username: 'ad' },
    { email: 'ad%' },
    { providerId: 'pi_unknown' },
    { providerId: ada.purchaseId },
    { userId: `user_${'7'.padEnd(26, 'z')}` },
  ]) {
    assert.deepEqual(await find(admin, clue), [], JSON.stringify(clue));
  }
  for (const clue of [
    {},
    { username: ' ' },
    { username: 'ada', email: person.email },
    { email: 'x'.repeat(256) },
    { providerId: 'a\0' },
  ]) {
    const { errors } = await admin.ask(FIND, clue);
    assert.equal(errors?.[0]?.extensions?.['code'], 'BAD_USER_INPUT', JSON.stringify(clue));
  }
});

test('balances due are listed from a number of coins on, in pages, and debtors with what they owe', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await earnAvailable(world, ada, 30);
  await earn(world, ada, 4);
  await earnAvailable(world, ben, 20);
  await earn(world, cleo, 50);
  const admin = await world.admin({ role: 'FINANCE' });
  const ofAda = { userId: ada.id, user: { username: 'ada' }, availableCoins: 30, pendingCoins: 4 };
  const ofBen = { userId: ben.id, user: { username: 'ben' }, availableCoins: 20, pendingCoins: 0 };
  const listed = async (args: object): Promise<Untyped> =>
    (await admin.do(DUE, { ...args })).adminGetBalancesDue;
  assert.deepEqual((await listed({})).nodes, [ofBen, ofAda]);
  assert.deepEqual((await listed({ minCoins: 20 })).nodes, [ofBen, ofAda]);
  assert.deepEqual((await listed({ minCoins: 21 })).nodes, [ofAda]);
  const { nodes, pageInfo } = await listed({ first: 1 });
  assert.deepEqual([nodes, pageInfo.hasNextPage], [[ofBen], true]);
  assert.deepEqual((await listed({ first: 1, after: pageInfo.endCursor })).nodes, [ofAda]);
  const { errors } = await admin.ask(DUE, { minCoins: 0 });
  assert.equal(errors?.[0]?.extensions?.['code'], 'BAD_USER_INPUT');
  const input = { userId: ada.id, amountCoins: 30, reference: 'SEPA 1', idempotencyKey: 'one' };
  await callMutation(admin, { name: 'adminRecordPayout', payload: 'errors { code }', input });
  assert.deepEqual((await listed({})).nodes, [ofBen]);

  assert.deepEqual((await admin.do(DEBTORS)).adminGetDebtors.nodes, []);
  const dora = await buyer(world, 'dora');
  await give(world, dora.person, 10);
  await spend(world, dora.person, 500);
  await refund(admin, dora, {});
  await poll(world);
  const { coins, promoCoins } = await balanceOf(dora.person);
  const owedCoins = -Math.min(coins, 0) - Math.min(promoCoins, 0);
  assert.ok(owedCoins > 0);
  assert.deepEqual((await admin.do(DEBTORS)).adminGetDebtors.nodes, [
    { userId: dora.person.id, user: { username: 'dora' }, owedCoins },
  ]);
});

/** The parts of a person that admins of each role read: the names alone, the account, both or nothing. */
const SEEN: Readonly<Record<AdminRole, readonly ('name' | 'account')[]>> = {
  OWNER: ['name', 'account'],
  ADMIN: ['name', 'account'],
  MODERATOR: ['account'],
  FINANCE: ['name'],
  SUPPORT: ['account'],
  ANALYST: [],
};

/** Each field in which a person is shown, with what it needs of them. */
const FIELDS: readonly [document: string, needs: 'name' | 'account'][] = [
  ['query ($id: ID!) { adminGetUserNames(userId: $id) { userId username displayName } }', 'name'],
  ['{ adminGetBalancesDue { nodes { user { userId username displayName } } } }', 'name'],
  ['{ adminGetDebtors { nodes { user { userId username displayName } } } }', 'name'],
  ['query ($id: ID!) { adminGetPayouts(userId: $id) { nodes { user { email } } } }', 'account'],
  ['{ adminGetPendingAdjustments { nodes { user { email } } } }', 'account'],
  ['{ adminGetPayments { nodes { user { email } } } }', 'account'],
  ['{ adminGetCoinPurchases { nodes { user { email } } } }', 'account'],
  ['{ adminGetUsers(search: "dora") { nodes { email } } }', 'account'],
  ['query ($id: ID!) { adminGetNode(id: $id) { ... on UserAccount { email } } }', 'account'],
];

test('what each role sees of a person: FINANCE id and names alone, in every field', async (t) => {
  const world = await testWorld(t);
  const dora = await buyer(world, 'dora');
  const id = dora.person.id;
  await spend(world, dora.person, 500);
  await earnAvailable(world, dora.person, 30);
  const owner = await world.admin();
  await refund(owner, dora, {});
  await poll(world);
  const adjusted = { userId: id, amountCoins: 20_000, reason: 'A test', idempotencyKey: 'one' };
  await callMutation(owner, { name: 'adminAdjustCoins', payload: 'errors { code }', input: adjusted });
  const paid = { userId: id, amountCoins: 1, reference: 'SEPA 1', idempotencyKey: 'one' };
  await callMutation(owner, { name: 'adminRecordPayout', payload: 'errors { code }', input: paid });
  for (const [role, seen] of Object.entries(SEEN) as [AdminRole, (typeof SEEN)[AdminRole]][]) {
    const admin = await world.admin({ role });
    for (const [document, needs] of FIELDS) {
      const { data } = await admin.ask(document, document.startsWith('query') ? { id } : {});
      const shows = JSON.stringify(data).includes(needs === 'name' ? '"dora"' : dora.person.email);
      const field = /admin\w+/.exec(document)?.[0];
      const mayList = isListed(field, role);
      assert.equal(shows, seen.includes(needs) && mayList, `${role}: ${field}`);
    }
  }
  const { adminGetBalancesDue } = await (
    await world.admin({ role: 'FINANCE' })
  ).do('{ adminGetBalancesDue { nodes { userId } } }');
  assert.deepEqual(adminGetBalancesDue.nodes, [{ userId: id }]);
  assert.deepEqual(await namesShown(world), ['displayName', 'userId', 'username']);
});

/** Lists of money are for the roles of money; those of accounts for who reads them. */
const isListed = (field: string | undefined, role: AdminRole): boolean =>
  field === 'adminGetUsers' || field === 'adminGetNode' || ['OWNER', 'ADMIN', 'FINANCE'].includes(role);

/** The fields of the type that FINANCE sees. */
async function namesShown(world: World): Promise<string[]> {
  const admin = await world.admin({ role: 'FINANCE' });
  const { __type: type } = await admin.do('{ __type(name: "AdminUserName") { fields { name } } }');
  return type.fields.map(({ name }: Untyped) => name).toSorted();
}
