import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startWith } from '#test/support/messaging/messaging.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { LAST_ID } from '#platform/db/keyset.ts';
import { listInbox } from './inbox.queries.ts';

const FIRST = { pinned: 1, updatedAt: new Date('9999-12-31T00:00:00Z'), id: LAST_ID };

test('the inbox reads no conversation of others, and of its own those of the newest days', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await startWith(ada, ben);
  // Ada has 14 groups of each of the first two days before, and two of the third.
  await runSql(
    world.connectionString,
    `with made as (
       insert into conversations (id, kind, title, created_by, participant_count, created_at, updated_at)
       select gen_random_uuid(), 'GROUP', 'Group ' || n, '${uuidOf(ben.id)}', 1, now(), timestamptz '2026-01-04Z' - n * interval '1 minute'
       from generate_series(1, 3000) n returning id, title)
     insert into participants (conversation_id, user_id, role, joined_seq, joined_at)
     select id, case when title like '%00' then '${uuidOf(ada.id)}' else '${uuidOf(ben.id)}' end::uuid, 'OWNER', 0, now() from made`,
  );
  const { db } = world.app.services;
  const page = { userId: uuidOf(ada.id), inbox: 'PRIMARY', limit: 5 } as const;
  const read = async (from: typeof FIRST): Promise<readonly number[]> => {
    assert.equal((await listInbox(db, { ...page, ...from })).length, 6);
    const readOf = (table: string) => rowsRead(db, table, (on) => listInbox(on, { ...page, ...from }));
    return [await readOf('participants'), await readOf('conversations')];
  };
  const second = { pinned: 0, updatedAt: new Date('2026-01-03T12:00:00Z'), id: LAST_ID };
  for (const prepare of ['select', 'analyze']) {
    await runSql(world.connectionString, `update participants set active_on = null; ${prepare}`);
    // Each of its own while their days are not known, and those of the page once more.
    assert.deepEqual(await read(FIRST), [31, 31 + 6], prepare);
    await runSql(
      world.connectionString,
      `update participants p set active_on = day_of(c.updated_at) from conversations c where c.id = p.conversation_id; ${prepare}`,
    );
    assert.deepEqual(await read(FIRST), [31, 1 + 14 + 6], prepare);
    assert.deepEqual(await read(second), [31, 14 + 14 + 6], prepare);
  }
});
