import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const LAST_SEEN = 'query ($id: ID) { user(id: $id) { lastSeenAt } }';
const STEP_MS = 5 * 60_000;

test('`lastSeenAt` is the last use on any device, rounded down to five minutes', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const tablet = await world.signIn(ada);
  await setSeen(world, ada, '2030-01-01T10:09:59.999Z');
  await setSeen(world, tablet, '2030-01-01T09:00:00Z');
  assert.equal(await lastSeenOf(ada, ben), '2030-01-01T10:05:00.000Z');
  await setSeen(world, tablet, '2030-01-01T10:10:00Z');
  assert.equal(await lastSeenOf(ada, ben), '2030-01-01T10:10:00.000Z');
  // The last use of a revoked session still counts.
  await runSql(
    world.connectionString,
    `update sessions set revoked_at = now() where id = '${uuidOf(tablet.sessionId)}'`,
  );
  assert.equal(await lastSeenOf(ada, ben), '2030-01-01T10:10:00.000Z');
});

test('`lastSeenAt` moves with the requests of the user', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const atFirst = Date.parse((await lastSeenOf(ada, ben)) ?? '');
  assert.equal(atFirst % STEP_MS, 0);
  assert.ok(world.clock.now().getTime() - atFirst < 2 * STEP_MS);
  world.clock.advance('14m');
  assert.equal(Date.parse((await lastSeenOf(ada, ben)) ?? ''), atFirst);
  await ada.do('{ me { id } }');
  // The session is updated asynchronously, after the response.
  await until(async () => Date.parse((await lastSeenOf(ada, ben)) ?? '') >= atFirst + 2 * STEP_MS);
});

test('`lastSeenAt` is null without a session and for anonymous callers, and an invisible user is null', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  assert.equal(await lastSeenOf(ada, world.anonymous()), null);
  await runSql(world.connectionString, `delete from sessions where user_id = '${uuidOf(ben.id)}'`);
  assert.equal(await lastSeenOf(ben, ada), null);
  await runSql(world.connectionString, "update users set state = 'DEACTIVATED' where username = 'ben'");
  assert.deepEqual(await ada.do(LAST_SEEN, { id: ben.id }), { user: null });
});

test('`lastSeenAt` and `canMessage` of fifty users take as many statements as of one, with any settings', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_USER_COST_BUDGET: '1000000' } });
  const ada = await world.user('ada');
  const ids = await createUsers(world, 50);
  const ask = (fields: string, wanted: readonly string[]): Promise<number> =>
    world.statementsOf(async () => {
      const { nodes } = await ada.do(
        `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on User { ${fields} } } }`,
        {
          ids: wanted,
        },
      );
      assert.equal(nodes.filter(Boolean).length, wanted.length);
    });
  const one = ids.slice(0, 1);
  const people = await ask('id', ids);
  assert.equal(people, 1);

  // With audience EVERYONE only the settings are read, and for `lastSeenAt` the sessions.
  assert.equal(await ask('viewer { canMessage }', ids), 2);
  assert.equal(await ask('lastSeenAt', ids), 3);
  assert.equal(await ask('lastSeenAt viewer { canMessage }', ids), 3);
  assert.equal(await ask('lastSeenAt viewer { canMessage }', one), 3);

  await runSql(
    world.connectionString,
    `insert into privacy_settings (user_id, message_audience, last_seen_audience, updated_at)
     select id, 'FOLLOWERS', 'FOLLOWERS', now() from users;
     insert into follows (follower_id, followee_id, created_at)
     select '${uuidOf(ada.id)}', id, now() from users where username like 'guest%'
     union all select id, '${uuidOf(ada.id)}', now() from users where username like 'guest%'`,
  );
  // Other audiences need the follows of both directions, too.
  assert.equal(await ask('viewer { canMessage }', ids), 3);
  assert.equal(await ask('lastSeenAt', ids), 4);
  assert.equal(await ask('lastSeenAt viewer { canMessage isFollowing }', ids), 4);
  assert.equal(await ask('lastSeenAt viewer { canMessage isFollowing }', one), 4);
});

const lastSeenOf = async (person: Person, viewer: Actor): Promise<string | null> =>
  (await viewer.do(LAST_SEEN, { id: person.id })).user.lastSeenAt;

/** Call it before the session's first request, whose asynchronous update would overwrite the time. */
async function setSeen(world: World, person: Person, at: string): Promise<void> {
  await runSql(
    world.connectionString,
    `update sessions set last_seen_at = '${at}' where id = '${uuidOf(person.sessionId)}'`,
  );
}

/** Inserts users with a session each. @returns their ids */
async function createUsers(world: World, count: number): Promise<string[]> {
  await runSql(
    world.connectionString,
    `insert into users (id, provider, subject, username, display_name, created_at, updated_at)
     select gen_random_uuid(), 'test', 'guest' || n, 'guest' || n, 'Guest', now(), now()
     from generate_series(1, ${count}) n;
     insert into sessions (id, user_id, session_key, platform, ip, user_agent, created_at, last_seen_at)
     select gen_random_uuid(), id, username, 'WEB', '', '', now(), now() from users where provider = 'test'`,
  );
  const rows = await world.app.services.db
    .selectFrom('users')
    .select('id')
    .where('provider', '=', 'test')
    .execute();
  return rows.map(({ id }) => toGlobalId('user', id));
}

const WAIT_MS = 5_000;

async function until(holds: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + WAIT_MS;
  while (!(await holds())) assert.ok(Date.now() < giveUpAt, 'it did not come to pass in time');
}
