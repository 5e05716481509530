import assert from 'node:assert/strict';
import { test } from 'node:test';
import { manage, rolesIn } from '#test/support/groups.ts';
import { invite, linkOf } from '#test/support/invites.ts';
import { sent } from '#test/support/message-reactions.ts';
import { startWith } from '#test/support/messaging.ts';
import { rowsTouched, type RowsTouched } from '#test/support/rows-touched.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const OWN_PART = 'query ($id: ID!) { conversation(id: $id) { viewer { role canSend unreadCount } } }';
const CROWD = 996;
/** Rows more that may be read: those of a page of participants, which the answers show, and of a scan of a small table. */
const READ_MORE_MAX = 40;

test('in a group of a thousand a message, a mark, the own part, joining and leaving read and write as many rows as in one of three', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const dora = await world.user('dora');
  const groups = [await startWith(ada, ben, cleo), await startWith(ada, ben, cleo)] as const;
  const links = [await linkOf(ada, groups[0]), await linkOf(ada, groups[1])] as const;
  await crowd(world, groups[1]);
  const acts = (place: 0 | 1): readonly (readonly [string, () => Promise<unknown>])[] => {
    const conversationId = groups[place];
    const other = { conversationId, userId: cleo.id };
    return [
      ['a message', () => sent(ada, conversationId)],
      ['a message with a mention', () => sent(ada, conversationId, '@ben')],
      ['a mark', () => marked(ben, conversationId)],
      ['joining', () => invite(dora, 'joinConversation', { code: links[place].code })],
      ['leaving', () => manage(dora, 'leaveConversation', { conversationId })],
      ['removing', () => manage(ada, 'removeParticipant', other)],
      ['adding', () => manage(ada, 'addParticipants', { conversationId, userIds: [cleo.id] })],
      ['the own part', () => ada.do(OWN_PART, { id: conversationId })],
      ['leaving as the owner', () => manage(ada, 'leaveConversation', { conversationId })],
    ];
  };
  for (const [index, [name, inSmall]] of acts(0).entries()) {
    const [, inLarge] = acts(1)[index] ?? assert.fail(name);
    assert.deepEqual(await costsMore(world, inSmall, inLarge), [], name);
  }
  // Ben has joined before the crowd.
  for (const conversationId of groups) {
    const conversation = await ben.do(
      `query ($id: ID!) { conversation(id: $id) { participants(first: 2) { nodes { user { username } role status } } } }`,
      { id: conversationId },
    );
    assert.ok(rolesIn(conversation).includes('ben OWNER'));
  }
});

/** What costs more in the large group. */
async function costsMore(
  world: World,
  inSmall: () => Promise<unknown>,
  inLarge: () => Promise<unknown>,
): Promise<readonly string[]> {
  const statements: number[] = [];
  const touched: RowsTouched[] = [];
  for (const act of [inSmall, inLarge]) {
    touched.push(await rowsTouched(world, async () => statements.push(await world.statementsOf(act))));
  }
  const [small = {}, large = {}] = touched;
  const tables = Object.entries(large).flatMap(([table, { read, written }]) => {
    const known = small[table] ?? { read: 0, written: 0 };
    return [
      ...(written === known.written ? [] : [`${table}: ${written} rows written instead of ${known.written}`]),
      ...(read <= known.read + READ_MORE_MAX ? [] : [`${table}: ${read} rows read instead of ${known.read}`]),
    ];
  });
  return statements[0] === statements[1] ? tables : [...tables, `statements: ${statements.join(' and ')}`];
}

async function marked(reader: Person, id: string): Promise<unknown> {
  const { conversation } = await reader.do(
    'query ($id: ID!) { conversation(id: $id) { lastMessage { id } } }',
    { id },
  );
  return reader.do(
    `mutation ($id: ID!, $upTo: ID!) {
      markConversationRead(input: { conversationId: $id, upToMessageId: $upTo }) { errors { code } } }`,
    { id, upTo: conversation.lastMessage.id },
  );
}

/** Adds a thousand members at once, to a group whose owner is not new. */
async function crowd({ connectionString }: World, conversationId: string): Promise<void> {
  const id = uuidOf(conversationId);
  await runSql(
    connectionString,
    `update users set created_at = created_at - interval '1 year';
     insert into users (id, provider, subject, username, display_name, created_at, updated_at)
     select gen_random_uuid(), 'x', 'crowd.' || n, 'crowd.' || n, 'Crowd', now(), now() from generate_series(1, ${CROWD}) n;
     insert into participants (conversation_id, user_id, role, joined_seq, joined_at)
     select '${id}', id, 'MEMBER', 0, now() + interval '1 hour' from users where subject like 'crowd.%';
     update conversations set participant_count = participant_count + ${CROWD}, members_version = members_version + 1
     where id = '${id}';
     analyze`,
  );
}
