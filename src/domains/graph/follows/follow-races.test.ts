import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import {
  assertDoneOrNotFound,
  assertFollowsConsistent,
  deadlocksOf,
} from '#test/support/people/follow-consistency.ts';
import { emittedNames } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { endFollowsBetween } from './follows.service.ts';

const about = (mutation: string): string =>
  `mutation ($id: ID!) { ${mutation}(input: { userId: $id }) { user { username } errors { code path } } }`;
const [FOLLOW, UNFOLLOW, REMOVE, ACCEPT, REJECT, CANCEL] = [
  about('followUser'),
  about('unfollowUser'),
  about('removeFollower'),
  about('acceptFollowRequest'),
  about('rejectFollowRequest'),
  about('cancelFollowRequest'),
];
const SET_PRIVATE =
  'mutation ($is: Boolean!) { updatePrivacySettings(input: { isPrivate: $is }) { errors { code } } }';
const COUNTS = 'query ($id: ID) { user(id: $id) { followerCount followingCount } }';

const countsOf = async (person: Person): Promise<readonly [followers: number, following: number]> => {
  const { user } = await person.do(COUNTS, { id: person.id });
  return [user.followerCount, user.followingCount];
};

test('counters are exact after fifty concurrent follows and unfollows of one pair', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  await Promise.all(
    Array.from({ length: 50 }, (_, turn) => ada.do(turn % 2 === 0 ? FOLLOW : UNFOLLOW, { id: ben.id })),
  );
  const edges = await world.app.services.db.selectFrom('follows').selectAll().execute();
  const { length: count } = edges;
  assert.ok(count <= 1);
  assert.deepEqual(
    [await countsOf(ada), await countsOf(ben)],
    [
      [0, count],
      [count, 0],
    ],
  );
  // Only a change of the follow emits an event, so they alternate.
  const names = await emittedNames(world);
  names.forEach((name, index) => assert.equal(name, index % 2 === 0 ? 'user.followed' : 'user.unfollowed'));
  assert.equal(names.length % 2, count);
});

test('users who follow one another concurrently do not wait for each other', async (t) => {
  const world = await testWorld(t);
  const people: Person[] = [];
  for (const name of ['ada', 'ben', 'cleo', 'dora']) people.push(await world.user(name));
  const everybody = (document: string): Promise<unknown> =>
    Promise.all(
      people.flatMap((person) =>
        people.filter((other) => other !== person).map((other) => person.do(document, { id: other.id })),
      ),
    );
  await everybody(FOLLOW);
  for (const person of people) assert.deepEqual(await countsOf(person), [3, 3]);
  await everybody(UNFOLLOW);
  for (const person of people) assert.deepEqual(await countsOf(person), [0, 0]);
  assert.equal((await emittedNames(world)).length, 24);
  assert.equal(await deadlocksOf(world.app.services.db), 0);
});

test('follows, requests and counters agree after any concurrent actions of two users on each other', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const cleo = await world.user('cleo');
  const asAda = [FOLLOW, FOLLOW, UNFOLLOW, CANCEL, FOLLOW].map(
    (document) => () => ada.ask(document, { id: cleo.id }),
  );
  const asCleo = [ACCEPT, REMOVE, ACCEPT, REJECT, ACCEPT].map(
    (document) => () => cleo.ask(document, { id: ada.id }),
  );
  for (const isPrivate of [true, false, true]) {
    await cleo.do(SET_PRIVATE, { is: isPrivate });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => [...asAda, ...asCleo])
        .flat()
        .map((act) => act()),
    );
    for (const answer of answers) assertDoneOrNotFound(answer);
    await assertFollowsConsistent(world);
  }
  assert.equal(await deadlocksOf(world.app.services.db), 0);
});

test('the follower count is exact after fifty users concurrently follow, unfollow and request one user', async (t) => {
  const world = await testWorld(t);
  const star = await world.user('star');
  const fans = await Promise.all(Array.from({ length: 50 }, (_, index) => world.user(`fan.${index}`)));
  await Promise.all(fans.map((fan) => fan.do(FOLLOW, { id: star.id })));
  assert.deepEqual(await countsOf(star), [50, 0]);
  const [leaving, removed, asking] = [fans.slice(0, 15), fans.slice(10, 20), fans.slice(20, 30)];
  for (const fan of asking) await fan.do(UNFOLLOW, { id: star.id });
  await star.do(SET_PRIVATE, { is: true });
  for (const fan of asking) await fan.do(FOLLOW, { id: star.id });
  await Promise.all([
    ...leaving.map((fan) => fan.do(UNFOLLOW, { id: star.id })),
    ...removed.map((fan) => star.do(REMOVE, { id: fan.id })),
    ...asking.map((fan) => star.do(ACCEPT, { id: fan.id })),
    ...fans.slice(30).map((fan) => star.do(FOLLOW, { id: fan.id })),
  ]);
  assert.deepEqual(await countsOf(star), [30, 20]);
  await assertFollowsConsistent(world);
  assert.equal(await deadlocksOf(world.app.services.db), 0);
});

test('a follow that waits for its target to go private becomes a request', async (t) => {
  const world = await testWorld(t);
  const [ada, cleo] = [await world.user('ada'), await world.user('cleo')];
  const answer = await meanwhile(
    world,
    [cleo],
    () => ada.do(FOLLOW, { id: cleo.id }),
    async (tx) => {
      await tx.updateTable('users').set({ is_private: true }).where('id', '=', uuidOf(cleo.id)).execute();
    },
  );
  assert.deepEqual(answer, { followUser: { user: { username: 'cleo' }, errors: [] } });
  const { db } = world.app.services;
  assert.deepEqual(await db.selectFrom('follows').selectAll().execute(), []);
  assert.equal((await db.selectFrom('follow_requests').selectAll().execute()).length, 1);
});

test('a follow that waits for its target to go public deletes the request that another device has made meanwhile', async (t) => {
  const world = await testWorld(t);
  const [ada, cleo] = [await world.user('ada'), await world.user('cleo')];
  await cleo.do(SET_PRIVATE, { is: true });
  const request = { requester_id: uuidOf(ada.id), target_id: uuidOf(cleo.id), created_at: world.clock.now() };
  await meanwhile(
    world,
    [ada, cleo],
    () => ada.do(FOLLOW, { id: cleo.id }),
    async (tx) => {
      await tx.insertInto('follow_requests').values(request).execute();
      await tx.updateTable('users').set({ is_private: false }).where('id', '=', uuidOf(cleo.id)).execute();
    },
  );
  const { db } = world.app.services;
  assert.deepEqual(await db.selectFrom('follow_requests').selectAll().execute(), []);
  assert.equal((await db.selectFrom('follows').selectAll().execute()).length, 1);
  assert.deepEqual(await countsOf(cleo), [1, 0]);
});

test('a block concurrent with a follow or with accepting a request leaves neither follow nor request', async (t) => {
  const world = await testWorld(t);
  const [ada, cleo] = [await world.user('ada'), await world.user('cleo')];
  const { db, clock } = world.app.services;
  const notFound = { user: null, errors: [{ code: 'NOT_FOUND', path: ['userId'] }] };
  const ids = [uuidOf(cleo.id), uuidOf(ada.id)] as const;
  const block = async (tx: Tx): Promise<void> => {
    const [blocker_id, blocked_id] = ids;
    await tx.insertInto('blocks').values({ blocker_id, blocked_id, created_at: clock.now() }).execute();
    await endFollowsBetween(tx, ...ids);
  };

  const follow = () => ada.ask(FOLLOW, { id: cleo.id });
  assert.deepEqual((await meanwhile(world, [cleo], follow, block)).data, { followUser: notFound });
  await db.deleteFrom('blocks').execute();
  await cleo.do(SET_PRIVATE, { is: true });
  await ada.do(FOLLOW, { id: cleo.id });
  const accept = () => cleo.ask(ACCEPT, { id: ada.id });
  assert.deepEqual((await meanwhile(world, [ada, cleo], accept, block)).data, {
    acceptFollowRequest: notFound,
  });
  for (const table of ['follows', 'follow_requests'] as const) {
    assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [], table);
  }
  assert.deepEqual(
    [await countsOf(ada), await countsOf(cleo)],
    [
      [0, 0],
      [0, 0],
    ],
  );
  // The retry of the transaction would hide a deadlock.
  assert.equal(await deadlocksOf(db), 0);
});

test('ending the follows between two users deletes both directions, with counts and events', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  for (const [from, to] of [
    [ada, ben],
    [ben, ada],
    [cleo, ada],
    [ada, cleo],
  ] as const) {
    await from.do(FOLLOW, { id: to.id });
  }
  await cleo.do(REMOVE, { id: ada.id });
  await cleo.do(SET_PRIVATE, { is: true });
  await ada.do(FOLLOW, { id: cleo.id });
  await cleo.do(REJECT, { id: ada.id });
  const before = (await emittedNames(world)).length;
  for (const other of [ben, cleo, cleo]) {
    await world.app.services.transaction(async (tx) => {
      await lockUsers(tx, [uuidOf(ada.id), uuidOf(other.id)]);
      await endFollowsBetween(tx, uuidOf(ada.id), uuidOf(other.id));
    });
  }
  for (const person of [ada, ben, cleo]) assert.deepEqual(await countsOf(person), [0, 0]);
  const { db } = world.app.services;
  for (const table of ['follows', 'follow_requests'] as const) {
    assert.deepEqual(await db.selectFrom(table).selectAll().execute(), [], table);
  }
  assert.deepEqual((await emittedNames(world)).slice(before), Array(3).fill('user.unfollowed'));
});

/** Starts `act` while a transaction has locked `people`, and does `work` in that transaction once `act` waits for a lock. */
async function meanwhile<Result>(
  world: World,
  people: readonly Person[],
  act: () => Promise<Result>,
  work: (tx: Tx) => Promise<void>,
): Promise<Result> {
  const { services } = world.app;
  const locked = Promise.withResolvers<undefined>();
  const waiting = locked.promise.then(act);
  await services.transaction(async (tx) => {
    await lockUsers(
      tx,
      people.map(({ id }) => uuidOf(id)),
    );
    locked.resolve(undefined);
    while (!(await isLockAwaited(services.db))) await delay(5);
    await work(tx);
  });
  return waiting;
}

async function isLockAwaited(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length > 0;
}
