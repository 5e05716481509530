import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { containsMutedWordSql, notMutedSql } from './mutes.policy.ts';

test('each scope of a mute hides its content type and nothing else, from the muter alone, until it expires', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const { db, clock } = world.app.services;
  await ada.do(
    `mutation ($id: ID!, $expiresAt: DateTime) {
      muteUser(input: { userId: $id, scopes: [POSTS, COMMENTS], expiresAt: $expiresAt }) { errors { code } } }`,
    { id: ben.id, expiresAt: new Date(clock.now().getTime() + 60_000).toISOString() },
  );
  const shown = async (
    viewerId: string | null,
    scope: 'POSTS' | 'REPOSTS' | 'COMMENTS',
  ): Promise<string[]> => {
    const viewer = { id: viewerId, now: clock.now() };
    const { rows } = await sql<{ username: string }>`
      select u.username from users u where ${notMutedSql(viewer, sql.ref('u.id'), scope)} order by 1`.execute(
      db,
    );
    return rows.map((row) => row.username);
  };
  const everybody = ['ada', 'ben', 'cleo'];
  const adaId = uuidOf(ada.id);
  for (const scope of ['POSTS', 'COMMENTS'] as const)
    assert.deepEqual(await shown(adaId, scope), ['ada', 'cleo']);
  assert.deepEqual(await shown(adaId, 'REPOSTS'), everybody);
  for (const viewer of [uuidOf(ben.id), uuidOf(cleo.id), null]) {
    assert.deepEqual(await shown(viewer, 'POSTS'), everybody);
  }
  world.clock.advance('1m');
  assert.deepEqual(await shown(adaId, 'POSTS'), everybody);
});

test('a muted word hides texts by anybody but the viewer, and with `excludesFollowing` by nobody whom they follow', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const { db, clock } = world.app.services;
  await ada.do('mutation ($userId: ID!) { followUser(input: { userId: $userId }) { errors { code } } }', {
    userId: ben.id,
  });
  const add = 'mutation ($input: AddMutedWordInput!) { addMutedWord(input: $input) { errors { code } } }';
  await ada.do(add, { input: { phrase: 'rain', excludesFollowing: true } });
  await ada.do(add, { input: { phrase: 'snow' } });
  const texts: RawBuilder<unknown> = sql`unnest(array['sun', 'rain', 'Snow!', 'rain and snow']) as t (text)`;
  const shown = async (viewerId: string | null, authorId: string | null): Promise<string[]> => {
    const viewer = { id: viewerId, now: clock.now() };
    const author = authorId === null ? null : sql<string>`${authorId}::uuid`;
    const { rows } = await sql<{ text: string }>`
      select t.text from ${texts} where not ${containsMutedWordSql(viewer, sql.ref('t.text'), author)}`.execute(
      db,
    );
    return rows.map((row) => row.text);
  };
  const [adaId, benId, cleoId] = [uuidOf(ada.id), uuidOf(ben.id), uuidOf(cleo.id)];
  const all = ['sun', 'rain', 'Snow!', 'rain and snow'];
  assert.deepEqual(await shown(adaId, cleoId), ['sun']);
  assert.deepEqual(await shown(adaId, null), ['sun']);
  assert.deepEqual(await shown(adaId, benId), ['sun', 'rain']);
  assert.deepEqual(await shown(adaId, adaId), all);
  assert.deepEqual(await shown(benId, cleoId), all);
  assert.deepEqual(await shown(null, cleoId), all);
});
