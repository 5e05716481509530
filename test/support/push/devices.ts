import { sql } from 'kysely';
import { runSql } from '#test/support/test-server.ts';
import type { World } from '#test/support/world.ts';

export const crowdId = (number: number): string =>
  `01900000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

/** Inserts users with the ids of `crowdId`, from 1, by their rows. */
export const insertCrowd = (world: World, count: number): Promise<unknown> =>
  runSql(
    world.connectionString,
    `insert into users (id, provider, subject, username, display_name, state, created_at, updated_at)
     select ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'test', n::text, 'user.' || n, 'User', 'ACTIVE', now(), now()
     from generate_series(1, ${count}) n`,
  );

/** Gives each of a crowd a session and a phone, by their rows. */
export async function insertPhones({ app: { services } }: World, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_each, index) => index + 1);
  const userIds = numbers.map(crowdId);
  const tokens = numbers.map((number) => services.sealer.seal('push token', String(number).padStart(8, '0')));
  const now = services.clock.now();
  await sql`
    with people as (
      select * from unnest(${userIds}::uuid[], ${tokens}::text[]) as people (user_id, token)
    ), signed_in as (
      insert into sessions (id, user_id, session_key, platform, ip, user_agent, created_at, last_seen_at)
      select user_id, user_id, user_id::text, 'WEB', '127.0.0.1', 'a phone', ${now}, ${now} from people
    )
    insert into push_devices (id, user_id, session_id, platform, token_hash, sealed_token, app_id, locale, environment, registered_at)
    select user_id, user_id, user_id, 'FCM', decode(md5(user_id::text), 'hex'), token, 'com.example.plaza', 'en-GB', 'PRODUCTION', ${now}
    from people`.execute(services.db);
}

/** Lets jobs run now that wait for a time, which the queue takes from the database. */
export const makeJobsDue = (world: World): Promise<unknown> =>
  runSql(
    world.connectionString,
    'select count(*) from graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())',
  );
