import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

const CHANGE = `mutation ($username: String!) {
  changeUsername(input: { username: $username }) { errors { code } }
}`;
const HISTORY = `query ($search: String) {
  adminGetUsers(search: $search, first: 50) { nodes { username usernameHistory { username changedAt } } }
}`;

test('admins see former usernames newest first, also those no longer reserved', async (t) => {
  const world = await testWorld(t);
  const [ada, admin] = [await world.user('ada'), await world.admin({ role: 'SUPPORT' })];
  await world.user('ben');
  const times: number[] = [];
  for (const username of ['adele', 'ada', 'adelaide']) {
    Object.assign(ada, await world.signIn(ada));
    times.push(world.clock.now().getTime());
    await ada.do(CHANGE, { username });
    world.clock.advance('20d');
  }
  Object.assign(admin, await world.admin({ role: 'SUPPORT' }));
  const [ben, { username, usernameHistory }] = (await admin.do(HISTORY)).adminGetUsers.nodes;
  assert.deepEqual(ben, { username: 'ben', usernameHistory: [] });
  assert.equal(username, 'adelaide');
  const names = usernameHistory.map((change: { username: string }) => change.username);
  assert.deepEqual(names, ['ada', 'adele', 'ada']);
  for (const [index, { changedAt }] of usernameHistory.toReversed().entries()) {
    const lateMs = Date.parse(changedAt) - (times[index] ?? 0);
    assert.ok(lateMs >= 0 && lateMs < 10_000, `${lateMs} ms`);
  }
  const [found] = (await admin.do(HISTORY, { search: 'adel' })).adminGetUsers.nodes;
  assert.deepEqual(found.usernameHistory, usernameHistory);
});

test('the newest twenty former usernames of each user are listed, by one statement for all users', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, admin] = [await world.user('ada'), await world.user('ben'), await world.admin()];
  const one = await world.statementsOf(() => admin.do(HISTORY, { search: 'ada' }));
  for (const [person, count] of [
    [ada, 25],
    [ben, 2],
  ] as const) {
    await runSql(
      world.connectionString,
      `insert into username_history (user_id, username, changed_at)
       select '${uuidOf(person.id)}', '${person.username}.' || n, '2026-01-01'::timestamptz + n * interval '15 days'
       from generate_series(1, ${count}) n`,
    );
  }
  type Account = { usernameHistory: { username: string }[] };
  let shown: string[][] = [];
  const all = await world.statementsOf(async () => {
    const { adminGetUsers } = await admin.do(HISTORY);
    shown = adminGetUsers.nodes.map(({ usernameHistory }: Account) =>
      usernameHistory.map(({ username }) => username),
    );
  });
  assert.deepEqual(shown, [
    ['ben.2', 'ben.1'],
    Array.from({ length: 20 }, (_, index) => `ada.${25 - index}`),
  ]);
  assert.deepEqual([one, all], [2, 2]);
});
