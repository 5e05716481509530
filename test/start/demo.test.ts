import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { createApp } from '#src/app/app.ts';
import { prepareFirstRun } from '#src/commands/first-run.ts';
import { readConfig } from '#src/config/config.ts';
import { type Actor, createActor } from '#test/support/actor.ts';
import { testDatabase } from '#test/support/database.ts';
import { demoJobs, inviteNewcomers, seedDemo } from '../../db/demo.ts';
import { HIGHLIGHTS, MEDIA_HIGHLIGHTS, REQUESTS, SAVED, DRAFT } from '../../db/demo/highlights.ts';
import { LIKED_POST } from '../../db/demo/notices.ts';
import { NEWCOMERS, PEOPLE, RESIDENTS } from '../../db/demo/people.ts';
import { PLAN } from '../../db/demo/plan.ts';
import { GRANTS, PACKAGES } from '../../db/demo/coins.ts';
import { DEMO_MEMBERS, MEMBER_POSTS } from '../../db/demo/members.ts';
import { PURCHASES } from '../../db/demo/purchases.ts';
import { DEMO_TIERS } from '../../db/demo/tiers.ts';
import { DEMO_TIPS } from '../../db/demo/tips.ts';
import { DEMO_CONVERSATIONS } from '../../db/demo/conversations.ts';
import { hasMeasures, seesDashboard, signInDemoAdmins } from './demo-admins.ts';
import { seesCalls } from './demo-calls.ts';
import { seesSales } from './demo-creators.ts';
import { seesInbox } from './demo-inbox.ts';
import { seesModeration } from './demo-moderation.ts';
import { seesNotifications } from './demo-notifications.ts';
import { dataFolder } from './plaza-process.ts';

const AVATARS_MADE = 3;
/** The removed comment and the held one. */
const COMMENTS_IN_DISPUTE = 2;
const LIKED_POSTS = 1;
const GIFTS_TO_MEMBERS = DEMO_MEMBERS.filter(({ givenCoins }) => givenCoins > 0).length;
/** All but those on trial and past due. */
const PAID_BY_MEMBERS = DEMO_MEMBERS.length - 2;

test('the demo world creates residents immediately, then newcomers and media, and nothing twice', async (t) => {
  const { connectionString } = await testDatabase(t);
  const folder = await dataFolder(t);
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error', PORT: '0', OPS_PORT: '0' });
  const log = createLogger({ level: 'error' });
  const passwordCost = { memoryKib: 64, passes: 1 };
  const app = await createApp({ config, connectionString, log, passwordCost });
  t.after(() => app.close());
  const { services } = app;
  const count = async (from: string): Promise<number> => {
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.raw(from)}`.execute(
      services.db,
    );
    return rows[0]?.n ?? -1;
  };
  /** Jobs in the queue; the test runs them itself, because most images add no coverage. */
  const waiting = async (name: string): Promise<object[]> => {
    await app.relay.drain();
    const { rows } = await sql<{ payload: object }>`
      select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = ${name} order by j.run_at`.execute(services.db);
    return rows.map((row) => row.payload);
  };
  const run = async (name: string, payload: object): Promise<void> => {
    const job = demoJobs.find((known) => known.name === name) ?? assert.fail(name);
    await job.run(services, payload as never);
  };

  const foundedAt = services.clock.now();
  // Killed before it has noted the accounts, a start does this again.
  const prepare = async () =>
    (await prepareFirstRun(services, config, { noted: null, demo: { seedDemo } })) ?? assert.fail();
  const first = await prepare();
  const seedingMs = services.clock.now().getTime() - foundedAt.getTime();
  assert.deepEqual(
    first.users.map(({ username }) => username),
    RESIDENTS.map(({ username }) => username),
  );
  const planned = PLAN;
  const names = new Set(first.users.map(({ username }) => username));
  const ofResidents = {
    posts: planned.posts.filter(({ author }) => names.has(author)).length + MEMBER_POSTS.length + LIKED_POSTS,
    quotes: planned.quotes.filter(({ author, quoted }) => names.has(author) && names.has(quoted.author))
      .length,
    reactions:
      planned.answers.filter(({ author, post }) => names.has(author) && names.has(post.author)).length +
      LIKED_POST.reactors.length,
    votes: planned.votes.filter(({ author, post }) => names.has(author) && names.has(post.author)).length,
    follows: planned.follows.filter((edge) => names.has(edge.follower) && names.has(edge.followee)).length,
    conversations: DEMO_CONVERSATIONS.filter(({ people }) => people.every((name) => names.has(name))).length,
    coinTransactions: GRANTS.length + 1 + DEMO_TIPS.length + GIFTS_TO_MEMBERS + PAID_BY_MEMBERS,
    coinPackages: PACKAGES.length,
    tiers: DEMO_TIERS.length,
    members: DEMO_MEMBERS.length,
  };
  const counted = async (): Promise<typeof ofResidents> => ({
    posts: await count('posts where not is_quote'),
    quotes: await count('posts where is_quote and quoted_post_id is not null'),
    reactions: await count('post_reactions'),
    votes: await count(
      'poll_votes v join poll_options o on o.id = v.option_id join polls p on p.id = o.poll_id where p.post_id is not null',
    ),
    follows: await count('follows'),
    conversations: await count('conversations'),
    coinTransactions: await count('coin_transactions'),
    coinPackages: await count('coin_packages'),
    tiers: await count(`subscription_tiers where state = 'ACTIVE'`),
    members: await count(`subscriptions where state <> 'ENDED'`),
  });
  assert.deepEqual(await counted(), ofResidents);
  assert.deepEqual(await prepare(), first);
  assert.deepEqual(await counted(), ofResidents);

  // Killed in between, a start does this again.
  for (const _repeat of [1, 2]) await inviteNewcomers(services);
  const arrivals = await waiting('demo.arrival');
  assert.equal(arrivals.length, NEWCOMERS.length);
  // A visitor who comes while somebody else is created does not wait in the database, and comes again.
  await services.transaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(5120443170)`.execute(tx);
    await run('demo.arrival', arrivals[0] ?? {});
  });
  assert.equal((await waiting('demo.arrival')).length, NEWCOMERS.length + 1);
  assert.deepEqual(await counted(), ofResidents);
  for (const payload of [...arrivals, ...arrivals.slice(0, 3)]) await run('demo.arrival', payload);
  assert.equal(await count('users'), PEOPLE.length);
  assert.deepEqual(await counted(), {
    posts: planned.posts.length + MEMBER_POSTS.length + LIKED_POSTS,
    quotes: planned.quotes.length,
    reactions: planned.answers.length + LIKED_POST.reactors.length,
    votes: planned.votes.length,
    follows: planned.follows.length,
    conversations: DEMO_CONVERSATIONS.length,
    coinTransactions: GRANTS.length + 1 + DEMO_TIPS.length + GIFTS_TO_MEMBERS + PAID_BY_MEMBERS,
    coinPackages: PACKAGES.length,
    tiers: DEMO_TIERS.length,
    members: DEMO_MEMBERS.length,
  });
  assert.equal(
    await count('messages where sender_id is not null'),
    DEMO_CONVERSATIONS.reduce((sum, conversation) => sum + conversation.lines.length, 0),
  );
  assert.equal(await count(`users where bio = '' or following_count < 4 or post_count < 2`), 0);
  assert.equal(await count(`users where created_at > now() - interval '49 days'`), 0);
  assert.equal(await count('(select from posts group by text having count(*) > 1) as twice'), 0);
  assert.equal(await count('posts where created_at > now()'), 0);
  assert.equal(
    await count('posts where pinned_at is not null'),
    planned.posts.filter((post) => post.isPinned).length,
  );
  assert.deepEqual(
    [await count('comments'), await count('reposts')],
    [
      planned.answers.filter(({ comment }) => comment !== null).length + COMMENTS_IN_DISPUTE,
      planned.answers.filter(({ isReposted }) => isReposted).length,
    ],
  );
  const corrected = planned.posts.filter(({ text, firstText }) => text !== firstText).length;
  assert.deepEqual(
    [await count('posts where edited_at is not null'), await count('post_revisions')],
    [corrected, corrected],
  );

  for (const payload of await waiting('demo.measures')) await run('demo.measures', payload);
  await hasMeasures(services);

  const purchases = await waiting('demo.purchase');
  assert.equal(purchases.length, PURCHASES.length);
  for (const payload of [...purchases, ...purchases]) await run('demo.purchase', payload);
  assert.equal(await count('coin_purchases where credited_transfer_id is not null'), PURCHASES.length);
  assert.equal(await count('payment_methods'), PURCHASES.length);
  assert.equal(await count("coin_transactions where type = 'COIN_PURCHASE'"), PURCHASES.length);
  const refunded = PURCHASES.filter(({ refundedMinor }) => refundedMinor !== null).length;
  assert.equal(await count("payment_refunds where state = 'SUCCEEDED'"), refunded);
  assert.equal(await count("coin_transactions where type = 'PURCHASE_REFUND'"), refunded);

  const profiles = await waiting('demo.profile');
  assert.equal(profiles.length, PEOPLE.length);
  const voiceNotes = await waiting('demo.voiceNote');
  const paidPictures = await waiting('demo.paidPicture');
  assert.equal(paidPictures.length, 2);
  const mediaPosts = await waiting('demo.mediaPost');
  assert.equal(mediaPosts.length, planned.mediaPosts.length);
  const firstPosts = planned.mediaPosts.filter(({ isFirst }) => isFirst);
  const mediaCount = firstPosts.reduce((sum, { media }) => sum + media.length, 0);
  for (const repeat of [1, 2]) {
    for (const payload of profiles.slice(0, AVATARS_MADE)) await run('demo.profile', payload);
    // Pictures of the first page come first.
    for (const payload of mediaPosts.slice(0, firstPosts.length)) await run('demo.mediaPost', payload);
    for (const payload of voiceNotes) await run('demo.voiceNote', payload);
    for (const payload of paidPictures) await run('demo.paidPicture', payload);
    await app.runJobs();
    assert.equal(await count('users where avatar_media_id is not null'), AVATARS_MADE, `run ${repeat}`);
    assert.equal(await count('posts where media_ids <> array[]::uuid[]'), firstPosts.length, `run ${repeat}`);
    assert.equal(
      await count(`media where state = 'READY' and attachment_count = 1`),
      AVATARS_MADE + NORAS_COVER + mediaCount + voiceNotes.length + paidPictures.length,
    );
    assert.deepEqual([await count('message_locks'), await count('message_purchases')], [2, 1]);
  }
  assert.equal(
    (await readdir(path.join(folder, 'files'), { recursive: true })).length > 4 * mediaCount,
    true,
  );

  // The other pictures are of the same kinds.
  await sql`delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
    where t.id = j.task_id and t.identifier like 'demo.%'`.execute(services.db);
  for (const _repeat of [1, 2])
    await run('demo.roundOff', { foundedAtMs: foundedAt.getTime(), isLast: true });
  await app.runJobs();
  const { url, adminUrl } = await app.listen();
  await t.test('a client sees each kind of thing', (t) =>
    seesEachKind(t, `${url}/web/graphql`, { foundedAt, seedingMs }),
  );
  await t.test('creators and members see what was sold', async (t) => {
    const [nora, mateo, aiko] = await Promise.all(
      ['nora', 'mateo.ruiz', 'aiko'].map((name) => signedInAs(t, name, `${url}/web/graphql`)),
    );
    assert.ok(nora && mateo && aiko);
    await seesSales(t, { nora, mateo, aiko });
  });
  await t.test('the first person is told of what others did, on two devices too', async (t) => {
    const nora = await signedInAsNora(t, `${url}/web/graphql`);
    await seesNotifications(t, { nora, services });
  });
  await t.test('an admin sees what moderation has', async (t) => {
    const nora = await signedInAsNora(t, `${url}/web/graphql`);
    await seesModeration(t, { services, url: `${adminUrl}/admin/graphql`, nora });
  });
  await t.test('admins of each role sign in, and see the dashboard where they may', async (t) => {
    const url = `${adminUrl}/admin/graphql`;
    await seesDashboard(await signInDemoAdmins(t, { url, demoAdmins: first.demoAdmins }));
  });
});

const NORAS_COVER = 1;

const signedInAsNora = (t: TestContext, url: string): Promise<Actor> => signedInAs(t, 'nora', url);

async function signedInAs(t: TestContext, username: string, url: string): Promise<Actor> {
  const person = createActor(url, { token: null, onEnd: (end) => t.after(end) });
  const { login } = await person.do(
    'mutation ($email: String!) { login(input: { email: $email, password: "plaza-demo" }) { accessToken } }',
    { email: `${username}@plaza.example` },
  );
  person.token = login.accessToken;
  return person;
}

async function seesEachKind(
  t: TestContext,
  url: string,
  { foundedAt, seedingMs }: { foundedAt: Date; seedingMs: number },
): Promise<void> {
  const nora = await signedInAsNora(t, url);
  const { feed, userPosts } = await nora.do(`
    fragment Shown on Post {
      text viewCount author { username } location { name }
      media { kind state altText url width height durationMs waveform }
      entities { __typename ... on MentionEntity { user { username } } }
      poll { isClosed voterCount options { text voteCount } }
    }
    { feed(first: 50) { nodes { ...Shown } } userPosts(username: "zuri", first: 20) { nodes { ...Shown } } }`);
  type Shown = (typeof feed.nodes)[number];
  const postOf = (text: string): Shown =>
    [...feed.nodes, ...userPosts.nodes].find((post: Shown) => post.text === text) ?? assert.fail(text);
  const [video, carousel, voice] = MEDIA_HIGHLIGHTS.slice(0, 3).map(({ text }) => postOf(text));
  const [openPoll, closedPoll, mentions, place] = HIGHLIGHTS.slice(0, 4).map(({ text }) => postOf(text));

  await t.test('a video, a carousel of several shapes and a recording with its waveform', () => {
    const shown = (post: Shown): unknown[] =>
      post.media.map((item: Shown) => [item.kind, item.state, item.width, item.height, item.durationMs]);
    assert.deepEqual(shown(video), [['VIDEO', 'READY', 480, 360, 5_000]]);
    assert.deepEqual(shown(carousel), [
      ['IMAGE', 'READY', 960, 720, null],
      ['IMAGE', 'READY', 720, 960, null],
      ['IMAGE', 'READY', 840, 840, null],
      ['IMAGE', 'READY', 960, 720, null],
    ]);
    const [recording] = voice.media;
    assert.deepEqual([recording.kind, recording.state, recording.waveform.length], ['AUDIO', 'READY', 64]);
    assert.ok(recording.durationMs > 8_000 && recording.durationMs < 10_000, recording.durationMs);
    for (const { media } of [video, carousel, voice]) {
      for (const { altText, url: link } of media) assert.ok(altText && link, JSON.stringify(media));
    }
  });

  await t.test('an open and a closed poll with votes, mentions and places', () => {
    const votesOf = ({ poll }: Shown): unknown[] => [
      poll.isClosed,
      poll.voterCount,
      poll.options.map((option: Shown) => option.voteCount),
    ];
    assert.deepEqual(votesOf(openPoll), [false, 33, [11, 10, 12]]);
    assert.deepEqual(votesOf(closedPoll), [true, 34, [21, 7, 6]]);
    assert.deepEqual(
      mentions.entities.map((entity: Shown) => entity.user.username),
      ['nora', 'hana'],
    );
    assert.deepEqual([place.location, video.location], [{ name: 'Kalymnos' }, { name: 'Berth 14, Skagen' }]);
  });

  await t.test('trends, and posts with views of most people', async () => {
    const { trendingHashtags } = await nora.do('{ trendingHashtags(first: 10) { nodes { name } } }');
    assert.deepEqual(trendingHashtags.nodes, [{ name: 'lanternwalk' }, { name: 'pageforty' }]);
    for (const { text, viewCount } of feed.nodes)
      assert.ok(viewCount > 0 && viewCount < 50, `${text}: ${viewCount}`);
    assert.ok(closedPoll.viewCount > 30, closedPoll.viewCount);
  });

  await t.test('what is hers alone: saved posts, a draft, requests and a cover', async () => {
    const own = await nora.do(`{
      me { followRequestCount user { avatar { width height } cover { width height } } }
      myFollowRequests(first: 9) { nodes { user { username } } }
      mySavedPosts(first: 9) { nodes { post { text } collections { name } } }
      mySavedCollections(first: 9) { nodes { name itemCount } }
      myDrafts(first: 9) { nodes { text } }
      user(username: "kenji") { isPrivate viewer { followState } }
    }`);
    assert.deepEqual(own.me, {
      followRequestCount: 3,
      user: { avatar: { width: 320, height: 320 }, cover: { width: 960, height: 320 } },
    });
    const received = REQUESTS.filter(([, target]) => target === 'nora').map(([requester]) => requester);
    assert.deepEqual(
      new Set(own.myFollowRequests.nodes.map((asked: Shown) => asked.user.username)),
      new Set(received),
    );
    assert.deepEqual(
      own.mySavedPosts.nodes.map((saved: Shown) => [
        SAVED.texts.findIndex((text) => saved.post.text.startsWith(text)),
        saved.collections.map(({ name }: Shown) => name),
      ]),
      [
        [2, []],
        [1, [SAVED.collection]],
        [0, [SAVED.collection]],
      ],
    );
    assert.deepEqual(own.mySavedCollections.nodes, [{ name: SAVED.collection, itemCount: 2 }]);
    assert.deepEqual(own.myDrafts.nodes, [{ text: DRAFT }]);
    assert.deepEqual(own.user, { isPrivate: true, viewer: { followState: 'REQUESTED' } });
  });

  await t.test('an inbox with unread messages, a voice note, a reply, a place, a poll and a request', () =>
    seesInbox(nora),
  );

  await t.test('a call that was missed and one of twelve minutes, in their conversations', () =>
    seesCalls(nora),
  );

  await t.test('people who were seen after what they wrote last', async () => {
    for (const { username } of RESIDENTS.slice(1)) {
      const { user, userPosts: posts } = await nora.do(
        `query ($name: String!) {
          user(username: $name) { lastSeenAt }
          userPosts(username: $name, first: 1) { nodes { createdAt } }
        }`,
        { name: username },
      );
      const seenMs = Date.parse(user.lastSeenAt);
      assert.ok(seenMs > foundedAt.getTime() - 5 * HOUR_MS && seenMs <= foundedAt.getTime(), user.lastSeenAt);
      // The time is rounded down to five minutes, and the posts were written up to `seedingMs` after `foundedAt`.
      const postedMs = Date.parse(posts.nodes[0].createdAt);
      assert.ok(
        seenMs > postedMs - 5 * 60_000 - seedingMs,
        `${username} ${user.lastSeenAt} ${posts.nodes[0].createdAt}`,
      );
    }
  });
}
