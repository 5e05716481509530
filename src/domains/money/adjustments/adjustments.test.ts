import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { erase } from '#test/support/people/accounts.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { balanceOf, differencesOf, give, rowsOf, spend } from '#test/support/money/ledger.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const ERRORS =
  'errors { __typename code path ... on StateError { current allowed } ... on InsufficientCoinsError { requiredCoins availableCoins } }';
const SHOWN =
  'adjustment { id userId user { username } amountCoins state reversesId requestedById decidedById }';
const PENDING = '{ adminGetPendingAdjustments { nodes { id amountCoins } } }';

async function call(admin: Actor, name: string, input: object): Promise<Untyped> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { ${SHOWN} ${ERRORS} } }`;
  const { data, errors } = await admin.ask(document, { input });
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data[name];
}

const adjust = (admin: Actor, person: Person, amountCoins: number, idempotencyKey: string = randomUUID()) =>
  call(admin, 'adminAdjustCoins', { userId: person.id, amountCoins, reason: 'For a test.', idempotencyKey });

const reverse = (admin: Actor, adjustmentId: string, idempotencyKey: string = randomUUID()) =>
  call(admin, 'adminReverseAdjustment', { adjustmentId, reason: 'A mistake.', idempotencyKey });

const codesOf = ({ errors }: Untyped): string[] => errors.map(({ code }: Untyped) => code);
const idOf = async (admin: Actor): Promise<string> => (await admin.do('{ adminMe { id } }')).adminMe.id;

test('an admin gives promotional coins and takes coins, and the user reads of both', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const admin = await world.admin();
  const { adjustment, errors } = await adjust(admin, ada, 500);
  assert.deepEqual(
    [adjustment, errors],
    [
      {
        id: adjustment.id,
        userId: ada.id,
        user: { username: 'ada' },
        amountCoins: 500,
        state: 'POSTED',
        reversesId: null,
        requestedById: await idOf(admin),
        decidedById: null,
      },
      [],
    ],
  );
  assert.equal((await adjust(admin, ada, -120)).adjustment.state, 'POSTED');
  assert.deepEqual(await balanceOf(ada), { coins: 0, promoCoins: 380, totalCoins: 380 });
  const { myTransactions } = await ada.do(
    '{ myTransactions { nodes { type direction amountCoins balanceAfter } } }',
  );
  assert.deepEqual(myTransactions.nodes, [
    { type: 'ADMIN_ADJUSTMENT', direction: 'DEBIT', amountCoins: 120, balanceAfter: 380 },
    { type: 'ADMIN_ADJUSTMENT', direction: 'CREDIT', amountCoins: 500, balanceAfter: 500 },
  ]);
});

test('more coins than there are, wrong amounts, empty reasons, unknown and erased users are refused without a change', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await erase(world, ben);
  const finance = await world.admin({ role: 'FINANCE' });
  await give(world, ada, 5);
  assert.deepEqual((await adjust(finance, ada, -6)).errors, [
    {
      __typename: 'InsufficientCoinsError',
      code: 'INSUFFICIENT_COINS',
      path: null,
      requiredCoins: 6,
      availableCoins: 5,
    },
  ]);
  for (const amount of [0, 1_000_001, -1_000_001]) {
    const { errors } = await adjust(finance, ada, amount);
    assert.deepEqual(errors, [
      { __typename: 'ValidationError', code: 'VALIDATION_FAILED', path: ['amountCoins'] },
    ]);
  }
  const blank = { userId: ada.id, amountCoins: 1, reason: ' ', idempotencyKey: 'x' };
  assert.deepEqual(codesOf(await call(finance, 'adminAdjustCoins', blank)), ['VALIDATION_FAILED']);
  assert.deepEqual(codesOf(await adjust(finance, ben, 1)), ['NOT_FOUND']);
  assert.equal((await rowsOf(world, 'select from coin_adjustments')).length, 0);
  assert.deepEqual(await balanceOf(await world.signIn(ada)), { coins: 0, promoCoins: 5, totalCoins: 5 });
});

test('fifty adjustments at once with one key are one, with one answer; another input is refused', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const admin = await world.admin();
  const answers = await Promise.all(Array.from({ length: 50 }, () => adjust(admin, ada, 7, 'key')));
  assert.deepEqual(
    answers.flatMap((answer) => codesOf(answer)),
    [],
  );
  assert.equal(new Set(answers.map(({ adjustment }) => adjustment.id)).size, 1);
  assert.equal((await balanceOf(ada)).totalCoins, 7);
  world.clock.advance('400d');
  await runCron(world, 'platform.deleteIdempotencyKeys');
  await signInAgain(world, admin);
  assert.equal((await adjust(admin, ada, 7, 'key')).adjustment.id, answers[0].adjustment.id);
  assert.deepEqual(codesOf(await adjust(admin, ada, 8, 'key')), ['IDEMPOTENCY_KEY_REUSED']);
  await runSql(world.connectionString, 'delete from idempotency_keys');
  // The books know the key although the platform has lost it.
  assert.deepEqual(codesOf(await adjust(admin, ada, 7, 'key')), ['IDEMPOTENCY_KEY_REUSED']);
});

test('what an admin moves beyond a limit in a day waits for another admin, also when it is sent at once', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const [first, second] = [await world.admin(), await world.admin({ role: 'FINANCE' })];
  await give(world, ada, 20_000);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => adjust(first, ada, index % 2 === 0 ? 3_000 : -3_000)),
  );
  const states = answers.map(({ adjustment }) => adjustment.state);
  assert.deepEqual([states.filter((state) => state === 'POSTED').length, states.length], [3, 10]);
  assert.equal((await second.do(PENDING)).adminGetPendingAdjustments.nodes.length, 7);
  // The other admin has moved nothing yet.
  assert.equal((await adjust(second, ada, 10_000)).adjustment.state, 'POSTED');
  assert.equal((await adjust(second, ada, 1)).adjustment.state, 'PENDING');
  world.clock.advance('25h');
  await signInAgain(world, first);
  assert.equal((await adjust(first, ada, 10_000)).adjustment.state, 'POSTED');
});

/** Gives an admin a new token in place of an expired one. */
async function signInAgain(world: World, admin: Actor): Promise<void> {
  const { sub } = JSON.parse(atob((admin.token ?? '').split('.')[1] ?? ''));
  const [row] = await rowsOf<{ email: string }>(world, `select email from admins where id = '${sub}'`);
  admin.token = null;
  const { adminLogin } = await admin.do(
    'mutation ($input: AdminLoginInput!) { adminLogin(input: $input) { accessToken errors { code } } }',
    { input: { email: row?.email, password: 'correct horse battery' } },
  );
  admin.token = adminLogin.accessToken;
}

test('another admin approves or rejects, never the same one, and of many decisions at once one counts', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const [first, second, third] = [await world.admin(), await world.admin(), await world.admin()];
  const { adjustment } = await adjust(first, ada, 50_000);
  assert.equal(adjustment.state, 'PENDING');
  assert.equal((await balanceOf(ada)).totalCoins, 0);
  const input = { adjustmentId: adjustment.id };
  for (const name of ['adminApproveAdjustment', 'adminRejectAdjustment']) {
    assert.deepEqual((await call(first, name, input)).errors, [
      { __typename: 'PlainError', code: 'FORBIDDEN', path: ['adjustmentId'] },
    ]);
  }
  const decisions = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      call(
        index % 2 === 0 ? second : third,
        index % 2 === 0 ? 'adminApproveAdjustment' : 'adminRejectAdjustment',
        input,
      ),
    ),
  );
  const outcomes = new Set(decisions.flatMap(({ adjustment: shown }) => (shown ? [shown.state] : [])));
  assert.equal(outcomes.size, 1);
  const refused = decisions.filter(({ errors }) => errors.length > 0);
  assert.equal(refused.length, 6);
  const [state] = outcomes;
  assert.deepEqual(refused[0].errors, [
    {
      __typename: 'StateError',
      code: 'INVALID_STATE',
      path: ['adjustmentId'],
      current: state,
      allowed: ['PENDING'],
    },
  ]);
  assert.equal((await balanceOf(ada)).totalCoins, state === 'POSTED' ? 50_000 : 0);
  assert.deepEqual((await first.do(PENDING)).adminGetPendingAdjustments.nodes, []);
});

test('an adjustment that cannot be posted stays pending until it can', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const [first, second] = [await world.admin(), await world.admin()];
  const { adjustment } = await adjust(first, ada, -50_000);
  const approve = () => call(second, 'adminApproveAdjustment', { adjustmentId: adjustment.id });
  assert.deepEqual(codesOf(await approve()), ['INSUFFICIENT_COINS']);
  await give(world, ada, 50_001, { kind: 'COINS' });
  assert.equal((await approve()).adjustment.state, 'POSTED');
  assert.deepEqual(await balanceOf(ada), { coins: 1, promoCoins: 0, totalCoins: 1 });
  assert.deepEqual(await differencesOf(world), []);
});

test('an adjustment above the limit of one waits, also where the day has room', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_COIN_ADJUSTMENT_ONCE_ALONE_COINS: '100' } });
  const ada = await world.user('ada');
  const admin = await world.admin({ role: 'FINANCE' });
  assert.equal((await adjust(admin, ada, 100)).adjustment.state, 'POSTED');
  assert.equal((await adjust(admin, ada, -101)).adjustment.state, 'PENDING');
  assert.equal((await adjust(admin, ada, 101)).adjustment.state, 'PENDING');
  assert.equal((await balanceOf(ada)).totalCoins, 100);
});

test('an adjustment that nobody decides about expires, leaves the list and the count, and can be requested again', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_COIN_ADJUSTMENTS_PENDING: '2' } });
  const ada = await world.user('ada');
  const [first, second] = [await world.admin(), await world.admin()];
  const large = (await adjust(first, ada, 20_000)).adjustment;
  await call(second, 'adminApproveAdjustment', { adjustmentId: large.id });
  const back = (await reverse(first, large.id)).adjustment;
  const other = (await adjust(first, ada, 30_000)).adjustment;
  assert.deepEqual(codesOf(await adjust(first, ada, 30_000)), ['LIMIT_REACHED']);
  world.clock.advance('72h');
  for (const admin of [first, second]) await signInAgain(world, admin);
  assert.deepEqual((await first.do(PENDING)).adminGetPendingAdjustments.nodes, []);
  for (const name of ['adminApproveAdjustment', 'adminRejectAdjustment']) {
    for (const { id } of [back, other]) {
      assert.deepEqual((await call(second, name, { adjustmentId: id })).errors, [
        {
          __typename: 'StateError',
          code: 'INVALID_STATE',
          path: ['adjustmentId'],
          current: 'EXPIRED',
          allowed: ['PENDING'],
        },
      ]);
    }
  }
  const again = (await reverse(first, large.id)).adjustment;
  assert.equal(again.state, 'PENDING');
  const node = '... on AdminCoinAdjustment { state }';
  const { adminGetNode } = await first.do(`query ($id: ID!) { adminGetNode(id: $id) { ${node} } }`, {
    id: back.id,
  });
  assert.deepEqual(adminGetNode, { state: 'EXPIRED' });
  await call(second, 'adminApproveAdjustment', { adjustmentId: again.id });
  assert.equal((await balanceOf(await world.signIn(ada))).totalCoins, 0);
  assert.deepEqual(await differencesOf(world), []);
});

test('an adjustment is reversed once, by another one under the same limit; a reversal is not reversed', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const [first, second] = [await world.admin(), await world.admin()];
  await give(world, ada, 100, { kind: 'COINS' });
  await give(world, ada, 50);
  const { adjustment } = await adjust(first, ada, -120);
  assert.deepEqual(await balanceOf(ada), { coins: 30, promoCoins: 0, totalCoins: 30 });
  const answers = await Promise.all(Array.from({ length: 8 }, () => reverse(second, adjustment.id)));
  const done = answers.filter(({ errors }) => errors.length === 0);
  assert.deepEqual(
    [done.length, done[0].adjustment.amountCoins, done[0].adjustment.reversesId],
    [1, 120, adjustment.id],
  );
  assert.deepEqual(new Set(answers.flatMap((answer) => codesOf(answer))), new Set(['INVALID_STATE']));
  assert.deepEqual(await balanceOf(ada), { coins: 100, promoCoins: 50, totalCoins: 150 });
  assert.deepEqual(codesOf(await reverse(first, done[0].adjustment.id)), ['INVALID_STATE']);

  const large = await adjust(first, ada, 50_000);
  await call(second, 'adminApproveAdjustment', { adjustmentId: large.adjustment.id });
  const back = await reverse(second, large.adjustment.id);
  assert.equal(back.adjustment.state, 'PENDING');
  assert.deepEqual(codesOf(await reverse(first, large.adjustment.id)), ['INVALID_STATE']);
  await call(first, 'adminRejectAdjustment', { adjustmentId: back.adjustment.id });
  const again = await reverse(second, large.adjustment.id);
  await call(first, 'adminApproveAdjustment', { adjustmentId: again.adjustment.id });
  assert.equal((await balanceOf(ada)).totalCoins, 150);
  assert.deepEqual(await differencesOf(world), []);
});

test('a promotional adjustment whose coins are spent is not reversed', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const admin = await world.admin();
  const { adjustment } = await adjust(admin, ada, 40);
  await spend(world, ada, 1);
  assert.deepEqual(codesOf(await reverse(admin, adjustment.id)), ['INSUFFICIENT_COINS']);
  assert.equal((await balanceOf(ada)).totalCoins, 39);
});

test('an admin without the permission of users reads an adjustment without the account', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const finance = await world.admin({ role: 'FINANCE' });
  const { adjustment } = await adjust(finance, ada, 40);
  assert.deepEqual([adjustment.userId, adjustment.user], [ada.id, null]);
  const [row] = await rowsOf<{ user_id: string }>(world, 'select user_id from coin_adjustments');
  assert.equal(row?.user_id, uuidOf(ada.id));
});
