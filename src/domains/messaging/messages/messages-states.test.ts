import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actor } from '#test/support/actor.ts';
import { SEND, startWith } from '#test/support/messaging/messaging.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';

const ADDED = `subscription ($id: ID, $after: String) {
  messageAdded(conversationId: $id, after: $after) { cursor message { content { text } } } }`;

test('a held message is visible to its sender alone, a removed one to nobody, in lists, by id and in events', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await startWith(ada, ben);
  const send = async (text: string): Promise<string> =>
    (await ada.do(SEND, { input: { conversationId: id, text } })).sendMessage.message.id;
  const live = await ada.subscribe(ADDED, { id });
  await send('before');
  const after = (await live.next()).data.messageAdded.cursor;
  live.close();
  const message = await send('about');
  await send('after');
  await world.runJobs();

  const readBy = async (viewer: Actor) => {
    const { node, conversationMessages } = await viewer.do(
      'query ($id: ID!, $message: ID!) { node(id: $message) { id } conversationMessages(conversationId: $id) { nodes { content { text } } } }',
      { id, message },
    );
    const replay = await viewer.subscribe(ADDED, { id, after });
    const events: string[] = [];
    while (events.at(-1) !== 'after')
      events.push((await replay.next()).data.messageAdded.message.content.text);
    replay.close();
    const texts = conversationMessages.nodes.map(
      ({ content }: { content: { text: string } }) => content.text,
    );
    return { isFound: node !== null, texts, events };
  };
  const shown = { isFound: true, texts: ['after', 'about', 'before'], events: ['about', 'after'] };
  const gone = { isFound: false, texts: ['after', 'before'], events: ['after'] };
  for (const [state, forSender, forOther] of [
    ['VISIBLE', shown, shown],
    ['HELD', shown, gone],
    ['REMOVED', gone, gone],
  ] as const) {
    await runSql(
      world.connectionString,
      `update messages set moderation_state = '${state}' where id = '${uuidOf(message)}'`,
    );
    // No event tells of a change by SQL, and what was read for a replay serves others for a second.
    await sleep(1_000);
    assert.deepEqual(await readBy(ada), forSender, `${state} for the sender`);
    assert.deepEqual(await readBy(ben), forOther, `${state} for the other`);
  }
});
