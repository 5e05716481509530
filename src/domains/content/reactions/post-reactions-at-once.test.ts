import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { Client } from 'pg';
import { commentOn } from '#test/support/content/comments.ts';
import { waitingForLocks } from '#test/support/locks.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { emittedNames } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const REACT = `mutation ($id: ID!, $type: ReactionType!) { reactToPost(input: { postId: $id, type: $type }) {
  post { id } errors { code path } } }`;
const REMOVE = `mutation ($id: ID!) { removePostReaction(input: { postId: $id }) {
  post { id } errors { code path } } }`;

const REACT_TO_COMMENT = `mutation ($id: ID!, $type: ReactionType!) { reactToComment(input: { commentId: $id, type: $type }) {
  comment { id } errors { code path } } }`;

const TYPES = ['LIKE', 'LOVE', 'HAHA', 'WOW', 'SAD', 'ANGRY'] as const;

async function publish(author: Person): Promise<string> {
  const { createPost } = await author.do(
    'mutation { createPost(input: { text: "Hi" }) { post { id } errors { code } } }',
  );
  return createPost.post.id;
}

/** Counters of the post, and counts of its rows, by type without zeros. */
async function countsOf({ app }: World, id: string): Promise<{ counted: object; stored: object }> {
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
    stored: Object.fromEntries(rows.map(({ counter, count }) => [counter, count])),
  };
}

test('reaction counts of a post are exact after fifty clients change reactions concurrently', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const id = await publish(ada);
  const clients: Person[] = [];
  // Each user has two devices, so that their own requests conflict, too.
  for (let index = 0; index < 25; index += 1) {
    const person = await world.user(`fan.${index}`);
    clients.push(person, await world.signIn(person));
  }
  await Promise.all(
    clients.map(async (client, index) => {
      for (let round = 0; round < 10; round += 1) {
        const turn = index * 7 + round * 5;
        // Every seventh turn removes the reaction; the final one differs by client.
        if (turn % 7 === 6) await client.do(REMOVE, { id });
        else await client.do(REACT, { id, type: TYPES[turn % 6] });
      }
    }),
  );
  const { counted, stored } = await countsOf(world, id);
  assert.deepEqual(counted, stored);
  assert.ok(Object.keys(stored).length > 1, JSON.stringify(stored));

  // Replaying the events gives the same counts: none is lost or duplicated.
  const events = await storedEvents(world, 'post.reacted', 'post.reactionRemoved');
  const replayed = new Map<string, string>();
  for (const [name, payload] of events) {
    const { userId, type } = payload as { userId: string; type: string };
    if (name === 'post.reacted') {
      assert.notEqual(replayed.get(userId), type, 'a repeated reaction emits no event');
      replayed.set(userId, type);
    } else {
      assert.equal(replayed.get(userId), type, 'only an existing reaction is removed');
      replayed.delete(userId);
    }
  }
  const replayedCounts: Record<string, number> = {};
  for (const type of replayed.values()) {
    const counter = `${type.toLowerCase()}_count`;
    replayedCounts[counter] = (replayedCounts[counter] ?? 0) + 1;
  }
  assert.deepEqual(replayedCounts, stored);
});

test('a reaction to a post that is being erased waits and fails with NOT_FOUND, and its removal has nothing to do', async (t) => {
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
  // None of them holds a lock on a reaction or counter while it waits, so the erasure does not wait.
  await waitingForLocks(world, 3);
  await eraser.query('delete from posts where id = $1', [uuidOf(id)]);
  await eraser.query('commit');
  await eraser.end();
  const refusal = { post: null, errors: [{ code: 'NOT_FOUND', path: ['postId'] }] };
  assert.deepEqual(
    (await Promise.all(answers)).map(({ data }) => data),
    [{ reactToPost: refusal }, { removePostReaction: { post: null, errors: [] } }, { reactToPost: refusal }],
  );
  assert.deepEqual(await world.app.services.db.selectFrom('post_reactions').selectAll().execute(), []);
  assert.deepEqual(await emittedNames(world), emittedBefore);
});

const ON_POST = {
  table: 'posts',
  react: REACT,
  make: publish,
  counts:
    'query ($id: ID!) { subject: post(id: $id) { reactionCounts { like love haha total } viewer { reaction } } }',
};

const ON_COMMENT = {
  table: 'comments',
  react: REACT_TO_COMMENT,
  make: async (author: Person) => commentOn(author, await publish(author)),
  counts:
    'query ($id: ID!) { subject: comment(id: $id) { reactionCounts { like love haha total } viewer { reaction } } }',
};

for (const { table, react, make, counts } of [ON_POST, ON_COMMENT]) {
  test(`two devices that change a reaction at once subtract what the other one counted: ${table}`, async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    const phone = await world.signIn(ben);
    const id = await make(ada);
    await ben.do(react, { id, type: 'LIKE' });
    const blocker = new Client({ connectionString: world.connectionString });
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query(`select from ${table} where id = $1 for update`, [uuidOf(id)]);
    // Both statements begin while the reaction is LIKE and no other one is counted.
    const changes = [ben.do(react, { id, type: 'LOVE' }), phone.do(react, { id, type: 'HAHA' })];
    await waitingForLocks(world, 2);
    await blocker.query('commit');
    await blocker.end();
    await Promise.all(changes);
    const { subject } = await ben.do(counts, { id });
    const { reaction } = subject.viewer;
    assert.ok(reaction === 'LOVE' || reaction === 'HAHA', reaction);
    const isLove = reaction === 'LOVE';
    const reactionCounts = { like: 0, love: isLove ? 1 : 0, haha: isLove ? 0 : 1, total: 1 };
    assert.deepEqual(subject, { reactionCounts, viewer: { reaction } });
  });
}
