import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createLogger } from '#platform/kernel/logger.ts';
import { createApp } from '#src/app.ts';
import { readConfig } from '#src/config/config.ts';
import { testDatabase } from '#test/support/database.ts';
import { demoJobs, seedDemo } from '../../db/demo.ts';
import { NEWCOMERS, PEOPLE, RESIDENTS } from '../../db/demo/people.ts';
import { makePlan } from '../../db/demo/plan.ts';
import { DEMO_CONVERSATIONS } from '../../db/demo/conversations.ts';
import { dataFolder } from './plaza-process.ts';

const PICTURES_MADE = 3;

test('the demo world creates residents immediately, then newcomers and images, and nothing twice', async (t) => {
  const { connectionString } = await testDatabase(t);
  const folder = await dataFolder(t);
  const config = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'error' });
  const log = createLogger({ level: 'error' });
  const app = await createApp({ config, connectionString, log });
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

  const accounts = await seedDemo(services);
  assert.deepEqual(
    accounts.map(({ username }) => username),
    RESIDENTS.map(({ username }) => username),
  );
  const planned = makePlan();
  const names = new Set(accounts.map(({ username }) => username));
  const ofResidents = {
    posts: planned.posts.filter(({ author }) => names.has(author)).length,
    quotes: planned.quotes.filter(({ author, quoted }) => names.has(author) && names.has(quoted.author))
      .length,
    reactions: planned.answers.filter(({ author, post }) => names.has(author) && names.has(post.author))
      .length,
    follows: planned.follows.filter((edge) => names.has(edge.follower) && names.has(edge.followee)).length,
    conversations: DEMO_CONVERSATIONS.filter(({ people }) => people.every((name) => names.has(name))).length,
  };
  const counted = async (): Promise<typeof ofResidents> => ({
    posts: await count('posts where not is_quote'),
    quotes: await count('posts where is_quote and quoted_post_id is not null'),
    reactions: await count('post_reactions'),
    follows: await count('follows'),
    conversations: await count('conversations'),
  });
  assert.deepEqual(await counted(), ofResidents);
  await seedDemo(services);
  assert.deepEqual(await counted(), ofResidents);

  const arrivals = await waiting('demo.arrival');
  assert.equal(arrivals.length, NEWCOMERS.length);
  for (const payload of [...arrivals, ...arrivals.slice(0, 3)]) await run('demo.arrival', payload);
  assert.equal(await count('users'), PEOPLE.length);
  assert.deepEqual(await counted(), {
    posts: planned.posts.length,
    quotes: planned.quotes.length,
    reactions: planned.answers.length,
    follows: planned.follows.length,
    conversations: DEMO_CONVERSATIONS.length,
  });
  assert.equal(
    await count('messages'),
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
      planned.answers.filter(({ comment }) => comment !== null).length,
      planned.answers.filter(({ isReposted }) => isReposted).length,
    ],
  );
  assert.equal((await waiting('explore.rank')).length, 2);
  const corrected = planned.posts.filter(({ text, firstText }) => text !== firstText).length;
  assert.deepEqual(
    [await count('posts where edited_at is not null'), await count('post_revisions')],
    [corrected, corrected],
  );

  const avatars = await waiting('demo.avatar');
  assert.equal(avatars.length, PEOPLE.length);
  const pictures = await waiting('demo.picturePost');
  assert.equal(pictures.length, planned.pictures.length);
  for (const repeat of [1, 2]) {
    for (const payload of avatars.slice(0, PICTURES_MADE)) await run('demo.avatar', payload);
    for (const payload of pictures.slice(0, PICTURES_MADE)) await run('demo.picturePost', payload);
    assert.equal(await count('users where avatar_media_id is not null'), PICTURES_MADE, `run ${repeat}`);
    assert.equal(await count('posts where cardinality(media_ids) = 1'), PICTURES_MADE, `run ${repeat}`);
    assert.equal(await count(`media where state = 'READY' and attachment_count = 1`), 2 * PICTURES_MADE);
  }
  assert.equal(
    (await readdir(path.join(folder, 'files'), { recursive: true })).length > 4 * PICTURES_MADE,
    true,
  );
});

test('the plan gives each user content and users to follow', () => {
  const { posts, quotes, answers, follows, pictures } = makePlan();
  assert.deepEqual(makePlan(), { posts, quotes, answers, follows, pictures });
  assert.ok(
    answers.length > 300 &&
      answers.every(({ agoMs, author, post }) => agoMs < post.agoMs && author !== post.author),
  );
  assert.ok(quotes.length > 6 && quotes.every(({ agoMs, quoted }) => agoMs < quoted.agoMs));
  for (const { username } of PEOPLE) {
    assert.equal(posts.filter(({ author, isPinned }) => author === username && isPinned).length, 1, username);
  }
  assert.ok(posts.filter(({ text }) => / #[a-z]+$/.test(text)).length > 20);
  const popularity = PEOPLE.map(
    ({ username }) => follows.filter(({ followee }) => followee === username).length,
  ).toSorted((a, b) => b - a);
  assert.ok((popularity[0] ?? 0) > 4 * (popularity[25] ?? 0), popularity.join(' '));
  for (const { username } of PEOPLE) {
    const written = posts.filter(({ author }) => author === username).length;
    assert.ok(written >= 3 && written <= 6, `${username} writes ${written} posts`);
    assert.ok(pictures.some(({ author }) => author === username));
    assert.ok(follows.some(({ follower }) => follower === username));
  }
  const edges = follows.map(({ follower, followee }) => `${follower} ${followee}`);
  assert.equal(new Set(edges).size, edges.length);
  assert.ok(follows.every(({ follower, followee }) => follower !== followee && followee !== ''));
});

test('each message of a demo conversation is by one of its members', () => {
  const names = new Set(PEOPLE.map(({ username }) => username));
  assert.equal(names.size, 50);
  for (const { people, lines, title } of DEMO_CONVERSATIONS) {
    assert.ok(people.every((name) => names.has(name)));
    assert.ok(lines.every(([speaker]) => speaker < people.length));
    assert.equal(title === null, people.length === 2);
  }
});
