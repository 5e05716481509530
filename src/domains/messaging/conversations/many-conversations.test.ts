import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { befriend } from '#test/support/messaging/calls.ts';
import { sentPoll } from '#test/support/messaging/message-polls.ts';
import { SEND, startWith } from '#test/support/messaging/messaging.ts';
import { blocksRead } from '#test/support/people/blocks-read.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld, type World } from '#test/support/world.ts';

const START_CALL = `mutation ($id: ID!, $key: String!) { startCall(input: { conversationId: $id, kind: AUDIO, idempotencyKey: $key }) {
  call { id } errors { code message } } }`;
const INVITE = `mutation ($id: ID!) { createConversationInvite(input: { conversationId: $id }) { invite { id } errors { code message } } }`;
const PIN = 'mutation ($id: ID!) { pinMessage(input: { messageId: $id }) { errors { code message } } }';

/** Questions by ids, about conversations, messages, calls and polls. */
const QUESTIONS = {
  conversation: 'query ($conversation: ID!) { conversation(id: $conversation) { title viewer { role } } }',
  messages:
    'query ($conversation: ID!) { conversationMessages(conversationId: $conversation) { nodes { id seq } } }',
  participants:
    'query ($conversation: ID!) { conversation(id: $conversation) { participants { nodes { id role } } } }',
  invites: 'query ($conversation: ID!) { conversation(id: $conversation) { invites { nodes { id } } } }',
  pins: 'query ($conversation: ID!) { conversation(id: $conversation) { pinnedMessages { nodes { id } } } }',
  message: 'query ($message: ID!) { node(id: $message) { ... on Message { seq } } }',
  readers: 'query ($message: ID!) { messageReaders(messageId: $message) { nodes { id } } }',
  call: 'query ($call: ID!) { call(id: $call) { state members { nodes { role } } } }',
  callHistory: '{ callHistory(first: 5) { nodes { id } } }',
  poll: 'query ($option: ID!) { pollVoters(optionId: $option) { nodes { votedAt } } }',
};

/** PostgreSQL plans a statement for its values five times before it keeps a plan, and it is named from its second use on. */
const ASKED = 8;

type Ids = Readonly<Record<string, unknown>>;

async function blocksOf(world: World, viewer: Actor, ids: Ids): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const [question, query] of Object.entries(QUESTIONS)) {
    const ask = (): Promise<unknown> => viewer.do(query, query.startsWith('query') ? ids : {});
    for (let asked = 0; asked < ASKED; asked += 1) await ask();
    const blocks: number[] = [];
    // The least of a few: the relay works meanwhile.
    for (let asked = 0; asked < 3; asked += 1) blocks.push(await blocksRead(world.app.services.db, ask));
    found.set(question, Math.min(...blocks));
  }
  return found;
}

test('what is found by an id takes as much for somebody with thousands of conversations, calls and hidden messages', async (t) => {
  const world = await testWorld(t, { env: { DATABASE_LANES: '1' } });
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await befriend(ada, ben, cleo);
  const conversation = await startWith(ada, ben, cleo);
  const { sendMessage } = await ada.do(SEND, { input: { conversationId: conversation, text: 'Hello' } });
  const message: string = sendMessage.message.id;
  await ada.do(PIN, { id: message });
  await ada.do(INVITE, { id: conversation });
  const poll = await sentPoll(ada, conversation);
  const { startCall } = await ada.do(START_CALL, { id: conversation, key: 'call' });
  const ids = { conversation, message, call: startCall.call.id, option: poll.optionIds[0] };
  const before = await blocksOf(world, ada, ids);

  const id = (kind: number) => `('0190000${kind}-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;
  const [adaId, benId] = [ada, ben].map((person) => `'${uuidOf(person.id)}'::uuid`);
  const each = 'generate_series(1, 3000) n';
  await runSql(
    world.connectionString,
    `set session_replication_role = replica;
     insert into conversations (id, kind, direct_pair, created_by, last_seq, participant_count, created_at, updated_at)
       select ${id(1)}, 'DIRECT', n::text, ${benId}, 1, 2, now(), now() from ${each};
     insert into participants (conversation_id, user_id, role, joined_seq, joined_at)
       select ${id(1)}, who, 'MEMBER', 0, now() from ${each}, lateral (values (${adaId}), (${id(2)})) others (who);
     insert into hidden_messages (user_id, message_id)
       select who, ${id(3)} from ${each}, lateral (values (${adaId}), (${id(2)})) others (who);
     insert into calls (id, conversation_id, starter_id, host_id, kind, mode, speaking, state, end_reason, room, created_at, ended_at)
       select ${id(4)}, ${id(1)}, ${adaId}, ${adaId}, 'AUDIO', 'DIRECT', 'OPEN', 'ENDED', 'MISSED', n::text, now(), now() from ${each};
     insert into call_members (call_id, user_id, session_id, role, state, joined_at, left_at, leave_reason)
       select ${id(4)}, who, ${id(5)}, 'HOST', 'LEFT', now(), now(), 'HUNG_UP' from ${each}, lateral (values (${adaId}), (${id(2)})) others (who);
     analyze`,
  );
  for (const [question, blocks] of await blocksOf(world, ada, ids)) {
    const few = before.get(question) ?? 0;

    assert.ok(blocks < few + 100, `${question}: ${few} blocks with few, ${blocks} with thousands`);
  }
});
