import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modules } from '#domains/modules.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { SEARCH_MESSAGES } from '#test/support/messaging/message-search.ts';
import { block, leave, startWith } from '#test/support/messaging/messaging.ts';
import { give } from '#test/support/money/ledger.ts';
import { CONTENT, refundSale, SALES, sell, unlock } from '#test/support/money/paid-messages.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { myReports, report } from '#test/support/trust/reports.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

/** Contents of every kind, with all that hangs on them. */
const WHOLE = `id kind: __typename ${CONTENT} clientData editHistory { text } sender { username }
  lock { priceCoins teaser previews { id url } saleCount viewer { isUnlocked canUnlock } }
  forwardedFrom { sender { username } } reactions { emoji }`;

const SECRET_WORD = 'rhododendron';
const FIRST_WORD = 'azalea';
const TEASER_WORD = 'hyacinth';
const SECRET_LINK = 'https://secret.example.com/door';
const DATA = 'data-of-the-client';

type Scene = {
  readonly world: World;
  readonly ada: Person;
  readonly id: string;
  readonly messageId: string;
  readonly replyId: string;
  readonly picture: { readonly id: string };
};

/** Reads that could show the content of the message; each gives all that it answers. */
const SURFACES: Readonly<Record<string, (actor: Actor, scene: Scene) => Promise<unknown>>> = {
  node: (actor, { messageId }) =>
    actor.ask(`query ($id: ID!) { node(id: $id) { ... on Message { ${WHOLE} } } }`, { id: messageId }),
  nodes: (actor, { messageId }) =>
    actor.ask(`query ($id: ID!) { nodes(ids: [$id]) { ... on Message { ${WHOLE} } } }`, { id: messageId }),
  list: (actor, { id }) =>
    actor.ask(
      `query ($id: ID!) { conversationMessages(conversationId: $id, first: 20) { nodes { ${WHOLE} } } }`,
      { id },
    ),
  'messages of the conversation': (actor, { id }) =>
    actor.ask(
      `query ($id: ID!) { conversation(id: $id) { messages(first: 20) { nodes { ${WHOLE} } } lastMessage { ${WHOLE} } pinnedMessages { nodes { ${WHOLE} } } } }`,
      { id },
    ),
  inbox: (actor) => actor.ask(`{ myConversations(inbox: PRIMARY) { nodes { lastMessage { ${WHOLE} } } } }`),
  messagesAround: (actor, { messageId }) =>
    actor.ask(`query ($id: ID!) { messagesAround(messageId: $id) { messages { ${WHOLE} } } }`, {
      id: messageId,
    }),
  reply: (actor, { replyId }) =>
    actor.ask(`query ($id: ID!) { node(id: $id) { ... on Message { replyTo { messageId ${CONTENT} } } } }`, {
      id: replyId,
    }),
  conversationMedia: async (actor, { id }) => {
    const document = `query ($id: ID!, $kind: AttachmentKind!) { conversationMedia(conversationId: $id, kind: $kind) { nodes { ${WHOLE} } } }`;
    return Promise.all(['MEDIA', 'LINK'].map((kind) => actor.ask(document, { id, kind })));
  },
  'search for its words': async (actor) =>
    Promise.all([SECRET_WORD, FIRST_WORD].map((query) => actor.ask(SEARCH_MESSAGES, { query, first: 20 }))),
  'search for its teaser': (actor) => actor.ask(SEARCH_MESSAGES, { query: TEASER_WORD, first: 20 }),
  'search by kind': (actor) => actor.ask(SEARCH_MESSAGES, { query: TEASER_WORD, kind: 'MEDIA', first: 20 }),
  'the media item': (actor, { picture }) =>
    actor.ask('query ($id: ID!) { node(id: $id) { ... on Media { id url altText } } }', { id: picture.id }),
  'what was bought': (actor) => actor.ask(`{ myUnlockedMessages { nodes { message { ${WHOLE} } } } }`),
  'what was sold': (actor) => actor.ask(SALES),
};

/** The phase in which its sender has deleted it. */
const DELETED = 3;

/** Callers, with whether they have the content before, after, once it is refunded and once its sender has deleted it, and whether they see the message at all. */
const CALLERS: Readonly<
  Record<string, { has: readonly [boolean, boolean, boolean, boolean]; sees: boolean }>
> = {
  sender: { has: [true, true, true, false], sees: true },
  buyer: { has: [false, true, true, true], sees: true },
  'buyer who was blocked': { has: [false, true, true, true], sees: true },
  'refunded buyer': { has: [false, true, false, false], sees: true },
  member: { has: [false, false, false, false], sees: true },
  'blocked member': { has: [false, false, false, false], sees: false },
  'former member': { has: [false, false, false, false], sees: false },
  outsider: { has: [false, false, false, false], sees: false },
  anonymous: { has: [false, false, false, false], sees: false },
};

test('no surface shows what was not bought, to any caller, before, after, once it is refunded and once it is deleted', async (t) => {
  const world = await testWorld(t);
  const person = (name: string): Promise<Person> => world.user(name);
  const ada = await person('ada');
  const actors = {
    sender: ada,
    buyer: await person('ben'),
    'buyer who was blocked': await person('cleo'),
    'refunded buyer': await person('dan'),
    member: await person('eve'),
    'blocked member': await person('finn'),
    'former member': await person('gil'),
    outsider: await person('hal'),
    anonymous: world.anonymous(),
  } satisfies Record<string, Actor>;
  const { buyer, member } = actors;
  const buyers = [buyer, actors['buyer who was blocked'], actors['refunded buyer']];
  const id = await startWith(ada, ...buyers, member, actors['blocked member'], actors['former member']);
  const picture = await uploaded(ada, await smallPicture());
  const input = {
    conversationId: id,
    text: `The ${FIRST_WORD} of @ben`,
    mediaIds: [picture.id],
    clientData: { note: DATA },
    lock: { priceCoins: 100, teaser: `A ${TEASER_WORD}` },
  };
  const live = await Promise.all(
    [buyer, member].map((who) => who.subscribe(`subscription { messageAdded { message { ${WHOLE} } } }`)),
  );
  const messageId = String((await sell(ada, input)).message.id);
  for (const events of live) assertWithout(await events.next(), picture, 'the event of its sending');
  // The mention is in what is locked.
  assert.equal(
    (await buyer.do('{ myUnreadCounts { mentionConversationCount } }')).myUnreadCounts
      .mentionConversationCount,
    0,
  );
  await callMutation(ada, {
    name: 'editMessage',
    payload: 'errors { code }',
    input: { messageId, text: `The ${SECRET_WORD}: ${SECRET_LINK}` },
  });
  await callMutation(ada, { name: 'pinMessage', payload: 'errors { code }', input: { messageId } });
  const reply = await sell(member, { conversationId: id, text: 'Tell us', replyToId: messageId });
  await world.runJobs();
  await leave(world, actors['former member'], id);
  await block(world, ada, actors['blocked member']);
  const scene: Scene = { world, ada, id, messageId, replyId: reply.message.id, picture };

  await assertAll(actors, scene, 0);
  for (const who of buyers) {
    await give(world, who, 100);
    assert.deepEqual((await unlock(who, messageId)).errors, []);
  }
  await block(world, ada, actors['buyer who was blocked']);
  await assertAll(actors, scene, 1);
  await assertForwarded(actors, scene);

  const { nodes } = (await ada.do(SALES, { id: messageId })).messageSales;
  const sale = nodes.find(({ buyer: { username } = { username: '' } }: Untyped) => username === 'dan');
  assert.deepEqual((await refundSale(ada, sale.id)).errors, []);
  await assertAll(actors, scene, 2);

  for (const [name, actor] of Object.entries({ buyer, member }))
    await assertEvents(actor, scene, name === 'buyer');
  await report(member, { messageId });
  assertWithout(await myReports(member), picture, 'the reports of a member');
  await assertExports(actors, scene);
  await callMutation(ada, {
    name: 'deleteMessage',
    payload: 'errors { code }',
    input: { messageId, scope: 'EVERYONE' },
  });
  await world.runJobs();
  await assertAll(actors, scene, DELETED);
});

async function assertAll(
  actors: Readonly<Record<string, Actor>>,
  scene: Scene,
  phase: number,
): Promise<void> {
  for (const [name, actor] of Object.entries(actors)) {
    // A forwarded copy is the sender's still: `deleted-sales.test.ts` reads what they have deleted.
    if (name === 'sender' && phase === DELETED) continue;
    const { has = [], sees = false } = CALLERS[name] ?? {};
    // A block hides a sender in searches and lists of media items, as it does with all that they sent.
    const isHidden = name === 'buyer who was blocked' && phase > 0;
    const shown: string[] = [];
    for (const [surface, read] of Object.entries(SURFACES)) {
      const answer = JSON.stringify(await read(actor, scene));
      const where = `${surface} of the ${name} in phase ${phase}`;
      if (has[phase] !== true) assertWithout(answer, scene.picture, where);
      if (!sees) assert.equal(answer.includes(TEASER_WORD), false, where);
      if (answer.includes(SECRET_WORD)) shown.push(surface);
      if (surface === 'search for its words') assert.equal(answer.includes(scene.messageId), false, where);
      if (surface === 'search for its teaser' && !isHidden)
        assert.equal(answer.includes(scene.messageId), sees && phase !== DELETED, where);
    }
    const shows = [
      'node',
      'nodes',
      'list',
      'messages of the conversation',
      'messagesAround',
      'reply',
      'conversationMedia',
    ];
    for (const surface of shows) {
      if (surface === 'conversationMedia' && isHidden) continue;
      // Nobody finds it any more, and buyers keep it where it stood.
      const isGone = phase === DELETED && surface === 'conversationMedia';
      assert.equal(
        shown.includes(surface),
        !isGone && has[phase],
        `${surface} of the ${name} in phase ${phase}`,
      );
    }
  }
}

/** Asserts that an answer has nothing of the content. */
function assertWithout(answer: unknown, picture: { id: string }, where: string): void {
  const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
  for (const secret of [SECRET_WORD, FIRST_WORD, SECRET_LINK, DATA, picture.id, uuidOf(picture.id)]) {
    assert.equal(text.includes(secret), false, `${secret} in ${where}: ${text}`);
  }
}

/** Only its sender forwards it, with the lock. */
async function assertForwarded(
  actors: Readonly<Record<string, Actor>>,
  { world, ada, messageId, picture }: Scene,
): Promise<void> {
  const friend = await world.user('ivy');
  for (const [name, actor] of Object.entries(actors)) {
    if (name === 'anonymous' || name === 'outsider') continue;
    const own = actor === ada ? await startWith(ada, friend) : await startWith(actor, friend);
    const { messages, errors } = await callMutation(actor, {
      name: 'forwardMessage',
      payload: `messages { id ${WHOLE} } errors { code ... on StateError { current } }`,
      input: { messageId, conversationIds: [own] },
    });
    if (actor !== ada) {
      const isGone = name === 'former member';
      assert.deepEqual(
        errors,
        [isGone ? { code: 'NOT_FOUND' } : { code: 'INVALID_STATE', current: 'LOCKED' }],
        name,
      );
      continue;
    }
    const seen = await friend.do(`query ($id: ID!) { node(id: $id) { ... on Message { ${WHOLE} } } }`, {
      id: messages[0].id,
    });
    assertWithout(seen, picture, 'what was forwarded');
    assert.deepEqual([seen.node.content.__typename, seen.node.content.priceCoins], ['LockedContent', 100]);
    await give(world, friend, 100);
    assert.equal((await unlock(friend, messages[0].id)).message.content.media.length, 1);
  }
}

/** Both are told of a change at once, and each gets their own content. */
async function assertEvents(
  actor: Actor,
  { ada, messageId, picture }: Scene,
  hasBought: boolean,
): Promise<void> {
  const events = await actor.subscribe(`subscription { messageUpdated { changes message { ${WHOLE} } } }`);
  const text = `The ${SECRET_WORD}: ${SECRET_LINK} ${hasBought ? 'and on' : 'and on and on'}`;
  const { errors } = await callMutation(ada, {
    name: 'editMessage',
    payload: 'errors { code }',
    input: { messageId, text },
  });
  assert.deepEqual(errors, []);
  const { data } = await events.next();
  if (hasBought) assert.equal(data.messageUpdated.message.content.text, text);
  else assertWithout(data, picture, 'the event of an edit');
}

/** Nobody but the sender exports the content, not even who has bought it. */
async function assertExports(
  actors: Readonly<Record<string, Actor>>,
  { world, ada, picture }: Scene,
): Promise<void> {
  for (const [name, actor] of Object.entries(actors)) {
    if (actor === ada || !('id' in actor)) continue;
    const rows: unknown[] = [];
    for (const part of modules.flatMap(({ personalData }) => personalData?.exports ?? [])) {
      for await (const row of part.rows(world.app.services, uuidOf(String(actor.id)))) rows.push(row);
    }
    assertWithout(rows, picture, `the export of the ${name}`);
  }
}
