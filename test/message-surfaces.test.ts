import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Actor, Answer, Subscription } from '#test/support/actor.ts';
import { pin, react, sent } from '#test/support/message-reactions.ts';
import { block, leave, rejoin, startWith } from '#test/support/messaging.ts';
import { testWorld, type World } from '#test/support/world.ts';

/**
 * What callers get of reactions to a message and of its pin. Ada wrote it in a group, and Cleo reacted to it; Ben is a member.
 * The later member joined after it, the former one left; Ada has blocked the last but one, and Cleo the last: both are members.
 */
const CALLERS = [
  'member',
  'outsider',
  'former',
  'later',
  'blocked',
  'blockedByReactor',
  'anonymous',
] as const;
type Caller = (typeof CALLERS)[number];

type Surface = {
  readonly document: string;
  readonly read: (answer: Answer) => unknown;
  readonly shown: Readonly<Record<Caller, unknown>>;
};

const MESSAGE = '... on Message { reactions { emoji count } pinnedAt viewer { reactions } }';
const summary = (node: Answer['data']): unknown =>
  node && [
    node.reactions.map(({ emoji, count }: { emoji: string; count: number }) => `${emoji} ${count}`),
    node.pinnedAt !== null,
    node.viewer?.reactions,
  ];
const codeOf = ({ errors }: Answer): unknown => errors?.[0]?.extensions.code ?? null;
const outcomeOf =
  (field: string) =>
  (answer: Answer): unknown =>
    codeOf(answer) ?? answer.data[field].errors[0]?.code ?? 'done';

const SURFACES: Readonly<Record<string, Surface>> = {
  'Message.reactions, pinnedAt and viewer.reactions': {
    document: `query ($id: ID!) { node(id: $id) { ${MESSAGE} } }`,
    read: ({ data }) => summary(data.node),
    shown: {
      member: [['👍 1'], true, []],
      outsider: null,
      former: null,
      later: null,
      blocked: [[], true, []],
      blockedByReactor: [['👍 1'], true, []],
      anonymous: null,
    },
  },
  messageReactors: {
    document:
      'query ($id: ID!) { messageReactors(messageId: $id, emoji: "👍") { nodes { user { username } emoji } } }',
    read: (answer) =>
      codeOf(answer) ??
      answer.data.messageReactors?.nodes.map(({ user }: { user: { username: string } }) => user.username) ??
      null,
    shown: {
      member: ['cleo'],
      outsider: null,
      former: null,
      later: null,
      blocked: null,
      blockedByReactor: [],
      anonymous: 'UNAUTHENTICATED',
    },
  },
  'Conversation.pinnedMessages': {
    document: `query ($group: ID!) { conversation(id: $group) { pinnedMessages { nodes { content { __typename } } } } }`,
    read: (answer) =>
      codeOf(answer) ??
      answer.data.conversation?.pinnedMessages.nodes.map(
        ({ content }: { content: { __typename: string } }) => content.__typename,
      ) ??
      null,
    shown: {
      member: ['TextContent'],
      outsider: null,
      former: null,
      later: [],
      blocked: ['UnavailableContent'],
      blockedByReactor: ['TextContent'],
      anonymous: 'UNAUTHENTICATED',
    },
  },
  pinMessage: {
    document: 'mutation ($id: ID!) { pinMessage(input: { messageId: $id }) { errors { code } } }',
    read: outcomeOf('pinMessage'),
    shown: {
      member: 'FORBIDDEN',
      outsider: 'NOT_FOUND',
      former: 'NOT_FOUND',
      later: 'NOT_FOUND',
      blocked: 'INVALID_STATE',
      blockedByReactor: 'FORBIDDEN',
      anonymous: 'UNAUTHENTICATED',
    },
  },
  unpinMessage: {
    document: 'mutation ($id: ID!) { unpinMessage(input: { messageId: $id }) { errors { code } } }',
    read: outcomeOf('unpinMessage'),
    shown: {
      member: 'FORBIDDEN',
      outsider: 'NOT_FOUND',
      former: 'NOT_FOUND',
      later: 'NOT_FOUND',
      blocked: 'FORBIDDEN',
      blockedByReactor: 'FORBIDDEN',
      anonymous: 'UNAUTHENTICATED',
    },
  },
  removeMessageReaction: {
    document: `mutation ($id: ID!) { removeMessageReaction(input: { messageId: $id, emoji: "👍" }) {
      message { ${MESSAGE.replace('... on Message {', '').slice(0, -1)} } errors { code } } }`,
    read: (answer) => codeOf(answer) ?? summary(answer.data.removeMessageReaction.message),
    // The reaction of somebody else stays; whoever does not see the message does not learn that there is one.
    shown: {
      member: [['👍 1'], true, []],
      outsider: null,
      former: null,
      later: null,
      blocked: [[], true, []],
      blockedByReactor: [['👍 1'], true, []],
      anonymous: 'UNAUTHENTICATED',
    },
  },
  reactToMessage: {
    document:
      'mutation ($id: ID!) { reactToMessage(input: { messageId: $id, emoji: "🎉" }) { errors { code } } }',
    read: outcomeOf('reactToMessage'),
    shown: {
      member: 'done',
      outsider: 'NOT_FOUND',
      former: 'NOT_FOUND',
      later: 'NOT_FOUND',
      blocked: 'INVALID_STATE',
      blockedByReactor: 'done',
      anonymous: 'UNAUTHENTICATED',
    },
  },
};

/** Whether each is told of a reaction by Cleo, of the change that it is, and of a pin. */
const TOLD: Readonly<Record<string, Readonly<Record<Exclude<Caller, 'anonymous'>, readonly string[]>>>> = {
  messageReactionAdded: {
    member: ['🦀'],
    outsider: [],
    former: [],
    later: [],
    blocked: [],
    blockedByReactor: [],
  },
  messageUpdated: {
    member: ['PIN', 'REACTIONS'],
    outsider: [],
    former: [],
    later: [],
    blocked: ['PIN', 'REACTIONS'],
    blockedByReactor: ['PIN', 'REACTIONS'],
  },
};

describe('reactions and pins by surface and caller', () => {
  test('each caller gets of each field and mutation what they see of the message', async (t) => {
    const world = await testWorld(t);
    const { callers, group, id } = await scene(world);
    for (const [name, { document, read, shown }] of Object.entries(SURFACES)) {
      for (const caller of CALLERS) {
        const variables = document.includes('$group') ? { group } : { id };
        assert.deepEqual(
          read(await callers[caller].ask(document, variables)),
          shown[caller],
          `${name}: ${caller}`,
        );
      }
    }
  });

  test('each caller is told of what they see', async (t) => {
    const world = await testWorld(t);
    const { ada, cleo, callers, id } = await scene(world);
    const documents: Readonly<Record<string, string>> = {
      messageReactionAdded: 'subscription { messageReactionAdded { emoji } }',
      messageUpdated: 'subscription { messageUpdated { changes } }',
    };
    const { anonymous: _, ...people } = callers;
    await world.runJobs();
    world.clock.advance('2s');
    await world.runJobs();
    const opened: [string, Exclude<Caller, 'anonymous'>, Subscription][] = [];
    for (const [name, document] of Object.entries(documents)) {
      for (const caller of Object.keys(people) as (keyof typeof people)[]) {
        opened.push([name, caller, await people[caller].subscribe(document)]);
      }
    }
    await pin(ada, id, 'unpinMessage');
    await react(cleo, id, '🦀');
    await world.runJobs();
    world.clock.advance('2s');
    await world.runJobs();
    for (const [name, caller, subscription] of opened) {
      const expected = TOLD[name]?.[caller] ?? [];
      const told: string[] = [];
      while (told.length < expected.length) {
        const event = (await subscription.next()).data[name];
        told.push(event.emoji ?? event.changes.join());
      }
      assert.deepEqual(told, expected, `${name}: ${caller}`);
      await subscription.nothing();
    }
  });
});

async function scene(world: World) {
  const [ada, cleo] = [await world.user('ada'), await world.user('cleo')];
  const [member, outsider] = [await world.user('member'), await world.user('outsider')];
  const [former, later] = [await world.user('former'), await world.user('later')];
  const [blocked, wary] = [await world.user('blocked'), await world.user('wary')];
  const group = await startWith(ada, cleo, member, former, later, blocked, wary);
  await leave(world, later, group);
  const id = await sent(ada, group);
  await rejoin(world, later, group);
  await react(cleo, id, '👍');
  await pin(ada, id);
  await leave(world, former, group);
  await block(world, ada, blocked);
  await block(world, cleo, wary);
  const callers: Readonly<Record<Caller, Actor>> = {
    member,
    outsider,
    former,
    later,
    blocked,
    blockedByReactor: wary,
    anonymous: world.anonymous(),
  };
  return { ada, cleo, callers, group, id };
}
