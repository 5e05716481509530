import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { fileOf, pdf, uploadedFile, zipOf } from '#test/support/content/documents.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { filesOf, uploaded } from '#test/support/content/uploaded-media.ts';
import { DELETE, forwarded, send } from '#test/support/messaging/forwarding.ts';
import { accept, requestFrom, startWith } from '#test/support/messaging/messaging.ts';
import { erase } from '#test/support/people/accounts.ts';
import { exported } from '#test/support/people/exports.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { testWorld, type World } from '#test/support/world.ts';

const CONTENT = `content { __typename text ... on MediaContent { media { id kind url fileName contentType sizeBytes }
  mediaCount isWithheld } ... on ViewOnceContent { mediaKind } }`;
const MESSAGES = `query ($id: ID!) { conversationMessages(conversationId: $id) { nodes { id ${CONTENT} replyTo { ${CONTENT} } } } }`;
const ATTACHED = `query ($id: ID!, $kind: AttachmentKind!) { conversationMedia(conversationId: $id, kind: $kind) { nodes { id ${CONTENT} } } }`;

const messagesOf = async (actor: Actor, id: string): Promise<Untyped[]> =>
  (await actor.do(MESSAGES, { id })).conversationMessages.nodes;
const attachedTo = async (actor: Actor, id: string, kind: string): Promise<string[]> =>
  (await actor.do(ATTACHED, { id, kind })).conversationMedia.nodes.map((node: Untyped) => node.id);
const textOf = async (url: string): Promise<string> => (await fetch(url)).text();

async function scene(world: World) {
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  return { ada, ben, cleo, id: await startWith(ada, ben) };
}

test('files are sent, previewed, quoted, found, listed by their kind and heard of live', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await scene(world);
  const live = await ben.subscribe(`subscription { messageAdded { message { ${CONTENT} } } }`);
  const [document, archive] = [
    await uploadedFile(ada, pdf(), 'Invoice.pdf'),
    await uploadedFile(ada, zipOf({ 'a.txt': 'a' }), 'photos.zip'),
  ];
  const picture = await uploaded(ada, await smallPicture());
  const sent = await send(ada, {
    conversationId: id,
    text: 'The papers',
    mediaIds: [document.id, archive.id],
  });
  const ofPicture = await send(ada, { conversationId: id, mediaIds: [picture.id] });
  await send(ben, { conversationId: id, text: 'Thanks', replyToId: sent });
  const expected = {
    __typename: 'MediaContent',
    text: 'The papers',
    media: [
      [document, 'application/pdf'],
      [archive, 'application/zip'],
    ].map(([media, contentType]) => ({
      id: media.id,
      kind: 'FILE',
      url: media.url,
      fileName: media.fileName,
      contentType,
      sizeBytes: media.sizeBytes,
    })),
    mediaCount: 2,
    isWithheld: false,
  };
  assert.deepEqual((await live.next()).data.messageAdded.message.content, expected);
  const [reply, , first] = await messagesOf(ben, id);
  assert.deepEqual([reply.replyTo.content, first.content], [expected, expected]);
  assert.equal(await textOf(first.content.media[0].url), pdf().toString('latin1'));

  assert.deepEqual(await attachedTo(ben, id, 'FILE'), [sent]);
  assert.deepEqual(await attachedTo(ben, id, 'MEDIA'), [ofPicture]);
  const SEARCH = `query ($kind: AttachmentKind) { searchMessages(query: "papers", kind: $kind) { nodes { ${CONTENT} } } }`;
  const found = async (kind: string) => (await ben.do(SEARCH, { kind })).searchMessages.nodes;
  await world.runJobs();
  assert.deepEqual(await found('FILE'), [{ content: expected }]);
  assert.deepEqual(await found('MEDIA'), []);
  await send(ada, { conversationId: id, mediaIds: [archive.id] });
  const { conversation } = await ben.do(
    `query ($id: ID!) { conversation(id: $id) { lastMessage { ${CONTENT} } } }`,
    { id },
  );
  assert.equal(conversation.lastMessage.content.media[0].fileName, 'photos.zip');

  await ada.do(DELETE, { id: sent });
  assert.deepEqual((await messagesOf(ben, id)).at(-1).content, {
    __typename: 'DeletedContent',
    text: '',
  });
  await world.runJobs();
  assert.equal(await fileOf(ada, document.id), null);
  assert.notEqual(await fileOf(ada, archive.id), null);
  assert.equal((await fetch(document.url)).status, 404);
});

test('files are not sent with images, as voice notes or by others, and nothing is written then', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await scene(world);
  const { id: file } = await uploadedFile(ada, pdf(), 'a.pdf');
  const { id: picture } = await uploaded(ada, await smallPicture());
  const refusals: [Actor, object, object][] = [
    [
      ada,
      { mediaIds: [file, picture] },
      { code: 'VALIDATION_FAILED', path: ['mediaIds'], constraint: 'exclusive' },
    ],
    [ada, { voiceNoteId: file }, { code: 'VALIDATION_FAILED', path: ['voiceNoteId'], constraint: 'audio' }],
    [ben, { mediaIds: [file] }, { code: 'NOT_FOUND', path: ['mediaIds'] }],
  ];
  for (const [actor, input, expected] of refusals) {
    const { errors } = await unchanged(world, () =>
      callMutation(actor, {
        name: 'sendMessage',
        payload: 'errors { code path ... on ValidationError { constraint } }',
        input: { conversationId: id, ...input },
      }),
    );
    assert.deepEqual(errors, [expected]);
  }
});

test('a file of a request is withheld until it is accepted', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await requestFrom(ada, ben);
  const { id: file } = await uploadedFile(ada, pdf(), 'secret.pdf');
  await send(ada, { conversationId: id, text: 'Look', mediaIds: [file] });
  const [withheld] = await messagesOf(ben, id);
  assert.deepEqual(withheld.content, {
    __typename: 'MediaContent',
    text: 'Look',
    media: [],
    mediaCount: 1,
    isWithheld: true,
  });
  await accept(ben, id);
  const [shown] = await messagesOf(ben, id);
  assert.deepEqual([shown.content.media[0].fileName, shown.content.isWithheld], ['secret.pdf', false]);
});

test('a file is forwarded, and stays until the last message that shows it is deleted', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, id } = await scene(world);
  const other = await startWith(ben, cleo);
  const { id: file } = await uploadedFile(ada, pdf(), 'a.pdf');
  const sent = await send(ada, { conversationId: id, mediaIds: [file] });
  const [copy] = await forwarded(ben, sent, [other]);
  await ada.do(DELETE, { id: sent });
  await world.runJobs();
  const [shown] = await messagesOf(cleo, other);
  assert.equal((await fetch(shown.content.media[0].url)).status, 200);
  assert.deepEqual(await attachedTo(cleo, other, 'FILE'), [copy.id]);
  await ben.do(DELETE, { id: copy.id });
  await world.runJobs();
  assert.deepEqual(await filesOf(world), []);
});

test('a file is sent at its time, and one of a message that is cancelled is deleted', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await scene(world);
  const schedule = async (name: string): Promise<string> => {
    const { id: file } = await uploadedFile(ada, pdf(), name);
    const sendAt = new Date(world.clock.now().getTime() + 60_000).toISOString();
    const { scheduledMessage } = await callMutation(ada, {
      name: 'scheduleMessage',
      payload: `scheduledMessage { id ${CONTENT} } errors { code }`,
      input: { conversationId: id, mediaIds: [file], sendAt },
    });
    assert.equal(scheduledMessage.content.media[0].fileName, name);
    return scheduledMessage.id;
  };
  await schedule('sent.pdf');
  const cancelled = await schedule('cancelled.pdf');
  await callMutation(ada, {
    name: 'cancelScheduledMessage',
    payload: 'errors { code }',
    input: { scheduledMessageId: cancelled },
  });
  world.clock.advance('61s');
  await world.runJobs();
  await world.runJobs();
  const messages = await messagesOf(ben, id);
  assert.deepEqual(
    messages.map(({ content }) => content.media[0].fileName),
    ['sent.pdf'],
  );
  assert.equal((await attachedTo(ben, id, 'FILE')).length, 1);
  assert.equal((await filesOf(world)).length, 1);
});

test('a file is viewed once by its name, and is gone then', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await scene(world);
  const { id: file } = await uploadedFile(ada, pdf(), 'once.pdf');
  const sent = await send(ada, { conversationId: id, mediaIds: [file], isViewOnce: true });
  const [shown] = await messagesOf(ben, id);
  assert.deepEqual(shown.content, { __typename: 'ViewOnceContent', text: '', mediaKind: 'FILE' });
  assert.deepEqual(await attachedTo(ben, id, 'FILE'), []);
  const { media } = await callMutation(ben, {
    name: 'openViewOnce',
    payload: 'media { kind url fileName width durationMs } errors { code }',
    input: { messageId: sent },
  });
  assert.deepEqual(
    { ...media, url: '' },
    { kind: 'FILE', url: '', fileName: 'once.pdf', width: null, durationMs: null },
  );
  const response = await fetch(media.url);
  assert.equal(response.headers.get('content-disposition'), "attachment; filename*=UTF-8''once.pdf");
  world.clock.advance('61s');
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual(await filesOf(world), []);
});

test('files are in the export of who sent them, and are erased with their account', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await scene(world);
  const { id: file } = await uploadedFile(ada, pdf(), 'a.pdf');
  await send(ada, { conversationId: id, text: 'Look', mediaIds: [file] });
  const messages = (await exported(world, ada, 'messages')) as { mediaIds: string[] }[];
  assert.deepEqual(messages[0]?.mediaIds, [file]);
  await erase(world, ada);
  Object.assign(ben, await world.signIn(ben));
  const [left] = await messagesOf(ben, id);
  assert.deepEqual(left.content, { __typename: 'TextContent', text: 'Look' });
  assert.deepEqual(
    (await filesOf(world)).filter((name) => name.includes('document')),
    [],
  );
});
