import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAST_ID } from '#platform/db/keyset.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { allFollowees, pulledFollowees } from './pull.queries.ts';

const FOLLOWEES = 2_000;
/** Users whom the viewer does not follow, and who publish as much as all followees. */
const STRANGERS = 2_000;
const POSTS = (FOLLOWEES + STRANGERS) * 5;

/** The id of the row `n` of a kind; the ids of all kinds are in the order of their rows. */
const id = (kind: number, n = 'n'): string =>
  `('01900000-0000-7000-8000-' || lpad(to_hex((${n}) * 8 + ${kind}), 12, '0'))::uuid`;

/** A viewer who follows half of those who publish. Of the followees some are hidden, some are muted. */
async function busyWorld(world: World): Promise<Person> {
  const viewer = await world.user('ada');
  const viewerId = `'${uuidOf(viewer.id)}'::uuid`;
  const users = FOLLOWEES + STRANGERS;
  // The factors have no divisor in common with the number of users: they mix followees and strangers.
  const author = id(0, `1 + (n * 1237) % ${users}`);
  const reposter = id(0, `1 + (n * 1249) % ${users}`);
  await runSql(
    world.connectionString,
    `insert into users (id, provider, subject, username, display_name, state, created_at, updated_at)
       select ${id(0)}, 'test', n::text, 'user.' || n, 'User', case when n % 17 = 0 then 'DEACTIVATED' else 'ACTIVE' end,
         now(), now()
       from generate_series(1, ${users}) n;
     insert into follows (follower_id, followee_id, created_at)
       select ${viewerId}, ${id(0)}, now() from generate_series(1, ${FOLLOWEES}) n;
     update users set following_count = ${FOLLOWEES} where id = ${viewerId};
     insert into blocks (blocker_id, blocked_id, created_at)
       select ${id(0)}, ${viewerId}, now() from generate_series(1, ${FOLLOWEES}, 23) n;
     insert into mutes (muter_id, muted_id, scopes, created_at)
       select ${viewerId}, ${id(0)}, case when n % 2 = 0 then array['POSTS'] else array['REPOSTS'] end, now()
       from generate_series(1, ${FOLLOWEES}, 29) n;
     insert into posts (id, author_id, text, visibility, created_at, deleted_at)
       select ${id(1)}, ${author}, 'post ' || n,
         case n % 31 when 0 then 'PRIVATE' when 1 then 'SUBSCRIBERS' when 2 then 'FOLLOWERS' else 'PUBLIC' end,
         now(), case when n % 37 = 0 then now() end
       from generate_series(1, ${POSTS}) n;
     insert into post_audience (post_id, user_id)
       select ${id(1)}, ${viewerId} from generate_series(62, ${POSTS}, 62) n;
     insert into post_counters (post_id) select id from posts;
     insert into reposts (id, user_id, post_id, created_at)
       select ${id(2)}, ${reposter}, ${id(1, 'greatest(n - 7, 1)')}, now() from generate_series(1, ${POSTS}, 5) n
       on conflict do nothing;
     analyze`,
  );
  return viewer;
}

/** Deletes what the followees have published above the middle of all ids. */
const silenceFollowees = (world: World): Promise<void> =>
  runSql(
    world.connectionString,
    `update posts set deleted_at = now() where author_id in (select followee_id from follows) and id > ${MIDDLE};
     delete from reposts where user_id in (select followee_id from follows) and id > ${MIDDLE}`,
  );

const MIDDLE = id(1, String(POSTS / 2));

/** Number of posts of the first page, and of the statements that read it again. */
async function pageOf(world: World, viewer: Person): Promise<readonly [posts: number, statements: number]> {
  const read = () => viewer.do('{ feed(first: 20) { nodes { text } } }');
  // The first time reads the rows of the page, and learns how many are pulled.
  const { feed } = await read();
  return [feed.nodes.length, await world.statementsOf(read)];
}

const scanOf = (world: World, viewer: Person) => ({
  viewerId: uuidOf(viewer.id),
  now: world.clock.now(),
  before: LAST_ID,
  limit: 24,
});

test('a page of pulled followees reads a few rows of each table, however many are followed', async (t) => {
  const world = await testWorld(t);
  const viewer = await busyWorld(world);
  for (const { walk } of [pulledFollowees, allFollowees]) {
    for (const table of ['posts', 'reposts', 'follows', 'users']) {
      const rows = await rowsRead(world.app.services.db, table, (db) => walk(db, scanOf(world, viewer)));
      assert.ok(rows > 0 && rows < 4 * 24, `${table}: ${rows}`);
    }
  }
});

test('where the followees publish too little, a walk ends after a row for each of them, and a page takes one statement more', async (t) => {
  const world = await testWorld(t);
  const viewer = await busyWorld(world);
  // Reposts may take a second scan.
  await runSql(world.connectionString, 'delete from reposts');
  assert.deepEqual(await pageOf(world, viewer), [20, 2]);
  await silenceFollowees(world);
  assert.deepEqual(await pageOf(world, viewer), [20, 3]);
  const rows = await rowsRead(world.app.services.db, 'posts', (db) =>
    pulledFollowees.walk(db, scanOf(world, viewer)),
  );
  // Once with the authors, and once to see whether there are more.
  assert.equal(rows, 2 * (FOLLOWEES + 4 * 24) + 1);
});

test('the first page below a timeline looks for no more candidates than a page of the timeline', async (t) => {
  const world = await testWorld(t);
  const viewer = await busyWorld(world);
  // One post in forty is a followee's, so that a walk finds the candidates of one page, and gives up before those of four.
  await runSql(
    world.connectionString,
    `delete from reposts;
     update posts set deleted_at = now() where id not in (select ${id(1)} from generate_series(1, ${POSTS}, 20) n)
       and author_id in (select followee_id from follows);
     update follows set is_pulled = false;
     insert into timelines (user_id, floor_id) select follower_id, ${id(1, String(POSTS))} from follows limit 1`,
  );
  assert.deepEqual(await pageOf(world, viewer), [20, 3]);
});

test('a walk finds the candidates that a probe of each followee finds', async (t) => {
  const world = await testWorld(t);
  const viewer = await busyWorld(world);
  const { db } = world.app.services;
  const posts = await db.selectFrom('posts').select('id').orderBy('id').execute();
  const situations = new Map<string, number>();
  const compare = async (): Promise<void> => {
    for (let index = 0; index < posts.length; index += 1_009) {
      for (const { walk, probe } of [pulledFollowees, allFollowees]) {
        const scan = {
          ...scanOf(world, viewer),
          before: posts[index]?.id ?? LAST_ID,
          limit: 1 + (index % 60),
        };
        const [walked, probed] = [await walk(db, scan), await probe(db, scan)];
        const situation =
          walked.length === 0 ? 'given up' : probed.length < scan.limit ? 'at the end' : 'full';
        situations.set(situation, (situations.get(situation) ?? 0) + 1);
        if (walked.length > 0)
          assert.deepEqual(
            walked.filter(({ sortId }) => sortId !== null),
            probed,
          );
      }
    }
  };
  await compare();
  await silenceFollowees(world);
  await compare();
  assert.deepEqual([...situations.keys()].toSorted(), ['at the end', 'full', 'given up']);
});
