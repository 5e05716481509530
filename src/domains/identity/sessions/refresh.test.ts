import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { type Actor, type Answer, createActor } from '#test/support/actor.ts';
import { allRows, columnsMentioning } from '#test/support/all-rows.ts';
import { firebaseWorld } from '#test/support/people/firebase-world.ts';
import { otherProcess } from '#test/support/people/token-probing.ts';
import { emittedNames, unchanged } from '#test/support/unchanged.ts';
import { testWorld, type World } from '#test/support/world.ts';

const REFRESH = `mutation ($token: String!) {
  refreshSession(input: { refreshToken: $token }) {
    accessToken refreshToken session { id } errors { code path }
  }
}`;

const refresh = (actor: Actor, token: string): Promise<Answer> => actor.ask(REFRESH, { token });

async function nextToken(actor: Actor, token: string): Promise<string> {
  const { refreshSession } = await actor.do(REFRESH, { token });
  return refreshSession.refreshToken;
}

async function assertRefused(actor: Actor, token: string): Promise<void> {
  const { data, errors } = await refresh(actor, token);
  assert.deepEqual(data, { refreshSession: null });
  assert.deepEqual(errors?.[0]?.extensions, { code: 'UNAUTHENTICATED', reason: 'REVOKED' });
}

const secretOf = (token: string): string => token.split('.')[0] ?? '';

test('each refresh replaces the token, and for ten seconds the replaced one gets the same successor', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const client = world.anonymous();
  const second = await nextToken(client, ada.refreshToken);
  assert.notEqual(secretOf(second), secretOf(ada.refreshToken));
  world.clock.advance('5s');
  const repeated = await nextToken(client, ada.refreshToken);
  assert.equal(secretOf(repeated), secretOf(second));
  // Whichever answer the client kept goes on.
  world.clock.advance('15m');
  const third = await nextToken(client, second);
  assert.equal(secretOf(await nextToken(client, repeated)), secretOf(third));
  const { data } = await refresh(client, third);
  assert.equal(data.refreshSession.session.id, ada.sessionId);
  ada.token = data.refreshSession.accessToken;
  assert.deepEqual(await ada.do('{ me { user { id } } }'), { me: { user: { id: ada.id } } });
  assert.deepEqual(await emittedNames(world), []);
});

test('a replaced refresh token that is used after the grace ends its session, its tokens and its sockets, and no other', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const laptop = await world.signIn(ada);
  const live = await ada.subscribe('subscription { messageAdded { cursor } }');
  const thief = world.anonymous();
  const stolen = await nextToken(thief, ada.refreshToken);
  world.clock.advance(10_001);
  await assertRefused(world.anonymous(), ada.refreshToken);
  await assert.rejects(live.next(), { code: 4403 });
  assert.deepEqual(await emittedNames(world), ['session.newDevice', 'session.revoked']);
  const { errors } = await ada.ask('{ me { id } }');
  assert.equal(errors?.[0]?.extensions['reason'], 'REVOKED');
  await unchanged(world, () => assertRefused(thief, stolen));
  await unchanged(world, () => assertRefused(world.anonymous(), ada.refreshToken));
  assert.deepEqual(await laptop.do('{ mySessions { nodes { id } } }'), {
    mySessions: { nodes: [{ id: laptop.sessionId }] },
  });
  assert.ok(await nextToken(world.anonymous(), laptop.refreshToken));
});

test('a token that was replaced twice ends its session, also within the grace', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const client = world.anonymous();
  const third = await nextToken(client, await nextToken(client, ada.refreshToken));
  await assertRefused(client, ada.refreshToken);
  await assertRefused(client, third);
});

test('a refresh token that is sent at once to two processes gets one successor at both', async (t) => {
  const world = await testWorld(t);
  const ends: (() => unknown)[] = [];
  t.after(async () => {
    for (const end of ends.toReversed()) await end();
  });
  const url = await otherProcess(world, {}, (end) => ends.push(end));
  const elsewhere = createActor(url, { token: null, onEnd: (end) => ends.push(end) });
  const ada = await world.user('ada');
  const client = world.anonymous();
  const tokens = await Promise.all(
    Array.from({ length: 8 }, (_, index) => nextToken(index % 2 ? client : elsewhere, ada.refreshToken)),
  );
  assert.deepEqual([...new Set(tokens.map(secretOf))].length, 1);
  assert.notEqual(secretOf(tokens[0] ?? ''), secretOf(ada.refreshToken));
  world.clock.advance('14m');
  for (const [index, token] of tokens.entries()) {
    assert.ok(await nextToken(index % 2 ? elsewhere : client, token));
  }
  assert.deepEqual(await emittedNames(world), []);
});

test('no table has a refresh token, and what the tables have is none', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const second = await nextToken(world.anonymous(), ada.refreshToken);
  const parts = [ada.refreshToken, second].flatMap((token) => [token, ...token.split('.')]);
  assert.deepEqual(columnsMentioning(await allRows(world), parts), []);
  for (const text of await storedTexts(world)) {
    const forged = [text, `${text}.${second.split('.')[1]}`, `${secretOf(second)}.${text}`];
    // The form of a token of this very session would end it: a hash in the place of the secret.
    for (const token of forged.filter((each) => !/^[\w-]{43}\.[\w-]+$/.test(each))) {
      await unchanged(world, () => assertRefused(world.anonymous(), token));
    }
  }
  assert.ok(await nextToken(world.anonymous(), second));
});

/** Texts that the tables hold of sign-ins. */
async function storedTexts({ app }: World): Promise<string[]> {
  const { rows } = await sql<{ texts: string[] }>`
    select array[s.id::text, s.session_key, s.refresh_token_hash, s.refresh_salt, a.token] as texts
    from sessions s join auth.session a on a.id = s.session_key`.execute(app.services.db);
  return rows.flatMap(({ texts }) => texts);
}

test('tokens that were changed, or belong to the other kind of account, change nothing', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [secret, holder = ''] = ada.refreshToken.split('.');
  const changed = `${holder.slice(0, -1)}${holder.endsWith('A') ? 'B' : 'A'}`;
  for (const token of [`${secret}.${changed}`, `${secret}.`, `.${holder}`, 'a\0b', '', 'x'.repeat(20_000)]) {
    await unchanged(world, () => assertRefused(world.anonymous(), token));
  }
  const admins = createActor(world.adminUrl, { token: null, onEnd: () => undefined });
  const document = `mutation ($token: String!) {
    adminRefreshSession(input: { refreshToken: $token }) { accessToken } }`;
  const { errors } = await unchanged(world, () => admins.ask(document, { token: ben.refreshToken }));
  assert.deepEqual(errors?.[0]?.extensions, { code: 'UNAUTHENTICATED', reason: 'REVOKED' });
  for (const person of [ada, ben]) assert.ok(await nextToken(world.anonymous(), person.refreshToken));
});

test("refresh tokens rotate when an external provider signs people in, and do not show the provider's", async (t) => {
  const { world } = await firebaseWorld(t);
  const ada = await world.user('ada');
  const client = world.anonymous();
  const second = await nextToken(client, ada.refreshToken);
  world.clock.advance('1h');
  const { data } = await refresh(client, second);
  ada.token = data.refreshSession.accessToken;
  assert.deepEqual(await ada.do('{ me { user { id } } }'), { me: { user: { id: ada.id } } });
  await assertRefused(client, ada.refreshToken);
  await assertRefused(client, data.refreshSession.refreshToken);
});
