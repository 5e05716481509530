import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erase } from '#test/support/people/accounts.ts';
import type { Actor } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { follow } from '#test/support/people/people.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const FEED = `query ($first: Int, $after: String) {
  feed(first: $first, after: $after) { nodes { text } pageInfo { hasNextPage endCursor } } }`;

async function textsIn(person: Actor): Promise<string[]> {
  return (await person.do(FEED, { first: 100 })).feed.nodes.map(({ text }: { text: string }) => text);
}

async function publish(author: Actor, text: string): Promise<string> {
  const { createPost } = await author.do(
    'mutation ($text: String) { createPost(input: { text: $text }) { post { id } errors { code } } }',
    { text },
  );
  return createPost.post.id;
}

/** Texts in the user's timeline, and the followees who are pulled or fanned out to it. */
async function timelineOf({ app }: World, person: Person) {
  const { db } = app.services;
  const id = uuidOf(person.id);
  const timeline = await db
    .selectFrom('timelines')
    .select('floor_id')
    .where('user_id', '=', id)
    .executeTakeFirst();
  const entries = await db
    .selectFrom('timeline_entries as e')
    .innerJoin('posts as p', 'p.id', 'e.post_id')
    .select('p.text')
    .where('e.user_id', '=', id)
    .orderBy('e.sort_id', 'desc')
    .execute();
  const edges = await db
    .selectFrom('follows as f')
    .innerJoin('users as u', 'u.id', 'f.followee_id')
    .select(['u.username', 'f.is_delivered as isDelivered', 'f.is_pulled as isPulled'])
    .where('f.follower_id', '=', id)
    .orderBy('u.username')
    .execute();
  return {
    hasTimeline: timeline !== undefined,
    entries: entries.map(({ text }) => text),
    pulled: edges.filter((edge) => edge.isPulled).map(({ username }) => username),
    delivered: edges.filter((edge) => edge.isDelivered).map(({ username }) => username),
  };
}

test('a new followee is pulled immediately, and in the timeline once the job has run', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await publish(ben, 'before');
  await follow(ada, ben);
  assert.deepEqual(await textsIn(ada), ['before']);
  await world.runJobs();
  const settled = { hasTimeline: true, pulled: [], delivered: ['ben'] };
  assert.deepEqual(await timelineOf(world, ada), { ...settled, entries: ['before'] });

  const after = await publish(ben, 'after');
  await publish(ada, 'own');
  // The own post is visible immediately, that of a followee after fan-out.
  assert.deepEqual(await textsIn(ada), ['own', 'before']);
  await world.runJobs();
  assert.deepEqual(await textsIn(ada), ['own', 'after', 'before']);
  assert.deepEqual(await timelineOf(world, ada), { ...settled, entries: ['after', 'before'] });

  await ben.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: after,
  });
  assert.deepEqual(await textsIn(ada), ['own', 'before']);
  await world.runJobs();
  assert.deepEqual(await timelineOf(world, ada), { ...settled, entries: ['before'] });
  await ada.do('mutation ($id: ID!) { unfollowUser(input: { userId: $id }) { errors { code } } }', {
    id: ben.id,
  });
  assert.deepEqual(await textsIn(ada), ['own']);
  await world.runJobs();
  assert.deepEqual(await timelineOf(world, ada), { ...settled, entries: [], delivered: [] });
});

test('a timeline is trimmed, and the feed below its floor is pulled without a gap', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_TIMELINE_ENTRIES: '5' } });
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  for (const author of [ben, cleo]) await follow(ada, author);
  await world.runJobs();
  const texts: string[] = [];
  for (let index = 0; index < 12; index += 1) {
    const text = `post ${index}`;
    texts.unshift(text);
    await publish(index % 3 === 0 ? cleo : ben, text);
  }
  await world.runJobs();
  // Which fan-outs trim depends on the ids; a backfill always trims.
  await follow(ada, await world.user('dora'));
  await world.runJobs();
  assert.deepEqual((await timelineOf(world, ada)).entries, texts.slice(0, 5));
  assert.deepEqual(await textsIn(ada), texts);
  for (let first = 1; first <= 7; first += 1) {
    const read: string[] = [];
    for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
      const { feed } = await ada.do(FEED, { first, after });
      read.push(...feed.nodes.map(({ text }: { text: string }) => text));
      ({ hasNextPage, endCursor: after } = feed.pageInfo);
    }
    assert.deepEqual(read, texts, `pages of ${first}`);
  }
});

test('further followers pull accounts with very many followers, up to the limit of pulled accounts', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_TIMELINE_FOLLOWERS: '2', LIMIT_TIMELINE_PULLED: '1' } });
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const [dora, emil] = [await world.user('dora'), await world.user('emil')];
  for (const fan of [dora, emil]) for (const star of [ben, cleo]) await follow(fan, star);
  await world.runJobs();
  await follow(ada, ben);
  await world.runJobs();
  assert.deepEqual(await timelineOf(world, ada), {
    hasTimeline: true,
    entries: [],
    pulled: ['ben'],
    delivered: [],
  });
  await follow(ada, cleo);
  await world.runJobs();
  for (const star of [ben, cleo]) await publish(star, `I am ${star.username}`);
  await world.runJobs();
  assert.deepEqual(await timelineOf(world, ada), {
    hasTimeline: true,
    entries: ['I am cleo'],
    pulled: ['ben'],
    delivered: ['cleo'],
  });
  assert.deepEqual(await textsIn(ada), ['I am cleo', 'I am ben']);
});

test('a user inactive for a month loses their timeline, reads the whole feed by pull, and gets a new timeline', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await follow(ada, ben);
  await publish(ben, 'old');
  await world.runJobs();
  const away = { hasTimeline: false, entries: [], pulled: ['ben'], delivered: [] };
  await runSql(
    world.connectionString,
    `update sessions set last_seen_at = now() - interval '31 days' where user_id = '${uuidOf(ada.id)}'`,
  );
  await runCron(world, 'feed.retireTimelines');
  assert.deepEqual(await timelineOf(world, ada), away);
  await publish(ben, 'new');
  await world.runJobs();
  assert.deepEqual(await timelineOf(world, ada), away);

  assert.deepEqual(await textsIn(ada), ['new', 'old']);
  assert.deepEqual(await textsIn(ada), ['new', 'old']);
  await world.runJobs();
  assert.deepEqual(await timelineOf(world, ada), {
    hasTimeline: true,
    entries: ['new', 'old'],
    pulled: [],
    delivered: ['ben'],
  });
  assert.deepEqual(await textsIn(ada), ['new', 'old']);
  // A user active yesterday keeps their timeline.
  await runSql(world.connectionString, `update sessions set last_seen_at = now() - interval '1 day'`);
  await runCron(world, 'feed.retireTimelines');
  assert.equal((await timelineOf(world, ada)).hasTimeline, true);
});

test('erasure deletes the timeline of a user and their entries in the timelines of others', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  for (const [fan, star] of [
    [ada, ben],
    [ben, ada],
    [cleo, ada],
  ] as const)
    await follow(fan, star);
  await world.runJobs();
  const id = await publish(ben, 'I was');
  await ada.do('mutation ($id: ID!) { repost(input: { postId: $id }) { errors { code } } }', { id });
  await publish(ada, 'I am');
  await world.runJobs();
  assert.deepEqual((await timelineOf(world, cleo)).entries, ['I am', 'I was']);
  await erase(world, await world.signIn(ben));
  await world.runJobs();
  const rows = await world.app.services.db.selectFrom('timeline_entries').select('user_id').execute();
  assert.deepEqual(rows, [{ user_id: uuidOf(cleo.id) }]);
  assert.deepEqual(await timelineOf(world, ben), {
    hasTimeline: false,
    entries: [],
    pulled: [],
    delivered: [],
  });
  assert.deepEqual(await textsIn(await world.signIn(cleo)), ['I am']);
});
