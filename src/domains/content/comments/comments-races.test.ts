import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import {
  ADD_COMMENT,
  commentCountOf,
  commentOn,
  DELETE_COMMENT,
  publish,
  THREAD_WORLD,
  threadOf,
  wrongThreads,
} from '#test/support/content/comments.ts';
import type { Answer } from '#test/support/actor.ts';
import { waitingForLocks } from '#test/support/locks.ts';
import { deadlocksOf } from '#test/support/people/follow-consistency.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

/** Registers users in batches of five, because hashing passwords is expensive. */
async function createUsers(world: World, size: number): Promise<Person[]> {
  const people: Person[] = [];
  while (people.length < size) {
    const names = [1, 2, 3, 4, 5].map((number) => `person.${people.length + number}`);
    people.push(...(await Promise.all(names.map((name) => world.user(name)))));
  }
  return people;
}

/** The error code of the only root field, or OK. */
function codeOf({ data, errors }: Answer): string {
  assert.equal(errors, undefined, JSON.stringify(errors));
  const [payload] = Object.values<{ errors: { code: string }[] }>(data);
  return payload?.errors[0]?.code ?? 'OK';
}

test('the comment count is exact after fifty users concurrently comment, reply and delete', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const people = await createUsers(world, 50);
  const [ada] = people;
  assert.ok(ada);
  const post = await publish(ada);
  const top = await commentOn(ada, post, { text: 'Top' });
  const theirs = await Promise.all(
    people.map((person, index) => commentOn(person, post, index % 2 === 0 ? { parentId: top } : {})),
  );
  assert.equal(await commentCountOf(ada, post), 51);
  const deleting = people.filter((_person, index) => index % 3 === 0);
  const input = { postId: post, parentId: top, text: 'Me too' };
  const answers = await Promise.all([
    ...deleting.map((person) => person.ask(DELETE_COMMENT, { id: theirs[people.indexOf(person)] })),
    ada.ask(DELETE_COMMENT, { id: top }),
    ...people.map((person) => person.ask(ADD_COMMENT, { input })),
  ]);
  const codes = answers.map(codeOf);
  assert.deepEqual(new Set(codes.slice(0, deleting.length + 1)), new Set(['OK']));
  const added = codes.slice(deleting.length + 1).filter((code) => code === 'OK').length;
  // Replies after the deletion of their parent were refused.
  assert.equal(await commentCountOf(ada, post), 51 - deleting.length - 1 + added);
  assert.deepEqual(await wrongThreads(world), []);
  assert.equal(await deadlocksOf(world.app.services.db), 0);
});

test('a thread whose authors delete all its comments concurrently leaves no row', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const people = await createUsers(world, 20);
  const [ada] = people;
  assert.ok(ada);
  const post = await publish(ada);
  // Two chains of ten below one comment: each deletion may also delete the tombstones above it.
  const top = await commentOn(ada, post);
  const ids: string[] = [];
  for (const [index, person] of people.entries()) {
    ids.push(await commentOn(person, post, { parentId: ids[index - 2] ?? top }));
  }
  const answers = await Promise.all([
    ada.ask(DELETE_COMMENT, { id: top }),
    ...people.map((person, index) => person.ask(DELETE_COMMENT, { id: ids[index] })),
  ]);
  assert.deepEqual(new Set(answers.map(codeOf)), new Set(['OK']));
  assert.deepEqual(await world.app.services.db.selectFrom('comments').select('id').execute(), []);
  assert.equal(await commentCountOf(ada, post), 0);
  assert.equal(await deadlocksOf(world.app.services.db), 0);
});

/** Runs both concurrently: `first` waits for the lock of the post's counters, its last step, when `second` starts. */
async function runOverlapping(
  world: World,
  post: string,
  [first, second]: readonly [() => Promise<Answer>, () => Promise<Answer>],
): Promise<[string, string]> {
  const under = await world.app.services.transaction(async (tx) => {
    await sql`select from post_counters where post_id = ${uuidOf(post)} for update`.execute(tx);
    const one = first();
    await waitingForLocks(world, 1);
    const other = second();
    await waitingForLocks(world, 2);
    // The object keeps the transaction from awaiting the promise while it holds the lock.
    return { answers: Promise.all([one, other]) };
  });
  const [one, other] = await under.answers;
  return [codeOf(one), codeOf(other)];
}

test('a reply and the concurrent deletion of its parent leave a tombstone or refuse the reply', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ada);
  const parents = [await commentOn(ada, post), await commentOn(ada, post)];
  const answering = (parentId = '') =>
    ben.ask(ADD_COMMENT, { input: { postId: post, parentId, text: 'Quick' } });
  const deleting = (id = '') => ada.ask(DELETE_COMMENT, { id });
  const answered = await runOverlapping(world, post, [
    () => answering(parents[0]),
    () => deleting(parents[0]),
  ]);
  assert.deepEqual(answered, ['OK', 'OK']);
  const deleted = await runOverlapping(world, post, [
    () => deleting(parents[1]),
    () => answering(parents[1]),
  ]);
  assert.deepEqual(deleted, ['OK', 'NOT_FOUND']);
  assert.deepEqual(await threadOf(ben, post), ['† 1', '--Quick (ben) 0']);
  assert.equal(await commentCountOf(ben, post), 1);
  assert.deepEqual(await wrongThreads(world), []);
});

test('concurrent deletions of the last two replies to a tombstone delete it', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ada);
  const top = await commentOn(ada, post);
  const [one, other] = [
    await commentOn(ada, post, { parentId: top }),
    await commentOn(ben, post, { parentId: top }),
  ];
  await ada.do(DELETE_COMMENT, { id: top });
  const codes = await runOverlapping(world, post, [
    () => ada.ask(DELETE_COMMENT, { id: one }),
    () => ben.ask(DELETE_COMMENT, { id: other }),
  ]);
  assert.deepEqual(codes, ['OK', 'OK']);
  assert.deepEqual(await world.app.services.db.selectFrom('comments').select('id').execute(), []);
  assert.deepEqual(await wrongThreads(world), []);
});

test('a comment that waits for a deletion of its post is refused', async (t) => {
  const world = await testWorld(t, THREAD_WORLD);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const post = await publish(ada);
  const { answer } = await world.app.services.transaction(async (tx) => {
    await sql`update posts set deleted_at = now() where id = ${uuidOf(post)}`.execute(tx);
    const waiting = ben.ask(ADD_COMMENT, { input: { postId: post, text: 'Just in time' } });
    await waitingForLocks(world, 1);
    return { answer: waiting };
  });
  assert.deepEqual((await answer).data.addComment.errors, [{ code: 'NOT_FOUND', path: ['postId'] }]);
});
