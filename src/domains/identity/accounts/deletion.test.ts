import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  CANCEL_DELETION,
  DEACTIVATE,
  OWN_ACCOUNT,
  REACTIVATE,
  REQUEST_DELETION,
  requestDeletion,
} from '#test/support/people/accounts.ts';
import type { Actor, Variables } from '#test/support/actor.ts';
import { type RecordedMail, recordedMails } from '#test/support/people/recorded-mails.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const GRACE_MS = 30 * 86_400_000;
const PERSON = 'query ($id: ID!) { user(id: $id) { username } }';

test('a user requests the deletion of their account and cancels it', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const phone = await world.signIn(ada);
  assert.deepEqual(await ben.do(PERSON, { id: ada.id }), { user: { username: 'ada' } });

  const earliest = world.clock.now().getTime() + GRACE_MS;
  const { requestAccountDeletion } = await ada.do(REQUEST_DELETION, { input: { password: ada.password } });
  const { deletionDueAt } = requestAccountDeletion;
  assert.ok(Math.abs(Date.parse(deletionDueAt) - earliest) < 60_000, deletionDueAt);
  assert.deepEqual(requestAccountDeletion.me, { accountState: 'PENDING_DELETION', deletionDueAt });
  // The user is immediately invisible to others and signed out everywhere else.
  assert.deepEqual(await ben.do(PERSON, { id: ada.id }), { user: null });
  assert.deepEqual((await phone.ask('{ me { id } }')).errors?.[0]?.extensions, {
    code: 'UNAUTHENTICATED',
    reason: 'REVOKED',
  });
  assert.deepEqual(await ada.do(OWN_ACCOUNT), { me: { accountState: 'PENDING_DELETION', deletionDueAt } });
  await world.runJobs();
  const [mail, ...more] = await deletionMails(world, ada);
  assert.ok(mail?.text.includes(deletionDueAt.slice(0, 16).replace('T', ' ')), mail?.text);
  assert.deepEqual(more, []);

  world.clock.advance('29d');
  const again = await world.signIn(ada);
  const { cancelAccountDeletion } = await again.do(CANCEL_DELETION, { input: {} });
  assert.deepEqual(cancelAccountDeletion, {
    me: { accountState: 'ACTIVE', deletionDueAt: null },
    accountState: 'ACTIVE',
    errors: [],
  });
  assert.deepEqual(await (await world.signIn(ben)).do(PERSON, { id: ada.id }), { user: { username: 'ada' } });
  const changes = (await emittedNames(world)).filter((name) => name.startsWith('account.'));
  assert.deepEqual(changes, ['account.stateChanged', 'account.stateChanged']);
});

test('repeating a deletion request succeeds, keeps the date and sends no second mail', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const dueAt = await requestDeletion(ada);
  const phone = await world.signIn(ada);
  world.clock.advance('5m');
  await world.runJobs();
  assert.deepEqual(await unchanged(world, () => requestDeletion(ada)), dueAt);
  assert.equal((await phone.ask('{ me { id } }')).errors, undefined);
  assert.equal((await deletionMails(world, ada)).length, 1);
  await phone.do(CANCEL_DELETION, { input: {} });
  await unchanged(world, () => phone.do(CANCEL_DELETION, { input: {} }));
});

test('a deactivated account can be deleted, and is ACTIVE when the deletion is cancelled', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await ada.do(DEACTIVATE);
  await requestDeletion(ada);
  const { cancelAccountDeletion } = await ada.do(CANCEL_DELETION, { input: {} });
  assert.equal(cancelAccountDeletion.me.accountState, 'ACTIVE');
});

test('account transitions out of order are refused', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const outOfTurn = async (document: string, variables: Variables, current: string, allowed: string[]) =>
    assert.deepEqual(await refused(world, ada, document, variables), [
      { __typename: 'StateError', code: 'INVALID_STATE', path: null, current, allowed },
    ]);
  await ada.do(DEACTIVATE);
  await outOfTurn(CANCEL_DELETION, { input: {} }, 'DEACTIVATED', ['PENDING_DELETION']);
  await requestDeletion(ada);
  await outOfTurn(DEACTIVATE, {}, 'PENDING_DELETION', ['ACTIVE']);
  await outOfTurn(REACTIVATE, {}, 'PENDING_DELETION', ['DEACTIVATED']);
});

test('a deletion request needs valid credentials of its own user', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const wrong = { code: 'INVALID_CREDENTIALS', path: null, __typename: 'PlainError' };
  const missing = (field: string) => ({
    code: 'VALIDATION_FAILED',
    path: [field],
    __typename: 'ValidationError',
  });
  const cases: readonly [who: Actor, input: object, errors: object[]][] = [
    [ada, {}, [missing('password')]],
    [ada, { password: 'not her password' }, [wrong]],
    // The e-mail address of another user has no effect: the caller's own password is checked.
    [ada, { email: 'ben@example.com', password: 'not her password' }, [wrong]],
    [ada, { providerToken: 'garbage' }, [wrong]],
    [ada, { providerToken: ben.token }, [wrong]],
    [world.anonymous(), {}, [missing('email'), missing('password')]],
    [world.anonymous(), { email: ada.email, password: 'not her password' }, [wrong]],
    [world.anonymous(), { email: 'nobody@example.com', password: ada.password }, [wrong]],
    [world.anonymous(), { password: ada.password }, [missing('email')]],
  ];
  for (const [who, input, errors] of cases) {
    assert.deepEqual(await refused(world, who, REQUEST_DELETION, { input }), errors, JSON.stringify(input));
  }
});

test('a provider token re-authenticates for five minutes after the sign-in, however young the token is', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const deleteBy = (token: string | null) =>
    refused(world, ada, REQUEST_DELETION, { input: { providerToken: token } });
  const wrong = [{ code: 'INVALID_CREDENTIALS', path: null, __typename: 'PlainError' }];
  world.clock.advance('6m');
  assert.deepEqual(await deleteBy(ada.token), wrong);
  const { refreshSession } = await world
    .anonymous()
    .do(
      'mutation ($token: String!) { refreshSession(input: { refreshToken: $token }) { accessToken errors { code } } }',
      { token: ada.refreshToken },
    );
  assert.notEqual(refreshSession.accessToken, ada.token);
  assert.deepEqual(await deleteBy(refreshSession.accessToken), wrong);

  const fresh = await world.signIn(ada);
  world.clock.advance('4m');
  const { requestAccountDeletion } = await ada.do(REQUEST_DELETION, {
    input: { providerToken: fresh.token },
  });
  assert.equal(requestAccountDeletion.me.accountState, 'PENDING_DELETION');
});

test('wrong passwords are limited by account and network', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const stranger = world.anonymous();
  const guess = async () => {
    const { data } = await stranger.ask(REQUEST_DELETION, {
      input: { email: ada.email, password: 'a guess' },
    });
    return data.requestAccountDeletion.errors[0].code;
  };
  const codes: string[] = [];
  for (let count = 0; count < 11; count += 1) codes.push(await guess());
  assert.deepEqual(codes, [...Array<string>(10).fill('INVALID_CREDENTIALS'), 'RATE_LIMITED']);
});

test('a restricted or suspended user can still delete their account', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  for (const kind of ['POSTING', 'MESSAGING', 'FOLLOWING', 'UPLOADS'] as const)
    await restrict(world, ben, { kind });
  await requestDeletion(ben);

  await restrict(world, ada, { kind: 'SUSPENSION' });
  const { email, password } = ada;
  const answer = await ada.ask(REQUEST_DELETION, { input: { password } });
  assert.equal(answer.data.requestAccountDeletion.errors[0].path[0], 'email');
  const stranger = world.anonymous();
  const { requestAccountDeletion } = await stranger.do(REQUEST_DELETION, { input: { email, password } });
  // The answer contains the date and no tokens.
  assert.ok(Date.parse(requestAccountDeletion.deletionDueAt) > world.clock.now().getTime());
  assert.equal(requestAccountDeletion.me, null);
  await world.runJobs();
  assert.equal((await deletionMails(world, ada)).length, 1);
  const { cancelAccountDeletion } = await stranger.do(CANCEL_DELETION, { input: { email, password } });
  assert.deepEqual(cancelAccountDeletion, { me: null, accountState: 'ACTIVE', errors: [] });
});

async function deletionMails(world: World, { email }: Person): Promise<RecordedMail[]> {
  const mails = await recordedMails(world, email);
  return mails.filter(({ subject }) => subject === 'Your account will be deleted');
}
