import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { updateRead } from './marks.queries.ts';

test('marking two of thousands of notifications as read looks at those two, where all others have one', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const id = (kind: number) => `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const notify = (recipient: string, kind: number) => `
    insert into notifications (id, recipient_id, type, group_key, is_grouped, has_actor, is_listed, target_type, target_id, created_at, latest_at)
    select ${id(kind)}, ${recipient}, 'NEW_FOLLOWER', n::text, false, false, true, 'USER', ${id(kind)}, now(), now() from generate_series(1, 3000) n;`;
  await runSql(
    world.connectionString,
    `set session_replication_role = replica; ${notify(id(1), 2)} ${notify(`'${uuidOf(ada.id)}'`, 3)} analyze notifications`,
  );
  const ids = ['01900003-0000-7000-8000-000000000001', '01900003-0000-7000-8000-000000000bb8'];
  const marked = { userId: uuidOf(ada.id), ids, now: world.clock.now() };
  assert.equal(await rowsRead(world.app.services.db, 'notifications', (db) => updateRead(db, marked)), 2);
});
