import assert from 'node:assert/strict';
import { test } from 'node:test';
import { erase } from '#test/support/people/accounts.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { manage } from '#test/support/messaging/groups.ts';
import { openLiveDevice } from '#test/support/messaging/live-device.ts';
import {
  accept,
  block,
  deactivate,
  leave,
  requestFrom,
  startWith,
} from '#test/support/messaging/messaging.ts';
import { setPrivacy } from '#test/support/people/people.ts';
import { until } from '#test/support/processes.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const CONTENT = `content { __typename text entities { __typename start end
  ... on MentionEntity { username user { username } } ... on LinkEntity { url } } }`;
const SEND = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) {
  message { id ${CONTENT} } errors { code path ... on ValidationError { constraint limit } } } }`;
const EDIT = `mutation ($id: ID!, $text: String!) { editMessage(input: { messageId: $id, text: $text }) {
  message { ${CONTENT} editHistory { entities { start ... on MentionEntity { username } } } } errors { code } } }`;
const READ = `query ($id: ID!) { node(id: $id) { ... on Message { ${CONTENT} replyTo { ${CONTENT} } } } }`;
const EVERYONE = `query ($id: ID!) { conversation(id: $id) { viewer { canMentionEveryone } } }`;

test('links and names of participants are entities of texts and captions, hashtags and other names are text', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await world.user('cleo');
  // Participants can be named, as the others can write to them.
  await setPrivacy(ben, { mentionAudience: 'NOBODY' });
  const id = await startWith(ada, ben);
  const text = '👋 @Ben, @ada @cleo @nobody.here @all #Café https://x.example/a.';
  const entities = [
    { __typename: 'MentionEntity', start: 3, end: 7, username: 'ben', user: { username: 'ben' } },
    { __typename: 'MentionEntity', start: 9, end: 13, username: 'ada', user: { username: 'ada' } },
    { __typename: 'LinkEntity', start: 44, end: 63, url: 'https://x.example/a' },
  ];
  const sent = await send(ada, { conversationId: id, text });
  assert.deepEqual(sent.content, { __typename: 'TextContent', text, entities });
  const place = await send(ada, { conversationId: id, text, location: { latitude: 1, longitude: 2 } });
  assert.deepEqual(place.content, { __typename: 'LocationContent', text, entities });
  const reply = await send(ben, { conversationId: id, text: 'Yes', replyToId: sent.id });
  assert.deepEqual(await read(ada, reply.id), {
    content: { __typename: 'TextContent', text: 'Yes', entities: [] },
    replyTo: { content: sent.content },
  });
});

test('a message has bounded mentions and links, and as many hashtags as its text holds', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_TEXT_MENTIONS: '2', LIMIT_TEXT_LINKS: '1' } });
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const conversationId = await startWith(ada, ben);
  const refusal = async (text: string): Promise<unknown> => {
    const { message, errors } = (await ada.ask(SEND, { input: { conversationId, text } })).data.sendMessage;
    assert.equal(message, null);
    return errors;
  };
  const error = { code: 'VALIDATION_FAILED', path: ['text'] };
  assert.deepEqual(await refusal('@ben @all @ben'), [{ ...error, constraint: 'maxMentions', limit: 2 }]);
  const links = 'https://x.example https://y.example';
  assert.deepEqual(await refusal(links), [{ ...error, constraint: 'maxLinks', limit: 1 }]);
  const id = (await send(ada, { conversationId, text: '#a '.repeat(40) })).id;
  assert.deepEqual((await ada.ask(EDIT, { id, text: links })).data.editMessage.errors, [
    { code: 'VALIDATION_FAILED' },
  ]);
});

test('who is blocked, invited, deactivated or has left is named by plain text alone, and so is nobody else told', async (t) => {
  const world = await testWorld(t);
  const names = ['ada', 'ben', 'cleo', 'dora', 'eve', 'finn', 'gus'] as const;
  const [ada, ben, cleo, dora, eve, finn, gus] = await peopleOf(world, names);
  await block(world, eve, cleo);
  const conversationId = await startWith(ada, ben, cleo, dora, finn, gus);
  await manage(ada, 'addParticipants', { conversationId, userIds: [eve.id] });
  await block(world, ben, ada);
  await deactivate(world, finn);
  await leave(world, dora, conversationId);
  const text = '@ben @cleo @dora @eve @finn @gus';
  const named = await send(ada, { conversationId, text });
  assert.deepEqual(mentionedIn(named), ['cleo', 'gus']);
  assert.deepEqual(await lastMentions(world), { mentionedIds: idsOf(cleo, gus), mentionsEveryone: false });
  assert.deepEqual(await rowsOf(world, named.id), idsOf(cleo, gus));
  await send(ada, { conversationId, text: 'Nobody' });
  assert.deepEqual(await lastMentions(world), { mentionedIds: [], mentionsEveryone: false });
  const everyone = await send(ada, { conversationId, text: '@all' });
  assert.deepEqual(await lastMentions(world), { mentionedIds: [], mentionsEveryone: true });
  assert.deepEqual(await rowsOf(world, everyone.id), idsOf(cleo, gus));

  // Later blocks hide a name as they hide the user.
  await block(world, gus, cleo);
  assert.deepEqual(mentionedIn(await read(gus, named.id)), ['gus']);
  assert.deepEqual(mentionedIn(await read(cleo, named.id)), ['cleo']);
  assert.equal(await read(dora, everyone.id), null);
});

test('the sender of a request names whoever declines it as whoever has not answered', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = await peopleOf(world, ['ada', 'ben', 'cleo']);
  const [waits, declined] = [await requestFrom(ada, ben), await requestFrom(ada, cleo)];
  await cleo.do(
    'mutation ($id: ID!) { declineConversation(input: { conversationId: $id }) { errors { code } } }',
    {
      id: declined,
    },
  );
  const sent = [
    await send(ada, { conversationId: waits, text: '@ben' }),
    await send(ada, { conversationId: declined, text: '@cleo' }),
  ];
  assert.deepEqual(
    sent.map((message) => mentionedIn(message)),
    [['ben'], ['cleo']],
  );
  assert.deepEqual(await rowsOf(world, sent[0]?.id), idsOf(ben));
  assert.deepEqual(await rowsOf(world, sent[1]?.id), []);
  await accept(ben, waits);
  assert.deepEqual(mentionedIn(await read(ben, sent[0]?.id)), ['ben']);
});

test('everyone is mentioned by the owner and the admins, and in small groups by all', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_EVERYONE_PARTICIPANTS: '3' } });
  const [ada, ben, cleo, dora] = await peopleOf(world, ['ada', 'ben', 'cleo', 'dora']);
  const conversationId = await startWith(ada, ben, cleo);
  const all = [{ __typename: 'EveryoneEntity', start: 3, end: 7 }];
  const entitiesOf = async (sender: Person): Promise<unknown> => {
    const { viewer } = (await sender.do(EVERYONE, { id: conversationId })).conversation;
    const { content } = await send(sender, { conversationId, text: 'Hi @ALL' });
    assert.equal(viewer.canMentionEveryone, content.entities.length > 0);
    return content.entities;
  };
  assert.deepEqual(await entitiesOf(ben), all);
  await manage(ada, 'addParticipants', { conversationId, userIds: [dora.id] });
  assert.deepEqual(await entitiesOf(ben), []);
  assert.deepEqual(await entitiesOf(ada), all);
  await manage(ada, 'setParticipantRole', { conversationId, userId: ben.id, role: 'ADMIN' });
  assert.deepEqual(await entitiesOf(ben), all);
  const direct = await startWith(ada, ben);
  assert.equal((await ada.do(EVERYONE, { id: direct })).conversation.viewer.canMentionEveryone, false);
});

test('an edit mentions anew only who was not mentioned before, and no longer whom it leaves out', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo, dora] = await peopleOf(world, ['ada', 'ben', 'cleo', 'dora']);
  const conversationId = await startWith(ada, ben, cleo, dora);
  const { id } = await send(ada, { conversationId, text: '@ben @cleo' });
  const edit = async (text: string) => {
    const { editMessage } = await ada.do(EDIT, { id, text });
    assert.deepEqual(editMessage.errors, []);
    const told = await lastPayload(world, 'message.updated');
    return { message: editMessage.message, told: told['mentions'], rows: await rowsOf(world, id) };
  };
  const one = await edit('@cleo @dora');
  assert.deepEqual(mentionedIn(one.message), ['cleo', 'dora']);
  assert.deepEqual(one.message.editHistory, [
    {
      entities: [
        { start: 0, username: 'ben' },
        { start: 5, username: 'cleo' },
      ],
    },
  ]);
  assert.deepEqual(one.told, { mentionedIds: idsOf(dora), mentionsEveryone: false });
  assert.deepEqual(one.rows, idsOf(cleo, dora));
  const two = await edit('@dora @cleo!');
  assert.deepEqual([two.told, two.rows], [undefined, idsOf(cleo, dora)]);
  const three = await edit('@all');
  assert.deepEqual(three.told, { mentionedIds: [], mentionsEveryone: true });
  assert.deepEqual(three.rows, idsOf(ben, cleo, dora));
  const four = await edit('@ben');
  assert.deepEqual([four.told, four.rows], [undefined, idsOf(ben)]);
  const five = await edit('Nobody');
  assert.deepEqual([five.told, five.rows], [undefined, []]);
});

test('whoever joins later is not mentioned by an edit of what they do not see', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = await peopleOf(world, ['ada', 'ben', 'cleo']);
  const conversationId = await startWith(ada, ben, await world.user('dora'));
  const { id } = await send(ada, { conversationId, text: 'Hello' });
  await manage(ada, 'addParticipants', { conversationId, userIds: [cleo.id] });
  await ada.do(EDIT, { id, text: '@cleo @ben' });
  assert.deepEqual((await lastPayload(world, 'message.updated'))['mentions'], {
    mentionedIds: idsOf(ben),
    mentionsEveryone: false,
  });
  assert.deepEqual(await rowsOf(world, id), idsOf(ben));
});

test('a mention is told to each as they read it, in one execution for all but its people', async (t) => {
  const world = await testWorld(t);
  const people = await peopleOf(
    world,
    Array.from({ length: 8 }, (_, index) => `member.${index}`),
  );
  const [sender, named, apart, ...others] = people;
  assert.ok(sender && named && apart);
  const conversationId = await startWith(sender, named, apart, ...others);
  await block(world, apart, named);
  const query = `subscription { messageAdded { message { ${CONTENT} } } }`;
  const devices = await Promise.all(
    people.map(async (person) => ({
      person,
      device: await openLiveDevice(world, person, { id: '1', query }),
    })),
  );
  const { id } = await send(sender, { conversationId, text: 'Hi @member.1 @all' });
  await until(() => devices.every(({ device }) => device.results.length === 1), 'all are told');
  for (const { person, device } of devices) {
    const { content } = await read(person, id);
    assert.deepEqual(device.results, [JSON.stringify({ data: { messageAdded: { message: { content } } } })]);
    assert.equal(mentionedIn({ content }).length, person === apart ? 0 : 1);
  }
  const metrics = await (await fetch(`${world.opsUrl}/metrics`)).text();
  const executions = metrics.match(/^graphql_live_executions_total\{kind="\w+"\} \d+$/gm);
  // The sender, the one who is named and the one who is across a block from them.
  assert.deepEqual(executions, [
    'graphql_live_executions_total{kind="single"} 3',
    'graphql_live_executions_total{kind="shared"} 1',
  ]);
});

test('of a user who erases their account, their mentions go and the text stays', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = await peopleOf(world, ['ada', 'ben', 'cleo']);
  const conversationId = await startWith(ada, ben, cleo);
  const { id } = await send(ada, { conversationId, text: '@ben @cleo' });
  await erase(world, ben);
  assert.deepEqual(await rowsOf(world, id), idsOf(cleo));
  const { content } = await read(await world.signIn(cleo), id);
  assert.deepEqual([content.text, mentionedIn({ content })], ['@ben @cleo', ['cleo']]);
});

async function peopleOf<const Names extends readonly string[]>(
  world: World,
  names: Names,
): Promise<{ [Index in keyof Names]: Person }> {
  const people: Person[] = [];
  for (const name of names) people.push(await world.user(name));
  // There is a person for each name.
  return people as { [Index in keyof Names]: Person };
}

async function send(sender: Actor, input: object): Promise<Untyped> {
  const { message, errors } = (await sender.do(SEND, { input })).sendMessage;
  assert.deepEqual(errors, []);
  return message;
}

const read = async (reader: Actor, id: unknown): Promise<Untyped> => (await reader.do(READ, { id })).node;

const mentionedIn = ({ content }: Untyped): string[] =>
  content.entities.flatMap(({ username }: { username?: string }) => username ?? []);

const idsOf = (...people: readonly Person[]): string[] => people.map(({ id }) => uuidOf(id)).toSorted();

/** The users whom a message mentions, by its rows. */
async function rowsOf({ app }: World, id: string): Promise<string[]> {
  const rows = await app.services.db
    .selectFrom('message_mentions as mention')
    .innerJoin('messages as m', (join) =>
      join.onRef('m.conversation_id', '=', 'mention.conversation_id').onRef('m.seq', '=', 'mention.seq'),
    )
    .select('mention.user_id as userId')
    .where('m.id', '=', uuidOf(id))
    .orderBy('mention.user_id')
    .execute();
  return rows.map(({ userId }) => userId);
}

/** The payload of the newest event of a name. */
async function lastPayload({ app }: World, name: string): Promise<Record<string, unknown>> {
  await app.relay.drain();
  const { payload } = await app.services.db
    .selectFrom('event_log')
    .select('payload')
    .where('name', '=', name)
    .orderBy('position', 'desc')
    .executeTakeFirstOrThrow();
  // As events are stored.
  return payload as Record<string, unknown>;
}

async function lastMentions(world: World): Promise<unknown> {
  const { mentionedIds, mentionsEveryone } = await lastPayload(world, 'message.added');
  // Selected by the name of the event.
  return { mentionedIds: (mentionedIds as string[]).toSorted(), mentionsEveryone };
}
