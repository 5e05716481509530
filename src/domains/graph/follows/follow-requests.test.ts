import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { erase } from '#test/support/people/accounts.ts';
import type { Actor } from '#test/support/actor.ts';
import { storedEvents } from '#test/support/stored-events.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const FOLLOW = `mutation ($id: ID!) {
  followUser(input: { userId: $id }) { user { username } state errors { code path } }
}`;
const about = (mutation: string): string =>
  `mutation ($id: ID!) { ${mutation}(input: { userId: $id }) { user { username } errors { code path } } }`;
const [UNFOLLOW, ACCEPT, REJECT, CANCEL] = [
  about('unfollowUser'),
  about('acceptFollowRequest'),
  about('rejectFollowRequest'),
  about('cancelFollowRequest'),
];
const REQUESTS = `query ($first: Int, $after: String) {
  myFollowRequests(first: $first, after: $after) {
    nodes { user { username viewer { requestedToFollowYou } } createdAt } edges { cursor } pageInfo { hasNextPage endCursor }
  }
}`;
const VIEWER = `query ($id: ID!) {
  user(id: $id) { followerCount viewer { isFollowing isFollowedBy followState requestedToFollowYou } }
}`;

const NOT_FOUND = [{ code: 'NOT_FOUND', path: ['userId'] }];

async function privatePerson(world: World, name: string): Promise<Person> {
  const person = await world.user(name);
  await setPrivate(person, true);
  return person;
}

async function setPrivate(person: Person, isPrivate: boolean): Promise<void> {
  await person.do(
    'mutation ($is: Boolean!) { updatePrivacySettings(input: { isPrivate: $is }) { errors { code } } }',
    { is: isPrivate },
  );
}

const stateOf = async (person: Person, other: Person) => (await person.do(VIEWER, { id: other.id })).user;
const follow = async (person: Person, other: Person): Promise<string> =>
  (await person.do(FOLLOW, { id: other.id })).followUser.state;
const requestsTo = async (person: Actor): Promise<string[]> =>
  (await person.do(REQUESTS)).myFollowRequests.nodes.map((node: Requested) => node.user.username);
type Requested = { readonly user: { readonly username: string } };

const STRANGERS = {
  followerCount: 0,
  viewer: { isFollowing: false, isFollowedBy: false, followState: 'NONE', requestedToFollowYou: false },
};

test('following a private user opens a request, and accepting it makes the follow', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const cleo = await privatePerson(world, 'cleo');
  await emittedNames(world);
  for (let turn = 0; turn < 3; turn += 1) assert.equal(await follow(ada, cleo), 'REQUESTED');
  assert.deepEqual(await stateOf(ada, cleo), {
    ...STRANGERS,
    viewer: { ...STRANGERS.viewer, followState: 'REQUESTED' },
  });
  assert.deepEqual(await stateOf(cleo, ada), {
    ...STRANGERS,
    viewer: { ...STRANGERS.viewer, requestedToFollowYou: true },
  });
  assert.deepEqual((await cleo.do(REQUESTS)).myFollowRequests.nodes[0].user, {
    username: 'ada',
    viewer: { requestedToFollowYou: true },
  });

  for (let turn = 0; turn < 3; turn += 1) {
    assert.deepEqual(await cleo.do(ACCEPT, { id: ada.id }), {
      acceptFollowRequest: { user: { username: 'ada' }, errors: [] },
    });
  }
  assert.deepEqual(await stateOf(ada, cleo), {
    followerCount: 1,
    viewer: { isFollowing: true, isFollowedBy: false, followState: 'FOLLOWING', requestedToFollowYou: false },
  });
  assert.deepEqual(await requestsTo(cleo), []);
  assert.equal(await follow(ada, cleo), 'FOLLOWING');
  assert.deepEqual((await emittedNames(world)).slice(1), [
    'follow.requested',
    'user.followed',
    'follow.requestEnded',
  ]);
  const { db } = world.app.services;
  assert.deepEqual(await db.selectFrom('follow_requests').selectAll().execute(), []);
});

test('a cancelled request leaves nothing that could be accepted or rejected', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const cleo = await privatePerson(world, 'cleo');
  await follow(ada, cleo);
  await ada.do(CANCEL, { id: cleo.id });
  assert.deepEqual(await stateOf(ada, cleo), STRANGERS);
  assert.deepEqual(await requestsTo(cleo), []);
  await unchanged(world, () => ada.do(CANCEL, { id: cleo.id }));
  for (const document of [ACCEPT, REJECT]) {
    assert.deepEqual(await refused(world, cleo, document, { id: ada.id }), NOT_FOUND);
  }
});

test('a rejection is invisible to the requester, and repeating the request does not notify its target for thirty days', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const cleo = await privatePerson(world, 'cleo');
  await follow(ada, cleo);
  const asked = await stateOf(ada, cleo);
  for (let turn = 0; turn < 2; turn += 1) {
    assert.deepEqual(await cleo.do(REJECT, { id: ada.id }), {
      rejectFollowRequest: { user: { username: 'ada' }, errors: [] },
    });
  }
  assert.deepEqual(await stateOf(ada, cleo), asked);
  assert.deepEqual(await stateOf(cleo, ada), STRANGERS);
  assert.deepEqual(await requestsTo(cleo), []);
  assert.deepEqual(await refused(world, cleo, ACCEPT, { id: ada.id }), NOT_FOUND);

  world.clock.advance('29d');
  const again = await world.signIn(ada);
  assert.equal(await unchanged(world, () => follow(again, cleo)), 'REQUESTED');
  assert.deepEqual(await requestsTo(await world.signIn(cleo)), []);

  world.clock.advance('1d');
  const [late, target] = [await world.signIn(ada), await world.signIn(cleo)];
  assert.equal(await follow(late, target), 'REQUESTED');
  assert.deepEqual(await requestsTo(target), ['ada']);
  assert.equal((await stateOf(target, late)).viewer.requestedToFollowYou, true);
  await target.do(ACCEPT, { id: ada.id });
  assert.equal((await stateOf(late, target)).viewer.followState, 'FOLLOWING');
  const requested = (await emittedNames(world)).filter((name) => name === 'follow.requested');
  assert.equal(requested.length, 2);
});

test('`unfollowUser` also cancels a request, whether the other accepts it before or not', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const cleo = await privatePerson(world, 'cleo');
  for (const answer of [null, ACCEPT, REJECT]) {
    assert.equal(await follow(ada, cleo), 'REQUESTED');
    if (answer !== null) await cleo.do(answer, { id: ada.id });
    await ada.do(UNFOLLOW, { id: cleo.id });
    assert.deepEqual(await stateOf(ada, cleo), STRANGERS);
    assert.deepEqual(await requestsTo(cleo), []);
    await unchanged(world, () => ada.do(UNFOLLOW, { id: cleo.id }));
    world.clock.advance('1m');
  }
});

test('a requester who cancels a rejected request and requests again cannot tell it from an open one', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const cleo = await privatePerson(world, 'cleo');
  await follow(ada, cleo);
  await cleo.do(REJECT, { id: ada.id });
  for (let turn = 0; turn < 2; turn += 1) {
    await ada.do(CANCEL, { id: cleo.id });
    assert.deepEqual(await stateOf(ada, cleo), STRANGERS);
    await unchanged(world, () => ada.do(CANCEL, { id: cleo.id }));
    assert.equal(await follow(ada, cleo), 'REQUESTED');
    assert.equal((await stateOf(ada, cleo)).viewer.followState, 'REQUESTED');
  }
  assert.deepEqual(await requestsTo(cleo), []);
  assert.equal((await stateOf(cleo, ada)).viewer.requestedToFollowYou, false);

  await ada.do(CANCEL, { id: cleo.id });
  world.clock.advance('30d');
  const [late, target] = [await world.signIn(ada), await world.signIn(cleo)];
  await follow(late, target);
  assert.deepEqual(await requestsTo(target), ['ada']);
});

test('going public accepts no request, but lets requesters follow', async (t) => {
  const world = await testWorld(t);
  const cleo = await privatePerson(world, 'cleo');
  const people = [await world.user('ada'), await world.user('ben'), await world.user('dora')] as const;
  for (const person of people) await follow(person, cleo);
  const [ada, ben, dora] = people;
  await cleo.do(REJECT, { id: ben.id });
  await setPrivate(cleo, false);
  assert.equal((await stateOf(ada, cleo)).followerCount, 0);
  assert.deepEqual(await requestsTo(cleo), ['dora', 'ada']);
  // Following turns an open and a rejected request into follows; a third request can still be accepted.
  assert.equal(await follow(ada, cleo), 'FOLLOWING');
  assert.equal(await follow(ben, cleo), 'FOLLOWING');
  await cleo.do(ACCEPT, { id: dora.id });
  assert.deepEqual(await stateOf(dora, cleo), {
    followerCount: 3,
    viewer: { isFollowing: true, isFollowedBy: false, followState: 'FOLLOWING', requestedToFollowYou: false },
  });
  // Followers stay when the account is private again; one who has unfollowed needs a new request.
  await setPrivate(cleo, true);
  assert.equal(await follow(ada, cleo), 'FOLLOWING');
  await ben.do(UNFOLLOW, { id: cleo.id });
  assert.equal(await follow(ben, cleo), 'REQUESTED');
  assert.deepEqual(await requestsTo(cleo), ['ben']);
});

test('every end of an open request is told once, and what becomes of a rejected one is not', async (t) => {
  const world = await testWorld(t);
  const cleo = await privatePerson(world, 'cleo');
  const [ada, ben, dora] = [await world.user('ada'), await world.user('ben'), await world.user('dora')];
  const BLOCK = 'mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }';
  const ended = async () => (await storedEvents(world, 'follow.requestEnded')).map(([, payload]) => payload);
  const end = (requester: Person, outcome: string) => ({
    requesterId: uuidOf(requester.id),
    targetId: uuidOf(cleo.id),
    outcome,
  });
  for (const withdrawal of [CANCEL, UNFOLLOW]) {
    await follow(ada, cleo);
    for (let turn = 0; turn < 2; turn += 1) await ada.do(withdrawal, { id: cleo.id });
  }
  const expected = [end(ada, 'CANCELED'), end(ada, 'CANCELED')];
  assert.deepEqual(await ended(), expected);

  await follow(ada, cleo);
  for (let turn = 0; turn < 2; turn += 1) await cleo.do(REJECT, { id: ada.id });
  await ada.do(CANCEL, { id: cleo.id });
  await follow(ada, cleo);
  await cleo.do(BLOCK, { id: ada.id });
  expected.push(end(ada, 'REJECTED'));
  assert.deepEqual(await ended(), expected);

  await follow(ben, cleo);
  await ben.do(BLOCK, { id: cleo.id });
  expected.push(end(ben, 'BLOCKED'));
  for (let turn = 0; turn < 2; turn += 1) {
    await follow(dora, cleo);
    if (turn === 0) await cleo.do(ACCEPT, { id: dora.id });
    else await setPrivate(cleo, false);
    await follow(dora, cleo);
    await dora.do(UNFOLLOW, { id: cleo.id });
  }
  expected.push(end(dora, 'ACCEPTED'), end(dora, 'MADE_PUBLIC'));
  assert.deepEqual(await ended(), expected);

  await setPrivate(cleo, true);
  const [eve, finn] = [await world.user('eve'), await world.user('finn')];
  for (const person of [eve, finn]) await follow(person, cleo);
  await cleo.do(REJECT, { id: finn.id });
  await erase(world, eve);
  await erase(world, await world.signIn(finn));
  expected.push(end(finn, 'REJECTED'), end(eve, 'ERASED'));
  assert.deepEqual(await ended(), expected);
});

test('a rejected request that becomes a follow has ended before', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const cleo = await privatePerson(world, 'cleo');
  await follow(ada, cleo);
  await cleo.do(REJECT, { id: ada.id });
  await setPrivate(cleo, false);
  assert.equal(await follow(ada, cleo), 'FOLLOWING');
  const pair = { requesterId: uuidOf(ada.id), targetId: uuidOf(cleo.id) };
  assert.deepEqual(await storedEvents(world, 'follow.requested', 'follow.requestEnded'), [
    ['follow.requested', pair],
    ['follow.requestEnded', { ...pair, outcome: 'REJECTED' }],
  ]);
});

test('accepting and rejecting are refused for absent and invisible users and for the caller', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const cleo = await privatePerson(world, 'cleo');
  const people = [
    await world.user('blocked'),
    await world.user('suspended'),
    await world.user('gone'),
  ] as const;
  for (const person of people) await follow(person, cleo);
  const [blocked, suspended, gone] = people;
  await runSql(
    world.connectionString,
    `insert into blocks (blocker_id, blocked_id, created_at)
     values ('${uuidOf(cleo.id)}', '${uuidOf(blocked.id)}', now());
     update users set state = 'DEACTIVATED' where id = '${uuidOf(gone.id)}'`,
  );
  await restrict(world, suspended, { kind: 'SUSPENSION' });
  assert.deepEqual(await requestsTo(cleo), []);
  const absent = toGlobalId('user', world.app.services.ids.next());
  for (const id of [blocked.id, suspended.id, gone.id, absent, cleo.id, ada.id]) {
    for (const document of [ACCEPT, REJECT]) {
      assert.deepEqual(await refused(world, cleo, document, { id }), NOT_FOUND);
    }
  }
  for (const document of [ACCEPT, REJECT, CANCEL]) {
    const malformed = await unchanged(world, () => cleo.ask(document, { id: 'ada' }));
    assert.equal(malformed.errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
    const anonymous = await unchanged(world, () => world.anonymous().ask(document, { id: ada.id }));
    assert.equal(anonymous.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
  }
  await runSql(world.connectionString, "update users set state = 'ACTIVE' where username = 'gone'");
  assert.deepEqual(await requestsTo(cleo), ['gone']);
});

test('pages of follow requests of any size are newest first while requests are made and answered', async (t) => {
  const world = await testWorld(t);
  const cleo = await privatePerson(world, 'cleo');
  const names = Array.from({ length: 9 }, (_, index) => `asker.${index}`);
  const askers = new Map<string, Person>();
  for (const name of names) {
    const asker = await world.user(name);
    askers.set(name, asker);
    await follow(asker, cleo);
  }
  const late = [await world.user('late.1'), await world.user('late.2')];
  for (const first of [1, 2, 3, 4, 5]) {
    const shown: string[] = [];
    for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
      const { myFollowRequests } = await cleo.do(REQUESTS, { first, after });
      shown.push(...myFollowRequests.nodes.map((node: Requested) => node.user.username));
      if (after === null) for (const person of late) await follow(person, cleo);
      ({ hasNextPage, endCursor: after } = myFollowRequests.pageInfo);
    }
    assert.deepEqual(shown, names.toReversed());
    for (const person of late) await person.do(CANCEL, { id: cleo.id });
  }
  const { myFollowRequests } = await cleo.do(REQUESTS, { first: 4 });
  for (const name of ['asker.6', 'asker.5', 'asker.4']) {
    await cleo.do(name === 'asker.5' ? ACCEPT : REJECT, { id: askers.get(name)?.id });
  }
  const rest = await cleo.do(REQUESTS, { after: myFollowRequests.edges[1].cursor });
  assert.deepEqual(
    rest.myFollowRequests.nodes.map((node: Requested) => node.user.username),
    ['asker.3', 'asker.2', 'asker.1', 'asker.0'],
  );
});

test('fifty follow requests take as many statements as one', async (t) => {
  const world = await testWorld(t);
  const cleo = await privatePerson(world, 'cleo');
  const WHOLE = `{ myFollowRequests(first: 50) { nodes {
    createdAt user { username avatar { url } viewer { followState requestedToFollowYou isFollowedBy } }
  } } }`;
  const add = (from: number, to: number): Promise<void> =>
    runSql(
      world.connectionString,
      `with people as (
         insert into users (id, provider, subject, username, display_name, created_at, updated_at)
         select gen_random_uuid(), 'test', 'asker' || n, 'asker' || n, 'Asker', now(), now()
         from generate_series(${from}::integer, ${to}) n returning id
       )
       insert into follow_requests (requester_id, target_id, created_at)
       select id, '${uuidOf(cleo.id)}', now() from people`,
    );
  const statements = (count: number): Promise<number> =>
    world.statementsOf(async () => {
      const { myFollowRequests } = await cleo.do(WHOLE);
      assert.equal(myFollowRequests.nodes.length, count);
      assert.equal(myFollowRequests.nodes[0].user.viewer.requestedToFollowYou, true);
    });
  await add(1, 1);
  const one = await statements(1);
  await add(2, 50);
  // The requests with their users, and the follows and the requests between these and the caller.
  assert.deepEqual([one, await statements(50)], [3, 3]);
});
