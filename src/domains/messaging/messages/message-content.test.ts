import assert from 'node:assert/strict';
import { test } from 'node:test';
import { block, leave, rejoin, say, SEND, startWith } from '#test/support/messaging/messaging.ts';
import { runSql } from '#test/support/test-server.ts';
import { smallPicture, wav } from '#test/support/content/media-files.ts';
import { processed, uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const CONTENT = `content { __typename text
  ... on VoiceNoteContent { audio { id kind durationMs } }
  ... on LocationContent { latitude longitude name }
  ... on ContactContent { user { username } }
  ... on SharedPostContent { post { text } }
  ... on SystemContent { change users { username } userCount } }`;
const SEEN = `query ($id: ID!) { conversationMessages(conversationId: $id) { nodes {
  seq sender { username } ${CONTENT} replyTo { messageId sender { username } ${CONTENT} } } } }`;

test('a message holds one content of a kind, with a caption or without', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, id } = await trio(world);
  const { id: voiceNoteId } = await processed(
    world,
    ada,
    wav(1_000, () => 0.1),
  );
  const postId = await publish(cleo, 'Read this', 'PUBLIC');
  const send = (content: object) => ada.do(SEND, { input: { conversationId: id, ...content } });

  await send({ voiceNoteId });
  await send({ location: { latitude: 52.5, longitude: -13.25, name: 'Home' }, text: 'Here' });
  await send({ location: { latitude: -90, longitude: 180 } });
  await send({ contactId: cleo.id });
  await send({ postId, text: 'Look' });

  const sender = { username: 'ada' };
  assert.deepEqual(await seenBy(ben, id), [
    {
      seq: 5,
      sender,
      content: { __typename: 'SharedPostContent', text: 'Look', post: { text: 'Read this' } },
      replyTo: null,
    },
    {
      seq: 4,
      sender,
      content: { __typename: 'ContactContent', text: '', user: { username: 'cleo' } },
      replyTo: null,
    },
    {
      seq: 3,
      sender,
      content: { __typename: 'LocationContent', text: '', latitude: -90, longitude: 180, name: null },
      replyTo: null,
    },
    {
      seq: 2,
      sender,
      content: {
        __typename: 'LocationContent',
        text: 'Here',
        latitude: 52.5,
        longitude: -13.25,
        name: 'Home',
      },
      replyTo: null,
    },
    {
      seq: 1,
      sender,
      content: {
        __typename: 'VoiceNoteContent',
        text: '',
        audio: { id: voiceNoteId, kind: 'AUDIO', durationMs: 1_000 },
      },
      replyTo: null,
    },
  ]);
});

test('`sendMessage` refuses two contents, places off the map and what the sender may not share', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, id } = await trio(world);
  const { id: picture } = await uploaded(ada, await smallPicture());
  const hidden = await publish(cleo, 'For me alone', 'PRIVATE');
  const other = await startWith(ada, cleo);
  await say(ada, other, 'Elsewhere');
  const elsewhere = await newestId(ada, other);
  const dora = await world.user('dora');
  await block(world, dora, ada);
  const refusal = async (content: object): Promise<unknown> => {
    const { data } = await ada.ask(SEND, { input: { conversationId: id, ...content } });
    const [error] = data.sendMessage.errors;
    return [error.code, error.path?.join('.'), error.constraint];
  };

  assert.deepEqual(await refusal({ mediaIds: [picture], contactId: ben.id }), [
    'VALIDATION_FAILED',
    'contactId',
    'exclusive',
  ]);
  assert.deepEqual(await refusal({ location: { latitude: 90.1, longitude: 0 } }), [
    'VALIDATION_FAILED',
    'location.latitude',
    'range',
  ]);
  assert.deepEqual(await refusal({ location: { latitude: 0, longitude: 0, name: '' } }), [
    'VALIDATION_FAILED',
    'location.name',
    'minLength',
  ]);
  assert.deepEqual(await refusal({ voiceNoteId: picture }), ['VALIDATION_FAILED', 'voiceNoteId', 'audio']);
  assert.deepEqual(await refusal({ postId: hidden }), ['NOT_FOUND', 'postId', undefined]);
  assert.deepEqual(await refusal({ contactId: dora.id }), ['NOT_FOUND', 'contactId', undefined]);
  assert.deepEqual(await refusal({ text: 'Hi', replyToId: elsewhere }), [
    'NOT_FOUND',
    'replyToId',
    undefined,
  ]);
  assert.deepEqual(await seenBy(ben, id), []);
});

test('the text of a message keeps its indentation, and loses blank lines around it', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const id = await startWith(ada, ben);
  await say(ada, id, '\n \n    for (;;) {\n      wait();\n    }\n\n');
  const { conversationMessages } = await ben.do(
    `query ($id: ID!) { conversationMessages(conversationId: $id, first: 1) {
      nodes { content { ... on TextContent { text } } } } }`,
    { id },
  );
  assert.deepEqual(conversationMessages.nodes, [
    { content: { text: '    for (;;) {\n      wait();\n    }' } },
  ]);
});

test('each recipient sees a shared post and a contact by their own rights, in lists and live', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, id } = await trio(world);
  await ben.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', {
    id: cleo.id,
  });
  const postId = await publish(cleo, 'For followers', 'FOLLOWERS');
  const dora = await world.user('dora');
  await block(world, dora, ben);
  await world.runJobs();
  const query = `subscription { messageAdded { message { ${CONTENT} } } }`;
  const [atAda, atBen] = await Promise.all([ada, ben].map((person) => person.subscribe(query)));
  assert.ok(atAda && atBen);

  await cleo.do(SEND, { input: { conversationId: id, postId } });
  await cleo.do(SEND, { input: { conversationId: id, contactId: dora.id } });
  await world.runJobs();

  const post = (shown: object | null) => ({ __typename: 'SharedPostContent', text: '', post: shown });
  const contact = (shown: object | null) => ({ __typename: 'ContactContent', text: '', user: shown });
  assert.deepEqual(await contentsOf(atAda, 2), [post(null), contact({ username: 'dora' })]);
  assert.deepEqual(await contentsOf(atBen, 2), [post({ text: 'For followers' }), contact(null)]);
  const [, ofBen] = (await seenBy(ben, id)) as [unknown, { content: unknown }];
  const [, ofAda] = (await seenBy(ada, id)) as [unknown, { content: unknown }];
  assert.deepEqual([ofBen.content, ofAda.content], [post({ text: 'For followers' }), post(null)]);
});

test('the message above a reply is shown as it is now, deleted, or unavailable to whoever does not see it', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, id } = await trio(world);
  await say(ada, id, 'The question');
  const replyToId = await newestId(ada, id);
  await leave(world, cleo, id);
  await rejoin(world, cleo, id);
  await world.runJobs();
  const query = 'subscription { messageAdded { message { seq replyTo { content { __typename text } } } } }';
  const [atBen, atCleo] = await Promise.all([ben, cleo].map((person) => person.subscribe(query)));
  assert.ok(atBen && atCleo);

  await ben.do(SEND, { input: { conversationId: id, text: 'The answer', replyToId } });
  await world.runJobs();

  const seen = (person: Person) =>
    seenBy(person, id).then(([reply]) => (reply as { replyTo: object }).replyTo);
  const unavailable = {
    messageId: replyToId,
    sender: null,
    content: { __typename: 'UnavailableContent', text: '' },
  };
  const content = (text: string) => ({ __typename: 'TextContent', text });
  assert.deepEqual(await seen(ben), {
    messageId: replyToId,
    sender: { username: 'ada' },
    content: content('The question'),
  });
  assert.deepEqual(await seen(cleo), unavailable);
  const told = async (subscription: Subscription) =>
    (await subscription.next()).data.messageAdded.message.replyTo.content;
  assert.deepEqual([await told(atBen), await told(atCleo)], [content('The question'), unavailable.content]);

  await ada.do(
    'mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: EVERYONE }) { errors { code } } }',
    { id: replyToId },
  );
  assert.deepEqual(await seen(ben), {
    messageId: replyToId,
    sender: { username: 'ada' },
    content: { __typename: 'DeletedContent', text: '' },
  });
  await block(world, ben, ada);
  assert.deepEqual(await seen(cleo), unavailable);
  // A tombstone tells nothing of its sender, so it stays one across a block.
  assert.deepEqual(await seen(ben), {
    messageId: replyToId,
    sender: null,
    content: { __typename: 'DeletedContent', text: '' },
  });
  await runSql(
    world.connectionString,
    `update messages set moderation_state = 'REMOVED' where id = '${uuidOf(replyToId)}'`,
  );
  assert.deepEqual(await seen(ben), unavailable);
});

test('a reply whose message above was removed is told to each, and its document stays shared', async (t) => {
  const world = await testWorld(t);
  const { ada, ben, cleo, id } = await trio(world);
  await say(ada, id, 'The question');
  const replyToId = await newestId(ada, id);
  await runSql(
    world.connectionString,
    `update messages set moderation_state = 'HELD' where id = '${uuidOf(replyToId)}'`,
  );
  const query = 'subscription { messageAdded { message { seq replyTo { content { __typename } } } } }';
  const [atBen, atCleo] = await Promise.all([ben, cleo].map((person) => person.subscribe(query)));
  assert.ok(atBen && atCleo);

  await ada.do(SEND, { input: { conversationId: id, text: 'Anybody?', replyToId } });
  await world.runJobs();

  for (const subscription of [atBen, atCleo]) {
    assert.deepEqual((await subscription.next()).data.messageAdded.message, {
      seq: 2,
      replyTo: { content: { __typename: 'UnavailableContent' } },
    });
  }
  const metrics = await (await fetch(`${world.opsUrl}/metrics`)).text();
  assert.doesNotMatch(metrics, /graphql_live_executions_total\{kind="fallback"\}/);
});

type Subscription = Awaited<ReturnType<Person['subscribe']>>;

async function trio(world: World) {
  const [ada, ben, cleo] = await Promise.all([world.user('ada'), world.user('ben'), world.user('cleo')]);
  return { ada, ben, cleo, id: await startWith(ada, ben, cleo) };
}

async function publish(author: Person, text: string, visibility: string): Promise<string> {
  const { createPost } = await author.do(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } } }',
    { input: { text, visibility } },
  );
  return createPost.post.id;
}

async function seenBy(person: Person, id: string): Promise<unknown[]> {
  return (await person.do(SEEN, { id })).conversationMessages.nodes;
}

async function newestId(person: Person, id: string): Promise<string> {
  const query = 'query ($id: ID!) { conversationMessages(conversationId: $id, first: 1) { nodes { id } } }';
  return (await person.do(query, { id })).conversationMessages.nodes[0].id;
}

async function contentsOf(subscription: Subscription, count: number): Promise<unknown[]> {
  const contents: unknown[] = [];
  while (contents.length < count)
    contents.push((await subscription.next()).data.messageAdded.message.content);
  return contents;
}
