import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { fromGlobalId } from '#platform/kernel/ids.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { testWorld } from '#test/support/world.ts';

const MESSAGES = 10;

test('messages are accepted while the live bus is unavailable, and their events arrive afterwards', async (t) => {
  const world = await testWorld(t, { env: { LIVE_BUS: 'postgres' } });
  const [ada, ben] = await Promise.all([world.user('ada'), world.user('ben')]);
  const conversationId = await startWith(ada, ben);
  const events = await ben.subscribe(
    'subscription { messageAdded { message { content { text } conversation { id } } } }',
  );
  const database = new Client({ connectionString: world.connectionString });
  await database.connect();

  try {
    let cuts = 0;
    for (let sent = 0; sent < MESSAGES; sent += 1) {
      cuts += await cutBus(database);
      await ada.do(
        'mutation ($id: ID!, $text: String!) { sendMessage(input: { conversationId: $id, text: $text }) { errors { code } } }',
        { id: conversationId, text: `message ${sent}` },
      );
    }
    assert.ok(cuts > 0, 'there was a connection to cut');
    const stored = await database.query<{ n: string }>(
      'select count(*) as n from messages where conversation_id = $1',
      [fromGlobalId('conversation', conversationId)],
    );
    assert.equal(stored.rows[0]?.n, String(MESSAGES));
  } finally {
    await database.end();
  }

  for (let heard = 0; heard < MESSAGES; heard += 1) {
    assert.deepEqual((await events.next()).data.messageAdded.message, {
      content: { text: `message ${heard}` },
      conversation: { id: conversationId },
    });
  }
  await events.nothing();
});

/** @returns the number of closed connections of the bus */
async function cutBus(database: Client): Promise<number> {
  const { rowCount } = await database.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'plaza-live-bus%'`);
  return rowCount ?? 0;
}
