import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import type { Tx } from '#platform/outbox/transaction.ts';
import { manage, rolesIn } from '#test/support/messaging/groups.ts';
import { invite, linkOf } from '#test/support/messaging/invites.ts';
import { sent } from '#test/support/messaging/message-reactions.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { updateRole } from '../conversations/membership.queries.ts';
import { listViewers, promoteNewOwners } from '../conversations/participants.queries.ts';

const OWN_PART = 'query ($id: ID!) { conversation(id: $id) { viewer { role canSend unreadCount } } }';
const CROWD = 996;

test('in a group of a thousand a message, a mark, the own part, joining and leaving take as many statements as in one of three', async (t) => {
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
    assert.equal(await world.statementsOf(inLarge), await world.statementsOf(inSmall), name);
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

test('the own part in a group, and the search for a new owner, read few of a thousand participants', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const group = await startWith(ada, ben, cleo);
  await crowd(world, group);
  const [id, userId] = [uuidOf(group), uuidOf(ben.id)];
  const { services } = world.app;
  const read = await services.transaction(async (tx) => {
    const counts = [await rowsReadIn(tx)];
    const note = async (): Promise<unknown> => counts.push(await rowsReadIn(tx));
    await listViewers(tx, { userId, conversationIds: [id] });
    await note();
    assert.equal(await promoteNewOwners(tx, [id]), 0);
    await note();
    await updateRole(tx, { conversationId: id, userId: uuidOf(ada.id), role: 'MEMBER' });
    await note();
    assert.equal(await promoteNewOwners(tx, [id]), 1);
    await note();
    return counts.slice(1).map((count, index) => count - (counts[index] ?? 0));
  });
  const [ofViewer = NaN, withOwner = NaN, , withoutOwner = NaN] = read;
  assert.ok(ofViewer <= 5, `${ofViewer} rows for the own part`);
  assert.ok(withOwner <= 5, `${withOwner} rows where there is an owner`);
  assert.ok(withoutOwner <= 5, `${withoutOwner} rows where there is none`);
});

/** The rows of participants that the transaction has read so far. */
async function rowsReadIn(tx: Tx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::integer as count
    from pg_stat_xact_user_tables where relname = 'participants'`.execute(tx);
  return rows[0]?.count ?? 0;
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
