import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { send } from '#test/support/messaging/forwarding.ts';
import { smallPicture, wav } from '#test/support/content/media-files.ts';
import { pin } from '#test/support/messaging/message-reactions.ts';
import { accept, requestFrom, SEND, startWith } from '#test/support/messaging/messaging.ts';
import { follow } from '#test/support/people/people.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const CONTENT = `content { text ... on MediaContent { media { id url } mediaCount isWithheld }
  ... on VoiceNoteContent { audio { id url } isWithheld } }`;
const MESSAGE = `seq ${CONTENT} replyTo { ${CONTENT} }`;

const DOCUMENTS: Readonly<Record<string, string>> = {
  conversationMessages: `query ($id: ID!) { conversationMessages(conversationId: $id) { nodes { ${MESSAGE} } } }`,
  lastMessage: `query ($id: ID!) { conversation(id: $id) { lastMessage { ${MESSAGE} } } }`,
  pinnedMessages: `query ($id: ID!) { conversation(id: $id) { pinnedMessages { nodes { ${MESSAGE} } } } }`,
  'lastMessage in an inbox': `{ requests: myConversations(inbox: REQUESTS) { nodes { lastMessage { ${MESSAGE} } } }
    primary: myConversations(inbox: PRIMARY) { nodes { lastMessage { ${MESSAGE} } } } }`,
  searchMessages: `{ searchMessages(query: "look") { nodes { ${MESSAGE} } } }`,
};
const ADDED = `subscription ($after: String) { messageAdded(after: $after) { message { ${MESSAGE} } } }`;
const FORWARD = `mutation ($input: ForwardMessageInput!) { forwardMessage(input: $input) {
  messages { id } errors { code path ... on StateError { current } } } }`;

test('media of a request are withheld from its recipient everywhere, live too, until they accept it', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id, picture, voice, after } = await request(world);
  const secrets = [picture, voice];
  const live = [await ada.subscribe(ADDED), await ben.subscribe(ADDED)];
  const first = await send(ada, { conversationId: id, text: 'Look', mediaIds: [picture] });
  await pin(ada, first);
  const note = await send(ada, { conversationId: id, voiceNoteId: voice, replyToId: first });
  await world.runJobs();

  const withheld = {
    picture: { text: 'Look', media: [], mediaCount: 1, isWithheld: true },
    voice: { text: '', audio: null, isWithheld: true },
  };
  assert.deepEqual(await contentsOf(ben, id), [withheld.voice, withheld.picture]);
  for (const [name, document] of Object.entries(DOCUMENTS)) {
    assert.deepEqual(await told(ben, document, id, secrets), [], name);
    assert.notDeepEqual(await told(ada, document, id, secrets), [], name);
  }
  const missed = [await ada.subscribe(ADDED, { after }), await ben.subscribe(ADDED, { after })];
  for (const [ofAda, ofBen] of [live, missed] as const) {
    for (const expected of [{ content: withheld.picture }, { content: withheld.voice }]) {
      assert.ok(mentions((await ofAda?.next())?.data, secrets));
      const event = (await ofBen?.next())?.data;
      assert.ok(!mentions(event, secrets));
      assert.deepEqual(event.messageAdded.message.content, expected.content);
    }
  }
  const target = await startWith(ben, await world.user('friend'));
  for (const messageId of [first, note]) {
    const { data } = await ben.ask(FORWARD, { input: { messageId, conversationIds: [target] } });
    const refusal = { code: 'INVALID_STATE', path: ['messageId'], current: 'REQUEST' };
    assert.deepEqual(data.forwardMessage, { messages: null, errors: [refusal] });
  }

  await accept(ben, id);
  assert.deepEqual(await contentsOf(ben, id), await contentsOf(ada, id));
  for (const [name, document] of Object.entries(DOCUMENTS)) {
    assert.notDeepEqual(await told(ben, document, id, secrets), [], name);
  }
  await ben.do(FORWARD, { input: { messageId: first, conversationIds: [target] } });
});

test('media of somebody whom the recipient follows, and those of a group, are not withheld', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id, picture } = await request(world, follow);
  const cleo = await world.user('cleo');
  const group = await startWith(ada, ben, cleo);
  for (const conversationId of [id, group]) {
    await send(ada, { conversationId, mediaIds: [picture] });
    const [content] = await contentsOf(ben, conversationId);
    assert.deepEqual([content.media.length, content.mediaCount, content.isWithheld], [1, 1, false]);
  }
});

test('a page of media of a request takes as many statements as one of texts', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_REQUEST_MESSAGES: '20' } });
  const { ada, ben, id, picture } = await request(world);
  const { conversationMessages = '' } = DOCUMENTS;
  const statements = () => world.statementsOf(() => ben.do(conversationMessages, { id }));
  await ada.do(SEND, { input: { conversationId: id, text: 'Hello' } });
  const ofText = await statements();
  for (let sent = 0; sent < 10; sent += 1) await send(ada, { conversationId: id, mediaIds: [picture] });
  assert.equal(await statements(), ofText);
});

async function request(world: World, before?: (recipient: Person, sender: Person) => Promise<void>) {
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await before?.(ben, ada);
  const picture: string = (await uploaded(ada, await smallPicture())).id;
  const sound = wav(100, () => 0.1);
  const voice: string = (await uploaded(ada, sound)).id;
  const id = await requestFrom(ada, ben);
  const after: string = (await ada.ask('{ eventCursor }')).data.eventCursor;
  return { ada, ben, id, picture, voice, after };
}

const contentsOf = async (reader: Actor, id: string): Promise<Untyped[]> =>
  (await reader.do(DOCUMENTS['conversationMessages'] ?? '', { id })).conversationMessages.nodes.map(
    ({ content }: Untyped) => content,
  );

const mentions = (answer: unknown, secrets: readonly string[]): boolean =>
  secrets.some((secret) => JSON.stringify(answer).includes(secret));

/** @returns the secrets in the answer to a document */
async function told(
  reader: Actor,
  document: string,
  id: string,
  secrets: readonly string[],
): Promise<readonly string[]> {
  const answer = await reader.do(document, document.includes('$id') ? { id } : {});
  return secrets.filter((secret) => mentions(answer, [secret]));
}
