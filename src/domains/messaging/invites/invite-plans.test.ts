import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LAST_ID } from '#platform/db/keyset.ts';
import { askToJoin } from '#test/support/messaging/invites.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld } from '#test/support/world.ts';
import { listJoinRequests } from './join-requests.queries.ts';

test('`conversationJoinRequests` reads no blocks between others, and the requests of no other group', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const others: Person[] = [];
  for (let index = 0; index < 6; index += 1) others.push(await world.user(`other.${index}`));
  const [one, two, three, ...more] = others;
  assert.ok(one && two && three);
  const [id, elsewhere] = [await startWith(ada, one, two), await startWith(three, one, two)];
  for (const person of more) {
    await askToJoin(person, ada, id);
    await askToJoin(person, three, elsewhere);
  }
  await runSql(
    world.connectionString,
    `insert into users (id, provider, subject, username, display_name, created_at, updated_at)
       select gen_random_uuid(), 'x', 'crowd' || n, 'crowd' || n, 'C', now(), now() from generate_series(1, 100) n;
     insert into blocks (blocker_id, blocked_id, created_at)
       select one.id, other.id, now() from users one, users other
       where one.id <> other.id and '${uuidOf(ada.id)}' not in (one.id, other.id);
     analyze`,
  );
  const read = (table: string): Promise<number> =>
    rowsRead(world.app.services.db, table, async (db) => {
      const values = { conversationId: uuidOf(id), viewerId: uuidOf(ada.id), now: world.clock.now() };
      const found = await listJoinRequests(db, { ...values, beforeId: LAST_ID, limit: 20 });
      assert.equal(found.length, 3);
    });
  assert.equal(await read('blocks'), 0);
  assert.ok((await read('join_requests')) <= 6);
});
