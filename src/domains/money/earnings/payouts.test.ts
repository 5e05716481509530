import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { erase } from '#test/support/people/accounts.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { clearAll, EARNINGS, earn, earnAvailable } from '#test/support/money/earnings.ts';
import { differencesOf } from '#test/support/money/ledger.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const REPORT = '{ adminGetLedgerReport { paidOutCoins unclaimedCoins heldByUsersCoins promoExpenseCoins } }';
const HISTORY = '{ myTransactions { nodes { type direction status amountCoins balanceAfter } } }';
const ERRORS =
  'errors { code path ... on InsufficientCoinsError { requiredCoins availableCoins } ... on StateError { current } ... on ConflictError { existingId } }';

/** Records a payout with a reference of its own, the same for the same key. */
const record = (
  admin: Actor,
  person: Person,
  amountCoins: number,
  idempotencyKey: string = randomUUID(),
): Promise<Untyped> =>
  book(admin, person, { amountCoins, reference: idempotencyKey.slice(0, 8), idempotencyKey });

const book = (admin: Actor, person: Person, input: object): Promise<Untyped> =>
  callMutation(admin, {
    name: 'adminRecordPayout',
    payload: `payout { id userId amountCoins method reference reversedAt } ${ERRORS}`,
    input: { userId: person.id, idempotencyKey: randomUUID(), ...input },
  });

const reverse = (admin: Actor, payoutId: string): Promise<Untyped> =>
  callMutation(admin, {
    name: 'adminReversePayout',
    payload: `payout { id reversedAt } ${ERRORS}`,
    input: { payoutId, reason: 'It came back.' },
  });

const earningsOf = async (person: Person): Promise<Untyped> => (await person.do(EARNINGS)).myEarnings;
const NONE = {
  pendingCoins: 0,
  availableCoins: 0,
  paidOutCoins: 0,
  nextClearingAt: null,
  nextClearingCoins: null,
};

/** A person with available earnings, and an admin; time has passed, so that both have signed in again. */
async function scene(
  t: Parameters<typeof testWorld>[0],
  availableCoins: number,
): Promise<{ world: World; ada: Person; admin: Actor }> {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await earn(world, ada, availableCoins);
  await clearAll(world);
  return { world, ada: await world.signIn(ada), admin: await world.admin({ role: 'FINANCE' }) };
}

test('earnings are pending for seven days, all of an hour become available together, and can then be paid out', async (t) => {
  const world = await testWorld(t);
  let ada = await world.user('ada');
  assert.deepEqual(await earningsOf(ada), NONE);
  world.clock.freeze();
  const hourMs = 3_600_000;
  world.clock.advance(hourMs - (world.clock.now().getTime() % hourMs));
  const clearsAt = new Date(world.clock.now().getTime() + 7 * 24 * hourMs + hourMs).toISOString();
  await earn(world, ada, 40);
  await earn(world, ada, 30);
  world.clock.advance('1h');
  await earn(world, ada, 5);
  ada = await world.signIn(ada);
  const pending = { ...NONE, pendingCoins: 75, nextClearingAt: clearsAt, nextClearingCoins: 70 };
  assert.deepEqual(await earningsOf(ada), pending);
  world.clock.advance('7d');
  world.clock.advance(-1);
  await runCron(world, 'earnings.clear');
  ada = await world.signIn(ada);
  assert.deepEqual(await earningsOf(ada), pending);
  world.clock.advance(1);
  await Promise.all([runCron(world, 'earnings.clear'), runCron(world, 'earnings.clear')]);
  const { nextClearingAt, ...cleared } = await earningsOf(ada);
  assert.deepEqual(cleared, { pendingCoins: 5, availableCoins: 70, paidOutCoins: 0, nextClearingCoins: 5 });
  assert.equal(Date.parse(nextClearingAt) - Date.parse(clearsAt), hourMs);

  const admin = await world.admin({ role: 'FINANCE' });
  const { payout, errors } = await book(admin, ada, { amountCoins: 60, reference: 'SEPA 17' });
  assert.deepEqual(errors, []);
  assert.deepEqual(payout, {
    id: payout.id,
    userId: ada.id,
    amountCoins: 60,
    method: 'BANK_TRANSFER',
    reference: 'SEPA 17',
    reversedAt: null,
  });
  assert.deepEqual(await earningsOf(ada), {
    ...cleared,
    nextClearingAt,
    availableCoins: 10,
    paidOutCoins: 60,
  });
  const { myPayouts } = await ada.do('{ myPayouts { nodes { id amountCoins method reference } } }');
  const method = 'BANK_TRANSFER';
  assert.deepEqual(myPayouts.nodes, [{ id: payout.id, amountCoins: 60, method, reference: 'SEPA 17' }]);
  const { node } = await ada.do('query ($id: ID!) { node(id: $id) { id } }', { id: payout.id });
  assert.deepEqual(node, { id: payout.id });
  const ben = await world.user('ben');
  assert.equal((await ben.do('query ($id: ID!) { node(id: $id) { id } }', { id: payout.id })).node, null);
  const [newest] = (await ada.do(HISTORY)).myTransactions.nodes;
  assert.deepEqual(newest, {
    type: 'PAYOUT',
    direction: 'DEBIT',
    status: 'POSTED',
    amountCoins: 60,
    balanceAfter: null,
  });
  assert.deepEqual(await differencesOf(world), []);
});

test('of payouts at once no more is booked than is available, and of repetitions one', async (t) => {
  const { world, ada, admin } = await scene(t, 100);
  const ben = await world.user('ben');
  await earn(world, ben, 1);
  assert.deepEqual((await record(admin, ben, 1)).errors, [
    { code: 'INSUFFICIENT_COINS', path: null, requiredCoins: 1, availableCoins: 0 },
  ]);
  const answers = await Promise.all(Array.from({ length: 10 }, () => record(admin, ada, 30)));
  assert.equal(answers.filter(({ payout }) => payout !== null).length, 3);
  const refused = answers.flatMap(({ errors }) => errors);
  assert.deepEqual(
    refused,
    Array(7).fill({ code: 'INSUFFICIENT_COINS', path: null, requiredCoins: 30, availableCoins: 10 }),
  );
  const key = randomUUID();
  const repeated = await Promise.all(Array.from({ length: 10 }, () => record(admin, ada, 4, key)));
  assert.equal(new Set(repeated.map(({ payout }) => payout.id)).size, 1);
  assert.deepEqual(await earningsOf(ada), { ...NONE, availableCoins: 6, paidOutCoins: 94 });
  assert.deepEqual((await record(admin, ada, 5, key)).errors, [
    { code: 'IDEMPOTENCY_KEY_REUSED', path: ['idempotencyKey'] },
  ]);
  assert.deepEqual(await differencesOf(world), []);
});

test('a payment is booked once, by any admin, for any user and of many at once, until its payout is reversed', async (t) => {
  const { world, ada, admin } = await scene(t, 100);
  const ben = await world.user('ben');
  await earnAvailable(world, ben, 100);
  const another = await world.admin({ role: 'FINANCE' });
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      book(index % 2 === 0 ? admin : another, index % 3 === 0 ? ada : ben, {
        amountCoins: 10,
        reference: index % 2 === 0 ? 'SEPA 2026/11' : 'sepa2026/11 ',
      }),
    ),
  );
  const [first, ...others] = answers.filter(({ payout }) => payout !== null);
  assert.deepEqual(others, []);
  const refused = { code: 'CONFLICT', path: ['reference'], existingId: first.payout.id };
  assert.deepEqual(
    answers.flatMap(({ errors }) => errors),
    Array(7).fill(refused),
  );
  const paid = [(await earningsOf(ada)).paidOutCoins, (await earningsOf(ben)).paidOutCoins];
  assert.deepEqual(paid.toSorted(), [0, 10]);

  const other = { amountCoins: 10, method: 'OTHER', reference: 'SEPA 2026/11' };
  assert.equal((await book(admin, ada, other)).payout.method, 'OTHER');
  await reverse(admin, first.payout.id);
  const again = await book(another, ada, { amountCoins: 10, reference: 'SEPA 2026/11' });
  assert.deepEqual(again.errors, []);
  const repeated = await book(admin, ada, { amountCoins: 10, reference: 'SEPA 2026/11' });
  assert.deepEqual(repeated.errors, [{ ...refused, existingId: again.payout.id }]);
  assert.deepEqual(await differencesOf(world), []);
});

test('a payout that came back is reversed once, and its coins are available again', async (t) => {
  const { world, ada, admin } = await scene(t, 50);
  const { payout } = await record(admin, ada, 50);
  const answers = await Promise.all(Array.from({ length: 5 }, () => reverse(admin, payout.id)));
  for (const { errors } of answers) assert.deepEqual(errors, []);
  assert.equal(new Set(answers.map((answer) => answer.payout.reversedAt)).size, 1);
  assert.deepEqual(await earningsOf(ada), { ...NONE, availableCoins: 50 });
  const history = (await ada.do(HISTORY)).myTransactions.nodes.slice(0, 2);
  assert.deepEqual(history, [
    { type: 'CORRECTION', direction: 'CREDIT', status: 'POSTED', amountCoins: 50, balanceAfter: null },
    { type: 'PAYOUT', direction: 'DEBIT', status: 'REVERSED', amountCoins: 50, balanceAfter: null },
  ]);
  assert.deepEqual(await differencesOf(world), []);
});

test('earnings of an erased account are unclaimed, also those of a payout that comes back', async (t) => {
  const { world, ada, admin } = await scene(t, 50);
  const { payout } = await record(admin, ada, 20);
  await erase(world, ada);
  const later = await world.admin({ role: 'FINANCE' });
  // Nothing of it is pending when it is erased, since that takes thirty days.
  assert.deepEqual((await later.do(REPORT)).adminGetLedgerReport, {
    paidOutCoins: 20,
    unclaimedCoins: 30,
    heldByUsersCoins: 0,
    promoExpenseCoins: 50,
  });
  assert.deepEqual((await record(later, ada, 1)).errors, [{ code: 'NOT_FOUND', path: ['userId'] }]);
  assert.deepEqual((await reverse(later, payout.id)).errors, []);
  assert.deepEqual((await later.do(REPORT)).adminGetLedgerReport, {
    paidOutCoins: 0,
    unclaimedCoins: 50,
    heldByUsersCoins: 0,
    promoExpenseCoins: 50,
  });
  assert.deepEqual(await differencesOf(world), []);
});

test('earnings beyond the range of an Int are shown, and left unclaimed by an erasure', async (t) => {
  const { world, ada, admin } = await scene(t, 2_000_000_000);
  await earnAvailable(world, ada, 1_000_000_000);
  assert.equal((await earningsOf(ada)).availableCoins, 3_000_000_000);
  for (const amountCoins of [2_000_000_000, 1_000_000_000])
    assert.deepEqual((await record(admin, ada, amountCoins)).errors, []);
  world.clock.freeze();
  for (const amountCoins of [2_000_000_000, 1_000_000_000]) await earn(world, ada, amountCoins);
  const { pendingCoins, paidOutCoins, nextClearingCoins } = await earningsOf(ada);
  assert.deepEqual(
    [pendingCoins, paidOutCoins, nextClearingCoins],
    [3_000_000_000, 3_000_000_000, 3_000_000_000],
  );
  await erase(world, ada);
  const later = await world.admin({ role: 'FINANCE' });
  assert.deepEqual((await later.do(REPORT)).adminGetLedgerReport, {
    paidOutCoins: 3_000_000_000,
    unclaimedCoins: 3_000_000_000,
    heldByUsersCoins: 0,
    promoExpenseCoins: 6_000_000_000,
  });
  assert.deepEqual(await differencesOf(world), []);
});

test('wrong amounts and references are refused without a change', async (t) => {
  const { ada, admin } = await scene(t, 50);
  for (const wrong of [
    { amountCoins: 0 },
    { amountCoins: -5 },
    { reference: ' ' },
    { reference: 'x'.repeat(101) },
  ]) {
    const { payout, errors } = await callMutation(admin, {
      name: 'adminRecordPayout',
      payload: `payout { id } ${ERRORS}`,
      input: { userId: ada.id, amountCoins: 5, reference: 'SEPA', idempotencyKey: randomUUID(), ...wrong },
    });
    assert.equal(payout, null);
    assert.deepEqual(errors, [{ code: 'VALIDATION_FAILED', path: Object.keys(wrong) }]);
  }
  assert.equal((await earningsOf(ada)).availableCoins, 50);
});
