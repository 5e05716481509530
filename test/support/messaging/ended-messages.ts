import { modules } from '#domains/modules.ts';
import type { Answer } from '#test/support/actor.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { OSLO, sentLive } from './live-locations.ts';
import { pin, react } from './message-reactions.ts';
import { SEND, startWith } from './messaging.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';

/** A message of Ada, sent to two groups with Ben: in the first one it has a reply, in the second one it is the last. */
export type EndedScene = {
  readonly world: World;
  readonly ada: Person;
  readonly ben: Person;
  /** Another member. */
  readonly cleo: Person;
  readonly groups: readonly [string, string];
  readonly ids: readonly [string, string];
  /** A group of each without the other. */
  readonly elsewhere: Readonly<Record<'ada' | 'ben', string>>;
  readonly picture: { readonly id: string; readonly url: string };
  /** The cursor before it was sent. */
  readonly after: string;
};

/** In the text, its earlier form and the client's data of the message, and nowhere else. */
const SECRET = 'Rosebud';

/** As `endedScene`, of pictures that are viewed once, without a text. */
export async function viewOnceScene(world: World): Promise<EndedScene> {
  const picture: { id: string; url: string }[] = [];
  const scene = await sceneOf(world, async (ada, conversationId) => {
    const sent = await uploaded(ada, await smallPicture());
    picture.push(sent);
    const input = { conversationId, mediaIds: [sent.id], isViewOnce: true };
    return (await ada.do(SEND, { input })).sendMessage.message.id;
  });
  return { ...scene, picture: picture[0] ?? scene.picture };
}

/** As `endedScene`, of a live location of two minutes. */
export const liveLocationScene = (world: World): Promise<EndedScene> =>
  sceneOf(world, (ada, conversationId) => sentLive(ada, conversationId, 2));

/** A scene in which both messages are the one that is sent, with a reply. */
async function sceneOf(
  world: World,
  sendIn: (ada: Person, conversationId: string) => Promise<string>,
): Promise<EndedScene> {
  const scene = await endedScene(world);
  const { ada, ben, groups } = scene;
  // The other messages are out of the way.
  world.clock.advance('61s');
  await runCron(world, 'messages.sweepExpired');
  const { eventCursor: after } = (await ada.ask('{ eventCursor }')).data;
  const id = await sendIn(ada, groups[0]);
  await react(ben, id, '👍');
  await pin(ada, id);
  await ada.do(SEND, { input: { conversationId: groups[0], text: 'About it', replyToId: id } });
  await world.runJobs();
  return { ...scene, ids: [id, id], groups: [groups[0], groups[0]], after };
}

/** Messages of both groups disappear after a minute. */
export async function endedScene(world: World): Promise<EndedScene> {
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const dan = await world.user('dan');
  const groups = [await startWith(ada, ben, cleo), await startWith(ada, ben, cleo)] as const;
  const elsewhere = { ada: await startWith(ada, cleo, dan), ben: await startWith(ben, cleo, dan) };
  const timer = `mutation ($id: ID!, $seconds: Int) {
    updateConversation(input: { conversationId: $id, disappearAfterSeconds: $seconds }) { errors { code } } }`;
  for (const id of groups) await ada.do(timer, { id, seconds: 60 });
  const { eventCursor: after } = (await ada.ask('{ eventCursor }')).data;
  const picture = await uploaded(ada, await smallPicture());
  const ids = [await send(ada, groups[0], picture.id), await send(ada, groups[1], picture.id)] as const;
  await ada.do(timer, { id: groups[0], seconds: null });
  for (const id of ids) {
    await ada.do(
      'mutation ($id: ID!, $text: String!) { editMessage(input: { messageId: $id, text: $text }) { errors { code } } }',
      { id, text: `${SECRET}, @ben` },
    );
    await react(ben, id, '👍');
  }
  await pin(ada, ids[0]);
  await ada.do(SEND, { input: { conversationId: groups[0], text: 'About it', replyToId: ids[0] } });
  await world.runJobs();
  return { world, ada, ben, cleo, groups, elsewhere, ids, picture, after };
}

async function send(ada: Person, conversationId: string, mediaId: string): Promise<string> {
  const input = { conversationId, text: `${SECRET} @ben`, mediaIds: [mediaId], clientData: { note: SECRET } };
  return (await ada.do(SEND, { input })).sendMessage.message.id;
}

/** The names of the surfaces that show anything of the message to one of the two, sorted. */
export async function surfacesShowing(scene: EndedScene, viewer: 'ada' | 'ben'): Promise<string[]> {
  const shown: string[] = [];
  for (const [name, shows] of Object.entries({
    ...SURFACES,
    ...(viewer === 'ada' ? OF_SENDER : OF_RECIPIENT),
  })) {
    if (await shows(scene, scene[viewer])) shown.push(name);
  }
  return shown.toSorted();
}

type Surface = (scene: EndedScene, viewer: Person) => Promise<boolean>;

const CONTENT = '... on MediaContent { media { id url } } ... on LiveLocationContent { latitude longitude }';
const MESSAGE = `clientData content { text ${CONTENT} }`;

/** Whether an answer has anything of the message. */
const tells = (answer: unknown, { picture }: EndedScene): boolean =>
  [SECRET, String(OSLO.latitude), picture.id, uuidOf(picture.id)].some((word) =>
    JSON.stringify(answer).includes(word),
  );

/** The answer to a document. */
const asked =
  (document: string): Surface =>
  async (scene, viewer) => {
    const { ids, groups } = scene;
    const { data } = await viewer.ask(
      document,
      variablesOf(document, { id: ids[0], one: groups[0], two: groups[1] }),
    );
    return tells(data, scene);
  };

const variablesOf = (document: string, values: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(values).filter(([name]) => document.includes(`$${name}:`)));

/** Whether a mutation with the field and the input is accepted. */
const accepted =
  (field: string, input: (scene: EndedScene, viewer: Person) => string): Surface =>
  async (scene, viewer) => {
    const { data } = await viewer.ask(
      `mutation { ${field}(input: { ${input(scene, viewer)} }) { errors { code } } }`,
    );
    return data[field].errors.length === 0;
  };

/** Whether a missed event tells of it; Ada's reply and the last message, which she sends here, end what is read. */
const missed =
  (field: string, fields: string): Surface =>
  async (scene, viewer) => {
    const { ada, groups, after } = scene;
    const { sendMessage } = await ada.do(SEND, { input: { conversationId: groups[0], text: 'End' } });
    const { id } = sendMessage.message;
    await react(ada, id, '🎉');
    await settle(scene.world);
    const events = await viewer.subscribe(
      `subscription ($id: ID!, $after: String) { ${field}(conversationId: $id, after: $after) { message { id ${fields} } } }`,
      { id: groups[0], after },
    );
    let isTold = false;
    for (let last = ''; last !== id;) {
      const { message } = (await events.next()).data[field];
      isTold ||= tells(message, scene);
      last = message.id;
    }
    events.close();
    return isTold;
  };

/** Tells of the changes of reactions of this second. */
async function settle(world: World): Promise<void> {
  await world.runJobs();
  world.clock.advance('2s');
  await world.runJobs();
}

const counted =
  (document: string, count: (data: Answer['data']) => number): Surface =>
  async ({ groups }, viewer) =>
    count((await viewer.ask(document, variablesOf(document, { two: groups[1] }))).data) > 0;

const SURFACES: Readonly<Record<string, Surface>> = {
  conversationMessages: asked(
    `query ($two: ID!) { conversationMessages(conversationId: $two) { nodes { ${MESSAGE} } } }`,
  ),
  node: asked(`query ($id: ID!) { node(id: $id) { ... on Message { ${MESSAGE} } } }`),
  'Message.editHistory': asked(
    'query ($id: ID!) { node(id: $id) { ... on Message { editHistory { text } } } }',
  ),
  'Conversation.lastMessage': asked(
    `{ myConversations(inbox: PRIMARY) { nodes { lastMessage { ${MESSAGE} } } } }`,
  ),
  'Message.replyTo': asked(
    `query ($one: ID!) { conversationMessages(conversationId: $one) { nodes {
      replyTo { content { text ${CONTENT} } } } } }`,
  ),
  'Conversation.pinnedMessages': asked(
    `query ($one: ID!) { conversation(id: $one) { pinnedMessages { nodes { ${MESSAGE} } } } }`,
  ),
  searchMessages: asked('{ searchMessages(query: "rosebud") { nodes { content { text } } } }'),
  'messageAdded, missed': missed('messageAdded', `${MESSAGE} replyTo { content { text ${CONTENT} } }`),
  'messageUpdated, missed': missed('messageUpdated', MESSAGE),
  messageReactors: async ({ ids }, viewer) => {
    const { data } = await viewer.ask(
      'query ($id: ID!) { messageReactors(messageId: $id) { nodes { emoji } } }',
      { id: ids[1] },
    );
    return (data.messageReactors?.nodes.length ?? 0) > 0;
  },
  forwardMessage: accepted(
    'forwardMessage',
    ({ ids, elsewhere, ada }, viewer) =>
      `messageId: "${ids[1]}", conversationIds: ["${elsewhere[viewer === ada ? 'ada' : 'ben']}"]`,
  ),
  'sendMessage as a reply': accepted(
    'sendMessage',
    ({ ids, groups }) => `conversationId: "${groups[0]}", text: "And?", replyToId: "${ids[0]}"`,
  ),
  reactToMessage: accepted('reactToMessage', ({ ids }) => `messageId: "${ids[1]}", emoji: "👀"`),
  'file behind its link': async ({ picture }) => {
    const response = await fetch(picture.url);
    await response.body?.cancel();
    return response.ok;
  },
};

const OF_RECIPIENT: Readonly<Record<string, Surface>> = {
  unreadCount: counted(
    'query ($two: ID!) { conversation(id: $two) { viewer { unreadCount } } }',
    ({ conversation }) => conversation.viewer.unreadCount,
  ),
  unreadMentionCount: counted(
    'query ($two: ID!) { conversation(id: $two) { viewer { unreadMentionCount } } }',
    ({ conversation }) => conversation.viewer.unreadMentionCount,
  ),
  'myUnreadCounts.mentionConversationCount': counted(
    '{ myUnreadCounts { mentionConversationCount } }',
    ({ myUnreadCounts }) => myUnreadCounts.mentionConversationCount,
  ),
};

const OF_SENDER: Readonly<Record<string, Surface>> = {
  editMessage: accepted('editMessage', ({ ids }) => `messageId: "${ids[1]}", text: "${SECRET} again"`),
  pinMessage: accepted('pinMessage', ({ ids }) => `messageId: "${ids[1]}"`),
  messageReaders: async ({ ids }, viewer) => {
    const { data } = await viewer.ask(
      'query ($id: ID!) { messageReaders(messageId: $id) { nodes { username } } }',
      { id: ids[1] },
    );
    return data.messageReaders !== null;
  },
  'node of the media item': async ({ picture }, viewer) => {
    const { data } = await viewer.ask('query ($id: ID!) { node(id: $id) { ... on Media { url } } }', {
      id: picture.id,
    });
    return data.node !== null;
  },
  export: async (scene, viewer) => {
    const rows: unknown[] = [];
    for (const { name, rows: rowsOf } of exportsOfMessages()) {
      for await (const row of rowsOf(scene.world.app.services, uuidOf(viewer.id))) rows.push([name, row]);
    }
    return tells(rows, scene);
  },
};

const exportsOfMessages = () =>
  modules.flatMap(({ personalData }) => personalData?.exports ?? []).filter(({ name }) => name !== 'media');
