import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { erase } from '#test/support/people/accounts.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { FOLLOW_HASHTAG, hashtagPage, publish, taggedTexts } from '#test/support/content/hashtags.ts';
import { setPrivacy } from '#test/support/people/people.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

type Known = Readonly<
  Record<'postCount' | 'followerCount' | 'uses' | 'counted' | 'accounts', number> & { name: string }
>;

/** Counts and row counts of all hashtags, by name. */
async function known({ app }: World): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select h.name, h.post_count as "postCount", h.follower_count as "followerCount",
      (select count(*)::integer from post_hashtags p where p.hashtag_id = h.id) as uses,
      (select coalesce(sum(use_count), 0)::integer from hashtag_hours u where u.hashtag_id = h.id) as counted,
      (select count(*)::integer from hashtag_accounts a where a.hashtag_id = h.id) as accounts
    from hashtags h order by h.name`.execute(app.services.db);
  return rows;
}

const UPDATE =
  'mutation ($id: ID!, $text: String!) { updatePost(input: { postId: $id, text: $text }) { errors { code } } }';
const DELETE = 'mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }';

test('repeated, late and reordered events count each use of a hashtag once', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ids = [
    await publish(ada, 'one #tea'),
    await publish(ada, 'two #tea'),
    await publish(ada, 'three #tea'),
  ];
  await ada.do(UPDATE, { id: ids[1], text: 'two #milk' });
  await ada.do(DELETE, { id: ids[2] });
  const again = async (name: string): Promise<void> =>
    world.app.services.transaction(async (tx) => {
      for (const id of ids) {
        const payload = { postId: uuidOf(id), authorId: uuidOf(ada.id), hashtags: ['tea'] };
        tx.enqueue(defineJob<object>(name), payload);
      }
    });
  const jobs = ['hashtags.recordDeleted', 'hashtags.recordUpdated', 'hashtags.recordCreated'];
  for (const name of [...jobs, ...jobs.toReversed()]) await again(name);
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual(await known(world), [
    { name: 'milk', postCount: 1, followerCount: 0, uses: 1, counted: 1, accounts: 1 },
    { name: 'tea', postCount: 1, followerCount: 0, uses: 1, counted: 1, accounts: 1 },
  ]);
});

test('hashtag counts are exact after concurrent publications, edits and deletions', async (t) => {
  const world = await testWorld(t);
  const authors = await Promise.all(Array.from({ length: 6 }, (_, index) => world.user(`author.${index}`)));
  await Promise.all(
    authors.map(async (author, index) => {
      const [kept, changed, deleted] = [
        await publish(author, '#tea #milk #sugar'),
        await publish(author, '#sugar #tea'),
        await publish(author, '#milk #tea'),
      ];
      assert.ok(kept);
      const jobs = world.runJobs();
      await Promise.all([
        author.do(UPDATE, { id: changed, text: '#honey #tea' }),
        author.do(DELETE, { id: deleted }),
        index < 2 ? setPrivacy(author, { isPrivate: true }) : null,
      ]);
      await jobs;
    }),
  );
  await world.runJobs();
  const counts = (await known(world)).map(({ name, postCount }) => [name, postCount]);
  // Four of the authors have public accounts.
  assert.deepEqual(counts, [
    ['honey', 4],
    ['milk', 4],
    ['sugar', 4],
    ['tea', 8],
  ]);
});

test('a post narrowed to followers no longer counts and is hidden from other viewers', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await publish(ada, 'one #tea');
  await publish(ada, 'two #tea');
  await world.runJobs();
  const { updatePost } = await ada.do(
    'mutation ($id: ID!) { updatePost(input: { postId: $id, visibility: FOLLOWERS }) { errors { code } } }',
    { id },
  );
  assert.deepEqual(updatePost.errors, []);
  await world.runJobs();
  assert.deepEqual(await taggedTexts(ben, 'tea'), ['two #tea']);
  assert.deepEqual(await taggedTexts(ada, 'tea'), ['two #tea', 'one #tea']);
  const [tea] = await known(world);
  assert.deepEqual(tea, { name: 'tea', postCount: 1, followerCount: 0, uses: 2, counted: 2, accounts: 1 });
});

test('erasure deletes the hashtag uses and follows of an account, and later hashtags that are unused', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await publish(ada, '#tea #adasown');
  const regretted = await publish(ada, '#tea #regretted');
  await publish(ben, '#tea #milk');
  await world.runJobs();
  await ada.do(DELETE, { id: regretted });
  for (const name of ['tea', 'milk']) await ada.do(FOLLOW_HASHTAG, { name });
  await erase(world, ada);
  await world.runJobs();
  const left = { followerCount: 0, uses: 1, counted: 1, accounts: 1 };
  const used = { followerCount: 0, uses: 0, accounts: 0 };
  assert.deepEqual(await known(world), [
    { name: 'adasown', postCount: 0, ...used, counted: 1 },
    { name: 'milk', postCount: 1, ...left },
    { name: 'regretted', postCount: 0, ...used, counted: 1 },
    { name: 'tea', postCount: 1, ...left, counted: 3 },
  ]);
  await runCron(world, 'hashtags.sweep');
  assert.deepEqual(
    (await known(world)).map(({ name }) => name),
    ['milk', 'tea'],
  );
});

test('a page of `hashtagPosts` ends early among very many hidden posts, and its cursor continues', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, spammer] = [await world.user('ada'), await world.user('ben'), await world.user('spammer')];
  await publish(ada, 'first #tea');
  await world.runJobs();
  await runSql(
    world.connectionString,
    `with made as (
       insert into posts (id, author_id, text, visibility, created_at)
       select ('ff000000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, '${uuidOf(spammer.id)}', 'spam ' || n || ' #tea',
         'PUBLIC', now()
       from generate_series(1, 2500) n returning id, author_id
     )
     insert into post_hashtags select made.id, h.id, author_id, true from made, hashtags h`,
  );
  await ben.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: spammer.id,
  });
  const pages: [texts: string[], hasNextPage: boolean][] = [];
  for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
    const page = await hashtagPage(ben, 'tea', { first: 10, after });
    assert.ok(page);
    pages.push([page.nodes.map(({ text }) => text), page.pageInfo.hasNextPage]);
    ({ hasNextPage, endCursor: after } = page.pageInfo);
  }
  assert.deepEqual(pages, [
    [[], true],
    // The cursor of a page of hidden posts is rounded up to a second, here the one of all these posts.
    [[], true],
    [[], true],
    [['first #tea'], false],
  ]);
  assert.equal((await hashtagPage(ada, 'tea', { first: 10 }))?.nodes[0]?.text, 'spam 2500 #tea');
});

test('fifty posts of a hashtag take as many statements as one', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const WHOLE = `{ hashtagPosts(name: "tea", first: 50) {
    nodes { text author { username viewer { isFollowing } } } pageInfo { hasNextPage } } }`;
  const statements = (): Promise<number> => world.statementsOf(() => ben.do(WHOLE));
  await publish(ada, '#tea');
  await world.runJobs();
  const one = await statements();
  await runSql(
    world.connectionString,
    `with made as (
       insert into posts (id, author_id, text, visibility, created_at)
       select gen_random_uuid(), '${uuidOf(ada.id)}', n || ' #tea', 'PUBLIC', now() from generate_series(1, 49) n
       returning id, author_id
     )
     insert into post_hashtags select made.id, h.id, author_id, true from made, hashtags h`,
  );
  assert.equal((await hashtagPage(ben, 'tea', { first: 50 }))?.nodes.length, 50);
  // The hashtag, the ids of its posts, the posts, their authors, and the relation of the caller to these.
  assert.deepEqual([one, await statements()], [5, 5]);
});
