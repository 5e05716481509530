import assert from 'node:assert/strict';
import { test } from 'node:test';
import { smallPicture } from '#test/support/content/media-files.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { leave, rejoin, say, SEND, startWith } from '#test/support/messaging/messaging.ts';
import { pin, react, sent } from '#test/support/messaging/message-reactions.ts';
import { rowsRead } from '#test/support/rows-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { mediaOf, uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { deleteExpired } from '../messages/message-rows.service.ts';

const TEXTS = `query ($id: ID!) { conversationMessages(conversationId: $id) {
  nodes { content { __typename text } expiresAt } } }`;
const DELETED = `subscription ($after: String) { messageDeleted(after: $after) {
  messageId scope conversation { id } message { id } } }`;
const ADDED = `subscription ($id: ID, $after: String) { messageAdded(conversationId: $id, after: $after) {
  message { content { text } replyTo { content { __typename text } } } } }`;
const MINUTE = { LIMIT_DISAPPEAR_SECONDS_MIN: '60' };

test('a message disappears for everyone when its time has come, and its row, files and all that belongs to it soon after', async (t) => {
  const world = await testWorld(t, { env: MINUTE });
  const { ada, ben, id } = await timed(world);
  const { id: picture } = await uploaded(ada, await smallPicture());
  const { sendMessage } = await ada.do(SEND, {
    input: { conversationId: id, text: 'Look @ben', mediaIds: [picture] },
  });
  const messageId = sendMessage.message.id;
  await react(ben, messageId, '👍');
  await pin(ada, messageId);
  await ada.do(
    'mutation ($id: ID!) { editMessage(input: { messageId: $id, text: "Look, @ben" }) { errors { code } } }',
    { id: messageId },
  );
  await ben.do(
    'mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: ME }) { errors { code } } }',
    { id: messageId },
  );
  const [first] = (await ada.do(TEXTS, { id })).conversationMessages.nodes.filter(
    ({ expiresAt }: { expiresAt: string | null }) => expiresAt !== null,
  );
  assert.ok(Math.abs(Date.parse(first.expiresAt) - world.clock.now().getTime() - 60_000) < 30_000);

  world.clock.advance('61s');
  assert.deepEqual(await textsOf(ada, id), []);
  const live = await ada.subscribe(DELETED);
  await runCron(world, 'messages.sweepExpired');
  assert.deepEqual((await live.next()).data.messageDeleted, {
    messageId,
    scope: 'EXPIRED',
    conversation: { id },
    message: null,
  });
  await live.nothing();
  for (const table of [
    'message_revisions',
    'hidden_messages',
    'message_reactions',
    'message_reaction_counts',
    'message_pins',
    'message_mentions',
  ]) {
    assert.deepEqual(
      await world.app.services.db
        .selectFrom(table as 'message_pins')
        .selectAll()
        .execute(),
      [],
    );
  }
  assert.equal(await mediaOf(ada, picture), null);
});

test('the timer counts for what is sent from then on: directly, forwarded or scheduled, and for a reply', async (t) => {
  const world = await testWorld(t, { env: MINUTE });
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [id, other] = [await startWith(ada, ben), await startWith(ada, ben, await world.user('cleo'))];
  await say(ada, id, 'Before');
  await timer(ada, id, 60);
  await ada.do(
    `mutation ($input: ScheduleMessageInput!) { scheduleMessage(input: $input) { errors { code } } }`,
    {
      input: { conversationId: id, text: 'Later', sendAt: new Date(world.clock.now().getTime() + 10_000) },
    },
  );
  const messageId = await sent(ada, other, 'Passed on');
  await ada.do(
    'mutation ($input: ForwardMessageInput!) { forwardMessage(input: $input) { errors { code } } }',
    { input: { messageId, conversationIds: [id] } },
  );
  world.clock.advance('10s');
  await world.runJobs();
  await timer(ada, id, null);
  await say(ada, id, 'After');
  const texts = async () =>
    (await ben.do(TEXTS, { id })).conversationMessages.nodes.flatMap(
      ({ content, expiresAt }: { content: { text: string }; expiresAt: string | null }) =>
        content.text === '' ? [] : [[content.text, expiresAt !== null]],
    );
  assert.deepEqual(await texts(), [
    ['After', false],
    ['Later', true],
    ['Passed on', true],
    ['Before', false],
  ]);
  world.clock.advance('61s');
  assert.deepEqual(await texts(), [
    ['After', false],
    ['Before', false],
  ]);
});

test('a file that several messages show goes with the last of them', async (t) => {
  const world = await testWorld(t, { env: MINUTE });
  const { ada, id } = await timed(world);
  const { id: picture } = await uploaded(ada, await smallPicture());
  const input = { conversationId: id, mediaIds: [picture] };
  for (let times = 0; times < 3; times += 1) await ada.do(SEND, { input });
  world.clock.advance('30s');
  await ada.do(SEND, { input });
  world.clock.advance('31s');
  await runCron(world, 'messages.sweepExpired');
  assert.equal((await mediaOf(ada, picture)).id, picture);
  world.clock.advance('30s');
  await runCron(world, 'messages.sweepExpired');
  assert.equal(await mediaOf(ada, picture), null);
});

test('nobody is told of the end of what they did not see', async (t) => {
  const world = await testWorld(t, { env: MINUTE });
  const { ada, ben, cleo, id } = await timed(world);
  await leave(world, cleo, id);
  const [seen, held] = [await sent(ada, id, 'Early'), await sent(ada, id, 'Held')];
  await rejoin(world, cleo, id);
  await runSql(
    world.connectionString,
    `update messages set moderation_state = 'HELD' where id = '${uuidOf(held)}'`,
  );
  const [toBen, toCleo] = [await ben.subscribe(DELETED), await cleo.subscribe(DELETED)];
  world.clock.advance('61s');
  await runCron(world, 'messages.sweepExpired');
  assert.equal((await toBen.next()).data.messageDeleted.messageId, seen);
  await toBen.nothing();
  await toCleo.nothing();
});

test('missed events show nothing of a message that expired a moment after they were read for others', async (t) => {
  const world = await testWorld(t, { env: MINUTE });
  const { ada, ben, cleo, id } = await timed(world);
  const { eventCursor: after } = await ada.ask('{ eventCursor }').then(({ data }) => data);
  const above = await sent(ada, id, 'Secret');
  await timer(ada, id, null);
  await ada.do(SEND, { input: { conversationId: id, text: 'Reply', replyToId: above } });
  await world.runJobs();
  const missed = async (person: Person): Promise<unknown[]> => {
    const subscription = await person.subscribe(ADDED, { id, after });
    const found = [];
    while (found.at(-1)?.content.text !== 'Reply') {
      found.push((await subscription.next()).data.messageAdded.message);
    }
    subscription.close();
    return found.filter(({ content }) => content.text !== undefined && content.text !== '');
  };
  const reply = (content: object) => ({ content: { text: 'Reply' }, replyTo: { content } });
  assert.deepEqual(await missed(ben), [
    { content: { text: 'Secret' }, replyTo: null },
    reply({ __typename: 'TextContent', text: 'Secret' }),
  ]);
  world.clock.advance('61s');
  assert.deepEqual(await missed(cleo), [reply({ __typename: 'UnavailableContent', text: '' })]);
});

test('the sweep reads no message that has not expired', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = { ada: await world.user('ada'), ben: await world.user('ben') };
  const id = await startWith(ada, ben);
  await runSql(
    world.connectionString,
    `insert into messages (id, conversation_id, seq, sender_id, text, created_at, expires_at)
     select gen_random_uuid(), '${uuidOf(id)}', number, '${uuidOf(ada.id)}', 'Hello', now(), now() + number * interval '1 second'
     from generate_series(1, 3000) number;
     analyze messages`,
  );
  const now = new Date(world.clock.now().getTime() + 10_500);
  const scanned = await rowsRead(world.app.services.db, 'messages', (db) =>
    // The statement is executed once more to be explained, and deletes the next five then.
    deleteExpired(db, { now, limit: 5 }),
  );
  assert.ok(scanned > 0 && scanned <= 20, `${scanned} rows`);
});

/** A group of Ada with Ben and Cleo, whose messages disappear after a minute. */
async function timed(world: World) {
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const id = await startWith(ada, ben, cleo);
  await timer(ada, id, 60);
  return { ada, ben, cleo, id };
}

const timer = (actor: Person, id: string, seconds: number | null): Promise<unknown> =>
  actor.do(
    `mutation ($input: UpdateConversationInput!) { updateConversation(input: $input) { errors { code } } }`,
    { input: { conversationId: id, disappearAfterSeconds: seconds } },
  );

/** The texts of a conversation, without those of the system. */
async function textsOf(person: Person, id: string): Promise<string[]> {
  const { conversationMessages } = await person.do(TEXTS, { id });
  return conversationMessages.nodes.flatMap(({ content }: { content: { text: string } }) =>
    content.text === '' ? [] : [content.text],
  );
}
