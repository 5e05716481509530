import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

const ME = `{ me {
  id email isEmailVerified accountState deletionDueAt nextUsernameChangeAt followRequestCount
  privacySettings { isPrivate messageAudience } user { id username }
} }`;

test('`me` has the account, the settings and the counts of the caller beside their user', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await setPrivacy(ada, { isPrivate: true, messageAudience: 'FOLLOWERS' });
  await follow(ben, ada);
  const id = toGlobalId('me', uuidOf(ada.id));
  const own = {
    id,
    email: ada.email,
    isEmailVerified: false,
    accountState: 'ACTIVE',
    deletionDueAt: null,
    nextUsernameChangeAt: null,
    followRequestCount: 1,
    privacySettings: { isPrivate: true, messageAudience: 'FOLLOWERS' },
    user: { id: ada.id, username: 'ada' },
  };
  assert.deepEqual(await ada.do(ME), { me: own });

  const changedAt = world.clock.now().getTime();
  await ada.do('mutation { changeUsername(input: { username: "ada.byron" }) { errors { code } } }');
  const { me } = await ada.do(ME);
  const waitMs = Date.parse(me.nextUsernameChangeAt) - changedAt;
  assert.ok(Math.abs(waitMs - 14 * 86_400_000) < 60_000, `${waitMs} ms`);
  world.clock.advance('14d');
  world.clock.advance('1m');
  const later = await world.signIn(ada);
  assert.equal((await later.do(ME)).me.nextUsernameChangeAt, null);
});

test('an account is read again by its id, and by nobody else', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = toGlobalId('me', uuidOf(ada.id));
  const NODE = 'query ($id: ID!) { node(id: $id) { __typename id ... on Me { email } } }';
  assert.deepEqual(await ada.do(NODE, { id }), { node: { __typename: 'Me', id, email: ada.email } });
  for (const other of [ben, world.anonymous()])
    assert.deepEqual(await other.do(NODE, { id }), { node: null });
});

test('the count of follow requests is that of the list, and ends at one hundred', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await setPrivacy(ada, { isPrivate: true });
  await follow(ben, ada);
  const count = async (): Promise<number> => (await ada.do(ME)).me.followRequestCount;
  await runSql(world.connectionString, `update users set state = 'DEACTIVATED' where username = 'ben'`);
  assert.equal(await count(), 0);
  await runSql(
    world.connectionString,
    `with made as (
       insert into users (id, provider, subject, username, display_name, created_at, updated_at)
       select gen_random_uuid(), 'test', n::text, 'user.' || n, 'User', now(), now() from generate_series(1, 120) n
       returning id
     )
     insert into follow_requests (requester_id, target_id, created_at) select id, '${uuidOf(ada.id)}', now() from made`,
  );
  assert.equal(await count(), 100);
});
