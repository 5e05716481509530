import type { Client } from 'pg';
import { fillWithoutIndexes, vacuumFilled } from '../harness/bulk.ts';
import { refreshTokenOf } from '../harness/world.ts';
import { HELPERS, SIGN_INS } from './people-world.ts';

export type NotificationsWorldSize = {
  /** The reader is the first user; the others act. */
  readonly users: number;
  /** Of the reader, with notifications; as many others have none. */
  readonly posts: number;
  /** All for the reader, half of them unread, in turns. */
  readonly notifications: number;
  /** Users whose reactions each of them tells of. */
  readonly actors: number;
};

export const NOTIFICATIONS_WORLD: NotificationsWorldSize = {
  users: 100_001,
  posts: 100_000,
  notifications: 1_000_000,
  actors: 3,
};

export const SMALL_NOTIFICATIONS_WORLD: NotificationsWorldSize = {
  users: 2_001,
  posts: 1_000,
  notifications: 10_000,
  actors: 3,
};

export const READER = 1;

/** Fills an empty database with one user who is told of reactions to their posts. The newest notification is a second old. */
export async function seedNotifications(client: Client, size: NotificationsWorldSize): Promise<void> {
  const { users, posts, notifications, actors } = size;
  await client.query(
    "set work_mem = '1GB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off; set session_replication_role = replica",
  );
  for (const statement of HELPERS) await client.query(statement);
  await fillWithoutIndexes(client, ['users', 'notifications', 'notification_actors'], async () => {
    await client.query(USERS, [users]);
    await client.query(NOTIFICATIONS, [notifications, posts, actors]);
    await client.query(ACTORS, [notifications, posts, actors, users]);
  });
  await client.query(POSTS, [2 * posts]);
  await client.query('insert into post_counters (post_id) select id from posts');
  await client.query(SIGN_INS, [[READER], [refreshTokenOf(READER)]]);
  await client.query('set session_replication_role = origin');
  await vacuumFilled(client);
  await client.query('checkpoint');
}

const USERS = `
  insert into users (id, provider, subject, username, display_name, bio, created_at, updated_at)
  select bench.id('user', n), 'embedded', bench.id('user', n)::text, 'user_' || n, 'Person number ' || n, '',
    bench.moment(n), bench.moment(n)
  from generate_series(1, $1::int) n order by n`;

const POSTS = `
  insert into posts (id, author_id, text, visibility, created_at)
  select bench.id('post', n), bench.id('user', ${READER}), 'Post ' || n, 'PUBLIC', bench.moment(n) from generate_series(1, $1::int) n`;

const NOTIFICATIONS = `
  insert into notifications (id, recipient_id, type, group_key, is_grouped, has_actor, is_listed, target_type, target_id,
    actor_count, highest_actor_count, created_at, latest_at, read_at)
  select bench.id('notification', n), bench.id('user', ${READER}), 'POST_REACTION', 'POST_REACTION:' || n, true, true, true, 'post',
    bench.id('post', 1 + n % $2::int), $3::int, $3::int, now() - n * interval '1 second', now() - n * interval '1 second',
    case when n % 2 = 0 then now() end
  from generate_series(1, $1::int) n`;

const ACTORS = `
  insert into notification_actors (notification_id, actor_id, act_id, at)
  select bench.id('notification', n), bench.id('user', 2 + (n * $3::int + k) % ($4::int - 1)), bench.id('post', 1 + n % $2::int),
    now() - n * interval '1 second'
  from generate_series(1, $1::int) n, generate_series(1, $3::int) k`;
