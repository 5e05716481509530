import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { allRows, mentions } from '#test/support/all-rows.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const RECORD = `mutation ($events: [PostViewInput!]!) {
  recordPostViews(input: { events: $events }) { acceptedCount refused { index reason } errors { code path ... on ValidationError { constraint limit } } } }`;
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

test('each viewer of a post counts once, however often they report, and its author never', async (t) => {
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

test('a report that repeats a view stores nothing, before and after the view is counted', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publish(ada);
  const viewedAt = later(world, -60);
  assert.equal(await record(ben, { postId, viewedAt }), 1);
  const repeat = async () => {
    assert.equal(await record(ben, { postId, viewedAt }), 1);
    assert.equal(await record(ben, { postId, source: 'PROFILE' }), 1);
  };
  await unchanged(world, repeat);
  assert.equal(await viewsOf(world, ada, postId), 1);
  await unchanged(world, repeat);
  world.clock.advance('24h');
  const benAgain = await world.signIn(ben);
  await record(benAgain, { postId });
  assert.equal(await viewsOf(world, benAgain, postId), 2);
});

test('a view counts again 24 hours after the last counted one, regardless of views between', async (t) => {
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

test('late reports count at their own time, in any order', async (t) => {
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
  // For both posts all times lie within 24 hours of a counted view.
  assert.deepEqual(
    [await viewsOf(world, cleoAgain, together), await viewsOf(world, cleoAgain, apart)],
    [1, 1],
  );
  world.clock.advance('13m');
  // A time in the future counts as now, so the next view counts 24 hours from now.
  await record(cleoAgain, { postId: together, viewedAt: later(world, 3_000) });
  assert.equal(await viewsOf(world, cleoAgain, together), 2);
  world.clock.advance('25h');
  const cleoLater = await world.signIn(cleo);
  await record(cleoLater, { postId: together });
  assert.equal(await viewsOf(world, cleoLater, together), 3);
});

test('views with impossible times or durations are not accepted, and others of the same report are', async (t) => {
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

test('a report has at most a hundred views, and a refused report stores nothing', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publish(ada);
  const events = Array.from({ length: 101 }, () => ({ postId, source: 'FEED' }));
  assert.deepEqual(await refused(world, ben, RECORD, { events }), [
    { code: 'VALIDATION_FAILED', path: ['events'], constraint: 'maxLength', limit: 100 },
  ]);
  assert.equal(await record(ben, ...events.slice(1)), 100);
  assert.equal(await viewsOf(world, ada, postId), 1);
});

test('bad views are refused one by one, and the answer says which and why', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publish(ada);
  const events = [
    { postId: ada.id },
    { postId },
    { postId: 'post_' },
    { postId, viewedAt: later(world, -24 * 60 - 1) },
    { postId, durationMs: -1 },
    { postId: 'x', durationMs: -1 },
  ].map((event) => ({ source: 'FEED', ...event }));
  assert.deepEqual((await ben.do(RECORD, { events })).recordPostViews, {
    acceptedCount: 1,
    refused: [
      { index: 0, reason: 'MALFORMED_ID' },
      { index: 2, reason: 'MALFORMED_ID' },
      { index: 3, reason: 'TOO_OLD' },
      { index: 4, reason: 'IMPOSSIBLE_DURATION' },
      { index: 5, reason: 'MALFORMED_ID' },
    ],
    errors: [],
  });
  assert.equal(await viewsOf(world, ada, postId), 1);
});

test('a report does not reveal whether posts are hidden or absent, and does not count them', async (t) => {
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

test('an anonymous viewer is a network, whatever app and times it sends, and a new viewer every day', async (t) => {
  const world = await testWorld(t);
  await toNoon(world);
  const ada = await world.user('ada');
  const postId = await publish(ada);
  const visitor = world.anonymous();
  const send = (headers: Readonly<Record<string, string>>, viewedAt?: string) =>
    visitor.ask(RECORD, { events: [{ postId, source: 'FEED', viewedAt }] }, headers);
  const phone = { 'user-agent': 'phone', 'x-forwarded-for': '2001:db8:1:2::3' };
  const nextDoor = { ...phone, 'x-forwarded-for': '2001:db8:1:2:ffff::4' };
  for (const headers of [phone, phone, nextDoor]) await send(headers);
  assert.equal(await viewsOf(world, visitor, postId), 1);
  for (let app = 0; app < 20; app += 1) await send({ ...phone, 'user-agent': `tablet ${app}` });
  await send(phone, later(world, -23 * 60));
  assert.equal(await viewsOf(world, visitor, postId), 1);
  await send({ ...phone, 'x-forwarded-for': '2001:db8:1:3::3' });
  assert.equal(await viewsOf(world, visitor, postId), 2);
  world.clock.advance('11h');
  await send(phone);
  assert.equal(await viewsOf(world, visitor, postId), 2);
  world.clock.advance('2h');
  await send(phone);
  assert.equal(await viewsOf(world, visitor, postId), 3);
});

test('no row identifies a viewer, and the rows of one viewer share no value', async (t) => {
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

test('viewer rows are deleted after 90 days, and the counts stay', async (t) => {
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

test('a report of a hundred views takes one statement, as a report of one does', async (t) => {
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
  // The views after those of the first report repeat them.
  assert.equal(rows[0]?.count, 100);
});

async function toNoon({ clock }: World): Promise<void> {
  const noonMs = Math.ceil(clock.now().getTime() / 86_400_000) * 86_400_000 + 43_200_000;
  clock.advance(noonMs - clock.now().getTime());
}
