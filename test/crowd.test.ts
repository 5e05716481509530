import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Person, testWorld } from '#test/support/world.ts';

const PEOPLE = 200;
const AT_ONCE = 10;
const ROUNDS = 2;
const ADDRESS = '203.0.113.9';

const REFRESH_AND_SIGN_IN = `mutation ($refreshToken: String!, $login: LoginInput!) {
  refreshSession(input: { refreshToken: $refreshToken }) { accessToken refreshToken errors { code } }
  login(input: $login) { accessToken errors { code } }
}`;
const PAGE = '{ exploreFeed(first: 5) { nodes { id } } me { id } }';

test('two hundred people behind one address refresh, sign in and read a page, and again 30 s later', async (t) => {
  const world = await testWorld(t, {
    // Signing in and refreshing have no account yet: they are paid from the points of the network.
    env: {
      LIMIT_ANONYMOUS_COST_BUDGET: '20000',
      LIMIT_ANONYMOUS_COST_REFILL_PER_SECOND: '2500',
      // A busy machine is no refusal.
      LIMIT_OPERATION_TIMEOUT_MS: '120000',
    },
  });
  const people: Person[] = [];
  for (let start = 0; start < PEOPLE; start += AT_ONCE) {
    const names = Array.from({ length: AT_ONCE }, (_, index) => `person${start + index}`);
    people.push(...(await Promise.all(names.map((name) => world.user(name)))));
  }
  const headers = { 'x-forwarded-for': ADDRESS };
  const stranger = world.anonymous();
  const refusals: unknown[] = [];

  async function turnOf(person: Person, refreshTokens: Map<Person, string>): Promise<void> {
    const { email, password } = person;
    const refreshToken = refreshTokens.get(person) ?? person.refreshToken;
    const answer = await stranger.ask(
      REFRESH_AND_SIGN_IN,
      { refreshToken, login: { email, password } },
      headers,
    );
    const { refreshSession, login } = answer.data ?? {};
    refusals.push(...(answer.errors ?? []), ...(refreshSession?.errors ?? []), ...(login?.errors ?? []));
    if (refreshSession?.refreshToken) refreshTokens.set(person, refreshSession.refreshToken);
    person.token = refreshSession?.accessToken ?? person.token;
    const page = await person.ask(PAGE, {}, headers);
    refusals.push(...(page.errors ?? []));
    assert.equal(page.data?.me?.id, person.id);
  }

  const refreshTokens = new Map<Person, string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let start = 0; start < PEOPLE; start += AT_ONCE) {
      const turns = people.slice(start, start + AT_ONCE).map((person) => turnOf(person, refreshTokens));
      await Promise.all(turns);
    }
    assert.deepEqual(refusals, [], `round ${round}`);
    world.clock.advance('30s');
  }
});
