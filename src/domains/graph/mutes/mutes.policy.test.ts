import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RawBuilder, sql } from 'kysely';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { containsMutedWordSql, mutedWordsSql, notMutedSql } from './mutes.policy.ts';

test('each scope of a mute hides its content type and nothing else, from the muter alone, until it expires', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const { db, clock } = world.app.services;
  await ada.do(
    `mutation ($id: ID!, $until: DateTime) {
      muteUser(input: { userId: $id, scopes: [POSTS, COMMENTS], until: $until }) { errors { code } } }`,
    { id: ben.id, until: new Date(clock.now().getTime() + 60_000).toISOString() },
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

test('a list of texts by any author applies every muted word, one by followed users only those that include them', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const { db, clock } = world.app.services;
  const add = 'mutation ($input: AddMutedWordInput!) { addMutedWord(input: $input) { errors { code } } }';
  await ada.do(add, { input: { phrase: 'rain', excludesFollowing: true } });
  await ada.do(add, { input: { phrase: 'snow' } });
  const texts: RawBuilder<unknown> = sql`unnest(array['sun', 'rain', 'Snow!', 'rain and snow']) as t (text)`;
  const shown = async (viewerId: string | null, authors: 'FOLLOWED' | 'ANYBODY'): Promise<string[]> => {
    const words = mutedWordsSql({ id: viewerId, now: clock.now() }, authors);
    const { rows } = await sql<{ text: string }>`
      with words as materialized (${words})
      select t.text from ${texts} where not ${containsMutedWordSql('words', sql.ref('t.text'))}`.execute(db);
    return rows.map((row) => row.text);
  };
  assert.deepEqual(await shown(uuidOf(ada.id), 'ANYBODY'), ['sun']);
  assert.deepEqual(await shown(uuidOf(ada.id), 'FOLLOWED'), ['sun', 'rain']);
  assert.deepEqual(await shown(null, 'ANYBODY'), ['sun', 'rain', 'Snow!', 'rain and snow']);
});
