import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Person, testWorld } from '#test/support/world.ts';

const PEOPLE = 200;
const AT_ONCE = 20;
/** Ten minutes. */
const ROUNDS = 20;
const ADDRESS = { 'x-forwarded-for': '203.0.113.9' };

const REFRESH_AND_SIGN_IN = `mutation ($refreshToken: String!, $login: LoginInput!) {
  refreshSession(input: { refreshToken: $refreshToken }) { accessToken refreshToken errors { code } }
  login(input: $login) { accessToken errors { code } }
}`;
const PAGE = '{ exploreFeed(first: 5) { nodes { id } } me { user { id } } }';

test('two hundred people behind one address sign in at once, and read a page every 30 s for ten minutes', async (t) => {
  const world = await testWorld(t, {
    // A busy machine is no refusal.
    env: { LIMIT_OPERATION_TIMEOUT_MS: '120000' },
  });
  const people = await inTurns(
    Array.from({ length: PEOPLE }, (_, index) => `person${index}`),
    (name) => world.user(name),
  );
  const stranger = world.anonymous();

  /** Signing in and refreshing have no account yet: they are paid from the points of the network. */
  async function refreshAndSignIn(person: Person): Promise<void> {
    const { email, password, refreshToken } = person;
    const login = { email, password };
    const { errors, data } = await stranger.ask(REFRESH_AND_SIGN_IN, { refreshToken, login }, ADDRESS);
    assert.deepEqual([errors, data?.refreshSession?.errors, data?.login?.errors], [undefined, [], []]);
    Object.assign(person, { token: data.login.accessToken, refreshToken: data.refreshSession.refreshToken });
  }

  async function read(person: Person): Promise<void> {
    const { errors, data } = await person.ask(PAGE, {}, ADDRESS);
    assert.deepEqual([errors, data?.me?.user.id], [undefined, person.id]);
  }

  for (let round = 0; round < ROUNDS; round += 1) {
    // All come at the same time; after that, somebody comes back in each round.
    await inTurns(round === 0 ? people : people.slice(round, round + 1), refreshAndSignIn);
    await inTurns(people, read);
    world.clock.advance('30s');
  }
});

/** Does something for all of them, for some at a time. */
async function inTurns<Each, Result>(
  all: readonly Each[],
  work: (each: Each) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < all.length; start += AT_ONCE) {
    results.push(...(await Promise.all(all.slice(start, start + AT_ONCE).map(work))));
  }
  return results;
}
