import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { earn, earnAvailable, payOut } from '#test/support/money/earnings.ts';
import { balanceOf, differencesOf, give } from '#test/support/money/ledger.ts';
import { cancelPurchase, offer, poll, purchase } from '#test/support/money/purchases.ts';
import { buyer } from '#test/support/money/refunds.ts';
import { runErasures } from '#test/support/people/accounts.ts';
import { recordedMails } from '#test/support/people/recorded-mails.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { refused } from '#test/support/unchanged.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const REQUEST = `mutation ($input: RequestAccountDeletionInput!) { requestAccountDeletion(input: $input) { deletionDueAt
  errors { __typename code path ... on StateError { current allowed } ... on ConsentRequiredError { lostCoins } } } }`;
const TERMS = '{ me { deletionTerms { lostCoins unpaidEarningsCoins obstacles } } }';
const REPORT = '{ adminGetLedgerReport { breakageCoins unclaimedCoins heldByUsersCoins } }';

const termsOf = async (person: Person): Promise<Untyped> => (await person.do(TERMS)).me.deletionTerms;

const refusedDeletion = (world: World, person: Person, lostCoins?: number | null) =>
  refused(world, person, REQUEST, { input: { password: person.password, lostCoins } });

const consented = async (actor: Actor, input: object): Promise<Untyped> =>
  (await actor.do(REQUEST, { input })).requestAccountDeletion;

const unconsented = (lostCoins: number) => ({
  __typename: 'ConsentRequiredError',
  code: 'CONSENT_REQUIRED',
  path: ['lostCoins'],
  lostCoins,
});

const hindered = (current: string) => ({
  __typename: 'StateError',
  code: 'INVALID_STATE',
  path: null,
  current,
  allowed: ['ACTIVE', 'DEACTIVATED'],
});

test('an owner is told the coins that a deletion takes, bought and given, and agrees to exactly them', async (t) => {
  const world = await testWorld(t);
  const { person: ada } = await buyer(world, 'ada');
  await give(world, ada, 5);
  assert.deepEqual(await termsOf(ada), { lostCoins: 530, unpaidEarningsCoins: 0, obstacles: [] });
  for (const wrong of [undefined, null, 0, 529, 531, -530]) {
    assert.deepEqual(await refusedDeletion(world, ada, wrong), [unconsented(530)]);
  }
  await give(world, ada, 1);
  assert.deepEqual(await refusedDeletion(world, ada, 530), [unconsented(531)]);
  const { password } = ada;
  const { deletionDueAt, errors } = await consented(ada, { password, lostCoins: 531 });
  assert.deepEqual(errors, []);
  assert.deepEqual(await consented(ada, { password }), { deletionDueAt, errors: [] });
  assert.equal((await balanceOf(ada)).totalCoins, 531);
  await world.runJobs();
  const texts = (await recordedMails(world, ada.email)).map(({ text }) => text);
  assert.ok(texts.some((text) => text.includes('The 531 coins of the account are lost then.')));

  const ben = await world.user('ben');
  assert.deepEqual(await termsOf(ben), { lostCoins: 0, unpaidEarningsCoins: 0, obstacles: [] });
  assert.deepEqual((await consented(ben, { password: ben.password })).errors, []);
});

test('a suspended owner learns by the refusal what the account loses', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await give(world, ada, 7, { kind: 'COINS' });
  await restrict(world, ada, { kind: 'SUSPENSION' });
  const { email, password } = ada;
  const stranger = world.anonymous();
  assert.deepEqual(await refused(world, stranger, REQUEST, { input: { email, password } }), [unconsented(7)]);
  assert.deepEqual((await consented(stranger, { email, password, lostCoins: 7 })).errors, []);
});

test('an owner whose earnings are pending or not paid out deletes the account once they are', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await earn(world, ada, 10);
  const obstacles = ['EARNINGS_UNPAID'];
  assert.deepEqual(await termsOf(ada), { lostCoins: 0, unpaidEarningsCoins: 10, obstacles });
  assert.deepEqual(await refusedDeletion(world, ada), [hindered('EARNINGS_UNPAID')]);
  const ben = await world.user('ben');
  await earnAvailable(world, ben, 20);
  assert.deepEqual(await refusedDeletion(world, ben), [hindered('EARNINGS_UNPAID')]);
  const cleo = await world.user('cleo');
  await payOut(world, cleo, [30]);
  assert.deepEqual(await termsOf(cleo), { lostCoins: 0, unpaidEarningsCoins: 0, obstacles: [] });
  assert.deepEqual((await consented(cleo, { password: cleo.password })).errors, []);
});

test('an owner whose payment is disputed or whose purchase can still be paid waits for its end', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await buyer(world, 'ada'), await world.user('ben')];
  const { sandbox } = world.app.services.ports.payments;
  assert.ok(sandbox);
  const disputeId = await sandbox.openDispute({
    paymentId: ada.providerId,
    amountMinor: 449,
    isInquiry: false,
  });
  await poll(world);
  assert.deepEqual((await termsOf(ada.person)).obstacles, ['DISPUTE_OPEN']);
  assert.deepEqual(await refusedDeletion(world, ada.person), [hindered('DISPUTE_OPEN')]);
  await sandbox.decideDispute({ disputeId, isWon: true });
  await poll(world);
  const won = await termsOf(ada.person);
  assert.deepEqual([won.lostCoins, won.obstacles], [525, []]);

  const begun = await purchase(ben, await offer(world), { paymentMethodId: null });
  assert.deepEqual((await termsOf(ben)).obstacles, ['PURCHASE_OPEN']);
  assert.deepEqual(await refusedDeletion(world, ben), [hindered('PURCHASE_OPEN')]);
  await cancelPurchase(ben, begun.purchase.id);
  assert.deepEqual((await consented(ben, { password: ben.password })).errors, []);
});

test('an admin has an account erased whatever money is left, and the owner can cancel until then', async (t) => {
  const world = await testWorld(t);
  const [{ person: ada }, ben] = [await buyer(world, 'ada'), await world.user('ben')];
  await earn(world, ada, 10);
  const admin = await world.admin({ role: 'ADMIN' });
  const remove = (person: Person, reason: string): Promise<Untyped> =>
    callMutation(admin, {
      name: 'adminDeleteUser',
      payload: 'deletionDueAt errors { code path }',
      input: { userId: person.id, reason },
    });
  assert.deepEqual(await remove(ben, ' '), {
    deletionDueAt: null,
    errors: [{ code: 'VALIDATION_FAILED', path: ['reason'] }],
  });
  for (const person of [ada, ben]) {
    const { deletionDueAt, errors } = await remove(person, 'A court demands it.');
    assert.deepEqual(errors, []);
    assert.deepEqual(await remove(person, 'Once more.'), { deletionDueAt, errors: [] });
    assert.equal((await person.ask('{ me { id } }')).errors?.[0]?.extensions?.['reason'], 'REVOKED');
  }
  const again = await world.signIn(ben);
  await again.do('mutation { cancelAccountDeletion(input: {}) { accountState errors { code } } }');
  world.clock.advance('31d');
  await runErasures(world);
  const later = await world.admin({ role: 'FINANCE' });
  assert.deepEqual((await later.do(REPORT)).adminGetLedgerReport, {
    breakageCoins: 525,
    unclaimedCoins: 10,
    heldByUsersCoins: 0,
  });
  const kept = await (await world.signIn(ben)).do('{ me { accountState } }');
  assert.equal(kept.me.accountState, 'ACTIVE');
  const owner = await world.admin();
  const gone = await callMutation(owner, {
    name: 'adminDeleteUser',
    payload: 'errors { code path }',
    input: { userId: ada.id, reason: 'A court demands it.' },
  });
  assert.deepEqual(gone.errors, [{ code: 'NOT_FOUND', path: ['userId'] }]);
  assert.deepEqual(await differencesOf(world), []);
});
