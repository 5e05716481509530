import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { accept, block, deactivate, leave, say, startWith } from '#test/support/messaging/messaging.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const SCHEDULE = `mutation ($input: ScheduleMessageInput!) { scheduleMessage(input: $input) {
  scheduledMessage { id conversation { id } content { __typename text } sendAt failureCode }
  errors { code path message } } }`;
const CANCEL = `mutation ($id: ID!) { cancelScheduledMessage(input: { scheduledMessageId: $id }) {
  scheduledMessageId errors { code path } } }`;
const MINE =
  '{ myScheduledMessages(first: 9) { nodes { id content { text } failureCode replyToId clientData } } }';
const MESSAGES = `query ($id: ID!) { conversationMessages(conversationId: $id) {
  nodes { seq sender { username } content { __typename text ... on MediaContent { media { state } } } replyTo { content { text } } } } }`;

test('a message is sent at its time, once, with its files and its reply', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  const { id: picture } = await uploaded(ada, await smallPicture());
  await say(ben, id, 'When?');
  const messageId = await newestId(ben, id);
  const at = inMs(world, MINUTE_MS);
  const { scheduleMessage } = await ada.do(SCHEDULE, {
    input: { conversationId: id, text: 'Now', mediaIds: [picture], replyToId: messageId, sendAt: at },
  });
  assert.deepEqual(scheduleMessage, {
    scheduledMessage: {
      id: scheduleMessage.scheduledMessage.id,
      conversation: { id },
      content: { __typename: 'MediaContent', text: 'Now' },
      sendAt: at,
      failureCode: null,
    },
    errors: [],
  });
  world.clock.advance('40s');
  await world.runJobs();
  assert.equal((await textsOf(ben, id)).length, 1);
  assert.deepEqual(await minesOf(ada), [
    {
      id: scheduleMessage.scheduledMessage.id,
      content: { text: 'Now' },
      failureCode: null,
      replyToId: messageId,
      clientData: null,
    },
  ]);

  world.clock.advance('20s');
  await world.runJobs();
  const { conversationMessages } = await ben.do(MESSAGES, { id });
  assert.deepEqual(conversationMessages.nodes[0], {
    seq: 2,
    sender: { username: 'ada' },
    content: { __typename: 'MediaContent', text: 'Now', media: [{ state: 'READY' }] },
    replyTo: { content: { text: 'When?' } },
  });
  assert.deepEqual(await minesOf(ada), []);
  assert.deepEqual(await errorsOf(ada, CANCEL, { id: scheduleMessage.scheduledMessage.id }), [
    { code: 'NOT_FOUND', path: ['scheduledMessageId'] },
  ]);
});

test('at its time a message is judged again: what forbids it is kept with it, and nothing is sent', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  const cleo = await world.user('cleo');
  const group = await startWith(ben, ada, cleo);
  const cases: readonly [string, string, () => Promise<unknown>][] = [
    [id, 'INVALID_STATE', () => block(world, ben, ada)],
    [group, 'NOT_FOUND', () => leave(world, ada, group)],
  ];
  for (const [conversationId] of cases) await scheduled(ada, conversationId, inMs(world, MINUTE_MS));
  for (const [, , change] of cases) await change();
  await scheduled(cleo, group, inMs(world, MINUTE_MS));
  await restrict(world, cleo, { kind: 'MESSAGING' });
  await scheduled(ben, group, inMs(world, MINUTE_MS));
  await deactivate(world, ben);
  const before = await textsOf(cleo, group);

  world.clock.advance('2m');
  await world.runJobs();
  assert.deepEqual(
    (await minesOf(ada)).map(({ failureCode }) => failureCode),
    cases.map(([, code]) => code),
  );
  assert.deepEqual(
    (await minesOf(cleo)).map(({ failureCode }) => failureCode),
    ['RESTRICTED'],
  );
  assert.deepEqual(await textsOf(cleo, group), before);
  const [failed] = await minesOf(ada);
  await ada.do(CANCEL, { id: failed?.id });
  assert.equal((await minesOf(ada)).length, 1);
});

test('what was scheduled before somebody left is not sent once they are in again', async (t) => {
  const { world, ada, ben } = await scene(t);
  const group = await startWith(ben, ada, await world.user('cleo'));
  await scheduled(ada, group, inMs(world, MINUTE_MS));
  world.clock.advance('1s');
  await ada.do(
    'mutation ($id: ID!) { leaveConversation(input: { conversationId: $id }) { errors { code } } }',
    {
      id: group,
    },
  );
  await ben.do(
    'mutation ($input: AddParticipantsInput!) { addParticipants(input: $input) { errors { code } } }',
    { input: { conversationId: group, userIds: [ada.id] } },
  );
  await accept(ada, group);
  await scheduled(ada, group, inMs(world, 2 * MINUTE_MS));
  world.clock.advance('5m');
  await world.runJobs();
  assert.deepEqual(
    (await minesOf(ada)).map(({ failureCode }) => failureCode),
    ['NOT_FOUND'],
  );
  assert.equal((await textsOf(ben, group)).filter((text) => text === 'Later').length, 1);
});

test('a reply whose message is deleted before its time is sent without the quote', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  await say(ben, id, 'When?');
  const replyToId = await newestId(ben, id);
  await ada.do(SCHEDULE, { input: { ...inputOf(id, inMs(world, MINUTE_MS)), replyToId } });
  await ben.do(
    'mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: EVERYONE }) { errors { code } } }',
    { id: replyToId },
  );
  world.clock.advance('2m');
  await world.runJobs();
  const { conversationMessages } = await ben.do(MESSAGES, { id });
  assert.deepEqual(conversationMessages.nodes[0], {
    seq: 2,
    sender: { username: 'ada' },
    content: { __typename: 'TextContent', text: 'Later' },
    replyTo: null,
  });
  assert.deepEqual(await minesOf(ada), []);
});

test('a sender who is removed while the message is due: it is sent, or kept with its error', async (t) => {
  const { world, ada, ben } = await scene(t);
  const cleo = await world.user('cleo');
  for (let round = 0; round < 5; round += 1) {
    const group = await startWith(ben, ada, cleo);
    const known = (await textsOf(cleo, group)).length;
    await scheduled(ada, group, inMs(world, MINUTE_MS));
    world.clock.advance('1m');
    await Promise.all([
      world.runJobs(),
      ben.do(
        `mutation ($id: ID!, $user: ID!) {
          removeParticipant(input: { conversationId: $id, userId: $user }) { errors { code } } }`,
        { id: group, user: ada.id },
      ),
    ]);
    await world.runJobs();
    const sent = (await textsOf(cleo, group))
      .slice(0, -known || undefined)
      .filter((text) => text === 'Later');
    const kept = await minesOf(ada);
    assert.equal(sent.length + kept.length, 1, JSON.stringify({ sent, kept }));
    for (const { id, failureCode } of kept) {
      assert.equal(failureCode, 'NOT_FOUND');
      await ada.do(CANCEL, { id });
    }
  }
});

const UPDATE = `mutation ($id: ID!, $text: String, $sendAt: DateTime) {
  updateScheduledMessage(input: { scheduledMessageId: $id, text: $text, sendAt: $sendAt }) {
    scheduledMessage { content { text } sendAt failureCode } errors { code path } } }`;
const SEND_NOW = `mutation ($id: ID!) { sendScheduledMessage(input: { scheduledMessageId: $id }) {
  message { seq content { text } } errors { code path } } }`;

test('the text and the time of a scheduled message change, and it is sent at the new time alone', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  const first = await scheduled(ada, id, inMs(world, MINUTE_MS));
  const later = inMs(world, 3 * MINUTE_MS);
  const { updateScheduledMessage: changed } = await ada.do(UPDATE, {
    id: first,
    text: ' Changed',
    sendAt: later,
  });
  assert.deepEqual(changed, {
    scheduledMessage: { content: { text: ' Changed' }, sendAt: later, failureCode: null },
    errors: [],
  });
  world.clock.advance('2m');
  await world.runJobs();
  assert.deepEqual(await textsOf(ben, id), []);
  // An earlier time, and the text stays.
  const soon = inMs(world, 1_000);
  await ada.do(UPDATE, { id: first, sendAt: soon });
  world.clock.advance('1s');
  await world.runJobs();
  assert.deepEqual(await textsOf(ben, id), [' Changed']);
  world.clock.advance('5m');
  await world.runJobs();
  assert.deepEqual(await textsOf(ben, id), [' Changed']);
  assert.deepEqual(await errorsOf(ada, UPDATE, { id: first, text: 'Late' }), [
    { code: 'NOT_FOUND', path: ['scheduledMessageId'] },
  ]);
});

test('a scheduled message is sent now, once, and one that could not be sent waits again or is sent', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  const waiting = await scheduled(ada, id, inMs(world, MINUTE_MS));
  const twice = await Promise.all([ada.ask(SEND_NOW, { id: waiting }), ada.ask(SEND_NOW, { id: waiting })]);
  const outcomes = twice.map(({ data }) => data.sendScheduledMessage);
  assert.deepEqual(
    outcomes.toSorted((one, other) => one.errors.length - other.errors.length),
    [
      { message: { seq: 1, content: { text: 'Later' } }, errors: [] },
      { message: null, errors: [{ code: 'NOT_FOUND', path: ['scheduledMessageId'] }] },
    ],
  );
  world.clock.advance('2m');
  await world.runJobs();
  assert.deepEqual(await textsOf(ben, id), ['Later']);

  const failing = [
    await scheduled(ada, id, inMs(world, 1_000)),
    await scheduled(ada, id, inMs(world, 1_000)),
  ];
  await block(world, ben, ada);
  world.clock.advance('1s');
  await world.runJobs();
  const codes = (await minesOf(ada)).map(({ failureCode }) => failureCode);
  assert.deepEqual(codes, ['INVALID_STATE', 'INVALID_STATE']);
  const [one, other] = failing as [string, string];
  assert.equal((await errorsOf(ada, SEND_NOW, { id: one }))[0]?.code, 'INVALID_STATE');
  assert.deepEqual(await errorsOf(ada, UPDATE, { id: other, text: 'Again' }), [
    { code: 'VALIDATION_FAILED', path: ['sendAt'] },
  ]);
  await ada.do(UPDATE, { id: other, text: 'Again', sendAt: inMs(world, MINUTE_MS) });
  await runSql(world.connectionString, 'delete from blocks');
  await ada.do(SEND_NOW, { id: one });
  world.clock.advance('1m');
  await world.runJobs();
  assert.deepEqual(await textsOf(ben, id), ['Again', 'Later', 'Later']);
  assert.deepEqual(await minesOf(ada), []);
});

test('what a scheduled message cannot become, and who cannot touch it', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  const mine = await scheduled(ada, id, inMs(world, MINUTE_MS));
  const refused: readonly [object, string, string][] = [
    [{ text: '\u200b' }, 'VALIDATION_FAILED', 'text'],
    [{ sendAt: inMs(world, 0) }, 'VALIDATION_FAILED', 'sendAt'],
    [{ sendAt: inMs(world, 31 * DAY_MS) }, 'VALIDATION_FAILED', 'sendAt'],
    [{ text: 'x'.repeat(100_000) }, 'VALIDATION_FAILED', 'text'],
  ];
  for (const [change, code, path] of refused) {
    await unchanged(world, async () =>
      assert.deepEqual(await errorsOf(ada, UPDATE, { id: mine, ...change }), [{ code, path: [path] }]),
    );
  }
  for (const document of [UPDATE, SEND_NOW]) {
    await unchanged(world, async () =>
      assert.deepEqual(await errorsOf(ben, document, { id: mine, text: 'Mine' }), [
        { code: 'NOT_FOUND', path: ['scheduledMessageId'] },
      ]),
    );
  }
});

test('one that is changed while it is due is sent as it was, or at its new time', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  for (let round = 0; round < 6; round += 1) {
    const scheduledMessageId = await scheduled(ada, id, inMs(world, MINUTE_MS));
    world.clock.advance('1m');
    const [{ data, errors }] = await Promise.all([
      ada.ask(UPDATE, { id: scheduledMessageId, text: `Changed ${round}`, sendAt: inMs(world, MINUTE_MS) }),
      world.runJobs(),
    ]);
    assert.equal(errors, undefined, JSON.stringify(errors));
    const isChanged = data.updateScheduledMessage.errors.length === 0;
    const before = await textsOf(ben, id);
    assert.equal(before.length, isChanged ? round : round + 1);
    world.clock.advance('1m');
    await world.runJobs();
    const texts = await textsOf(ben, id);
    assert.deepEqual([texts.length, texts[0]], [round + 1, isChanged ? `Changed ${round}` : 'Later']);
    assert.deepEqual(await minesOf(ada), []);
  }
});

test('one that is cancelled while it is due is either sent or cancelled', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  let sent = 0;
  for (let round = 0; round < 8; round += 1) {
    const scheduledMessageId = await scheduled(ada, id, inMs(world, MINUTE_MS));
    world.clock.advance('1m');
    const [{ data }] = await Promise.all([ada.ask(CANCEL, { id: scheduledMessageId }), world.runJobs()]);
    const codes = data.cancelScheduledMessage.errors.map(({ code }: { code: string }) => code);
    if (codes.length > 0) sent += 1;
    assert.deepEqual(codes, codes.length > 0 ? ['NOT_FOUND'] : []);
    await world.runJobs();
    assert.equal((await textsOf(ben, id)).length, sent);
    assert.deepEqual(await minesOf(ada), []);
  }
});

test('the own devices of the sender are told of what is scheduled, cancelled, sent and not sent, and nobody else is', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  const group = await startWith(ada, ben, await world.user('cleo'));
  const document = 'subscription { conversationUpdated { conversationId changes } }';
  const phone = await (await world.signIn(ada)).subscribe(document);
  const other = await ben.subscribe(document);
  const told = async (conversationId: string): Promise<void> =>
    assert.deepEqual((await phone.next()).data.conversationUpdated, {
      conversationId,
      changes: ['SCHEDULED'],
    });
  const canceled = await scheduled(ada, id, inMs(world, MINUTE_MS));
  await told(id);
  await ada.do(CANCEL, { id: canceled });
  await told(id);
  await scheduled(ada, group, inMs(world, MINUTE_MS));
  await told(group);
  await scheduled(ada, id, inMs(world, 2 * MINUTE_MS));
  await told(id);
  world.clock.advance('1m');
  await world.runJobs();
  await told(group);
  await block(world, ben, ada);
  world.clock.advance('1m');
  await world.runJobs();
  await told(id);
  assert.deepEqual(
    (await minesOf(ada)).map(({ failureCode }) => failureCode),
    ['INVALID_STATE'],
  );
  await phone.nothing();
  await other.nothing();
});

test('what cannot be scheduled, and what others cannot see', async (t) => {
  const { world, ada, ben, id } = await scene(t, { LIMIT_SCHEDULED_MESSAGES: '2' });
  const outsider = await world.user('outsider');
  const tooEarly = await errorsOf(ada, SCHEDULE, { input: inputOf(id, inMs(world, 0)) });
  assert.deepEqual(tooEarly, [
    { code: 'VALIDATION_FAILED', path: ['sendAt'], message: 'Choose a time in the future.' },
  ]);
  const tooLate = await errorsOf(ada, SCHEDULE, { input: inputOf(id, inMs(world, 30 * DAY_MS + 1_000)) });
  assert.deepEqual(tooLate, [
    { code: 'VALIDATION_FAILED', path: ['sendAt'], message: 'Choose a time within the next 30 days.' },
  ]);
  const at = inMs(world, MINUTE_MS);
  const strange = await errorsOf(outsider, SCHEDULE, { input: inputOf(id, at) });
  assert.equal(strange[0]?.code, 'NOT_FOUND');
  const mine = await scheduled(ada, id, at);
  await scheduled(ada, id, at);
  const third = await errorsOf(ada, SCHEDULE, { input: inputOf(id, at) });
  assert.equal(third[0]?.code, 'LIMIT_REACHED');
  for (const other of [ben, outsider]) {
    assert.deepEqual(await minesOf(other), []);
    assert.deepEqual(await other.do('query ($id: ID!) { node(id: $id) { id } }', { id: mine }), {
      node: null,
    });
    await unchanged(world, async () =>
      assert.equal((await errorsOf(other, CANCEL, { id: mine }))[0]?.code, 'NOT_FOUND'),
    );
  }
  await ada.do(CANCEL, { id: mine });
  await scheduled(ada, id, at);
});

async function scene(t: Parameters<typeof testWorld>[0], env: Record<string, string> = {}) {
  const world = await testWorld(t, { env });
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  return { world, ada, ben, id: await startWith(ada, ben) };
}

const inMs = (world: World, ms: number): string => new Date(world.clock.now().getTime() + ms).toISOString();

const inputOf = (conversationId: string, sendAt: string) => ({ conversationId, text: 'Later', sendAt });

async function scheduled(person: Person, conversationId: string, sendAt: string): Promise<string> {
  const { scheduleMessage } = await person.do(SCHEDULE, { input: inputOf(conversationId, sendAt) });
  return scheduleMessage.scheduledMessage.id;
}

type Mine = { readonly id: string; readonly failureCode: string | null };

const minesOf = async (person: Person): Promise<Mine[]> => (await person.do(MINE)).myScheduledMessages.nodes;

async function textsOf(person: Person, id: string): Promise<string[]> {
  const { conversationMessages } = await person.do(MESSAGES, { id });
  return conversationMessages.nodes.map(({ content }: { content: { text: string } }) => content.text);
}

async function newestId(person: Person, id: string): Promise<string> {
  const { conversationMessages } = await person.do(
    'query ($id: ID!) { conversationMessages(conversationId: $id) { nodes { id } } }',
    { id },
  );
  return conversationMessages.nodes[0].id;
}

async function errorsOf(
  person: Person,
  query: string,
  variables: Record<string, unknown>,
): Promise<{ code: string; path: string[]; message?: string }[]> {
  const { data } = await person.ask(query, variables);
  // Each of the documents has one mutation.
  return (Object.values(data)[0] as { errors: { code: string; path: string[]; message?: string }[] }).errors;
}
