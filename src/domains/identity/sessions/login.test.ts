import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD_COST } from '#platform/secrets/passwords.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { testWorld } from '#test/support/world.ts';

const LOGIN = `mutation ($input: LoginInput!) {
  login(input: $input) { accessToken user { id } session { id } errors { code message path } }
}`;
const LOGOUT = `mutation ($everywhere: Boolean) {
  logout(input: { everywhere: $everywhere }) { sessionIds errors { code path } }
}`;
const MINE = '{ mySessions { nodes { id platform isCurrent } } }';

test('a refused sign-in reveals nothing about the account, not even by its response time', async (t) => {
  const world = await testWorld(t, { passwordCost: PASSWORD_COST });
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
  // A hash takes some 50 ms and the rest a few: without a hash for unknown addresses the ratio would be near ten.
  const ratio = Math.min(...known) / Math.min(...unknown);
  assert.ok(ratio > 0.4 && ratio < 2.5, `${ratio}`);
});

test('a user signs in by e-mail address in any case, and by a provider token', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { email, password } = ada;
  const document = LOGIN.replace('accessToken', 'accessToken refreshToken');
  const byPassword = await world
    .anonymous()
    .do(document, { input: { email: ' Ada@EXAMPLE.com ', password } });
  assert.deepEqual(byPassword.login.user, { id: ada.id });
  assert.notEqual(byPassword.login.session.id, ada.sessionId);

  const tokens = await world.app.services.ports.identity.signIn({ email, password });
  const laptop = world.anonymous();
  laptop.token = tokens.accessToken;
  // The first request with the provider's token has created the session; signing in returns it.
  const { mySessions } = await laptop.do(MINE);
  const [current] = mySessions.nodes.filter((session: { isCurrent: boolean }) => session.isCurrent);
  const byToken = await world.anonymous().do(document, { input: { providerToken: tokens.accessToken } });
  assert.deepEqual(byToken.login, {
    accessToken: tokens.accessToken,
    refreshToken: null,
    user: { id: ada.id },
    session: { id: current.id },
    errors: [],
  });
  await laptop.do(LOGOUT);
  const ended = await unchanged(world, () =>
    world.anonymous().ask(document, { input: { providerToken: tokens.accessToken } }),
  );
  assert.equal(ended.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
});

test('a sign-in in a document does not authenticate its later fields', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const answer = await world.anonymous().ask(
    `mutation ($login: LoginInput!) {
      login(input: $login) { session { isCurrent } user { username } }
      createPost(input: { text: "Written by nobody" }) { post { id } }
    }`,
    { login: { email: ada.email, password: ada.password } },
  );
  assert.deepEqual(answer.data, {
    login: { session: { isCurrent: false }, user: { username: 'ada' } },
    createPost: null,
  });
  assert.deepEqual(
    answer.errors?.map((error) => [error.path, error.extensions['code']]),
    [[['createPost'], 'UNAUTHENTICATED']],
  );
  assert.deepEqual(await ada.do('{ me { user { postCount } } }'), { me: { user: { postCount: 0 } } });
});
