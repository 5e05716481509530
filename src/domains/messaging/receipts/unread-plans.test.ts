import assert from 'node:assert/strict';
import { test } from 'node:test';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { countMentionConversations, countUnreadConversations } from './unread.queries.ts';

test('counting unread conversations reads no conversation of others, and messages of unread ones alone', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const unread = await startWith(ada, ben);
  await startWith(ada, cleo);
  await say(ben, unread, 'Hello');
  const group = await startWith(ada, ben, cleo);
  for (const text of ['Hello', 'Hello @ada']) await say(cleo, group, text);
  await runSql(
    world.connectionString,
    `with made as (
       insert into conversations (id, kind, title, created_by, last_seq, participant_count, created_at, updated_at)
       select gen_random_uuid(), 'GROUP', 'Group ' || n, '${uuidOf(ben.id)}', 1, 1, now(), now() from generate_series(1, 3000) n
       returning id)
     insert into participants (conversation_id, user_id, role, joined_seq, joined_at)
     select id, '${uuidOf(ben.id)}', 'OWNER', 0, now() from made;
     insert into participant_markers (conversation_id, user_id, read_seq, read_at)
     select conversation_id, user_id, 1, now() from participants where role = 'OWNER' on conflict do nothing;
     insert into messages (id, conversation_id, seq, sender_id, text, created_at)
     select gen_random_uuid(), id, 1, created_by, 'Hello', now() from conversations where title is not null`,
  );
  const { db } = world.app.services;
  const viewer = { viewerId: uuidOf(ada.id), now: world.clock.now() };
  // Without and with statistics.
  for (const prepare of ['select', 'analyze']) {
    await runSql(world.connectionString, prepare);
    const readBy = async (table: string): Promise<readonly number[]> => [
      await rowsRead(db, table, (on) => countUnreadConversations(on, viewer)),
      await rowsRead(db, table, (on) => countMentionConversations(on, viewer)),
    ];
    assert.deepEqual(await readBy('participants'), [3, 1], prepare);
    // Counts of mentions begin at the mentions.
    assert.deepEqual(await readBy('conversations'), [3, 1], prepare);
    // A message of each unread conversation is enough.
    assert.deepEqual(await readBy('messages'), [2, 1], prepare);
    assert.deepEqual(await readBy('participant_markers'), [1, 1], prepare);
  }
});
