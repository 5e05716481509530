import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import {
  block,
  deactivate,
  leave,
  requestFrom,
  START,
  startWith,
} from '#test/support/messaging/messaging.ts';

const CONVERSATION = `query ($id: ID!) { conversation(id: $id) {
  id kind title participants { nodes { user { username } role } } viewer { canSend } } }`;

const NOBODY = toGlobalId('user', '01900000-0000-7000-8000-000000000000');

test('a pair has one direct conversation, however often and from whichever side it is started', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await people(world);
  const added = await ben.subscribe('subscription { conversationAdded { reason conversation { id } } }');

  const starts = await Promise.all(
    Array.from({ length: 20 }, (_, index) => (index % 2 ? requestFrom(ada, ben) : requestFrom(ben, ada))),
  );

  assert.equal(new Set(starts).size, 1);
  const [id] = starts;
  // The one who starts it second accepts it.
  const { reason, conversation: made } = (await added.next()).data.conversationAdded;
  assert.ok(['CREATED', 'REQUEST'].includes(reason), reason);
  assert.deepEqual(made, { id });
  assert.deepEqual((await added.next()).data.conversationAdded, {
    reason: 'REQUEST_ACCEPTED',
    conversation: { id },
  });
  await added.nothing();
  const { conversation } = await ben.do(CONVERSATION, { id });
  assert.equal(conversation.kind, 'DIRECT');
  assert.deepEqual(rolesOf(conversation), ['ada MEMBER', 'ben MEMBER']);
});

test('the starter owns a group, and every start makes another one', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_GROUP_PARTICIPANTS: '3' } });
  const { ada, ben, cleo } = await people(world);
  const input = { userIds: [ben.id, cleo.id, ben.id, ada.id], title: '  Cafe\u0301\n club ' };

  const { startConversation: first } = await ada.do(START, { input });
  const { startConversation: second } = await ada.do(START, { input });

  assert.notEqual(first.conversation.id, second.conversation.id);
  assert.equal(first.conversation.kind, 'GROUP');
  assert.equal(first.conversation.title, 'Caf\u00e9 club');
  assert.deepEqual(rolesOf(first.conversation), ['ada OWNER', 'ben MEMBER', 'cleo MEMBER']);
  const { startConversation: alone } = await ada.do(START, { input: { userIds: [ben.id], kind: 'GROUP' } });
  assert.equal(alone.conversation.kind, 'GROUP');
  assert.equal(alone.conversation.title, null);
});

test('a conversation with no other user, too many users or an invalid title is refused and stores nothing', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_GROUP_PARTICIPANTS: '2' } });
  const { ada, ben, cleo } = await people(world);
  const refusal = async (input: object): Promise<unknown> =>
    (await ada.ask(START, { input })).data.startConversation;
  const invalid = (field: string, constraint: string, limit: number | null): unknown => ({
    conversation: null,
    errors: [{ __typename: 'ValidationError', code: 'VALIDATION_FAILED', path: [field], constraint, limit }],
  });

  assert.deepEqual(await refusal({ userIds: [] }), invalid('userIds', 'minItems', 1));
  assert.deepEqual(await refusal({ userIds: [ada.id] }), invalid('userIds', 'minItems', 1));
  assert.deepEqual(await refusal({ userIds: [ben.id, cleo.id] }), invalid('userIds', 'maxItems', 1));
  assert.deepEqual(
    await refusal({ userIds: [ben.id, cleo.id], kind: 'DIRECT' }),
    invalid('userIds', 'maxItems', 1),
  );
  assert.deepEqual(await refusal({ userIds: [ben.id], title: 'Us' }), invalid('title', 'absent', null));
  assert.deepEqual(
    await refusal({ userIds: [ben.id], kind: 'GROUP', title: ' ' }),
    invalid('title', 'minLength', 1),
  );
  assert.deepEqual(
    await refusal({ userIds: [ben.id], kind: 'GROUP', title: 'x'.repeat(101) }),
    invalid('title', 'maxLength', 100),
  );
  assert.deepEqual(await counts(world), { conversations: 0, participants: 0, outbox: 0 });
});

test('absent, blocked, blocking and inactive users cannot be written to, with the same error', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const dora = await world.user('dora');
  await block(world, ada, ben);
  await block(world, cleo, ada);
  await deactivate(world, dora);
  const notFound = {
    conversation: null,
    errors: [{ __typename: 'PlainError', code: 'NOT_FOUND', path: ['userIds'] }],
  };

  for (const id of [NOBODY, ben.id, cleo.id, dora.id]) {
    const { data } = await ada.ask(START, { input: { userIds: [id] } });
    assert.deepEqual(data.startConversation, notFound);
  }
  const { data } = await ada.ask(START, { input: { userIds: ['user_nonsense'] } });
  assert.equal(data.startConversation, null);
  assert.deepEqual(await counts(world), { conversations: 0, participants: 0, outbox: 0 });
});

test('a conversation is visible to its participants alone', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const id = await startWith(ada, ben);
  const node = 'query ($id: ID!) { node(id: $id) { id } }';

  assert.equal((await ada.do(CONVERSATION, { id })).conversation.id, id);
  assert.deepEqual(await ben.do(node, { id }), { node: { id } });
  assert.deepEqual(await cleo.do(CONVERSATION, { id }), { conversation: null });
  assert.deepEqual(await cleo.do(node, { id }), { node: null });
  assert.deepEqual(await world.anonymous().do(node, { id }), { node: null });
  const anonymous = await world.anonymous().ask(CONVERSATION, { id });
  assert.equal(anonymous.errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
  await leave(world, ben, id);
  assert.deepEqual(await ben.do(CONVERSATION, { id }), { conversation: null });
});

test('a direct conversation with an inactive user is read-only', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await people(world);
  const id = await startWith(ada, ben);
  assert.deepEqual((await ada.do(CONVERSATION, { id })).conversation.viewer, { canSend: true });

  await deactivate(world, ben);

  const { conversation } = await ada.do(CONVERSATION, { id });
  assert.deepEqual(conversation.viewer, { canSend: false });
  assert.deepEqual(rolesOf(conversation), ['ada MEMBER', 'somebody MEMBER']);
});

test('`startConversation` repeated with its key returns the same group, and with another input is refused', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const input = { userIds: [ben.id, cleo.id], idempotencyKey: 'once' };

  const { startConversation: first } = await ada.do(START, { input });
  const { startConversation: again } = await ada.do(START, { input });
  const other = await ada.ask(START, { input: { ...input, title: 'Other' } });

  assert.deepEqual(again, first);
  assert.equal(other.data.startConversation.errors[0].code, 'IDEMPOTENCY_KEY_REUSED');
  assert.equal((await counts(world)).conversations, 1);
});

test('the participants of many conversations take no more statements than those of one', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const ids: string[] = [];
  for (let made = 0; made < 5; made += 1) ids.push(await startWith(ada, ben, cleo));
  const read = (wanted: readonly string[]): Promise<number> =>
    world.statementsOf(() =>
      ada.do(
        `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Conversation {
          participants { nodes { user { username } } } viewer { canSend } } } }`,
        { ids: wanted },
      ),
    );

  const one = await read(ids.slice(0, 1));
  assert.equal(one, 4);
  assert.equal(await read(ids), one);
});

test('the participants of a group are paged by the time at which they joined', async (t) => {
  const world = await testWorld(t);
  const all: Person[] = [];
  for (const name of ['ada', 'ben', 'cleo', 'dora', 'emil']) all.push(await world.user(name));
  const [ada, ben, cleo, ...others] = all;
  assert.ok(ada && ben && cleo);
  const id = await startWith(ada, ben, cleo, ...others);
  await leave(world, cleo, id);
  const page = async (after: string | null) => {
    const { conversation } = await ben.do(
      `query ($id: ID!, $after: String) { conversation(id: $id) {
        participantCount participants(first: 3, after: $after) {
          nodes { user { username } } pageInfo { endCursor hasNextPage } } } }`,
      { id, after },
    );
    const { nodes, pageInfo } = conversation.participants;
    return {
      names: nodes.map(({ user }: { user: { username: string } }) => user.username),
      count: conversation.participantCount,
      ...pageInfo,
    };
  };

  const first = await page(null);
  const second = await page(first.endCursor);

  assert.deepEqual([first.names, first.count, first.hasNextPage], [['ada', 'ben', 'dora'], 4, true]);
  assert.deepEqual([second.names, second.hasNextPage], [['emil'], false]);
  const { data } = await cleo.ask('query ($id: ID!) { conversation(id: $id) { participantCount } }', { id });
  assert.deepEqual(data, { conversation: null });
});

async function people(world: World): Promise<{ ada: Person; ben: Person; cleo: Person }> {
  const [ada, ben, cleo] = await Promise.all(['ada', 'ben', 'cleo'].map((name) => world.user(name)));
  assert.ok(ada && ben && cleo);
  return { ada, ben, cleo };
}

type Shown = { participants: { nodes: { user: { username: string } | null; role: string }[] } };

const rolesOf = ({ participants }: Shown): string[] =>
  participants.nodes.map(({ user, role }) => `${user?.username ?? 'somebody'} ${role}`).toSorted();

async function counts(world: World): Promise<Record<string, number>> {
  const { db } = world.app.services;
  const count = async (table: 'conversations' | 'participants' | 'outbox'): Promise<number> =>
    (
      await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('rows'))
        .executeTakeFirstOrThrow()
    ).rows;
  return {
    conversations: await count('conversations'),
    participants: await count('participants'),
    outbox: await count('outbox'),
  };
}
