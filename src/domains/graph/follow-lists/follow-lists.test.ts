import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const FOLLOW = 'mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }';
const LISTS = `query ($id: ID!) {
  followers(userId: $id) { nodes { username } }
  following(userId: $id) { nodes { username } }
}`;
const MUTUAL = `query ($id: ID!, $first: Int, $after: String) {
  mutualFollowers(userId: $id, first: $first, after: $after) {
    cappedCount edges { followedAt cursor node { username } } pageInfo { hasNextPage endCursor }
  }
}`;

type Node = { readonly username: string };
type List = { readonly nodes: readonly Node[] } | null;

const follow = (person: Person, other: Person): Promise<unknown> => person.do(FOLLOW, { id: other.id });
const namesOf = (list: List): string[] | null => list && list.nodes.map(({ username }) => username);

async function listsOf(
  caller: Pick<Actor, 'do'>,
  id: string,
): Promise<{ followers: string[] | null; following: string[] | null }> {
  const { followers, following } = await caller.do(LISTS, { id });
  return { followers: namesOf(followers), following: namesOf(following) };
}

const update = (person: Person, input: object): Promise<unknown> =>
  person.do(
    'mutation ($input: UpdatePrivacySettingsInput!) { updatePrivacySettings(input: $input) { errors { code } } }',
    { input },
  );

async function people<const Names extends readonly string[]>(
  world: World,
  names: Names,
): Promise<{ [Index in keyof Names]: Person }> {
  const found: Person[] = [];
  for (const name of names) found.push(await world.user(name));
  // Every name has a user.
  return found as { [Index in keyof Names]: Person };
}

test('`followers` and `following` list users newest first, with the time of each follow', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = await people(world, ['ada', 'ben', 'cleo']);
  const times: string[] = [];
  for (const [from, to] of [
    [ben, ada],
    [cleo, ada],
    [ada, cleo],
    [ada, ben],
  ] as const) {
    world.clock.advance('1s');
    await follow(from, to);
    const edge = await world.app.services.db
      .selectFrom('follows')
      .select('created_at')
      .where('follower_id', '=', uuidOf(from.id))
      .where('followee_id', '=', uuidOf(to.id))
      .executeTakeFirstOrThrow();
    times.push(edge.created_at.toISOString());
  }
  const LIST = '{ edges { followedAt node { username followerCount } } nodes { username } }';
  const WHOLE = `query ($id: ID!) { followers(userId: $id) ${LIST} following(userId: $id) ${LIST} }`;
  for (const caller of [ada, ben, world.anonymous()]) {
    assert.deepEqual(await caller.do(WHOLE, { id: ada.id }), {
      followers: {
        edges: [
          { followedAt: times[1], node: { username: 'cleo', followerCount: 1 } },
          { followedAt: times[0], node: { username: 'ben', followerCount: 1 } },
        ],
        nodes: [{ username: 'cleo' }, { username: 'ben' }],
      },
      following: {
        edges: [
          { followedAt: times[3], node: { username: 'ben', followerCount: 1 } },
          { followedAt: times[2], node: { username: 'cleo', followerCount: 1 } },
        ],
        nodes: [{ username: 'ben' }, { username: 'cleo' }],
      },
    });
  }
});

test('`followers` and `following` are visible to the audience of their own setting', async (t) => {
  const world = await testWorld(t);
  const [ada, fan, idol, stranger] = await people(world, ['ada', 'fan', 'idol', 'stranger']);
  await follow(fan, ada);
  await follow(ada, idol);
  const open = { followers: ['fan'], following: ['idol'] };
  const closed = { followers: null, following: null };
  const seenBy = async () => ({
    ada: await listsOf(ada, ada.id),
    fan: await listsOf(fan, ada.id),
    idol: await listsOf(idol, ada.id),
    stranger: await listsOf(stranger, ada.id),
    anonymous: await listsOf(world.anonymous(), ada.id),
  });
  assert.deepEqual(await seenBy(), { ada: open, fan: open, idol: open, stranger: open, anonymous: open });
  await update(ada, { followersAudience: 'FOLLOWERS', followingAudience: 'FOLLOWING' });
  assert.deepEqual(await seenBy(), {
    ada: open,
    fan: { followers: ['fan'], following: null },
    idol: { followers: null, following: ['idol'] },
    stranger: closed,
    anonymous: closed,
  });
  await update(ada, { followersAudience: 'NOBODY', followingAudience: 'NOBODY' });
  const toNobody = { ada: open, fan: closed, idol: closed, stranger: closed, anonymous: closed };
  assert.deepEqual(await seenBy(), toNobody);
  await update(ada, { followersAudience: 'EVERYONE', followingAudience: 'EVERYONE', isPrivate: true });
  assert.deepEqual(await seenBy(), { ...toNobody, fan: open });
});

test('an absent or invisible user has no follow lists and is in none', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, gone, shy] = await people(world, ['ada', 'ben', 'gone', 'shy']);
  for (const [from, to] of [
    [ben, ada],
    [gone, ada],
    [shy, ada],
    [ada, ben],
    [ada, gone],
    [ada, shy],
  ] as const) {
    await follow(from, to);
  }
  await update(shy, { requiresSignIn: true });
  await runSql(world.connectionString, "update users set state = 'DEACTIVATED' where username = 'gone'");
  const all = ['shy', 'ben'];
  assert.deepEqual(await listsOf(ada, ada.id), { followers: all, following: all });
  assert.deepEqual(await listsOf(world.anonymous(), ada.id), { followers: ['ben'], following: ['ben'] });
  assert.deepEqual(await listsOf(gone, gone.id), { followers: ['ada'], following: ['ada'] });
  const block = { blocker_id: uuidOf(ben.id), blocked_id: uuidOf(ada.id), created_at: world.clock.now() };
  await world.app.services.db.insertInto('blocks').values(block).execute();
  assert.deepEqual(await listsOf(ada, ada.id), { followers: ['shy'], following: ['shy'] });
  const none = { followers: null, following: null };
  for (const id of [ben.id, gone.id, toGlobalId('user', world.app.services.ids.next())]) {
    assert.deepEqual(await listsOf(ada, id), none);
    assert.deepEqual(await ada.do(MUTUAL, { id }), { mutualFollowers: null });
  }
  assert.deepEqual(await listsOf(world.anonymous(), shy.id), none);
});

test('`mutualFollowers` lists the followers of a user whom the caller follows', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo, dora, star] = await people(world, ['ada', 'ben', 'cleo', 'dora', 'star']);
  for (const person of [ben, cleo, dora, ada]) await follow(person, star);
  for (const person of [dora, ben]) await follow(ada, person);
  const known = async (caller: Person) => {
    const { mutualFollowers: list } = await caller.do(MUTUAL, { id: star.id });
    return (
      list && { count: list.cappedCount, names: list.edges.map((edge: { node: Node }) => edge.node.username) }
    );
  };
  assert.deepEqual(await known(ada), { count: 2, names: ['dora', 'ben'] });
  assert.deepEqual(await known(ben), { count: 0, names: [] });
  await follow(star, ben);
  assert.deepEqual(await known(star), { count: 1, names: ['ben'] });
  await update(star, { followersAudience: 'FOLLOWING' });
  assert.deepEqual([await known(ada), await known(ben)], [null, { count: 0, names: [] }]);
});

test('`mutualFollowers` counts up to a hundred users and pages through all of them', async (t) => {
  const world = await testWorld(t);
  const [ada, star] = await people(world, ['ada', 'star']);
  await runSql(world.connectionString, insertUsersSql(120, { followers: [star], followees: [] }));
  await runSql(
    world.connectionString,
    `insert into follows (follower_id, followee_id, created_at)
     select '${uuidOf(ada.id)}', id, ${NOW} from users where username like 'person.%';
     update users set state = 'DEACTIVATED' where username in ('person.7', 'person.8')`,
  );
  const names: string[] = [];
  for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
    const { mutualFollowers: list } = await ada.do(MUTUAL, { id: star.id, first: 50, after });
    assert.equal(list.cappedCount, 100);
    names.push(...list.edges.map((edge: { node: Node }) => edge.node.username));
    ({ hasNextPage, endCursor: after } = list.pageInfo);
  }
  assert.deepEqual([names.length, new Set(names).size, names.includes('person.7')], [118, 118, false]);
});

test('a follow list refuses foreign cursors, page sizes other than 1 to 100, and ids that are not of users', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = await people(world, ['ada', 'ben']);
  await follow(ben, ada);
  await follow(ada, ben);
  const PAGE = '{ pageInfo { endCursor } }';
  const { followers, following, ofBen } = await ada.do(
    `query ($id: ID!, $ben: ID!) {
      followers(userId: $id) ${PAGE} following(userId: $id) ${PAGE} ofBen: following(userId: $ben) ${PAGE} }`,
    { id: ada.id, ben: ben.id },
  );
  const [version, name] = JSON.parse(Buffer.from(following.pageInfo.endCursor, 'base64url').toString());
  const forged = (key: readonly unknown[]): string =>
    Buffer.from(JSON.stringify([version, name, ...key])).toString('base64url');
  const wrong = [
    { after: followers.pageInfo.endCursor },
    { after: ofBen.pageInfo.endCursor },
    { after: 'nonsense' },
    { after: forged([1e15, uuidOf(ada.id)]) },
    { after: forged([-1, uuidOf(ada.id)]) },
    { after: forged(['2026-01-01', uuidOf(ada.id)]) },
    { after: forged([0, 'ada']) },
    { first: 0 },
    { first: 101 },
    { id: 'ada' },
    { id: toGlobalId('post', uuidOf(ada.id)) },
  ];
  const FOLLOWING = `query ($id: ID!, $first: Int, $after: String) {
    following(userId: $id, first: $first, after: $after) ${PAGE} }`;
  for (const variables of wrong) {
    const { data, errors } = await ada.ask(FOLLOWING, { id: ada.id, ...variables });
    const outcome = [data, errors?.[0]?.extensions.code];
    assert.deepEqual(outcome, [{ following: null }, 'BAD_USER_INPUT'], JSON.stringify(variables));
  }
  assert.equal(
    (await ada.do(FOLLOWING, { id: ada.id, after: forged([0, uuidOf(ada.id)]) })).following.pageInfo
      .endCursor,
    null,
  );
});

test('a follow list of fifty users takes as many statements as a list of one', async (t) => {
  const world = await testWorld(t);
  const [ada, star] = await people(world, ['ada', 'star']);
  const LIST =
    '{ edges { followedAt } nodes { username bio avatar { url } viewer { followState isFollowedBy } } }';
  const statements = async (count: number): Promise<number[]> => {
    const found: number[] = [];
    for (const name of ['followers', 'following', 'mutualFollowers']) {
      const document = `query ($id: ID!) { list: ${name}(userId: $id, first: 50) ${LIST} }`;
      const needed = await world.statementsOf(async () => {
        const { list } = await ada.do(document, { id: star.id });
        assert.equal(list.nodes.length, count, name);
      });
      found.push(needed);
    }
    return found;
  };
  await runSql(world.connectionString, insertUsersSql(1, { followers: [star, ada], followees: [star, ada] }));
  const one = await statements(1);
  await runSql(
    world.connectionString,
    insertUsersSql(49, { followers: [star, ada], followees: [star, ada] }),
  );
  // The user, their settings, the list with its users, and the follows between these and the caller.
  const expected = [4, 4, 4];
  assert.deepEqual([one, await statements(50)], [expected, expected]);
});

/** Truncated to milliseconds, as the service stores times. */
const NOW = "date_trunc('milliseconds', now())";

/** Inserts `count` users with follows to all of `followers` and from all of `followees`. */
function insertUsersSql(
  count: number,
  ties: { followers: readonly Person[]; followees: readonly Person[] },
): string {
  const idsOf = (list: readonly Person[]): string =>
    `array[${list.map(({ id }) => `'${uuidOf(id)}'`).join()}]::uuid[]`;
  return `
    with made as (
      insert into users (id, provider, subject, username, display_name, created_at, updated_at)
      select gen_random_uuid(), 'test', name, name, name, now(), now()
      from (select 'person.' || n + (select count(*) from users) as name from generate_series(1, ${count}) n) names
      returning id
    ), followers as (
      insert into follows select made.id, other, ${NOW} from made, unnest(${idsOf(ties.followers)}) other
    )
    insert into follows select other, made.id, ${NOW} from made, unnest(${idsOf(ties.followees)}) other`;
}
