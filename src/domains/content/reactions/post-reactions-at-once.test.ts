import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { waitingForLocks } from '#test/support/locks.ts';
import { emittedNames } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const REACT = `mutation ($id: ID!, $type: ReactionType!) { reactToPost(input: { postId: $id, type: $type }) {
  post { id } errors { code path } } }`;
const REMOVE = `mutation ($id: ID!) { removePostReaction(input: { postId: $id }) {
  post { id } errors { code path } } }`;

const TYPES = ['LIKE', 'LOVE', 'HAHA', 'WOW', 'SAD', 'ANGRY'] as const;

async function publish(author: Person): Promise<string> {
  const { createPost } = await author.do(
    'mutation { createPost(input: { text: "Hi" }) { post { id } errors { code } } }',
  );
  return createPost.post.id;
}

/** What the counters say of the post, and what its rows say: both as `type → how many`, without the zeros. */
async function countsOf({ app }: World, id: string): Promise<{ counted: object; there: object }> {
  const { db } = app.services;
  const counters = await db
    .selectFrom('post_counters')
    .select(['like_count', 'love_count', 'haha_count', 'wow_count', 'sad_count', 'angry_count'])
    .where('post_id', '=', uuidOf(id))
    .executeTakeFirstOrThrow();
  const { rows } = await sql<{ counter: string; count: number }>`
    select lower(type) || '_count' as counter, count(*) from post_reactions
    where post_id = ${uuidOf(id)} group by type`.execute(db);
  return {
    counted: Object.fromEntries(Object.entries(counters).filter(([, count]) => count > 0)),
    there: Object.fromEntries(rows.map(({ counter, count }) => [counter, count])),
  };
}

test('of fifty clients who change their minds at once every count is exact in the end', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const id = await publish(ada);
  const clients: Person[] = [];
  // Each person has two devices, so they also contradict themselves at once.
  for (let index = 0; index < 25; index += 1) {
    const person = await world.user(`fan.${index}`);
    clients.push(person, await world.signIn(person));
  }
  const emittedBefore = (await emittedNames(world)).length;
  await Promise.all(
    clients.map(async (client, index) => {
      for (let round = 0; round < 10; round += 1) {
        const turn = index * 7 + round * 5;
        // Every seventh turn takes back; whatever is left at the end differs from client to client.
        if (turn % 7 === 6) await client.do(REMOVE, { id });
        else await client.do(REACT, { id, type: TYPES[turn % 6] });
      }
    }),
  );
  const { counted, there } = await countsOf(world, id);
  assert.deepEqual(counted, there);
  assert.ok(Object.keys(there).length > 1, JSON.stringify(there));

  // What was said of it leads to the same: nothing was lost and nothing told twice.
  await world.app.relay.drain();
  const { rows } = await sql<{ name: string; userId: string; type: string }>`
    select name, payload ->> 'userId' as "userId", payload ->> 'type' as type
    from event_log where position > ${emittedBefore} order by position`.execute(world.app.services.db);
  const told = new Map<string, string>();
  for (const { name, userId, type } of rows) {
    if (name === 'post.reacted') {
      assert.notEqual(told.get(userId), type, 'the same again is no event');
      told.set(userId, type);
    } else {
      assert.equal(told.get(userId), type, 'only what is there is removed');
      told.delete(userId);
    }
  }
  const toldCounts: Record<string, number> = {};
  for (const type of told.values()) {
    const counter = `${type.toLowerCase()}_count`;
    toldCounts[counter] = (toldCounts[counter] ?? 0) + 1;
  }
  assert.deepEqual(toldCounts, there);
});

test('whoever reacts to a post that is being erased waits for it, and finds it gone', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [cleo, dora] = [await world.user('cleo'), await world.user('dora')];
  const id = await publish(ada);
  for (const who of [ben, cleo]) await who.do(REACT, { id, type: 'LIKE' });
  const emittedBefore = await emittedNames(world);
  const eraser = new Client({ connectionString: world.connectionString });
  await eraser.connect();
  await eraser.query('begin');
  await eraser.query('select from posts where id = $1 for update', [uuidOf(id)]);
  const answers = [
    ben.ask(REACT, { id, type: 'SAD' }),
    cleo.ask(REMOVE, { id }),
    dora.ask(REACT, { id, type: 'LIKE' }),
  ];
  // None of them holds a reaction or a counter while it waits: the erasure takes them along and waits for nobody.
  await waitingForLocks(world, 3);
  await eraser.query('delete from posts where id = $1', [uuidOf(id)]);
  await eraser.query('commit');
  await eraser.end();
  for (const { data, errors } of await Promise.all(answers)) {
    assert.equal(errors, undefined, JSON.stringify(errors));
    const [payload] = Object.values(data);
    assert.deepEqual(payload, { post: null, errors: [{ code: 'NOT_FOUND', path: ['postId'] }] });
  }
  assert.deepEqual(await world.app.services.db.selectFrom('post_reactions').selectAll().execute(), []);
  assert.deepEqual(await emittedNames(world), emittedBefore);
});
