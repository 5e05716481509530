import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const SEARCH = `query ($query: String!, $first: Int, $after: String) {
  searchUsers(query: $query, first: $first, after: $after) {
    nodes { username } pageInfo { hasNextPage endCursor }
  }
}`;
const FOLLOW = 'mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }';

async function found(who: Actor, query: string): Promise<string[]> {
  const { searchUsers } = await who.do(SEARCH, { query, first: 20 });
  return searchUsers.nodes.map(({ username }: { username: string }) => username);
}

/** Inserts accounts, by username, display name and number of followers; their ids are in this order. */
async function settle(
  world: World,
  people: readonly (readonly [username: string, displayName: string, followerCount?: number])[],
): Promise<void> {
  const rows = people.map(([username, displayName, followerCount = 0], index) => {
    const id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`;
    const name = displayName.replaceAll("'", "''");
    return `('${id}', 'none', '${username}', '${username}', '${name}', ${followerCount}, now(), now())`;
  });
  await runSql(
    world.connectionString,
    `insert into users (id, provider, subject, username, display_name, follower_count, created_at, updated_at)
     values ${rows.join()}`,
  );
}

/** Changes a user's row by SQL. */
const set = (world: World, username: string, change: string): Promise<void> =>
  runSql(world.connectionString, `update users set ${change} where username = '${username}'`);

async function idOf(who: Actor, username: string): Promise<string> {
  return (await who.do('query ($username: String!) { user(username: $username) { id } }', { username })).user
    .id;
}

test('results are ordered by distance, then followed users, then popularity, then age', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await settle(world, [
    ['tamara', 'T.', 9_000],
    ['omar', 'Omar', 1],
    ['benno', 'Ben Omar Ali'],
    ['quentin', 'Anna Lena Márcia', 1_000],
    ['xenia', 'Mareike'],
    ['yvo', 'Anna Maria', 40],
    ['zed', "D'Marco Mars"],
    ['marie', 'Nobody', 5],
    ['martha', 'Nobody', 6],
    ['marcus', 'Nobody', 7],
    ['marlene', 'Nobody'],
    ['mark', 'Nobody', 4],
    ['mar', 'Nobody'],
    ['nora', 'Nora', 50_000],
  ]);
  for (const username of ['marlene', 'zed', 'benno']) {
    await ada.do(FOLLOW, { id: await idOf(ada, username) });
  }
  const visitors = [
    'mar',
    'marcus',
    'marie',
    'martha',
    'mark',
    'marlene',
    'quentin',
    'yvo',
    'zed',
    'xenia',
    'tamara',
    'omar',
    'benno',
  ];
  assert.deepEqual(await found(world.anonymous(), 'mar'), visitors);
  assert.deepEqual(await found(ada, 'mar'), [
    'mar',
    'marlene',
    'marcus',
    'marie',
    'martha',
    'mark',
    'zed',
    'quentin',
    'yvo',
    'xenia',
    'benno',
    'tamara',
    'omar',
  ]);
  assert.deepEqual(await found(ada, '@MAR'), await found(ada, ' mar '));
});

test('names are found in any case, with and without accents, in other scripts and with other punctuation', async (t) => {
  const world = await testWorld(t);
  await settle(world, [
    ['user.one', 'José Núñez'],
    ['user.two', 'JOSE NUNEZ'],
    ['user.three', 'Seán O’Brien-Łukasz'],
    ['user.four', 'Мария Щукина'],
    ['user.five', '김민준'],
    ['user.six', 'محمد علي'],
    ['user.seven', '🦊✨ Fox'],
    ['user.eight', 'Çağla Işık'],
    ['under_score.dot', 'Eight'],
  ]);
  const visitor = world.anonymous();
  for (const [query, names] of [
    ['josé', ['user.one', 'user.two']],
    ['NUNEZ', ['user.one', 'user.two']],
    ['jose nu', ['user.one', 'user.two']],
    ['ｊｏｓｅ', ['user.one', 'user.two']],
    ["o'brien", ['user.three']],
    ['OBrien', ['user.three']],
    ['lukasz', ['user.three']],
    ['мария', ['user.four']],
    ['mariya shchu', ['user.four']],
    ['ЩУКИНА', ['user.four']],
    ['김민', ['user.five']],
    ['علي', ['user.six']],
    ['🦊✨', ['user.seven']],
    ['cagla isik', ['user.eight']],
    ['score.d', ['under_score.dot']],
    ['score dot', ['under_score.dot']],
    ['under_', ['under_score.dot']],
  ] as const) {
    assert.deepEqual(await found(visitor, query), names, query);
  }
});

test('a user is found despite a typing error in the query', async (t) => {
  const world = await testWorld(t);
  await settle(world, [
    ['jonathan', 'J.'],
    ['mike', 'Michael Brown'],
    ['s.connor', 'Sarah Connor'],
    ['christopher', 'Chris'],
    ['someone', 'Karl Alexander'],
  ]);
  const visitor = world.anonymous();
  for (const [query, names] of [
    ['jonathon', ['jonathan']],
    ['micheal', ['mike']],
    ['sarha', ['s.connor']],
    ['kristopher', ['christopher']],
    ['alexnader', ['someone']],
    ['sarah conor', ['s.connor']],
    ['qwertyuiop', []],
  ] as const) {
    assert.deepEqual(await found(visitor, query), names, query);
  }
});

test('search finds exactly the users who are visible to the caller', async (t) => {
  const world = await testWorld(t);
  const [ada, eve] = [await world.user('ada'), await world.user('eve')];
  const names = ['blocker', 'blocked', 'away', 'leaving', 'banned', 'shy', 'closed', 'open'];
  await settle(
    world,
    names.map((name) => [`target.${name}`, 'Somebody']),
  );
  const targets = (...kinds: string[]): string[] => kinds.map((kind) => `target.${kind}`);
  assert.deepEqual(await found(ada, 'target'), targets(...names));
  const ids = { ada: uuidOf(ada.id) };
  await runSql(
    world.connectionString,
    `insert into blocks (blocker_id, blocked_id, created_at)
     select id, '${ids.ada}', now() from users where username = 'target.blocker'
     union all select '${ids.ada}', id, now() from users where username = 'target.blocked'`,
  );
  await set(world, 'target.away', "state = 'DEACTIVATED'");
  await set(world, 'target.leaving', "state = 'PENDING_DELETION'");
  await set(world, 'target.banned', "suspended_until = now() + interval '1 hour'");
  await set(world, 'target.shy', 'requires_sign_in = true');
  await set(world, 'target.closed', 'is_private = true');
  for (const query of ['target', 'targte', 'arget', 'somebody']) {
    assert.deepEqual(await found(ada, query), targets('shy', 'closed', 'open'), query);
    assert.deepEqual(await found(eve, query), targets('blocker', 'blocked', 'shy', 'closed', 'open'), query);
    assert.deepEqual(
      await found(world.anonymous(), query),
      targets('blocker', 'blocked', 'closed', 'open'),
      query,
    );
  }
  for (const kind of ['blocker', 'blocked', 'away', 'leaving', 'banned']) {
    const others = await found(ada, `target.${kind}`);
    assert.ok(!others.includes(`target.${kind}`), kind);
  }
  world.clock.advance('2h');
  assert.deepEqual(
    await found(world.anonymous(), 'target'),
    targets('blocker', 'blocked', 'banned', 'closed', 'open'),
  );
});

test('an undiscoverable user is found by followers, and by the whole username', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await settle(world, [['hidden.person', 'Hidden Person']]);
  await set(world, 'hidden.person', 'is_discoverable = false');
  for (const query of ['hidden.perso', 'hidden', 'person', 'hidden persno', 'idden']) {
    assert.deepEqual(await found(ben, query), [], query);
  }
  assert.deepEqual(await found(ben, 'Hidden.Person'), ['hidden.person']);
  assert.deepEqual(await found(world.anonymous(), '@hidden.person'), ['hidden.person']);
  await ada.do(FOLLOW, { id: await idOf(ada, 'hidden.person') });
  for (const query of ['hidden.perso', 'hidden', 'person', 'idden']) {
    assert.deepEqual(await found(ada, query), ['hidden.person'], query);
  }
  await set(world, 'hidden.person', 'is_discoverable = true');
  assert.deepEqual(await found(ben, 'hidden persno'), ['hidden.person']);
});
