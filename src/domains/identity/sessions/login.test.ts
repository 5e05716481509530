import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { testWorld } from '#test/support/world.ts';

const LOGIN = `mutation ($input: LoginInput!) {
  login(input: $input) { accessToken user { id email } session { id } errors { code message path } }
}`;
const LOGOUT = `mutation ($everywhere: Boolean) {
  logout(input: { everywhere: $everywhere }) { sessionIds errors { code path } }
}`;
const MINE = '{ mySessions { nodes { id platform isCurrent } } }';

test('a refusal to sign in tells nothing about the account, not even by its time', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { accessToken } = await world.app.services.ports.identity.signUp({
    email: 'nobody@example.com',
    password: ada.password,
  });
  const inputs = [
    { email: ada.email, password: 'a wrong password' },
    { email: 'unknown@example.com', password: 'a wrong password' },
    { email: 'nobody@example.com', password: ada.password },
    { providerToken: accessToken },
    { providerToken: 'no token' },
  ];
  for (const input of inputs) {
    assert.deepEqual(await refused(world, world.anonymous(), LOGIN, { input }), [
      {
        code: 'INVALID_CREDENTIALS',
        message: 'The e-mail address, the password or the token does not match.',
        path: null,
      },
    ]);
  }

  const timeOf = async (email: string): Promise<number> => {
    const startedAt = performance.now();
    await world.anonymous().ask(LOGIN, { input: { email, password: 'a wrong password' } });
    return performance.now() - startedAt;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    known.push(await timeOf(ada.email));
    unknown.push(await timeOf('unknown@example.com'));
  }
  // A hash costs some 50 ms and everything else a few: without one for the unknown the ratio would be near ten.
  const ratio = Math.min(...known) / Math.min(...unknown);
  assert.ok(ratio > 0.4 && ratio < 2.5, `${ratio}`);
});

test('signing in works by address in any case, and by a token that the client got from the provider', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { email, password } = ada;
  const document = LOGIN.replace('accessToken', 'accessToken refreshToken');
  const byPassword = await world
    .anonymous()
    .do(document, { input: { email: ' Ada@EXAMPLE.com ', password } });
  assert.deepEqual(byPassword.login.user, { id: ada.id, email });
  assert.notEqual(byPassword.login.session.id, ada.sessionId);

  const tokens = await world.app.services.ports.identity.signIn({ email, password });
  const laptop = world.anonymous();
  laptop.token = tokens.accessToken;
  // The first request with the provider's token has made the session; signing in finds it.
  const { mySessions } = await laptop.do(MINE);
  const [current] = mySessions.nodes.filter((session: { isCurrent: boolean }) => session.isCurrent);
  const byToken = await world.anonymous().do(document, { input: { providerToken: tokens.accessToken } });
  assert.deepEqual(byToken.login, {
    accessToken: tokens.accessToken,
    refreshToken: null,
    user: { id: ada.id, email },
    session: { id: current.id },
    errors: [],
  });
  await laptop.do(LOGOUT);
  const ended = await unchanged(world, () =>
    world.anonymous().ask(document, { input: { providerToken: tokens.accessToken } }),
  );
  assert.equal(ended.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
});

test('the eleventh attempt waits: by address whatever the account, by account whatever the address', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const attempt = async (actor: Actor, email: string): Promise<string> => {
    const answer = await actor.ask(LOGIN, { input: { email, password: 'a wrong password' } });
    return answer.data.login.errors[0].code;
  };
  const guesser = world.anonymous();
  const byAddress: string[] = [];
  for (let turn = 0; turn < 11; turn += 1) byAddress.push(await attempt(guesser, `a${turn}@example.com`));
  assert.deepEqual(byAddress, [...Array<string>(10).fill('INVALID_CREDENTIALS'), 'RATE_LIMITED']);

  // Registering took one of the account's points.
  const byAccount: string[] = [];
  for (let turn = 0; turn < 10; turn += 1) byAccount.push(await attempt(world.anonymous(), ada.email));
  assert.deepEqual(byAccount, [...Array<string>(9).fill('INVALID_CREDENTIALS'), 'RATE_LIMITED']);
  const rightAtLast = { email: ' ADA@example.com', password: ada.password };
  assert.deepEqual(
    await refused(world, world.anonymous(), LOGIN.replace('message', ''), { input: rightAtLast }),
    [{ code: 'RATE_LIMITED', path: null }],
  );
  assert.equal(await attempt(world.anonymous(), 'other@example.com'), 'INVALID_CREDENTIALS');
});
