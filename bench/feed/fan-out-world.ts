import type { Client } from 'pg';
import { fillWithoutIndexes, vacuumFilled } from '../harness/bulk.ts';
import { seedWorld } from '../harness/world.ts';

/** The numbers of the authors whose posts are fanned out. */
export const AUTHORS = [
  { user: 11, followers: 10 },
  { user: 12, followers: 1_000 },
  { user: 13, followers: 100_000 },
] as const;

const FIRST_FOLLOWER = 1_001;
const WORLD = {
  users: 101_001,
  posts: 100_000,
  followees: 50,
  readers: 100,
  hasPictures: false,
};
const ENTRIES = 20;

/** A user with fifty followees, fanned out at first, without blocks or mutes. */
export const READER = 21;

/** A world in which users follow few, and three authors have followers with active timelines. */
export async function seedFanOut(client: Client): Promise<void> {
  await seedWorld(client, WORLD);
  await client.query(
    'create table bench_person as select id, row_number() over (order by id) as n from users',
  );
  const follower = 'n between $1::int and $1::int + $2::int - 1';
  for (const { user, followers } of AUTHORS) {
    await client.query(
      `insert into follows (follower_id, followee_id, created_at, is_pulled)
       select id, (select id from bench_person where n = $3::int), now(), false from bench_person where ${follower}`,
      [FIRST_FOLLOWER, followers, user],
    );
    await client.query(
      'update users set follower_count = $2::int where id = (select id from bench_person where n = $1::int)',
      [user, followers],
    );
  }
  const most = AUTHORS[2].followers;
  await client.query(
    `insert into timelines (user_id, floor_id)
     select id, '00000000-0000-0000-0000-000000000000' from bench_person where ${follower}`,
    [FIRST_FOLLOWER, most],
  );
  await fillWithoutIndexes(client, ['timeline_entries'], async () => {
    await client.query(
      `insert into timeline_entries (user_id, sort_id, post_id)
       select f.id, p.id, p.id
       from (select id, n from bench_person where ${follower}) f
       join (select id, row_number() over (order by id) as n from posts) p
         on p.n % (${WORLD.posts} / ${ENTRIES}) = f.n % (${WORLD.posts} / ${ENTRIES})
       order by p.id`,
      [FIRST_FOLLOWER, most],
    );
  });
  await client.query('drop table bench_person');
  await vacuumFilled(client);
}
