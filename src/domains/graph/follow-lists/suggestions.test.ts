import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Variables } from '#test/support/actor.ts';
import { FOLLOW_HASHTAG, publish } from '#test/support/content/hashtags.ts';
import { setPrivacy } from '#test/support/people/people.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const SUGGESTED = `query ($first: Int, $after: String) {
  suggestedUsers(first: $first, after: $after) {
    edges { reason mutualCount cursor node { username } } pageInfo { hasNextPage endCursor }
  }
}`;
const about = (mutation: string): string =>
  `mutation ($id: ID!) { ${mutation}(input: { userId: $id }) { errors { code } } }`;
const SETTINGS =
  'mutation ($input: UpdatePrivacySettingsInput!) { updatePrivacySettings(input: $input) { errors { code } } }';

type Edge = {
  readonly reason: string;
  readonly mutualCount: number;
  readonly node: { readonly username: string };
};

const pageOf = async (caller: Actor, paging: Variables = {}) =>
  (await caller.do(SUGGESTED, paging)).suggestedUsers;

const lineOf = ({ reason, mutualCount, node }: Edge): string =>
  `${node.username} ${reason === 'POPULAR' ? 'is popular' : 'is followed'} ${mutualCount}`;

async function suggestedTo(caller: Actor): Promise<string[]> {
  const { edges } = await pageOf(caller);
  return edges.map(lineOf);
}

const follow = (person: Person, ...others: Person[]): Promise<unknown> =>
  Promise.all(others.map((other) => person.do(about('followUser'), { id: other.id })));

/** Creates users in this order. @returns them by name */
async function people<Name extends string>(world: World, ...names: Name[]): Promise<Record<Name, Person>> {
  const made: Partial<Record<Name, Person>> = {};
  for (const name of names) made[name] = await world.user(name);
  // Every name has a user.
  return made as Record<Name, Person>;
}

test('users whom most followees of the caller follow are suggested first, then popular users', async (t) => {
  const world = await testWorld(t);
  const p = await people(world, 'ada', 'ben', 'cleo', 'dora', 'once', 'twice', 'thrice', 'star', 'unknown');
  await follow(p.ada, p.ben, p.cleo, p.dora);
  await follow(p.ben, p.once, p.twice, p.thrice, p.cleo, p.ada);
  await follow(p.cleo, p.twice, p.thrice);
  await follow(p.dora, p.thrice);
  for (const fan of [p.once, p.twice, p.thrice, p.unknown]) await follow(fan, p.star);
  assert.deepEqual(await suggestedTo(p.ada), [
    'thrice is followed 3',
    'twice is followed 2',
    'once is followed 1',
    'star is popular 0',
  ]);
  // A user who follows nobody gets popular users alone, by follower count, and never themselves.
  const popular = await pageOf(await world.user('newcomer'));
  assert.deepEqual(popular.edges.slice(0, 2).map(lineOf), ['star is popular 0', 'thrice is popular 0']);
  const names = popular.edges.map(({ node }: Edge) => node.username);
  assert.deepEqual([...names].toSorted(), ['ada', 'ben', 'cleo', 'dora', 'once', 'star', 'thrice', 'twice']);
});

test('users whom the caller follows, requested to follow, muted or cannot see, and users who are not discoverable, are not suggested', async (t) => {
  const world = await testWorld(t);
  const p = await people(
    world,
    ...([
      'ada',
      'ben',
      'followed',
      'asked',
      'rejected',
      'muted',
      'blocked',
      'blocker',
      'gone',
      'suspended',
    ] as const),
    ...(['undiscoverable', 'withdrawn', 'unmuted', 'plain'] as const),
  );
  await follow(p.ada, p.ben, p.followed);
  const candidates = Object.values(p).filter((person) => person !== p.ada && person !== p.ben);
  await follow(p.ben, p.ada, ...candidates);
  const closed = [p.asked, p.rejected, p.withdrawn];
  for (const person of closed) await person.do(SETTINGS, { input: { isPrivate: true } });
  await follow(p.ada, ...closed);
  await p.rejected.do(about('rejectFollowRequest'), { id: p.ada.id });
  await p.withdrawn.do(about('rejectFollowRequest'), { id: p.ada.id });
  await p.ada.do(about('cancelFollowRequest'), { id: p.withdrawn.id });
  await p.undiscoverable.do(SETTINGS, { input: { isDiscoverable: false } });
  const at = (person: Person): string => `'${uuidOf(person.id)}'`;
  await runSql(
    world.connectionString,
    `insert into blocks values (${at(p.ada)}, ${at(p.blocked)}, now()), (${at(p.blocker)}, ${at(p.ada)}, now());
     insert into mutes (muter_id, muted_id, scopes, created_at, expires_at) values
       (${at(p.ada)}, ${at(p.muted)}, '{POSTS}', now(), null),
       (${at(p.ada)}, ${at(p.unmuted)}, '{POSTS}', now(), now()),
       (${at(p.plain)}, ${at(p.ada)}, '{POSTS}', now(), null);
     update users set state = 'DEACTIVATED' where id = ${at(p.gone)};
     update users set suspended_until = 'infinity' where id = ${at(p.suspended)}`,
  );
  assert.deepEqual((await suggestedTo(p.ada)).toSorted(), [
    'plain is followed 1',
    'unmuted is followed 1',
    'withdrawn is followed 1',
  ]);
  // Another caller still gets these users: the exclusions are the caller's own.
  const names = (await pageOf(await world.user('newcomer'))).edges.map(({ node }: Edge) => node.username);
  assert.deepEqual(
    ['followed', 'asked', 'muted', 'blocked', 'gone', 'suspended', 'undiscoverable'].filter((name) =>
      names.includes(name),
    ),
    ['followed', 'asked', 'muted', 'blocked'],
  );
});

test('suggestions do not reveal the follows of a user who hides them', async (t) => {
  const world = await testWorld(t);
  const p = await people(world, 'ada', 'open', 'closed', 'mutual', 'secret');
  await follow(p.ada, p.open, p.closed, p.mutual);
  for (const friend of [p.open, p.closed, p.mutual]) await follow(friend, p.secret);
  await p.closed.do(SETTINGS, { input: { followingAudience: 'NOBODY' } });
  await p.mutual.do(SETTINGS, { input: { followingAudience: 'MUTUALS' } });
  assert.deepEqual(await suggestedTo(p.ada), ['secret is followed 1']);
  await follow(p.mutual, p.ada);
  assert.deepEqual(await suggestedTo(p.ada), ['secret is followed 2']);
});

test('a user who has become popular is suggested immediately', async (t) => {
  const world = await testWorld(t);
  const p = await people(world, 'ada', 'ben', 'star');
  assert.deepEqual(await suggestedTo(p.ada), []);
  await follow(p.ben, p.star);
  assert.deepEqual(await suggestedTo(p.ada), ['star is popular 0']);
});

test('authors of public posts with followed hashtags are suggested before popular users', async (t) => {
  const world = await testWorld(t);
  const p = await people(
    world,
    ...(['ada', 'ben', 'once', 'twice', 'mutual', 'closed', 'quiet', 'followed', 'star', 'hidden'] as const),
  );
  await setPrivacy(p.closed, { isPrivate: true });
  for (const author of [p.once, p.twice, p.mutual, p.closed, p.followed, p.ada])
    await publish(author, '#tea');
  await publish(p.twice, '#milk');
  await publish(p.quiet, '#tea #milk', { visibility: 'FOLLOWERS' });
  await publish(p.hidden, '#bad #tea', { visibility: 'PRIVATE' });
  await publish(p.hidden, '#bad');
  await world.runJobs();
  for (const name of ['tea', 'milk', 'bad']) await p.ada.do(FOLLOW_HASHTAG, { name });
  await follow(p.ada, p.ben, p.followed);
  await follow(p.ben, p.mutual, p.star);
  await follow(p.followed, p.star);
  await runSql(world.connectionString, "update hashtags set state = 'HIDDEN' where name = 'bad'");
  const { edges } = (
    await p.ada.do('{ suggestedUsers { edges { reason mutualCount sharedHashtagCount node { username } } } }')
  ).suggestedUsers;
  assert.deepEqual(
    edges.map((edge: Edge & { sharedHashtagCount: number }) => [
      edge.node.username,
      edge.reason,
      edge.mutualCount,
      edge.sharedHashtagCount,
    ]),
    [
      ['star', 'FOLLOWED_BY_PEOPLE_YOU_FOLLOW', 2, 0],
      ['mutual', 'FOLLOWED_BY_PEOPLE_YOU_FOLLOW', 1, 1],
      ['twice', 'SHARES_HASHTAGS', 0, 2],
      ['once', 'SHARES_HASHTAGS', 0, 1],
    ],
  );
  const pages: string[] = [];
  for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
    const page = await pageOf(p.ada, { first: 1, after });
    pages.push(...page.edges.map(({ node }: Edge) => node.username));
    ({ hasNextPage, endCursor: after } = page.pageInfo);
  }
  assert.deepEqual(pages, ['star', 'mutual', 'twice', 'once']);
});

test('pages of suggestions of any size each continue below the last rank of the one before', async (t) => {
  const world = await testWorld(t);
  const p = await people(world, 'ada', 'ben', 'cleo');
  await follow(p.ada, p.ben, p.cleo);
  // Both followees follow the first five, one follows the next five, five more are only popular; some of each are not active.
  await runSql(
    world.connectionString,
    `insert into users (id, provider, subject, username, display_name, state, follower_count, created_at, updated_at)
     select gen_random_uuid(), 'test', n::text, 'person.' || n, 'Person', case n % 4 when 0 then 'DEACTIVATED' else 'ACTIVE' end,
       n, now(), now()
     from generate_series(1, 15) n;
     insert into follows select friend.id, u.id, now()
     from users u join users friend on friend.username = any(case
       when u.subject::integer <= 5 then array['ben', 'cleo'] when u.subject::integer <= 10 then array['ben'] else array[]::text[] end)
     where u.provider = 'test'`,
  );
  const { edges: whole } = await pageOf(p.ada, { first: 50 });
  const reasons = whole.map((edge: Edge) => lineOf(edge).replace(edge.node.username, ''));
  assert.deepEqual(reasons.slice(0, 8), [
    ...Array(4).fill(' is followed 2'),
    ...Array(4).fill(' is followed 1'),
  ]);
  assert.deepEqual(
    whole.slice(8).map(lineOf),
    [15, 14, 13, 11].map((n) => `person.${n} is popular 0`),
  );
  for (const first of [1, 2, 3, 4, 5]) {
    const shown: Edge[] = [];
    for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
      const page = await pageOf(p.ada, { first, after });
      assert.ok(page.edges.length === first || !page.pageInfo.hasNextPage);
      shown.push(...page.edges);
      ({ hasNextPage, endCursor: after } = page.pageInfo);
    }
    assert.deepEqual(shown, whole);
  }
});

test('suggestions refuse foreign cursors and anonymous callers', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const forged = (key: readonly unknown[]): string =>
    Buffer.from(JSON.stringify([1, 'suggestedUsers', ...key])).toString('base64url');
  const id = uuidOf(ada.id);
  for (const after of [
    'nonsense',
    forged([1, 2]),
    forged([0, 0, id]),
    forged([2 ** 31, 0, 0, id]),
    forged([0, -1, 0, id]),
    forged([0, 0, 0, 'x']),
  ]) {
    const { data, errors } = await ada.ask(SUGGESTED, { after });
    assert.deepEqual(
      [data, errors?.[0]?.extensions.code],
      [{ suggestedUsers: null }, 'BAD_USER_INPUT'],
      after,
    );
  }
  assert.deepEqual((await pageOf(ada, { after: forged([0, 0, 0, id]) })).edges, []);
  const { errors } = await world.anonymous().ask(SUGGESTED);
  assert.equal(errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
});

test('only the newest follows count for suggestions, and fifty suggestions take as many statements as one', async (t) => {
  const world = await testWorld(t);
  const p = await people(world, 'ada', 'ben');
  const add = (from: number, to: number): Promise<void> =>
    runSql(
      world.connectionString,
      `with made as (
         insert into users (id, provider, subject, username, display_name, created_at, updated_at)
         select gen_random_uuid(), 'test', n::text, 'person.' || n, 'Person', now(), now()
         from generate_series(${from}::integer, ${to}) n returning id, subject
       )
       insert into follows select '${uuidOf(p.ben.id)}', id, timestamptz '2026-01-01' + subject::integer * interval '1 minute' from made`,
    );
  const WHOLE = `{ suggestedUsers(first: 50) { edges { reason mutualCount node {
    username avatar { url } viewer { followState isFollowedBy requestedToFollowYou }
  } } } }`;
  const statements = (count: number): Promise<number> =>
    world.statementsOf(async () => {
      assert.equal((await p.ada.do(WHOLE)).suggestedUsers.edges.length, count);
    });
  await follow(p.ada, p.ben);
  await add(1, 1);
  const one = await statements(1);
  await add(2, 60);
  // The newest followees, their settings, the suggestions, and the follows and requests between these and the caller.
  assert.deepEqual([one, await statements(50)], [5, 5]);
  await add(61, 203);
  const seen = new Set<string>();
  for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
    const page = await pageOf(p.ada, { first: 100, after });
    for (const { node } of page.edges) seen.add(node.username);
    ({ hasNextPage, endCursor: after } = page.pageInfo);
  }
  assert.deepEqual([seen.size, seen.has('person.3'), seen.has('person.4')], [200, false, true]);
});
