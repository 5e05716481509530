import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modules } from '#domains/modules.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import {
  accept,
  block,
  leave,
  rejoin,
  requestFrom,
  SEND,
  startWith,
} from '#test/support/messaging/messaging.ts';
import { runSql } from '#test/support/test-server.ts';
import { filesOf, mediaOf, uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const CONTENT = `content { __typename text ... on MediaContent { media { id url } }
  ... on ViewOnceContent { mediaKind state isOpenedByAnyone isOpenedByEveryone } }`;

test('each recipient opens a picture once, and it is erased when all have', async (t) => {
  const { world, ada, ben, cleo, id } = await scene(t);
  const { messageId, picture } = await sendOnce(ada, id);
  assert.deepEqual(await contentOf(ben, messageId), content('AVAILABLE'));
  assert.deepEqual(await contentOf(ada, messageId), content('SENT', [false, false]));
  const live = await ada.subscribe(
    'subscription { messageUpdated { changes message { content { ... on ViewOnceContent { isOpenedByAnyone } } } } }',
  );
  const { media, errors } = await open(ben, messageId);
  assert.deepEqual(errors, []);
  assert.deepEqual([media.kind, media.altText], ['IMAGE', 'A rose']);
  assert.equal(Date.parse(media.expiresAt) - world.clock.now().getTime() > 50_000, true);
  assert.equal((await fetch(media.url)).status, 200);
  assert.deepEqual((await live.next()).data.messageUpdated, {
    changes: ['VIEW_ONCE'],
    message: { content: { isOpenedByAnyone: true } },
  });
  assert.deepEqual(await contentOf(ben, messageId), content('OPENED'));
  assert.deepEqual(await contentOf(cleo, messageId), content('AVAILABLE'));
  assert.deepEqual(await contentOf(ada, messageId), content('SENT', [true, false]));
  assert.deepEqual(await refusalOf(ben, messageId), 'OPENED');
  assert.deepEqual(await refusalOf(ada, messageId), 'SENT');

  assert.notEqual((await open(cleo, messageId)).media.url, null);
  assert.deepEqual(await contentOf(ada, messageId), content('SENT', [true, true]));
  await world.runJobs();
  assert.equal((await fetch(media.url)).status, 200);
  world.clock.advance('61s');
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual(await rowsOf(world, picture.id), []);
  assert.deepEqual(await filesOf(world), []);
  assert.notEqual((await fetch(media.url)).status, 200);
});

test('of twenty who open it at once with one account one gets the link, and its key repeats it for a minute', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  const { messageId } = await sendOnce(ada, id);
  const answers = await Promise.all(Array.from({ length: 20 }, () => open(ben, messageId)));
  assert.equal(answers.filter(({ media }) => media !== null).length, 1);
  assert.equal(answers.filter(({ errors }) => errors[0]?.current === 'OPENED').length, 19);

  const { messageId: other } = await sendOnce(ada, id);
  const first = await open(ben, other, 'a-key-of-ben-0001');
  world.clock.advance('50s');
  assert.deepEqual((await open(ben, other, 'a-key-of-ben-0001')).media, first.media);
  assert.deepEqual(await refusalOf(ben, other, 'a-key-of-ben-0002'), 'OPENED');
  world.clock.advance('11s');
  assert.deepEqual(await open(ben, other, 'a-key-of-ben-0001'), { media: null, errors: [] });
});

test('nothing but its opening gives the link: not to the sender, not by the item, and nothing else shows it', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  const { messageId, picture } = await sendOnce(ada, id);
  const input = { conversationId: id, mediaIds: [picture.id] };
  assert.equal(await mediaOf(ada, picture.id), null);
  assert.equal(await sendCode(ada, input), 'NOT_FOUND');
  assert.equal(await sendCode(ada, { ...input, isViewOnce: true }), 'VALIDATION_FAILED');
  const { errors } = await callMutation(ben, {
    name: 'forwardMessage',
    payload: 'errors { code }',
    input: { messageId, conversationIds: [id] },
  });
  assert.deepEqual(errors, [{ code: 'NOT_FOUND' }]);
  const edited = await callMutation(ada, {
    name: 'editMessage',
    payload: 'errors { code }',
    input: { messageId, text: 'Look' },
  });
  assert.deepEqual(edited.errors, [{ code: 'INVALID_STATE' }]);
  const { sendMessage } = await ben.do(SEND, {
    input: { conversationId: id, text: 'Nice', replyToId: messageId },
  });
  const shown = await ben.do(
    `query ($id: ID!) { node(id: $id) { ... on Message { replyTo { ${CONTENT} } } } myConversations(inbox: PRIMARY) { nodes { lastMessage { ${CONTENT} } } } }`,
    { id: sendMessage.message.id },
  );
  assert.deepEqual(shown.node.replyTo.content, content('AVAILABLE'));
  const exported: unknown[] = [shown];
  for (const part of modules.flatMap(({ personalData }) => personalData?.exports ?? [])) {
    for await (const row of part.rows(world.app.services, uuidOf(ada.id))) exported.push(row);
  }
  assert.equal(JSON.stringify(exported).includes(picture.id), false);
  assert.equal(JSON.stringify(exported).includes(uuidOf(picture.id)), false);
});

test('it is one file that nothing shows, without a text, and not for a request that waits', async (t) => {
  const { world, ada, ben, id } = await scene(t);
  const picture = await uploaded(ada, await smallPicture());
  const another = await uploaded(ada, await smallPicture());
  const input = { conversationId: id, mediaIds: [picture.id], isViewOnce: true };
  assert.equal(await sendCode(ada, { ...input, text: 'Look' }), 'VALIDATION_FAILED');
  assert.equal(await sendCode(ada, { ...input, mediaIds: [picture.id, another.id] }), 'VALIDATION_FAILED');
  assert.equal(await sendCode(ada, { ...input, mediaIds: [] }), 'VALIDATION_FAILED');
  assert.equal(await sendCode(ben, input), 'NOT_FOUND');
  assert.equal(await sendCode(ada, { conversationId: id, mediaIds: [another.id] }), null);
  assert.equal(await sendCode(ada, { ...input, mediaIds: [another.id] }), 'VALIDATION_FAILED');
  const dan = await world.user('dan');
  const request = await requestFrom(ada, dan);
  assert.equal(await sendCode(ada, { ...input, conversationId: request }), 'INVALID_STATE');
  await accept(dan, request);
  assert.equal(await sendCode(ada, { ...input, conversationId: request }), null);
});

test('only who sees the message opens it, for fourteen days, and not what was deleted or is not processed', async (t) => {
  const { world, ada, ben, cleo, id } = await scene(t);
  const [former, later] = [await world.user('former'), await world.user('later')];
  const group = await startWith(ada, ben, cleo, former, later);
  await leave(world, later, group);
  const { messageId, picture } = await sendOnce(ada, group);
  await rejoin(world, later, group);
  await leave(world, former, group);
  await block(world, ada, cleo);
  for (const person of [former, later, await world.user('outsider')]) {
    assert.deepEqual((await open(person, messageId)).errors[0].code, 'NOT_FOUND');
  }
  assert.deepEqual(await refusalOf(cleo, messageId), 'CLOSED');
  await runSql(
    world.connectionString,
    `update media set state = 'PROCESSING' where id = '${uuidOf(picture.id)}'`,
  );
  assert.deepEqual(await refusalOf(ben, messageId), 'PROCESSING');
  await runSql(world.connectionString, `update media set state = 'READY' where id = '${uuidOf(picture.id)}'`);

  const deleted = await sendOnce(ada, id);
  await ada.do(
    'mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: EVERYONE }) { errors { code } } }',
    { id: deleted.messageId },
  );
  assert.deepEqual(await refusalOf(ben, deleted.messageId), 'CLOSED');
  assert.deepEqual(await rowsOf(world, deleted.picture.id), []);

  await runSql(
    world.connectionString,
    `update messages set created_at = created_at - interval '14 days' where id = '${uuidOf(messageId)}'`,
  );
  assert.deepEqual(await refusalOf(ben, messageId), 'ENDED');
  world.clock.advance('14d');
  await world.runJobs();
  await world.runJobs();
  assert.deepEqual(await rowsOf(world, picture.id), []);
});

async function scene(t: Parameters<typeof testWorld>[0]) {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  return { world, ada, ben, cleo, id: await startWith(ada, ben, cleo) };
}

async function sendOnce(sender: Person, conversationId: string) {
  const picture = await uploaded(sender, await smallPicture());
  await sender.do(
    'mutation ($id: ID!) { updateMedia(input: { mediaId: $id, altText: "A rose" }) { errors { code } } }',
    { id: picture.id },
  );
  const input = { conversationId, mediaIds: [picture.id], isViewOnce: true };
  const { sendMessage } = await sender.do(SEND, { input });
  return { messageId: String(sendMessage.message.id), picture };
}

const sendCode = async (actor: Actor, input: object): Promise<string | null> =>
  (await actor.ask(SEND, { input })).data.sendMessage.errors[0]?.code ?? null;

const open = (actor: Actor, messageId: string, idempotencyKey?: string): Promise<Untyped> =>
  callMutation(actor, {
    name: 'openViewOnce',
    payload: 'media { kind url altText expiresAt } errors { code ... on StateError { current } }',
    input: { messageId, ...(idempotencyKey && { idempotencyKey }) },
  });

const refusalOf = async (actor: Actor, messageId: string, key?: string): Promise<string> =>
  (await open(actor, messageId, key)).errors[0].current;

async function contentOf(viewer: Actor, id: string): Promise<unknown> {
  const { node } = await viewer.do(`query ($id: ID!) { node(id: $id) { ... on Message { ${CONTENT} } } }`, {
    id,
  });
  return node.content;
}

const content = (
  state: string,
  [isOpenedByAnyone, isOpenedByEveryone]: (boolean | null)[] = [null, null],
) => ({
  __typename: 'ViewOnceContent',
  text: '',
  mediaKind: 'IMAGE',
  state,
  isOpenedByAnyone,
  isOpenedByEveryone,
});

const rowsOf = ({ app }: World, mediaId: string): Promise<unknown[]> =>
  app.services.db.selectFrom('media').select('id').where('id', '=', uuidOf(mediaId)).execute();
