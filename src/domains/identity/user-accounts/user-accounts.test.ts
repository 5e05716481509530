import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { publish } from '#test/support/content/comments.ts';
import { give } from '#test/support/money/ledger.ts';
import { runSql } from '#test/support/test-server.ts';
import { report } from '#test/support/trust/reports.ts';
import { testWorld } from '#test/support/world.ts';

const LIST = `query ($search: String, $state: AccountState, $isSuspended: Boolean, $hasBadge: Boolean, $from: DateTime,
    $before: DateTime, $updated: DateTime, $order: UserAccountOrder, $first: Int, $after: String) {
  adminGetUsers(search: $search, state: $state, isSuspended: $isSuspended, hasBadge: $hasBadge, createdFrom: $from,
    createdBefore: $before, updatedAfter: $updated, order: $order, first: $first, after: $after) {
    nodes { username } pageInfo { endCursor hasNextPage } } }`;

const namesOf = async (admin: Actor, variables: Untyped = {}): Promise<string[]> =>
  (await admin.do(LIST, variables)).adminGetUsers.nodes.map(({ username }: Untyped) => username);

test('admins find accounts by id, former name, registration, change, suspension and badge', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  const ada = await world.user('ada');
  world.clock.advance('5m');
  const noon = world.clock.now();
  const ben = await world.user('ben');
  const eve = await world.user('eve');
  await ada.do('mutation { changeUsername(input: { username: "countess" }) { errors { code } } }');
  await admin.do(
    `mutation ($id: ID!) { adminSuspendUser(input: { userId: $id, reason: "Spam" }) { errors { code } } }`,
    { id: ben.id },
  );
  await admin.do(
    `mutation ($id: ID!) { adminGrantBadge(input: { userId: $id, kind: NOTABLE, displayName: "eve", username: "eve", reason: "Known" }) { errors { code } } }`,
    { id: eve.id },
  );

  assert.deepEqual(await namesOf(admin, { search: ada.id }), ['countess']);
  assert.deepEqual(await namesOf(admin, { search: ' @ADA' }), ['countess']);
  assert.deepEqual(await namesOf(admin, { search: 'user_nobody' }), []);
  assert.deepEqual(await namesOf(admin, { from: noon }), ['eve', 'ben']);
  assert.deepEqual(await namesOf(admin, { before: noon }), ['countess']);
  assert.deepEqual(await namesOf(admin, { order: 'LAST_UPDATED' }), ['ben', 'countess', 'eve']);
  assert.deepEqual(await namesOf(admin, { isSuspended: true }), ['ben']);
  assert.deepEqual(await namesOf(admin, { isSuspended: false }), ['eve', 'countess']);
  assert.deepEqual(await namesOf(admin, { hasBadge: true }), ['eve']);
  assert.deepEqual(await namesOf(admin, { hasBadge: false, isSuspended: false }), ['countess']);
  assert.deepEqual(await namesOf(admin, { state: 'DEACTIVATED' }), []);
  assert.deepEqual(await namesOf(admin, { updated: world.clock.now() }), []);

  const first = (await admin.do(LIST, { first: 2, order: 'NEWEST' })).adminGetUsers;
  const after = first.pageInfo.endCursor;
  assert.deepEqual(await namesOf(admin, { after, order: 'NEWEST' }), ['countess']);
  const other = await admin.ask(LIST, { after, order: 'LAST_UPDATED' });
  assert.equal(other.errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
});

/** Ten thousand accounts, one registered each second; every tenth has a badge. */
const CROWD = `
  with crowd as (
    insert into users (id, provider, subject, username, lookalike_rank, display_name, created_at, updated_at)
    select gen_random_uuid(), 'embedded', 'crowd ' || n, 'crowd_' || n, n, 'Crowd', timestamptz '2025-01-01' + n * interval '1 s',
      timestamptz '2025-02-01' - n * interval '1 s'
    from generate_series(10000, 20010) n returning id, lookalike_rank, username
  )
  insert into badges (id, user_id, kind, verified_name, verified_username, granted_by, granted_at)
  select gen_random_uuid(), crowd.id, 'NOTABLE', 'Crowd', username, admins.id, now() from crowd, admins where lookalike_rank % 10 = 0`;

test('accounts that are many are listed like those that are few', async (t) => {
  const world = await testWorld(t);
  const admin = await world.admin();
  await world.user('crowd');
  await runSql(world.connectionString, CROWD);
  const listed = async (variables: Untyped): Promise<string[]> => {
    const { nodes, pageInfo } = (await admin.do(LIST, { ...variables, first: 2 })).adminGetUsers;
    const after = pageInfo.endCursor;
    return [
      ...nodes.map(({ username }: Untyped) => username),
      ...(await namesOf(admin, { ...variables, after, first: 1 })),
    ];
  };
  const answers = async (): Promise<unknown> => [
    await listed({ search: 'crowd', order: 'NEWEST' }),
    await listed({ search: 'crowd_', order: 'LAST_UPDATED' }),
    await listed({ search: 'crowd_', before: '2025-01-01T04:00:00Z', order: 'NEWEST' }),
    await listed({ search: 'crowd', hasBadge: true, order: 'NEWEST' }),
    await listed({ hasBadge: true, order: 'NEWEST' }),
    await listed({ hasBadge: true, order: 'LAST_UPDATED' }),
    await listed({ hasBadge: true, updated: '2025-01-31T21:00:00Z', order: 'NEWEST' }),
  ];
  const expected = [
    ['crowd', 'crowd_20010', 'crowd_20009'],
    ['crowd_10000', 'crowd_10001', 'crowd_10002'],
    ['crowd_14399', 'crowd_14398', 'crowd_14397'],
    ['crowd_20010', 'crowd_20000', 'crowd_19990'],
    ['crowd_20010', 'crowd_20000', 'crowd_19990'],
    ['crowd_10000', 'crowd_10010', 'crowd_10020'],
    ['crowd_10790', 'crowd_10780', 'crowd_10770'],
  ];
  assert.deepEqual(await answers(), expected);
  // Each is found by its address too, which is more than is sorted; and so few have a badge that these are.
  await runSql(
    world.connectionString,
    "update users set email = username || '@example.com' where lookalike_rank > 0",
  );
  await runSql(
    world.connectionString,
    "update badges set expires_at = granted_at where verified_username like 'crowd_15%'",
  );
  assert.deepEqual(await answers(), expected);
});

const PARTS = `
  username bio isPrivate isDiscoverable requiresSignIn isEmailVerified followingCount deletionDueAt
  avatar { url } restrictions { nodes { kind } } badges { kind } strikePoints reports { aboutCount openAboutCount byCount }
  coins { coins promoCoins totalCoins } sessions { id platform revokedAt } relatedAccounts { account { username } }`;

const GET = `query ($id: ID!) { adminGetUser(id: $id) { ${PARTS} } }`;

test('an account has each part for the roles that may see it, and null for others', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  await give(world, ada, 30);
  await report(ben, { userId: ada.id });
  await runSql(world.connectionString, "update sessions set ip = '192.0.2.7'");
  const shown = async (role: 'OWNER' | 'MODERATOR' | 'SUPPORT'): Promise<Untyped> =>
    (await (await world.admin({ role })).do(GET, { id: ada.id })).adminGetUser;

  const everything = {
    username: 'ada',
    bio: '',
    isPrivate: false,
    isDiscoverable: true,
    requiresSignIn: false,
    isEmailVerified: false,
    followingCount: 0,
    deletionDueAt: null,
    avatar: null,
    restrictions: { nodes: [] },
    badges: [],
    strikePoints: 0,
    reports: { aboutCount: 1, openAboutCount: 1, byCount: 0 },
    coins: { coins: 0, promoCoins: 30, totalCoins: 30 },
    sessions: [{ id: ada.sessionId, platform: 'WEB', revokedAt: null }],
    relatedAccounts: [{ account: { username: 'ben' } }],
  };
  assert.deepEqual(await shown('OWNER'), everything);
  assert.deepEqual(await shown('MODERATOR'), { ...everything, coins: null });
  const forSupport = {
    coins: null,
    reports: null,
    strikePoints: null,
    sessions: null,
    relatedAccounts: null,
  };
  assert.deepEqual(await shown('SUPPORT'), { ...everything, ...forSupport });

  const owner = await world.admin();
  const statements = await world.statementsOf(() => owner.do(GET, { id: ada.id }));
  assert.ok(statements <= 12, `${statements} statements`);
});

test('accounts are related by an address within a day, and not by one at another time', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, eve] = [await world.user('ada'), await world.user('ben'), await world.user('eve')];
  const admin = await world.admin();
  const seen = async (username: string, ip: string, at: string): Promise<void> => {
    await runSql(
      world.connectionString,
      `update sessions set ip = '${ip}', last_seen_at = '${at}' where user_id = (select id from users where username = '${username}')`,
    );
  };
  await seen('ada', '192.0.2.1', '2030-01-02T12:00:00Z');
  await seen('ben', '192.0.2.1', '2030-01-01T12:00:00Z');
  await seen('eve', '192.0.2.1', '2030-01-01T11:59:59Z');
  const relatedTo = async (id: string): Promise<string[]> => {
    const { adminGetUser } = await admin.do(
      'query ($id: ID!) { adminGetUser(id: $id) { relatedAccounts { ip lastSeenAt account { username } } } }',
      { id },
    );
    return adminGetUser.relatedAccounts.map(
      ({ ip, lastSeenAt, account }: Untyped) => `${account.username} ${ip} ${lastSeenAt}`,
    );
  };
  assert.deepEqual(await relatedTo(ada.id), ['ben 192.0.2.1 2030-01-01T12:00:00.000Z']);
  assert.deepEqual(await relatedTo(eve.id), ['ben 192.0.2.1 2030-01-01T12:00:00.000Z']);
  assert.deepEqual(await relatedTo(ben.id), [
    'ada 192.0.2.1 2030-01-02T12:00:00.000Z',
    'eve 192.0.2.1 2030-01-01T11:59:59.000Z',
  ]);
});

test('moderators list the content of a user in every moderation state', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const admin = await world.admin({ role: 'MODERATOR' });
  const [first, second] = [await publish(ada, { text: 'First' }), await publish(ada, { text: 'Second' })];
  await publish(ben, { text: 'Elsewhere' });
  await admin.do(
    'mutation ($id: ID!) { adminRemovePost(input: { postId: $id, reason: "Spam" }) { errors { code } } }',
    { id: first },
  );
  const posts = async (variables: Untyped): Promise<string[]> => {
    const { adminGetPosts } = await admin.do(
      `query ($authorId: ID, $state: AdminModerationState) {
        adminGetPosts(authorId: $authorId, moderationState: $state) { nodes { text moderationState } } }`,
      variables,
    );
    return adminGetPosts.nodes.map(({ text, moderationState }: Untyped) => `${text} ${moderationState}`);
  };
  assert.deepEqual(await posts({ authorId: ada.id }), ['Second VISIBLE', 'First REMOVED']);
  assert.deepEqual(await posts({ state: 'REMOVED' }), ['First REMOVED']);
  assert.deepEqual(await posts({}), ['Elsewhere VISIBLE', 'Second VISIBLE', 'First REMOVED']);
  await ben.do(
    'mutation ($id: ID!) { addComment(input: { postId: $id, text: "A comment" }) { errors { code } } }',
    { id: second },
  );
  const { adminGetComments, adminGetMedia } = await admin.do(
    `query ($id: ID!) {
      adminGetComments(authorId: $id) { nodes { text moderationState } } adminGetMedia(ownerId: $id) { nodes { id } } }`,
    { id: ben.id },
  );
  assert.deepEqual(adminGetComments.nodes, [{ text: 'A comment', moderationState: 'VISIBLE' }]);
  assert.deepEqual(adminGetMedia.nodes, []);
});
