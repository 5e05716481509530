import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { toGlobalId } from '#platform/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { allRows, mentions } from '#test/support/all-rows.ts';
import { runCron } from '#test/support/cron.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const RECORD = `mutation ($events: [PostViewInput!]!) {
  recordPostViews(input: { events: $events }) { acceptedCount errors { code path ... on ValidationError { constraint limit } } } }`;
const PUBLISH = `mutation ($visibility: PostVisibility) {
  createPost(input: { text: "Hello", visibility: $visibility }) { post { id } errors { code } } }`;

const publish = async (person: Person, visibility = 'PUBLIC'): Promise<string> =>
  (await person.do(PUBLISH, { visibility })).createPost.post.id;
const record = async (viewer: Actor, ...events: readonly object[]): Promise<number> =>
  (await viewer.do(RECORD, { events: events.map((event) => ({ source: 'FEED', ...event })) })).recordPostViews
    .acceptedCount;

async function viewsOf(world: World, owner: Actor, id: string): Promise<number> {
  await world.runJobs();
  return (await owner.do('query ($id: ID!) { post(id: $id) { viewCount } }', { id })).post.viewCount;
}

const later = (world: World, minutes: number): string =>
  new Date(world.clock.now().getTime() + minutes * 60_000).toISOString();

test('everybody who sees a post is counted once, whatever they report, and its author never', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const postId = await publish(ada);
  assert.equal(await record(ben, { postId }, { postId, source: 'PROFILE' }), 2);
  assert.equal(await viewsOf(world, ada, postId), 1);
  assert.equal(await record(ben, { postId, source: 'SEARCH' }), 1);
  assert.equal(await record(ada, { postId }), 1);
  assert.equal(await viewsOf(world, ada, postId), 1);
  assert.equal(await record(cleo, { postId }), 1);
  assert.equal(await record(world.anonymous(), { postId, source: 'SHARE_LINK' }), 1);
  assert.equal(await viewsOf(world, ada, postId), 3);
  assert.equal(await record(ben), 0);
});

test('a view counts again 24 hours after the one that counted, not after those in between', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publish(ada);
  await record(ben, { postId });
  for (const [passed, expected] of [
    ['12h', 1],
    ['11h', 1],
    ['61m', 2],
    ['23h', 2],
    ['61m', 3],
  ] as const) {
    world.clock.advance(passed);
    await record(await world.signIn(ben), { postId });
    assert.equal(await viewsOf(world, world.anonymous(), postId), expected, passed);
  }
});

test('what is reported late counts for its own time, however the reports are ordered', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const [together, apart] = [await publish(ada), await publish(ada)];
  world.clock.advance('2d');
  const [benAgain, cleoAgain] = [await world.signIn(ben), await world.signIn(cleo)];
  const times = [later(world, -1), later(world, -23 * 60), later(world, 0), later(world, -12 * 60)];
  assert.equal(await record(benAgain, ...times.map((viewedAt) => ({ postId: together, viewedAt }))), 4);
  for (const viewedAt of times) {
    await record(benAgain, { postId: apart, viewedAt });
    await world.runJobs();
  }
  // Both lie within 24 hours of what has been counted of the other.
  assert.deepEqual(
    [await viewsOf(world, cleoAgain, together), await viewsOf(world, cleoAgain, apart)],
    [1, 1],
  );
  world.clock.advance('13m');
  // What a clock that is ahead calls tomorrow is now, so the next one counts a day from now.
  await record(cleoAgain, { postId: together, viewedAt: later(world, 3_000) });
  assert.equal(await viewsOf(world, cleoAgain, together), 2);
  world.clock.advance('25h');
  const cleoLater = await world.signIn(cleo);
  await record(cleoLater, { postId: together });
  assert.equal(await viewsOf(world, cleoLater, together), 3);
});

test('views that nobody can have had are not accepted, and the others of the same report are', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const posts = [await publish(ada), await publish(ada), await publish(ada), await publish(ada)];
  const [tooOld, tooLong, negative, good] = posts;
  const accepted = await record(
    ben,
    { postId: tooOld, viewedAt: later(world, -24 * 60 - 1) },
    { postId: tooLong, durationMs: 3_600_001 },
    { postId: negative, durationMs: -1 },
    { postId: good, viewedAt: later(world, -24 * 60 + 1), durationMs: 3_600_000 },
  );
  assert.equal(accepted, 1);
  const counts = [];
  for (const postId of posts) counts.push(await viewsOf(world, ada, postId));
  assert.deepEqual(counts, [0, 0, 0, 1]);
});

test('a report has at most a hundred views of posts, and nothing of a refused one is kept', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publish(ada);
  const events = Array.from({ length: 101 }, () => ({ postId, source: 'FEED' }));
  assert.deepEqual(await refused(world, ben, RECORD, { events }), [
    { code: 'VALIDATION_FAILED', path: ['events'], constraint: 'maxLength', limit: 100 },
  ]);
  for (const id of [ada.id, 'post_', 'x']) {
    const mixed = [
      { postId, source: 'FEED' },
      { postId: id, source: 'FEED' },
    ];
    const { errors } = await unchanged(world, () => ben.ask(RECORD, { events: mixed }));
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
  }
  assert.equal(await record(ben, ...events.slice(1)), 100);
  assert.equal(await viewsOf(world, ada, postId), 1);
});

test('a report tells nothing of posts that are hidden or absent, and they are not counted', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const hidden = [await publish(ada, 'FOLLOWERS'), await publish(ada, 'PRIVATE')];
  const [deleted, open] = [await publish(ada), await publish(ada)];
  await ada.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: deleted,
  });
  const absent = toGlobalId('post', world.app.services.ids.next());
  for (const viewer of [ben, world.anonymous()]) {
    for (const postId of [...hidden, deleted, absent]) {
      assert.equal(await unchanged(world, () => record(viewer, { postId })), 1);
    }
  }
  assert.equal(await record(ben, ...[...hidden, deleted, absent, open].map((postId) => ({ postId }))), 5);
  for (const postId of hidden) assert.equal(await viewsOf(world, ada, postId), 0);
  assert.equal(await viewsOf(world, ada, open), 1);
});

test('who is not signed in is a network and an app, and somebody new every day', async (t) => {
  const world = await testWorld(t);
  await toNoon(world);
  const ada = await world.user('ada');
  const postId = await publish(ada);
  const visitor = world.anonymous();
  const send = (headers: Readonly<Record<string, string>>) =>
    visitor.ask(RECORD, { events: [{ postId, source: 'FEED' }] }, headers);
  const phone = { 'user-agent': 'phone', 'x-forwarded-for': '2001:db8:1:2::3' };
  const nextDoor = { ...phone, 'x-forwarded-for': '2001:db8:1:2:ffff::4' };
  for (const headers of [phone, phone, nextDoor]) await send(headers);
  assert.equal(await viewsOf(world, visitor, postId), 1);
  await send({ ...phone, 'user-agent': 'tablet' });
  await send({ ...phone, 'x-forwarded-for': '2001:db8:1:3::3' });
  assert.equal(await viewsOf(world, visitor, postId), 3);
  world.clock.advance('11h');
  await send(phone);
  assert.equal(await viewsOf(world, visitor, postId), 3);
  world.clock.advance('2h');
  await send(phone);
  assert.equal(await viewsOf(world, visitor, postId), 4);
});

test('no row says who saw what, and the rows of one viewer have nothing in common', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const visitor = world.anonymous();
  const posts = [await publish(ada), await publish(ada)];
  for (const viewer of [ben, visitor]) await record(viewer, ...posts.map((postId) => ({ postId })));
  const revealing = async () =>
    (await allRows(world)).filter(
      ({ table, line }) =>
        table.startsWith('public.post_view') && mentions(line, [uuidOf(ben.id), ben.ip, visitor.ip]),
    );
  assert.deepEqual(await revealing(), []);
  await world.runJobs();
  assert.deepEqual(await revealing(), []);
  const viewers = await world.app.services.db.selectFrom('post_viewers').select('viewer').execute();
  assert.equal(new Set(viewers.map(({ viewer }) => viewer)).size, 4);
});

test('what is known of viewers goes after 90 days; the counts stay', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publish(ada);
  await record(ben, { postId });
  await world.runJobs();
  const known = async () =>
    (await world.app.services.db.selectFrom('post_viewers').selectAll().execute()).length;
  world.clock.advance('89d');
  await runCron(world, 'views.sweepViewers');
  assert.equal(await known(), 1);
  world.clock.advance('25h');
  await runCron(world, 'views.sweepViewers');
  assert.equal(await known(), 0);
  assert.equal(await viewsOf(world, world.anonymous(), postId), 1);
});

test('a report is one statement in its transaction, of one view as of a hundred', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const posts: string[] = [];
  for (let count = 0; count < 20; count += 1) posts.push(await publish(ada));
  const events = Array.from({ length: 100 }, (_, index) => ({ postId: posts[index % 20] }));
  await record(ben, ...events);
  const one = await world.statementsOf(() => record(ben, ...events.slice(0, 1)));
  assert.deepEqual([one, await world.statementsOf(() => record(ben, ...events))], [1, 1]);
  const { rows } = await sql<{ count: number }>`select count(*) from post_view_reports`.execute(
    world.app.services.db,
  );
  assert.equal(rows[0]?.count, 201);
});

async function toNoon({ clock }: World): Promise<void> {
  const noonMs = Math.ceil(clock.now().getTime() / 86_400_000) * 86_400_000 + 43_200_000;
  clock.advance(noonMs - clock.now().getTime());
}
