import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { fromGlobalId } from '#platform/kernel/ids.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { runSql } from '#test/support/test-server.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { block, deactivate, leave, say, SEND, startWith } from '#test/support/messaging/messaging.ts';

test('a message has text, images in their order and client data', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await pair(world);
  const pictures = [await picture(ada), await picture(ada)].toReversed();
  const clientData = { draft: { at: [1, 2.5, null, 'é'] }, isQuiet: false };

  const { sendMessage } = await ada.do(SEND, {
    input: { conversationId: id, text: '\nLook \n', mediaIds: [...pictures, pictures[0]], clientData },
  });

  assert.deepEqual(
    { ...sendMessage.message, id: '' },
    {
      id: '',
      seq: 1,
      content: {
        __typename: 'MediaContent',
        text: 'Look',
        media: pictures.map((picture) => ({ id: picture })),
      },
      clientData,
      sender: { username: 'ada' },
    },
  );
  const node =
    'query ($id: ID!) { node(id: $id) { ... on Message { content { text ... on MediaContent { media { id } } } conversation { id } } } }';
  assert.deepEqual(await ben.do(node, { id: sendMessage.message.id }), {
    node: {
      content: { text: 'Look', media: pictures.map((picture) => ({ id: picture })) },
      conversation: { id },
    },
  });
  const other = await ben.do(SEND, { input: { conversationId: id, mediaIds: [await picture(ben)] } });
  assert.equal(other.sendMessage.message.content.text, '');
  assert.equal(other.sendMessage.message.clientData, null);
});

test('`sendMessage` refuses invalid input with its constraint and stores nothing', async (t) => {
  const world = await testWorld(t, {
    env: { LIMIT_MESSAGE_MEDIA: '2', LIMIT_JSON_DEPTH: '5', LIMIT_JSON_BYTES: '100' },
  });
  const { ada, ben, id } = await pair(world);
  const [own, another, third, foreign] = [
    await picture(ada),
    await picture(ada),
    await picture(ada),
    await picture(ben),
  ];
  const refusal = async (content: object): Promise<unknown> => {
    const { data } = await ada.ask(SEND, { input: { conversationId: id, ...content } });
    assert.equal(data.sendMessage.message, null);
    const [error] = data.sendMessage.errors;
    return [error.code, error.path?.join('.'), error.constraint, error.limit];
  };

  assert.deepEqual(await refusal({}), ['VALIDATION_FAILED', 'text', 'required', null]);
  assert.deepEqual(await refusal({ text: ' \n ' }), ['VALIDATION_FAILED', 'text', 'required', null]);
  for (const text of ['\u200B', '\u2800', '\u3164', '\u00AD\uFE0F', ' \u034F\n']) {
    assert.deepEqual(
      await refusal({ text }),
      ['VALIDATION_FAILED', 'text', 'required', null],
      JSON.stringify(text),
    );
    const poll = { options: ['A', 'B'] };
    assert.deepEqual(await refusal({ text, poll }), ['VALIDATION_FAILED', 'text', 'required', null]);
  }
  assert.deepEqual(await refusal({ text: 'a\u0007' }), ['VALIDATION_FAILED', 'text', 'printable', null]);
  assert.deepEqual(await refusal({ text: '👍🏽'.repeat(4_001) }), [
    'VALIDATION_FAILED',
    'text',
    'maxLength',
    4_000,
  ]);
  assert.deepEqual(await refusal({ mediaIds: [own, another, third] }), [
    'VALIDATION_FAILED',
    'mediaIds',
    'maxItems',
    2,
  ]);
  assert.deepEqual(await refusal({ text: 'x', mediaIds: [own, foreign] }), [
    'NOT_FOUND',
    'mediaIds',
    undefined,
    undefined,
  ]);
  for (const text of ['\0', '\ud800']) {
    assert.deepEqual(await refusal({ text: 'x', clientData: { deep: [text] } }), [
      'VALIDATION_FAILED',
      'clientData',
      'printable',
      null,
    ]);
    assert.deepEqual(await refusal({ text: 'x', clientData: { [text]: 1 } }), [
      'VALIDATION_FAILED',
      'clientData',
      'printable',
      null,
    ]);
  }
  for (const clientData of [[[[[[[1]]]]]], 'x'.repeat(99)]) {
    const { errors } = await ada.ask(SEND, { input: { conversationId: id, text: 'x', clientData } });
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT');
  }
  assert.deepEqual(await textsOf(ada, id), []);
  assert.equal(await say(ada, id, '👍🏽'.repeat(4_000)), 1);
  const { sendMessage } = await ada.do(SEND, {
    input: { conversationId: id, text: 'y', clientData: 'a backslash \\u0000 and an emoji 😀' },
  });
  assert.equal(sendMessage.message.clientData, 'a backslash \\u0000 and an emoji 😀');
});

test('fifty concurrent messages get fifty consecutive seqs', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await pair(world);

  const seqs = await Promise.all(
    Array.from({ length: 50 }, (_, index) => say(index % 2 ? ada : ben, id, `message ${index}`)),
  );

  assert.deepEqual(
    seqs.toSorted((a, b) => a - b),
    Array.from({ length: 50 }, (_, index) => index + 1),
  );
});

test('`sendMessage` repeated with its key stores one message', async (t) => {
  const world = await testWorld(t);
  const { ada, id } = await pair(world);
  const input = { conversationId: id, text: 'Once', idempotencyKey: 'key' };

  const answers = await Promise.all(Array.from({ length: 10 }, () => ada.do(SEND, { input })));
  const other = await ada.ask(SEND, { input: { ...input, text: 'Twice' } });

  assert.equal(new Set(answers.map(({ sendMessage }) => sendMessage.message.id)).size, 1);
  assert.equal(other.data.sendMessage.errors[0].code, 'IDEMPOTENCY_KEY_REUSED');
  assert.deepEqual(await textsOf(ada, id), ['Once']);
});

test('a key names its message for ever', async (t) => {
  const world = await testWorld(t);
  const { ada, id } = await pair(world);
  const input = { conversationId: id, text: 'Once', idempotencyKey: 'key' };
  const first = await ada.do(SEND, { input });

  await runSql(
    world.connectionString,
    `update idempotency_keys set created_at = created_at - interval '100 years', expires_at = expires_at - interval '100 years'`,
  );
  await runCron(world, 'platform.deleteIdempotencyKeys');

  assert.deepEqual(await ada.do(SEND, { input }), first);
  assert.deepEqual(await textsOf(ada, id), ['Once']);
});

test('only participants can write, and others get NOT_FOUND', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await pair(world);
  const cleo = await world.user('cleo');
  const notFound = { code: 'NOT_FOUND', path: ['conversationId'], message: 'Conversation not found.' };

  const { data } = await cleo.ask(SEND, { input: { conversationId: id, text: 'Hello' } });
  assert.deepEqual(data.sendMessage.errors, [{ __typename: 'PlainError', ...notFound }]);
  await leave(world, ben, id);
  const left = await ben.ask(SEND, { input: { conversationId: id, text: 'Hello' } });
  assert.deepEqual(left.data, data);
  assert.deepEqual(await textsOf(ada, id), []);
  assert.equal(await textsOf(cleo, id), null);
});

test('a direct conversation is read-only with the same error whether the other user blocked, was blocked or is inactive', async (t) => {
  const world = await testWorld(t);
  const [ada, ...others] = await Promise.all(['ada', 'ben', 'cleo', 'dora'].map((name) => world.user(name)));
  const [ben, cleo, dora] = others;
  assert.ok(ada && ben && cleo && dora);
  const ids = await Promise.all(others.map((other) => startWith(ada, other)));
  await say(ada, ids[0]!, 'Before.'); // there are three
  await block(world, ada, ben);
  await block(world, cleo, ada);
  await deactivate(world, dora);

  for (const conversationId of ids) {
    const { data } = await ada.ask(SEND, { input: { conversationId, text: 'Still there?' } });
    assert.deepEqual(data.sendMessage, {
      message: null,
      errors: [
        {
          __typename: 'StateError',
          code: 'INVALID_STATE',
          message: 'This conversation is read-only.',
          path: ['conversationId'],
          current: 'READ_ONLY',
          allowed: ['OPEN'],
        },
      ],
    });
  }
  assert.deepEqual(await textsOf(ada, ids[0]!), ['Before.']); // likewise
});

test('a block in a group stops no message, and makes each of the two a neutral item to the other', async (t) => {
  const world = await testWorld(t);
  const { ada, ben } = await pair(world);
  const cleo = await world.user('cleo');
  const id = await startWith(ada, ben, cleo);
  await block(world, ada, ben);
  const image = await picture(ben);
  const input = { conversationId: id, text: 'Hello all', mediaIds: [image], clientData: { from: 'ben' } };
  await ben.do(SEND, { input });
  await say(ada, id, 'Hello too');
  const shown =
    '{ seq content { __typename text ... on MediaContent { media { id } } } clientData sender { username } }';
  const readBy = async (person: Person) =>
    (
      await person.do(`query ($id: ID!) { conversationMessages(conversationId: $id) { nodes ${shown} } }`, {
        id,
      })
    ).conversationMessages.nodes;
  const neutral = {
    content: { __typename: 'UnavailableContent', text: '' },
    clientData: null,
    sender: null,
  };
  const [ofAda, ofBen] = (await readBy(cleo)) as [object, object];
  assert.deepEqual(ofBen, {
    seq: 1,
    content: { __typename: 'MediaContent', text: 'Hello all', media: [{ id: image }] },
    clientData: { from: 'ben' },
    sender: { username: 'ben' },
  });
  assert.deepEqual(await readBy(ada), [ofAda, { seq: 1, ...neutral }]);
  assert.deepEqual(await readBy(ben), [{ seq: 2, ...neutral }, ofBen]);
});

test('pages go to older messages from the newest, and back to newer ones', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await pair(world);
  for (let seq = 1; seq <= 7; seq += 1) await say(ada, id, `m${seq}`);
  const page = async (args: object): Promise<Connection> =>
    (await ben.do(PAGE, { id, ...args })).conversationMessages;

  const newest = await page({ first: 3 });
  assert.deepEqual(seqsOf(newest), [7, 6, 5]);
  assert.deepEqual([newest.pageInfo.hasNextPage, newest.pageInfo.hasPreviousPage], [true, false]);
  const older = await page({ first: 3, after: newest.pageInfo.endCursor });
  assert.deepEqual(seqsOf(older), [4, 3, 2]);
  const oldest = await page({ first: 3, after: older.pageInfo.endCursor });
  assert.deepEqual(seqsOf(oldest), [1]);
  assert.equal(oldest.pageInfo.hasNextPage, false);

  const newer = await page({ last: 2, before: oldest.pageInfo.startCursor });
  assert.deepEqual(seqsOf(newer), [3, 2]);
  assert.deepEqual([newer.pageInfo.hasPreviousPage, newer.pageInfo.hasNextPage], [true, true]);
  const top = await page({ last: 10, before: newer.pageInfo.startCursor });
  assert.deepEqual(seqsOf(top), [7, 6, 5, 4]);
  assert.equal(top.pageInfo.hasPreviousPage, false);
  assert.deepEqual(seqsOf(await page({ last: 2 })), [2, 1]);
  assert.equal((await page({ first: 3, after: oldest.pageInfo.endCursor })).pageInfo.endCursor, null);
  await say(ben, id, 'm8');
  assert.deepEqual(seqsOf(await page({ last: 10, before: top.pageInfo.startCursor })), [8]);
});

test('pages that mix directions, pass the bounds or carry a foreign cursor are refused', async (t) => {
  const world = await testWorld(t);
  const { ada, id } = await pair(world);
  await say(ada, id, 'one');
  const feedCursor = Buffer.from(JSON.stringify([1, 'feed', 1])).toString('base64url');
  const refused = [
    { first: 1, last: 1 },
    { first: 1, before: 'x' },
    { last: 1, after: 'x' },
    { first: 0 },
    { first: -1 },
    { last: -1 },
    { first: 101 },
    { last: 101 },
    { after: 'nonsense' },
    { before: '' },
    { after: feedCursor },
  ];
  for (const args of refused) {
    const { data, errors } = await ada.ask(PAGE, { id, ...args });
    assert.deepEqual(data, { conversationMessages: null }, JSON.stringify(args));
    assert.equal(errors?.[0]?.extensions.code, 'BAD_USER_INPUT', JSON.stringify(args));
  }
});

test('a participant who joins later sees only later messages', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await pair(world);
  await say(ada, id, 'before');
  const { sendMessage } = await ada.do(SEND, { input: { conversationId: id, text: 'still before' } });
  await runSql(
    world.connectionString,
    `update participants set joined_seq = 2 where user_id = '${fromGlobalId('user', ben.id)}'`,
  );
  await say(ada, id, 'after');

  assert.deepEqual(await textsOf(ben, id), ['after']);
  const { node } = await ben.do('query ($id: ID!) { node(id: $id) { id } }', { id: sendMessage.message.id });
  assert.equal(node, null);
});

test('fifty messages with senders and images take no more statements than one', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, id } = await pair(world);
  const pictures = new Map([
    [ada, await picture(ada)],
    [ben, await picture(ben)],
  ]);
  for (let sent = 0; sent < 50; sent += 1) {
    const sender = sent % 2 ? ada : ben;
    await sender.do(SEND, {
      input: { conversationId: id, text: `${sent}`, mediaIds: [pictures.get(sender)] },
    });
  }
  const read = (first: number): Promise<number> =>
    world.statementsOf(() =>
      ada.do(
        `query ($id: ID!, $first: Int!) { conversationMessages(conversationId: $id, first: $first) { nodes {
          sender { username avatar { url } } content { ... on MediaContent { media { url } } } conversation { kind } } } }`,
        { id, first },
      ),
    );

  const one = await read(1);
  assert.equal(one, 4);
  assert.equal(await read(50), one);
});

const PAGE = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
  conversationMessages(conversationId: $id, first: $first, after: $after, last: $last, before: $before) {
    edges { cursor node { seq } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`;

type Connection = {
  readonly edges: readonly { readonly node: { readonly seq: number } }[];
  readonly pageInfo: {
    readonly hasNextPage: boolean;
    readonly hasPreviousPage: boolean;
    readonly startCursor: string | null;
    readonly endCursor: string | null;
  };
};

const seqsOf = ({ edges }: Connection): number[] => edges.map(({ node }) => node.seq);

/** Texts of a conversation that the user can read, newest first; null when they cannot see it. */
async function textsOf(person: Person, id: string): Promise<string[] | null> {
  const { conversationMessages } = await person.do(
    'query ($id: ID!) { conversationMessages(conversationId: $id) { nodes { content { text } } } }',
    { id },
  );
  return (
    conversationMessages?.nodes.map(({ content }: { content: { text: string } }) => content.text) ?? null
  );
}

async function pair(world: World): Promise<{ ada: Person; ben: Person; id: string }> {
  const [ada, ben] = await Promise.all([world.user('ada'), world.user('ben')]);
  return { ada, ben, id: await startWith(ada, ben) };
}

/** @returns the id of a small image that the user has uploaded */
async function picture(person: Person): Promise<string> {
  const background = { r: 20, g: 120, b: 90 };
  const content = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
  const { data } = await person.upload(
    'mutation ($file: Upload!) { uploadMedia(input: { file: $file }) { media { id } errors { code } } }',
    { file: null },
    { file: new Blob([new Uint8Array(content)], { type: 'image/png' }) },
  );
  return data.uploadMedia.media.id;
}
