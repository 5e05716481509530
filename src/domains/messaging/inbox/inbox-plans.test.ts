import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWith } from '#test/support/messaging.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { LAST_ID } from '#platform/db/keyset.ts';
import { listInbox } from './inbox.queries.ts';

test('the inbox reads no conversation of others, and each of its own once, and those of the page once more', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await startWith(ada, ben);
  await runSql(
    world.connectionString,
    `with made as (
       insert into conversations (id, kind, title, created_by, participant_count, created_at, updated_at)
       select gen_random_uuid(), 'GROUP', 'Group ' || n, '${uuidOf(ben.id)}', 1, now(), now() - n * interval '1 minute'
       from generate_series(1, 3000) n returning id, title)
     insert into participants (conversation_id, user_id, role, joined_seq, joined_at)
     select id, case when title like '%00' then '${uuidOf(ada.id)}' else '${uuidOf(ben.id)}' end::uuid, 'OWNER', 0, now() from made`,
  );
  const { db } = world.app.services;
  const page = {
    userId: uuidOf(ada.id),
    inbox: 'PRIMARY',
    pinned: 1,
    updatedAt: new Date('9999-12-31T00:00:00Z'),
    id: LAST_ID,
    limit: 20,
  } as const;
  assert.equal((await listInbox(db, page)).length, 21);
  for (const prepare of ['select', 'analyze']) {
    await runSql(world.connectionString, prepare);
    const readOf = (table: string): Promise<number> => rowsRead(db, table, (on) => listInbox(on, page));
    assert.equal(await readOf('conversations'), 31 + 21, prepare);
    // Once for all, and once for those that are pinned.
    assert.equal(await readOf('participants'), 2 * 31, prepare);
  }
});
