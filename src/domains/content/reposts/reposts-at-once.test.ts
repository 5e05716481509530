import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import type { Answer } from '#test/support/actor.ts';
import { waitingForLocks } from '#test/support/locks.ts';
import { follow } from '#test/support/people/people.ts';
import { emittedNames } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const REPOST = `mutation ($id: ID!) { repost(input: { postId: $id }) {
  post { id } errors { code path ... on StateError { current } } } }`;
const UNDO =
  'mutation ($id: ID!) { undoRepost(input: { postId: $id }) { post { id } errors { code path } } }';

async function publish(author: Person): Promise<string> {
  const { createPost } = await author.do(
    'mutation { createPost(input: { text: "Hi" }) { post { id } errors { code } } }',
  );
  return createPost.post.id;
}

/** Blocks the transaction of `first` by a lock on the row, sends `second`, and releases the lock once both wait. */
async function whileHeld(
  world: World,
  row: { table: 'users' | 'posts'; id: string },
  first: () => Promise<unknown>,
  second: () => Promise<Answer>,
): Promise<Answer> {
  const holder = new Client({ connectionString: world.connectionString });
  await holder.connect();
  await holder.query('begin');
  await holder.query(`select from ${row.table} where id = $1 for no key update`, [uuidOf(row.id)]);
  const begun = first();
  await waitingForLocks(world, 1);
  const answer = second();
  await waitingForLocks(world, 2);
  await holder.query('commit');
  await holder.end();
  await begun;
  return answer;
}

test('a repost that waits for the deletion of the post is refused', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await publish(ada);
  const { data } = await whileHeld(
    world,
    { table: 'users', id: ada.id },
    () => ada.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', { id }),
    () => ben.ask(REPOST, { id }),
  );
  assert.deepEqual(data.repost, { post: null, errors: [{ code: 'NOT_FOUND', path: ['postId'] }] });
  await assertNothingReposted(world);
});

test('a repost that waits for the author to go private is refused', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await follow(ben, ada);
  const id = await publish(ada);
  const { data } = await whileHeld(
    world,
    { table: 'users', id: ada.id },
    () => ada.do('mutation { updatePrivacySettings(input: { isPrivate: true }) { errors { code } } }'),
    () => ben.ask(REPOST, { id }),
  );
  const refusal = { code: 'INVALID_STATE', path: ['postId'], current: 'FOLLOWERS' };
  assert.deepEqual(data.repost, { post: null, errors: [refusal] });
  await assertNothingReposted(world);
});

test('a repost that waits for a block by the author is refused', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await publish(ada);
  const { data } = await whileHeld(
    world,
    { table: 'users', id: ada.id },
    () =>
      ada.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', { id: ben.id }),
    () => ben.ask(REPOST, { id }),
  );
  assert.deepEqual(data.repost, { post: null, errors: [{ code: 'NOT_FOUND', path: ['postId'] }] });
  await assertNothingReposted(world);
});

test('a repost that waits for the post to be narrowed is refused', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await follow(ben, ada);
  const id = await publish(ada);
  const { data } = await whileHeld(
    world,
    { table: 'posts', id },
    () =>
      ada.do(
        'mutation ($id: ID!) { updatePost(input: { postId: $id, visibility: FOLLOWERS }) { errors { code } } }',
        { id },
      ),
    () => ben.ask(REPOST, { id }),
  );
  const refusal = { code: 'INVALID_STATE', path: ['postId'], current: 'FOLLOWERS' };
  assert.deepEqual(data.repost, { post: null, errors: [refusal] });
  await assertNothingReposted(world);
});

async function assertNothingReposted(world: World): Promise<void> {
  const { db } = world.app.services;
  assert.deepEqual(await db.selectFrom('reposts').select('id').execute(), []);
  const counters = await db.selectFrom('post_counters').select('repost_count').execute();
  assert.deepEqual(counters, [{ repost_count: 0 }]);
  assert.ok(!(await emittedNames(world)).includes('post.reposted'));
}

test('the repost count is exact after concurrent reposts and undos', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const id = await publish(ada);
  const clients: Person[] = [];
  for (let index = 0; index < 12; index += 1) {
    const person = await world.user(`fan.${index}`);
    clients.push(person, await world.signIn(person));
  }
  await Promise.all(
    clients.map(async (client, index) => {
      for (let round = 0; round < 6; round += 1) {
        await client.do((index * 5 + round) % 3 === 0 ? UNDO : REPOST, { id });
      }
    }),
  );
  const { db } = world.app.services;
  const there = await db.selectFrom('reposts').select('id').execute();
  const counters = await db.selectFrom('post_counters').select('repost_count').execute();
  assert.ok(there.length > 0);
  assert.deepEqual(counters, [{ repost_count: there.length }]);
  const names = await emittedNames(world);
  const [reposted, undone] = ['post.reposted', 'post.repostUndone'].map(
    (name) => names.filter((emitted) => emitted === name).length,
  );
  assert.equal(Number(reposted) - Number(undone), there.length);
});
