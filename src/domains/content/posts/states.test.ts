import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { erase } from '#test/support/people/accounts.ts';
import type { Actor } from '#test/support/actor.ts';
import { publish } from '#test/support/content/comments.ts';
import { deadlocksOf } from '#test/support/people/follow-consistency.ts';
import { moderatePost } from '#test/support/people/moderate.ts';
import { follow } from '#test/support/people/people.ts';
import { refused, unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { wrongHashtagCounters, wrongPostCounters } from '#test/support/content/wrong-counters.ts';

const decision = (name: string): string =>
  `mutation ($id: ID!, $reason: String!) { ${name}(input: { postId: $id, reason: $reason }) { postId errors { code path } } }`;
const REMOVE = decision('adminRemovePost');
const RESTORE = decision('adminRestorePost');
const DELETE = 'mutation ($id: ID!) { deletePost(input: { postId: $id }) { postId errors { code path } } }';
const PIN = 'mutation ($id: ID!) { pinPost(input: { postId: $id }) { post { id } errors { code path } } }';
const SAVE = 'mutation ($id: ID!) { savePost(input: { postId: $id }) { errors { code } } }';
const REASON = 'It is spam.';

type Scene = {
  readonly world: World;
  readonly author: Person;
  readonly follower: Person;
  /** A quote of `quoted` by the author, with a hashtag. */
  readonly post: string;
  readonly quoted: string;
};

async function makeScene(t: { after(work: () => unknown): void }): Promise<Scene> {
  const world = await testWorld(t);
  const [author, follower, quotee] = [
    await world.user('author'),
    await world.user('follower'),
    await world.user('quotee'),
  ];
  await follow(follower, author);
  await follower.do('{ feed { nodes { id } } }');
  await world.runJobs();
  const quoted = await publish(quotee, { text: 'The first #tea' });
  const post = await publish(author, { text: 'A signal #tea', quotedPostId: quoted });
  await world.runJobs();
  return { world, author, follower, post, quoted };
}

/** Root fields in which a viewer can find the post. */
const PLACES = {
  post: 'post(id: $id) { id }',
  node: 'node(id: $id) { id }',
  profile: 'userPosts(userId: $author) { nodes { id } }',
  hashtag: 'hashtagPosts(name: "tea") { nodes { id } }',
  search: 'searchPosts(query: "signal") { nodes { id } }',
  newest: 'searchPosts(query: "signal", sort: NEWEST) { nodes { id } }',
  quotes: 'postQuotes(postId: $quoted) { nodes { id } }',
  feed: 'feed { nodes { id } }',
} as const;
const EVERYWHERE = Object.keys(PLACES);

async function placesOf({ author, post, quoted }: Scene, viewer: Actor): Promise<string[]> {
  const places = Object.entries(PLACES).filter(([name]) => viewer.token !== null || name !== 'feed');
  const fields = places.map(([name, field]) => `${name}: ${field}`).join(' ');
  const shown = await viewer.do(`query ($id: ID!, $author: ID!, $quoted: ID!) { ${fields} }`, {
    id: post,
    author: author.id,
    quoted,
  });
  return places.flatMap(([name]) => (JSON.stringify(shown[name]).includes(post) ? [name] : []));
}

const VIEWERS = {
  VISIBLE: ['author', 'follower', 'anonymous'],
  HELD: ['author'],
  REMOVED: [],
} as const;

test('a held post is everywhere for its author and nowhere for others, a removed one nowhere at all', async (t) => {
  const scene = await makeScene(t);
  const { world, author, follower, post } = scene;
  const viewers: Readonly<Record<string, Actor>> = { author, follower, anonymous: world.anonymous() };
  const assertShown = async (state: keyof typeof VIEWERS): Promise<void> => {
    for (const [name, viewer] of Object.entries(viewers)) {
      const shown = EVERYWHERE.filter((place) => viewer.token !== null || place !== 'feed');
      const isViewer = VIEWERS[state].some((one) => one === name);
      assert.deepEqual(await placesOf(scene, viewer), isViewer ? shown : [], `${state} for ${name}`);
    }
  };
  await assertShown('VISIBLE');
  for (const state of ['HELD', 'REMOVED', 'HELD', 'VISIBLE', 'REMOVED', 'VISIBLE'] as const) {
    await moderatePost(world, post, state);
    // At once by the rule, and still so when the listeners have run.
    if (state !== 'VISIBLE') {
      for (const other of [follower, world.anonymous()])
        assert.deepEqual(await placesOf(scene, other), [], `${state}, at once`);
    }
    await world.runJobs();
    await assertShown(state);
    const entries = await sql<{ count: number }>`
      select count(*)::integer as count from timeline_entries where post_id = ${uuidOf(post)}`.execute(
      world.app.services.db,
    );
    assert.equal(entries.rows[0]?.count, state === 'VISIBLE' ? 1 : 0, state);
  }
});

test('a removed post counts nowhere, quotes and saved posts keep its place, and restoring gives all back', async (t) => {
  const scene = await makeScene(t);
  const { world, author, follower, post, quoted } = scene;
  const admin = await world.admin({ role: 'MODERATOR' });
  await follower.do(SAVE, { id: post });
  const quote = await publish(follower, { text: 'Look', quotedPostId: post });
  const counts = async () => {
    const shown = await follower.do(
      `query ($author: ID!, $quoted: ID!, $quote: ID!) {
        user(id: $author) { postCount } hashtag(name: "tea") { postCount } quoted: post(id: $quoted) { quoteCount }
        quote: post(id: $quote) { quotedPost { isAvailable post { id } } }
        mySavedPosts { nodes { post { id } } } }`,
      { author: author.id, quoted, quote },
    );
    const history = await sql<{ uses: number }>`
      select sum(use_count)::integer as uses from hashtag_hours`.execute(world.app.services.db);
    return {
      posts: shown.user.postCount,
      tagged: shown.hashtag.postCount,
      quotes: shown.quoted.quoteCount,
      uses: history.rows[0]?.uses,
      quote: shown.quote.quotedPost,
      saved: shown.mySavedPosts.nodes,
    };
  };
  await world.runJobs();
  const before = {
    posts: 1,
    tagged: 2,
    quotes: 1,
    uses: 2,
    quote: { isAvailable: true, post: { id: post } },
    saved: [{ post: { id: post } }],
  };
  assert.deepEqual(await counts(), before);
  const done = { postId: post, errors: [] };
  assert.deepEqual(await admin.do(REMOVE, { id: post, reason: REASON }), { adminRemovePost: done });
  await world.runJobs();
  assert.deepEqual(await counts(), {
    posts: 0,
    tagged: 1,
    quotes: 0,
    uses: 2,
    quote: { isAvailable: false, post: null },
    saved: [{ post: null }],
  });
  await unchanged(world, () => admin.do(REMOVE, { id: post, reason: 'Once more.' }));
  const { rows } = await sql`
    select moderation_state as state, moderation_reason as reason, moderated_at is not null as dated from posts
    where id = ${uuidOf(post)}`.execute(world.app.services.db);
  assert.deepEqual(rows, [{ state: 'REMOVED', reason: REASON, dated: true }]);

  assert.deepEqual(await admin.do(RESTORE, { id: post, reason: REASON }), { adminRestorePost: done });
  await world.runJobs();
  assert.deepEqual(await counts(), before);
  await unchanged(world, () => admin.do(RESTORE, { id: post, reason: 'Once more.' }));
  assert.deepEqual([...(await wrongPostCounters(world)), ...(await wrongHashtagCounters(world))], []);
  const events = await sql`
    select name, payload from event_log where name in ('post.hidden', 'post.restored') order by position`.execute(
    world.app.services.db,
  );
  const payload = { postId: uuidOf(post), authorId: uuidOf(author.id) };
  assert.deepEqual(events.rows, [
    { name: 'post.hidden', payload },
    { name: 'post.restored', payload },
  ]);
});

test('listeners that run late or again leave a post as its state is then', async (t) => {
  const scene = await makeScene(t);
  const { world, author, follower, post } = scene;
  const payload = { postId: uuidOf(post), authorId: uuidOf(author.id) };
  const hiding = ['feed.clearHidden', 'hashtags.recordHidden', 'search.removeHidden'];
  const restoring = ['feed.deliverRestored', 'hashtags.recordRestored', 'search.enterRestored'];
  const again = async (names: readonly string[]): Promise<void> => {
    await world.app.services.transaction(async (tx) => {
      for (const name of names) tx.enqueue(defineJob<object>(name), payload);
    });
    await world.runJobs();
  };
  await moderatePost(world, post, 'REMOVED');
  await moderatePost(world, post, 'VISIBLE');
  await world.runJobs();
  await again(hiding);
  assert.deepEqual(await placesOf(scene, follower), EVERYWHERE);
  await moderatePost(world, post, 'REMOVED');
  await again(restoring);
  assert.deepEqual(await placesOf(scene, follower), []);
  assert.deepEqual(await placesOf(scene, author), []);
  assert.deepEqual(await wrongHashtagCounters(world), []);
});

test('an author deletes a post that moderation hides, which is counted once and never restored', async (t) => {
  const { world, author, post, quoted } = await makeScene(t);
  const admin = await world.admin();
  const held = await publish(author, { text: 'Another #tea', quotedPostId: quoted });
  await moderatePost(world, post, 'REMOVED');
  await moderatePost(world, held, 'HELD');
  for (const id of [post, held]) {
    assert.deepEqual(await author.do(DELETE, { id }), { deletePost: { postId: id, errors: [] } });
    assert.deepEqual(await refused(world, author, DELETE, { id }), [{ code: 'NOT_FOUND', path: ['postId'] }]);
    for (const document of [REMOVE, RESTORE]) {
      assert.deepEqual(await refused(world, admin, document, { id, reason: REASON }), [
        { code: 'NOT_FOUND', path: ['postId'] },
      ]);
    }
  }
  await world.runJobs();
  const { user } = await author.do('query ($id: ID!) { user(id: $id) { postCount } }', { id: author.id });
  assert.equal(user.postCount, 0);
  assert.deepEqual([...(await wrongPostCounters(world)), ...(await wrongHashtagCounters(world))], []);
});

test('a removed post loses its pin, cannot be changed, and makes room for another pin', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_PINNED_POSTS: '1' } });
  const author = await world.user('author');
  const [post, other] = [await publish(author), await publish(author)];
  await author.do(PIN, { id: post });
  await moderatePost(world, post, 'REMOVED');
  for (const document of [
    PIN,
    'mutation ($id: ID!) { unpinPost(input: { postId: $id }) { post { id } errors { code path } } }',
    'mutation ($id: ID!) { updatePost(input: { postId: $id, text: "Hi" }) { post { id } errors { code path } } }',
  ]) {
    assert.deepEqual(await refused(world, author, document, { id: post }), [
      { code: 'NOT_FOUND', path: ['postId'] },
    ]);
  }
  assert.deepEqual((await author.do(PIN, { id: other })).pinPost.errors, []);
  await moderatePost(world, post, 'VISIBLE');
  const { user } = await author.do('query ($id: ID!) { user(id: $id) { pinnedPosts { id } } }', {
    id: author.id,
  });
  assert.deepEqual(user.pinnedPosts, [{ id: other }]);
});

test('the erasure of an account with hidden posts counts none of them twice', async (t) => {
  const { world, author, post, quoted } = await makeScene(t);
  await publish(author, { text: 'Another #tea', quotedPostId: quoted });
  await moderatePost(world, post, 'REMOVED');
  await erase(world, author);
  const { rows } = await sql`select post_count from users where id = ${uuidOf(author.id)}`.execute(
    world.app.services.db,
  );
  assert.deepEqual(rows, [{ post_count: 0 }]);
  assert.deepEqual([...(await wrongPostCounters(world)), ...(await wrongHashtagCounters(world))], []);
});

test('concurrent decisions, deletions and quotes leave exact counts without a deadlock', async (t) => {
  const { world, author, follower, quoted } = await makeScene(t);
  const posts: string[] = [];
  for (let count = 0; count < 6; count += 1)
    posts.push(await publish(author, { text: 'Another #tea', quotedPostId: quoted }));
  const deadlocks = await deadlocksOf(world.app.services.db);
  await Promise.all(
    posts.flatMap((id, index) => [
      moderatePost(world, id, 'REMOVED').catch(assertNotFound),
      follower.ask(
        'mutation ($id: ID!) { createPost(input: { text: "Look", quotedPostId: $id }) { errors { code } } }',
        { id },
      ),
      moderatePost(world, id, 'HELD').catch(assertNotFound),
      ...(index % 2 === 0 ? [author.do(DELETE, { id })] : []),
      moderatePost(world, id, index % 3 === 0 ? 'VISIBLE' : 'REMOVED').catch(assertNotFound),
    ]),
  );
  await world.runJobs();
  const { rows } = await sql`
    select username from users u where post_count <> (
      select count(*) from posts p
      where p.author_id = u.id and p.deleted_at is null and p.moderation_state = 'VISIBLE')`.execute(
    world.app.services.db,
  );
  assert.deepEqual(rows, []);
  assert.deepEqual([...(await wrongPostCounters(world)), ...(await wrongHashtagCounters(world))], []);
  assert.equal(await deadlocksOf(world.app.services.db), deadlocks);
});

function assertNotFound(error: unknown): void {
  assert.ok(error instanceof AppError && error.code === 'NOT_FOUND', String(error));
}

test('a decision about a post is refused without a reason of 1 to 500 characters', async (t) => {
  const { world, post } = await makeScene(t);
  const admin = await world.admin();
  for (const document of [REMOVE, RESTORE]) {
    for (const reason of ['', ' ', 'x'.repeat(501)]) {
      assert.deepEqual(await refused(world, admin, document, { id: post, reason }), [
        { code: 'VALIDATION_FAILED', path: ['reason'] },
      ]);
    }
  }
});
