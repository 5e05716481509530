import type { Client } from 'pg';
import { fillWithoutIndexes, vacuumFilled } from '../harness/bulk.ts';
import { asciiName, FIRST_NAMES, LAST_NAMES } from '../questions/people-names.ts';
import { HELPERS } from '../questions/people-world.ts';

/**
 * Fills an empty database with accounts, one registered each minute since 2024, equal at every run. Two in five have never changed, the others
 * lately rather than long ago. Of a thousand, 30 are deleted, 20 deactivated and half a one waits for its deletion; two are suspended, and as
 * many of every other age once were; five have a badge, and two had one. Names have natural frequencies, and forty have had others before.
 */
export async function seedAccounts(client: Client, users: number): Promise<void> {
  await client.query("set work_mem = '1GB'; set maintenance_work_mem = '1GB'; set synchronous_commit = off");
  for (const statement of HELPERS) await client.query(statement);
  await client.query(NAME, [
    users,
    FIRST_NAMES,
    LAST_NAMES,
    FIRST_NAMES.map(asciiName),
    LAST_NAMES.map(asciiName),
  ]);
  await client.query('analyze bench.name');
  await client.query(ADMIN);
  await fillWithoutIndexes(client, ['users', 'username_history', 'badges', 'restrictions'], async () => {
    await client.query(USERS, [users]);
    await client.query(HISTORY);
    await client.query(BADGES);
    await client.query(SUSPENSIONS);
  });
  await vacuumFilled(client);
  await client.query('checkpoint');
}

/** Names end with a number, whose digits look like no letter. */
const NAME = `
  create unlogged table bench.name as
  select n, ($2::text[])[first] || ' ' || ($3::text[])[last] as display_name,
    case n % 3 when 0 then ($4::text[])[first] || '_' || ($5::text[])[last] when 1 then ($5::text[])[last] || '.' else ($4::text[])[first] end
      || translate(to_oct(n), '01234567', '23456789') as username,
    ($4::text[])[first] || '.' || ($5::text[])[last] || n || '@example.com' as email
  from generate_series(1, $1::int) n
  cross join lateral (
    select bench.place(cardinality($2::text[]), bench.fraction(13, n)) as first,
      bench.place(cardinality($3::text[]), bench.fraction(15, n)) as last
  ) picked`;

const ADMIN = `
  insert into admins (id, email, display_name, role, created_at) values (bench.id('admin', 1), 'admin@example.com', 'Admin', 'OWNER', now())`;

const USERS = `
  insert into users (id, provider, subject, email, username, lookalike_rank, display_name, bio, state, deletion_due_at, suspended_until,
    is_email_verified, follower_count, created_at, updated_at)
  select bench.id('user', n), 'embedded', n::text, case when state <> 'DELETED' then email end, username,
    row_number() over (partition by username_skeleton(username) order by n) - 1, display_name,
    'I am ' || display_name || ' and I write about ' || substr(md5(n::text), 1, 12) || '.', state,
    case when state = 'PENDING_DELETION' then timestamptz '2100-01-01 00:00:00+00' end,
    case when bench.fraction(82, n) < 0.002 then timestamptz 'infinity'
      when bench.fraction(82, n) < 0.0021 then timestamptz '2025-01-01 00:00:00+00' end,
    true, floor(10 * power(bench.fraction(83, n), -0.7)), bench.moment(n),
    case when bench.fraction(84, n) < 0.4 then bench.moment(n)
      else bench.moment($1::int - floor(($1::int - n) * power(bench.fraction(85, n), 3))::int) end
  from bench.name cross join lateral (
    select case when bench.fraction(81, n) < 0.03 then 'DELETED' when bench.fraction(81, n) < 0.05 then 'DEACTIVATED'
      when bench.fraction(81, n) < 0.0505 then 'PENDING_DELETION' else 'ACTIVE' end as state
  ) standing
  order by n`;

const HISTORY = `
  insert into username_history (user_id, username, changed_at)
  select bench.id('user', n), translate(username, '._', '') || 'x', bench.moment(n + 1000) from bench.name where bench.fraction(86, n) < 0.04`;

const BADGES = `
  insert into badges (id, user_id, kind, verified_name, verified_username, granted_by, granted_at, expires_at, revoked_by, revoked_at)
  select bench.id('badge', n), bench.id('user', n), 'IDENTITY', display_name, username, bench.id('admin', 1), bench.moment(n),
    case when part >= 0.005 and part < 0.006 then bench.moment(n + 1000) end,
    case when part >= 0.006 then bench.id('admin', 1) end, case when part >= 0.006 then bench.moment(n + 1000) end
  from bench.name cross join lateral (select bench.fraction(87, n) as part) p where part < 0.007`;

/** Those in force, and twice as many that were lifted. */
const SUSPENSIONS = `
  insert into restrictions (id, user_id, kind, reason, created_at, lifted_at)
  select bench.id('restriction', n), bench.id('user', n), 'SUSPENSION', 'Advertising', bench.moment(n),
    case when part >= 0.002 then bench.moment(n + 1000) end
  from bench.name cross join lateral (select bench.fraction(82, n) as part) p where part < 0.006`;
