import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Subscription, Untyped } from '#test/support/actor.ts';
import { manage } from '#test/support/messaging/groups.ts';
import { vote } from '#test/support/messaging/message-polls.ts';
import { pin, react } from '#test/support/messaging/message-reactions.ts';
import {
  CALLERS,
  surfaceScene,
  type SurfaceScene,
  toCallers,
  type UserCaller,
} from '#test/support/messaging/message-surfaces.ts';
import { say } from '#test/support/messaging/messaging.ts';
import { testWorld, type World } from '#test/support/world.ts';

type Told = {
  /** Fields of the payload. */
  readonly fields: string;
  readonly of: (event: Untyped) => unknown;
  readonly to: Readonly<Record<UserCaller, readonly unknown[]>>;
};

const NOBODY = { outsider: [], former: [], invited: [] };
const all = (told: readonly unknown[], others: Partial<Told['to']> = {}): Told['to'] => ({
  ...NOBODY,
  member: told,
  later: told,
  blocked: told,
  blockedByReactor: told,
  ...others,
});

/**
 * Events of which each caller is told: Ada unpins her message, Cleo reacts to it, votes, writes, reads and types, and Ada gives the group a title
 * and deletes the message for everyone.
 */
const TOLD: Readonly<Record<string, Told>> = {
  messageReactionAdded: {
    fields: 'emoji',
    of: ({ emoji }) => emoji,
    to: all(['🦀'], { later: [], blocked: [], blockedByReactor: [] }),
  },
  messageUpdated: {
    fields: 'changes',
    of: ({ changes }) => changes.join(),
    to: all(['PIN', 'REACTIONS', 'POLL'], { later: [] }),
  },
  messageAdded: {
    fields: 'message { content { __typename text } }',
    of: ({ message: { content } }) => content.text || content.__typename,
    to: all(['News', 'SystemContent'], { blockedByReactor: ['UnavailableContent', 'SystemContent'] }),
  },
  messageRead: {
    fields: 'user { username }',
    of: ({ user }) => user?.username,
    to: all(['cleo'], { blockedByReactor: [] }),
  },
  typingIndicator: {
    fields: 'user { username }',
    of: ({ user }) => user?.username,
    to: all(['cleo'], { blockedByReactor: [] }),
  },
  conversationUpdated: {
    fields: 'changes by { username }',
    of: ({ changes, by }) => [...changes, by?.username ?? null].join(),
    to: all(['TITLE,ada'], { blocked: ['TITLE,'] }),
  },
  messageDeleted: {
    fields: 'messageId scope by { username }',
    of: ({ scope, by }) => [scope, by?.username ?? null].join(),
    to: all(['EVERYONE,ada'], { later: [], blocked: ['EVERYONE,'] }),
  },
  conversationAdded: {
    fields: 'reason',
    of: ({ reason }) => reason,
    to: all([]),
  },
};

test('each caller is told live of what they see', async (t) => {
  const world = await testWorld(t);
  const scene = await surfaceScene(world);
  await settle(world);
  const opened: [string, UserCaller, Subscription][] = [];
  for (const [name, { fields }] of Object.entries(TOLD)) {
    for (const caller of USERS) {
      opened.push([
        name,
        caller,
        await scene.callers[caller].subscribe(`subscription { ${name} { ${fields} } }`),
      ]);
    }
  }
  await happen(world, scene);
  for (const [name, caller, subscription] of opened) {
    const { of, to } = TOLD[name]!; // a name of the table
    const told: unknown[] = [];
    while (told.length < to[caller].length) told.push(of((await subscription.next()).data[name]));
    assert.deepEqual(told, to[caller], `${name}: ${caller}`);
    await subscription.nothing();
  }
});

/** The keys are those of the type. */
const USERS = Object.keys(all([])) as readonly UserCaller[];

async function happen(
  world: World,
  { ada, cleo, asked, values: { id = '', group = '' } }: SurfaceScene,
): Promise<void> {
  await pin(ada, id, 'unpinMessage');
  await react(cleo, id, '🦀');
  await settle(world);
  await vote(cleo, asked, 1);
  await settle(world);
  await say(cleo, group, 'News');
  const { node } = await cleo.do(
    'query ($id: ID!) { node(id: $id) { ... on Conversation { lastMessage { id } } } }',
    { id: group },
  );
  await cleo.do(
    `mutation ($id: ID!, $upTo: ID!) {
      markConversationRead(input: { conversationId: $id, upToMessageId: $upTo }) { errors { code } }
      setTyping(input: { conversationId: $id, isTyping: true }) { errors { code } } }`,
    { id: group, upTo: node.lastMessage.id },
  );
  await manage(ada, 'updateConversation', { conversationId: group, title: 'Tea' });
  await ada.do(
    'mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: EVERYONE }) { errors { code } } }',
    {
      id,
    },
  );
}

test('a subscription to one conversation is open to those who take part in it', async (t) => {
  const { callers, values } = await surfaceScene(await testWorld(t));
  const opened = toCallers({
    member: null,
    later: null,
    blocked: null,
    stranger: 'NOT_FOUND',
    // The socket is closed.
    unsigned: 4403,
  });
  for (const [name, { fields }] of Object.entries(TOLD)) {
    if (name === 'conversationAdded') continue;
    const document = `subscription ($id: ID!) { ${name}(conversationId: $id) { ${fields} } }`;
    for (const caller of CALLERS) {
      const { group = '' } = values;
      const answer = await callers[caller]
        .subscribe(document, { id: group })
        .then(refusalOf)
        .catch(codeOfRefusal);
      assert.deepEqual(answer, opened[caller], `${name}: ${caller}`);
    }
  }
});

async function refusalOf(subscription: Subscription): Promise<null> {
  await subscription.nothing();
  subscription.close();
  return null;
}

/** graphql-ws throws the errors of the operation, or the close of the socket. */
const codeOfRefusal = (thrown: Untyped): unknown => thrown[0]?.extensions.code ?? thrown.code;

/** Lets the followers come and the second pass at whose end they tell. */
async function settle(world: World): Promise<void> {
  await world.runJobs();
  world.clock.advance('2s');
  await world.runJobs();
}
