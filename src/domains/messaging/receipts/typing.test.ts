import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, requestFrom, startWith } from '#test/support/messaging/messaging.ts';
import { follow, setPrivacy } from '#test/support/people/people.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const TYPING = 'subscription { typingIndicator { isTyping user { username } } }';
const SET_TYPING = `mutation ($id: ID!, $on: Boolean!, $kind: TypingKind) {
  setTyping(input: { conversationId: $id, isTyping: $on, kind: $kind }) { expiresAt errors { code path } } }`;

test('a typing event reaches connected participants and is never replayed', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [id, elsewhere] = [await startWith(ada, ben, cleo), await startWith(ada, ben)];
  const document = `subscription ($id: ID, $after: String) { typingIndicator(conversationId: $id, after: $after) {
    cursor isTyping expiresAt user { username } conversation { id } } }`;
  const setTyping = `mutation ($id: ID!, $on: Boolean!) { setTyping(input: { conversationId: $id, isTyping: $on }) {
    expiresAt errors { code } } }`;
  const [atAda, atBen, atCleo] = [
    await ada.subscribe(document),
    await ben.subscribe(document),
    await cleo.subscribe(document, { id }),
  ];

  const before = world.clock.now().getTime();
  const { setTyping: begun } = await ada.do(setTyping, { id, on: true });
  const lifeMs = Date.parse(begun.expiresAt) - before;
  assert.ok(lifeMs >= 10_000 && lifeMs < 15_000, `${lifeMs} ms`);
  const event = (await atBen.next()).data.typingIndicator;
  assert.deepEqual(
    { ...event, cursor: '' },
    {
      cursor: '',
      isTyping: true,
      expiresAt: begun.expiresAt,
      user: { username: 'ada' },
      conversation: { id },
    },
  );
  assert.equal((await atCleo.next()).data.typingIndicator.isTyping, true);
  await ada.do(setTyping, { id: elsewhere, on: true });
  assert.equal((await atBen.next()).data.typingIndicator.conversation.id, elsewhere);
  await ada.do(setTyping, { id, on: false });
  // The event of the other conversation would have been delivered before this one.
  assert.equal((await atCleo.next()).data.typingIndicator.isTyping, false);
  await atAda.nothing();
  const late = await cleo.subscribe(document, { after: event.cursor });
  await late.nothing();
});

test('nobody types into a request', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await people(world);
  const [request, open] = [await requestFrom(ada, ben), await startWith(ada, await world.user('eve'))];
  const [atBen, atAda] = [await ben.subscribe(TYPING), await ada.subscribe(TYPING)];
  assert.deepEqual((await ada.do(SET_TYPING, { id: request, on: true })).setTyping.errors, []);
  assert.deepEqual((await ada.do(SET_TYPING, { id: open, on: true })).setTyping.errors, []);
  for (const subscription of [atBen, atAda]) await subscription.nothing();
});

test('`setTyping` is refused where the caller does not take part or cannot write', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const id = await startWith(ada, ben);
  const document = `mutation ($id: ID!) { setTyping(input: { conversationId: $id, isTyping: true }) {
    expiresAt errors { code path } } }`;
  const codes = async (person: Person): Promise<unknown> =>
    (await person.ask(document, { id })).data.setTyping;

  assert.deepEqual(await codes(cleo), {
    expiresAt: null,
    errors: [{ code: 'NOT_FOUND', path: ['conversationId'] }],
  });
  await block(world, ben, ada);
  assert.deepEqual(await codes(ada), {
    expiresAt: null,
    errors: [{ code: 'INVALID_STATE', path: ['conversationId'] }],
  });
});

test('a typing event reaches only participants who share read receipts both ways', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, dora } = await people(world);
  const id = await startWith(ada, ben, cleo, dora);
  await setPrivacy(ben, { readReceiptsAudience: 'NOBODY' });
  await setPrivacy(cleo, { readReceiptsAudience: 'FOLLOWING' });
  await follow(cleo, dora);
  const at = {
    ada: await ada.subscribe(TYPING),
    ben: await ben.subscribe(TYPING),
    cleo: await cleo.subscribe(TYPING),
    dora: await dora.subscribe(TYPING),
  };
  /** Sends both typing events, and asserts that each of `seenBy` gets these two and none between. */
  const types = async (person: Person, seenBy: readonly (keyof typeof at)[]): Promise<void> => {
    for (const on of [true, false]) {
      await person.do(SET_TYPING, { id, on });
      for (const name of seenBy) {
        const { typingIndicator } = (await at[name].next()).data;
        assert.deepEqual(typingIndicator, { isTyping: on, user: { username: person.username } }, name);
      }
    }
  };

  await types(ada, ['dora']);
  await types(ben, []);
  await types(cleo, ['dora']);
  await types(dora, ['ada', 'cleo']);
  await follow(cleo, ada);
  await types(ada, ['cleo', 'dora']);
  await setPrivacy(ada, { readReceiptsAudience: 'NOBODY' });
  await types(ada, []);
  await types(dora, ['cleo']);
  await setPrivacy(ada, { readReceiptsAudience: 'EVERYONE' });
  await setPrivacy(ben, { readReceiptsAudience: 'EVERYONE' });
  await types(ben, ['ada', 'dora']);
  for (const subscription of Object.values(at)) await subscription.nothing();
});

test('a typing event says what the user is making, text unless they say otherwise', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await people(world);
  const id = await startWith(ada, ben);
  const atBen = await ben.subscribe('subscription { typingIndicator { isTyping kind } }');
  const calls = [{ on: true }, { on: true, kind: 'VOICE_NOTE' }, { on: false, kind: 'VOICE_NOTE' }];
  for (const call of calls) await ada.do(SET_TYPING, { id, ...call });
  const told = [await atBen.next(), await atBen.next(), await atBen.next()];
  assert.deepEqual(
    told.map(({ data }) => data.typingIndicator),
    [
      { isTyping: true, kind: 'TEXT' },
      { isTyping: true, kind: 'VOICE_NOTE' },
      { isTyping: false, kind: 'VOICE_NOTE' },
    ],
  );
});

test('the same typing state is sent once in 3 seconds, and its repetition reads nothing', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const [id, elsewhere] = [await startWith(ada, ben), await startWith(ada, ben, cleo)];
  const document = 'subscription { typingIndicator { isTyping conversation { id } } }';
  const atBen = await ben.subscribe(document);
  const types = async (on: boolean, where = id): Promise<string> =>
    (await ada.do(SET_TYPING, { id: where, on })).setTyping.expiresAt;
  const told = async (): Promise<unknown> => (await atBen.next()).data.typingIndicator;

  const expiresAt = await types(true);
  assert.deepEqual(await told(), { isTyping: true, conversation: { id } });
  assert.equal(await world.statementsOf(() => types(true)), 0);
  assert.equal(await types(true), expiresAt);
  // Another state, and one in another conversation, are not swallowed.
  await types(true, elsewhere);
  assert.deepEqual(await told(), { isTyping: true, conversation: { id: elsewhere } });
  await types(false);
  assert.deepEqual(await told(), { isTyping: false, conversation: { id } });
  await types(true);
  assert.deepEqual(await told(), { isTyping: true, conversation: { id } });
  world.clock.advance('3s');
  assert.ok((await types(true)) > expiresAt);
  assert.deepEqual(await told(), { isTyping: true, conversation: { id } });
  await atBen.nothing();
});

test('across a block inside a group no typing event is delivered, and the others get theirs', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo } = await people(world);
  const id = await startWith(ada, ben, cleo);
  const [atBen, atCleo] = [await ben.subscribe(TYPING), await cleo.subscribe(TYPING)];
  await block(world, ben, ada);
  await ada.do(SET_TYPING, { id, on: true });
  assert.deepEqual((await atCleo.next()).data.typingIndicator.user, { username: 'ada' });
  const atAda = await ada.subscribe(TYPING);
  await ben.do(SET_TYPING, { id, on: true });
  assert.deepEqual((await atCleo.next()).data.typingIndicator.user, { username: 'ben' });
  await atBen.nothing();
  await atAda.nothing();
});

test('in a conversation with more participants than the limit nobody is told who is writing', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_RECEIPT_PARTICIPANTS: '3' } });
  const { ada, ben, cleo, dora } = await people(world);
  const [small, large] = [await startWith(ada, ben, cleo), await startWith(ada, ben, cleo, dora)];
  const atBen = await ben.subscribe('subscription { typingIndicator { conversation { id } } }');
  const { setTyping } = await ada.do(SET_TYPING, { id: large, on: true });
  assert.deepEqual(setTyping.errors, []);
  await ada.do(SET_TYPING, { id: small, on: true });
  assert.deepEqual((await atBen.next()).data, { typingIndicator: { conversation: { id: small } } });
  await atBen.nothing();
});

async function people(world: World): Promise<{ ada: Person; ben: Person; cleo: Person; dora: Person }> {
  const [ada, ben, cleo, dora] = await Promise.all(
    ['ada', 'ben', 'cleo', 'dora'].map((name) => world.user(name)),
  );
  assert.ok(ada && ben && cleo && dora);
  return { ada, ben, cleo, dora };
}
