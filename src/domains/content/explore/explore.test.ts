import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import { publish } from '#test/support/people/searching.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const EXPLORE = '{ exploreFeed(first: 100) { edges { reason node { text } } } }';

async function explored(who: Actor): Promise<string[]> {
  const { exploreFeed } = await who.do(EXPLORE);
  return exploreFeed.edges.map(({ node }: Untyped) => node.text);
}

async function reasons(who: Actor): Promise<Record<string, string>> {
  const { exploreFeed } = await who.do(EXPLORE);
  return Object.fromEntries(exploreFeed.edges.map(({ node, reason }: Untyped) => [node.text, reason]));
}

const rank = (world: World): Promise<void> => runCron(world, 'explore.rank');

/** Registers users. @returns them by name */
async function people<Name extends string>(
  world: World,
  ...names: readonly Name[]
): Promise<Record<Name, Person>> {
  const registered: [string, Person][] = [];
  for (const name of names) registered.push([name, await world.user(name)]);
  // Every name has been registered above.
  return Object.fromEntries(registered) as Record<Name, Person>;
}

const like = (who: Actor, id: string): Promise<unknown> =>
  who.do('mutation ($id: ID!) { reactToPost(input: { postId: $id, type: LIKE }) { errors { code } } }', {
    id,
  });
const pass = (who: Actor, id: string): Promise<unknown> =>
  who.do('mutation ($id: ID!) { repost(input: { postId: $id }) { errors { code } } }', { id });
const answer = (who: Actor, id: string, text: string): Promise<unknown> =>
  who.do(
    'mutation ($id: ID!, $text: String!) { addComment(input: { postId: $id, text: $text }) { errors { code } } }',
    { id, text },
  );

test('the ranking counts each account once for each kind of engagement, and decays with age', async (t) => {
  const world = await testWorld(t);
  const { anna, bert, carl, dana, fan, other, third } = await people(
    world,
    'anna',
    'bert',
    'carl',
    'dana',
    'fan',
    'other',
    'third',
  );
  const [quiet, liked, talked, passed] = [
    await publish(anna, 'quiet'),
    await publish(bert, 'liked'),
    await publish(carl, 'talked about'),
    await publish(dana, 'passed on'),
  ];
  await rank(world);
  // Without engagement the newest are first.
  assert.deepEqual(await explored(world.anonymous()), ['passed on', 'talked about', 'liked', 'quiet']);

  // Actions of the author do not count, nor do further comments of one account.
  await like(anna, quiet);
  await pass(anna, quiet);
  for (const text of ['one', 'two', 'three']) await answer(anna, quiet, text);
  for (const text of ['one', 'two', 'three', 'four', 'five', 'six']) await answer(fan, talked, text);
  for (const one of [fan, other, third]) await like(one, liked);
  await pass(fan, passed);
  await like(other, passed);
  await rank(world);
  assert.deepEqual(await explored(world.anonymous()), ['passed on', 'liked', 'talked about', 'quiet']);

  // 5 = 1 + 4 after 5 hours is less than 1 at once: √5 ÷ 7^1.5 < √1 ÷ 2^1.5.
  world.clock.advance('5h');
  await publish(await world.signIn(bert), 'fresh');
  await rank(world);
  assert.deepEqual(await explored(world.anonymous()), [
    'fresh',
    'passed on',
    'liked',
    'talked about',
    'quiet',
  ]);
});

test('a ranking has at most the two best posts of each author', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, fan } = await people(world, 'ada', 'ben', 'fan');
  const texts = ['one', 'two', 'three', 'four'];
  const ids: string[] = [];
  for (const text of texts) ids.push(await publish(ada, text));
  await publish(ben, 'of ben');
  await like(fan, ids[0] ?? '');
  await rank(world);
  assert.deepEqual(await explored(world.anonymous()), ['one', 'of ben', 'four']);
});

test('`exploreFeed` lists public posts of discoverable users whom the caller does not follow', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, shy, hidden, close, viewer } = await people(
    world,
    'ada',
    'ben',
    'shy',
    'hidden',
    'close',
    'viewer',
  );
  await publish(ada, 'open');
  await publish(ada, 'sensitive', { isSensitive: true });
  await publish(ben, 'for followers', { visibility: 'FOLLOWERS' });
  await publish(ben, 'private', { visibility: 'PRIVATE', audienceUserIds: [viewer.id] });
  await publish(shy, 'shy');
  await publish(hidden, 'hidden');
  await publish(close, 'close');
  await publish(viewer, 'own');
  await setPrivacy(shy, { requiresSignIn: true });
  await setPrivacy(hidden, { isDiscoverable: false });
  await setPrivacy(close, { isPrivate: true });
  assert.deepEqual(await explored(viewer), []);
  await rank(world);
  assert.deepEqual(await explored(world.anonymous()), ['own', 'open']);
  assert.deepEqual(await explored(viewer), ['shy', 'sensitive', 'open']);
  assert.deepEqual(await explored(ada), ['own', 'shy']);
  await follow(viewer, ada);
  await follow(viewer, hidden);
  assert.deepEqual(await explored(viewer), ['shy']);

  // The ranking is some minutes old; visibility is checked at read time.
  const change = (table: string, id: string, how: string): Promise<void> =>
    runSql(world.connectionString, `update ${table} set ${how} where id = '${uuidOf(id)}'`);
  for (const [how, undo] of [
    ['is_private = true', 'is_private = false'],
    ['is_discoverable = false', 'is_discoverable = true'],
    ["state = 'DEACTIVATED'", "state = 'ACTIVE'"],
    ["suspended_until = 'infinity'", 'suspended_until = null'],
  ] as const) {
    await change('users', viewer.id, how);
    assert.deepEqual(await explored(world.anonymous()), ['open'], how);
    await change('users', viewer.id, undo);
  }
  await runSql(world.connectionString, "update posts set visibility = 'FOLLOWERS' where text = 'own'");
  assert.deepEqual(await explored(world.anonymous()), ['open']);
  await runSql(world.connectionString, "update posts set deleted_at = now() where text = 'open'");
  assert.deepEqual(await explored(world.anonymous()), []);
});

test('`exploreFeed` leaves out muted posts and users in a block with the caller', async (t) => {
  const world = await testWorld(t);
  const { viewer, muted, blocked, blocker, wordy, fine } = await people(
    world,
    'viewer',
    'muted',
    'blocked',
    'blocker',
    'wordy',
    'fine',
  );
  for (const author of [muted, blocked, blocker, wordy, fine])
    await publish(author, `${author.username} rain`);
  await publish(fine, 'fine');
  await rank(world);
  assert.equal((await explored(viewer)).length, 6);
  const on = (who: Person, mutation: string, whom: Person): Promise<unknown> =>
    who.do(`mutation ($id: ID!) { ${mutation}(input: { userId: $id }) { errors { code } } }`, {
      id: whom.id,
    });
  await on(viewer, 'muteUser', muted);
  await on(viewer, 'blockUser', blocked);
  await on(blocker, 'blockUser', viewer);
  assert.deepEqual(await explored(viewer), ['fine', 'fine rain', 'wordy rain']);
  await viewer.do('mutation { addMutedWord(input: { phrase: "rain" }) { errors { code } } }');
  assert.deepEqual(await explored(viewer), ['fine']);
  assert.equal((await explored(world.anonymous())).length, 6);
});

test('each post in `exploreFeed` has the first reason that applies to the caller', async (t) => {
  const world = await testWorld(t);
  const { viewer, friend, other, anna, bert, carl, dana } = await people(
    world,
    'viewer',
    'friend',
    'other',
    'anna',
    'bert',
    'carl',
    'dana',
  );
  const known = await publish(anna, 'known #tides');
  await publish(bert, 'tagged #moss');
  await publish(carl, 'trending #storm');
  const plain = await publish(dana, 'plain');
  await follow(viewer, friend);
  await follow(viewer, other);
  for (const one of [friend, other]) await like(one, known);
  await like(friend, plain);
  await like(anna, plain);
  await world.runJobs();
  await viewer.do('mutation { followHashtag(input: { name: "moss" }) { errors { code } } }');
  const trend = world.clock.now().toISOString();
  await runSql(
    world.connectionString,
    `insert into hashtag_trends (hashtag_id, peak_score, peak_at, strength)
     select id, 4, '${trend}', 2 + extract(epoch from timestamptz '${trend}') / 14400 from hashtags
     where name in ('storm', 'moss', 'tides')`,
  );
  await rank(world);
  assert.deepEqual(await reasons(viewer), {
    'known #tides': 'POPULAR_WITH_FOLLOWED',
    'tagged #moss': 'FOLLOWED_HASHTAG',
    'trending #storm': 'TRENDING_HASHTAG',
    plain: 'POPULAR',
  });
  assert.deepEqual(await reasons(world.anonymous()), {
    'known #tides': 'TRENDING_HASHTAG',
    'tagged #moss': 'TRENDING_HASHTAG',
    'trending #storm': 'TRENDING_HASHTAG',
    plain: 'POPULAR',
  });
  await pass(other, plain);
  assert.equal((await reasons(viewer))['plain'], 'POPULAR_WITH_FOLLOWED');
  const admin = await world.admin();
  for (const name of ['moss', 'storm']) {
    await admin.do(
      `mutation ($name: String!) {
        adminSetHashtagState(input: { name: $name, state: HIDDEN, reason: "Spam" }) { errors { code } } }`,
      { name },
    );
  }
  assert.deepEqual(await reasons(viewer), {
    'known #tides': 'POPULAR_WITH_FOLLOWED',
    'tagged #moss': 'POPULAR',
    'trending #storm': 'POPULAR',
    plain: 'POPULAR_WITH_FOLLOWED',
  });
});
