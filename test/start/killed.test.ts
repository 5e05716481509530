import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { testDatabase } from '#test/support/database.ts';
import { DEMO_CONVERSATIONS } from '../../db/demo/conversations.ts';
import { MEMBER_POSTS } from '../../db/demo/members.ts';
import { PEOPLE } from '../../db/demo/people.ts';
import { PLAN } from '../../db/demo/plan.ts';
import { dataFolder, plaza, postgresPid, readFirstRun, untilGone } from './plaza-process.ts';

/** Beside other load on the machine: all pictures are painted by then. */
const PAINTED_WITHIN_MS = 240_000;

test('a start that is killed while it creates the demo world is completed by the next one', async (t) => {
  const { connectionString } = await testDatabase(t);
  const folder = await dataFolder(t);
  const env = { DATA_DIR: folder, DATABASE_URL: connectionString };
  const database = new Client({ connectionString });
  await database.connect();
  const numberOf = async (what: string): Promise<number> =>
    Number((await database.query<{ n: string }>(`select count(*) as n from ${what}`)).rows[0]?.n);
  const until = async (what: string, atLeast: number): Promise<void> => {
    while ((await numberOf(what)) < atLeast) await sleep(2);
  };

  try {
    // Between the identities and the profiles, the profiles and the posts, among the posts, the pictures, and the arrivals.
    for (const [what, atLeast] of [
      ['auth.account', 1],
      ['users', 9],
      ['posts', 1],
      ['messages', 1],
      ['media', 3],
      ['users', 18],
    ] as const) {
      const killed = plaza(t, { args: ['start'], env });
      await until(what, atLeast);
      killed.kill('SIGKILL');
      await killed.exited;
      // Processes that share a database take a minute to notice the death of one.
      await database.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null');
    }
    const whole = plaza(t, { args: ['start'], env });
    await whole.ready();
    assert.equal((await readFirstRun(folder)).users.length, 16);
    // The first one, the moderator of the demo world, and one of each role.
    assert.equal(await numberOf('admins'), 8);
    assert.equal(await numberOf(RESIDENTS_TWICE), 0);
    assert.equal(await numberOf(TEXTS_TWICE), 0);
    assert.equal(await numberOf(WRONG_COUNTERS), 0);
    assert.equal(await numberOf(RESIDENT_CONVERSATIONS), 7);
    await whole.says('The demo world is complete.', PAINTED_WITHIN_MS);
    assert.equal(await numberOf('users where avatar_media_id is not null'), PEOPLE.length);
    // And the one with many reactions.
    const posts = PLAN.posts.length + PLAN.mediaPosts.length + MEMBER_POSTS.length + 1;
    assert.equal(await numberOf('posts where not is_quote'), posts);
    assert.equal(await numberOf(TEXTS_TWICE), 0);
    assert.equal(await numberOf(WRONG_COUNTERS), 0);
    assert.equal(await numberOf('participants'), DEMO_CONVERSATIONS.flatMap(({ people }) => people).length);
    whole.kill('SIGTERM');
    assert.deepEqual(await whole.exited, { code: 0, signal: null });
  } finally {
    await database.end();
  }
});

test('after kill -9 the next start has all data, on a new database server', async (t) => {
  const folder = await dataFolder(t);
  const env = { DATA_DIR: folder };
  const first = plaza(t, { args: ['start'], env });
  await first.ready();
  const note = await readFirstRun(folder);
  const postgres = await postgresPid(folder);
  first.kill('SIGKILL');
  assert.equal((await first.exited).signal, 'SIGKILL');

  const second = plaza(t, { args: ['start'], env });
  await second.ready();
  await untilGone(postgres);
  const { webUrl, admin, users } = await readFirstRun(folder);
  assert.deepEqual({ admin, users }, { admin: note.admin, users: note.users });
  const [, token = ''] = /"Bearer (\S+)"/.exec(second.stdout()) ?? [];
  const response = await fetch(webUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: '{ me { user { username } } }' }),
  });
  assert.deepEqual(await response.json(), { data: { me: { user: { username: 'nora' } } } });
});

const RESIDENTS_TWICE = '(select username from users group by username having count(*) > 1) as twice';
const TEXTS_TWICE = `(
  select from posts group by text having count(*) > 1
  union all select from messages m left join message_locks l on l.message_id = m.id
  where m.sender_id is not null group by conversation_id, text, m.sender_id, l.teaser having count(*) > 1) as twice`;
const WRONG_COUNTERS = `users u where
  post_count <> (select count(*) from posts where author_id = u.id and deleted_at is null)
  or follower_count <> (select count(*) from follows where followee_id = u.id)
  or following_count <> (select count(*) from follows where follower_id = u.id)`;
const RESIDENT_CONVERSATIONS = `participants where user_id = (select id from users where username = 'nora')`;
