/** Ways into a conversation, by the relation of the two users: the arrival of it before the other one has accepted. */
import assert from 'node:assert/strict';
import { describe, before, after, test } from 'node:test';
import type { Answer, Untyped } from '#test/support/actor.ts';
import { OSLO } from '#test/support/messaging/live-locations.ts';
import { block, deactivate, startWith } from '#test/support/messaging/messaging.ts';
import { follow } from '#test/support/people/people.ts';
import { until } from '#test/support/processes.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { collectEvents } from '#test/support/transport/collected-events.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const START = `mutation ($input: StartConversationInput!) {
  startConversation(input: $input) { conversation { id } errors { code path } } }`;
const ADD = `mutation ($input: AddParticipantsInput!) {
  addParticipants(input: $input) { conversation { id } errors { code path } } }`;

/** Two people, and a third one who knows the first. */
type Cast = { readonly actor: Person; readonly target: Person; readonly third: Person };

/** @returns the id of the conversation, or the code of a refusal */
type Way = (cast: Cast) => Promise<string>;

const outcomeOf = ({ data, errors }: Answer): string => {
  const [payload] = Object.values<Untyped>(data ?? {});
  if (!payload) return errors?.[0]?.extensions.code ?? '';
  return payload.conversation?.id ?? payload.errors[0].code;
};

const startOf = async (actor: Person, input: object): Promise<string> =>
  outcomeOf(await actor.ask(START, { input }));

const WAYS: Readonly<Record<'direct' | 'group' | 'added', Way>> = {
  direct: ({ actor, target }) => startOf(actor, { userIds: [target.id] }),
  group: ({ actor, target, third }) => startOf(actor, { userIds: [target.id, third.id], kind: 'GROUP' }),
  async added({ actor, target, third }) {
    const conversationId = await startOf(actor, { userIds: [third.id], kind: 'GROUP' });
    // A user who may not start a group cannot add to one either.
    const input = { conversationId, userIds: [target.id] };
    if (!conversationId.startsWith('conversation_')) return conversationId;
    return outcomeOf(await actor.ask(ADD, { input }));
  },
};

type Relation = (world: World, cast: Cast) => Promise<unknown>;

const RELATIONS = {
  stranger: () => Promise.resolve(),
  follower: (_world, { actor, target }) => follow(target, actor),
  followee: (_world, { actor, target }) => follow(actor, target),
  'accepted chat': (_world, { actor, target }) => startWith(actor, target),
  'accepted chat, begun by the other': (_world, { actor, target }) => startWith(target, actor),
  'request without an answer': (_world, { actor, target }) => startOf(actor, { userIds: [target.id] }),
  'blocked by the other': (world, { actor, target }) => block(world, target, actor),
  'blocked the other': (world, { actor, target }) => block(world, actor, target),
  restricted: (world, { actor }) => restrict(world, actor, { kind: 'MESSAGING' }),
  suspended: (world, { actor }) => restrict(world, actor, { kind: 'SUSPENSION' }),
  'not active': (world, { target }) => deactivate(world, target),
} satisfies Readonly<Record<string, Relation>>;

/** The place and the events of the other one after a text, a typing indicator and a live location, and what is told of their reading. */
type Arrival = {
  readonly inbox: 'PRIMARY' | 'REQUESTS' | null;
  readonly unread: number;
  readonly told: readonly string[];
  readonly isReadingTold: boolean;
};

const ALL: Arrival = {
  inbox: 'PRIMARY',
  unread: 1,
  told: ['location', 'message', 'typing'],
  isReadingTold: true,
};
/** A direct request shows its messages, which nobody learns. */
const REQUEST: Arrival = { inbox: 'REQUESTS', unread: 0, told: ['message'], isReadingTold: false };
const INVITATION: Arrival = { inbox: 'REQUESTS', unread: 0, told: [], isReadingTold: false };

type Expected = { readonly direct: Arrival | string; readonly group: Arrival | string };

/** A way into a group is as good as another one. */
const EXPECTED: Readonly<Record<keyof typeof RELATIONS, Expected>> = {
  stranger: { direct: REQUEST, group: INVITATION },
  follower: { direct: ALL, group: ALL },
  followee: { direct: REQUEST, group: INVITATION },
  'accepted chat': { direct: ALL, group: ALL },
  'accepted chat, begun by the other': { direct: ALL, group: ALL },
  'request without an answer': { direct: REQUEST, group: INVITATION },
  'blocked by the other': { direct: 'NOT_FOUND', group: 'NOT_FOUND' },
  'blocked the other': { direct: 'NOT_FOUND', group: 'NOT_FOUND' },
  restricted: { direct: 'RESTRICTED', group: 'RESTRICTED' },
  suspended: { direct: 'UNAUTHENTICATED', group: 'UNAUTHENTICATED' },
  'not active': { direct: 'NOT_FOUND', group: 'NOT_FOUND' },
};

const SEND = `mutation ($input: SendMessageInput!) {
  sendMessage(input: $input) { message { id } errors { code } } }`;
const TYPE = `mutation ($id: ID!) {
  setTyping(input: { conversationId: $id, isTyping: true }) { errors { code } } }`;
const STOP = `mutation ($id: ID!) { stopLiveLocation(input: { messageId: $id }) { errors { code } } }`;
const READ = `mutation ($id: ID!, $messageId: ID!) {
  markConversationRead(input: { conversationId: $id, upToMessageId: $messageId }) { errors { code } } }`;
const INBOXES = `{ primary: myConversations(inbox: PRIMARY) { nodes { id } }
  requests: myConversations(inbox: REQUESTS) { nodes { id } } myUnreadCounts { conversationCount } }`;

const STREAMS = [
  'subscription { message: messageAdded { message { conversation { id } sender { id } } } }',
  'subscription { typing: typingIndicator { conversation { id } } }',
  'subscription { location: messageUpdated { message { conversation { id } } } }',
];
const READERS = [
  'subscription { message: messageAdded { message { conversation { id } sender { id } } } }',
  'subscription { messageRead { conversation { id } user { id } } }',
];

/** The kinds of events that told somebody of the conversation, without the messages of the system. */
function toldOf(events: readonly Untyped[], conversationId: string): string[] {
  const kinds = events.flatMap((event) =>
    Object.entries<Untyped>(event).flatMap(([kind, { message, conversation }]) => {
      const about = message ?? { conversation, sender: {} };
      return about.conversation.id === conversationId && about.sender !== null ? [kind] : [];
    }),
  );
  return [...new Set(kinds)].toSorted();
}

/** Sends a text, types, and begins and ends a live location; the other one marks as read what they see. */
async function arrivalOf(world: World, cast: Cast, way: Way): Promise<Arrival | string> {
  const { actor, target, third } = cast;
  const theirs = await collectEvents(world, target, STREAMS);
  const id = await way(cast);
  if (!id.startsWith('conversation_')) {
    theirs.close();
    return id;
  }
  const own = await collectEvents(world, actor, READERS);
  const sent = await actor.do(SEND, { input: { conversationId: id, text: 'Hello' } });
  await actor.do(TYPE, { id });
  const { primary, requests, myUnreadCounts } = await target.do(INBOXES);
  const live = { conversationId: id, liveLocation: { ...OSLO, durationMinutes: 60 } };
  // Refused in a request.
  const shared = (await actor.ask(SEND, { input: live })).data.sendMessage.message;
  if (shared) await actor.do(STOP, { id: shared.id });
  await target.ask(READ, { id, messageId: sent.sendMessage.message.id });
  // Events reach both in the order in which they were stored: this message comes last.
  const last = await startWith(third, actor, target);
  await third.do(SEND, { input: { conversationId: last, text: 'The end' } });
  for (const { events } of [theirs, own])
    await until(() => toldOf(events, last).length > 0, 'the last message');
  const isIn = ({ nodes }: Untyped): boolean => nodes.some((node: Untyped) => node.id === id);
  const inbox = isIn(primary) ? 'PRIMARY' : isIn(requests) ? 'REQUESTS' : null;
  const isReadingTold = own.events.some(({ messageRead }) => messageRead?.user?.id === target.id);
  theirs.close();
  own.close();
  return { inbox, unread: myUnreadCounts.conversationCount, told: toldOf(theirs.events, id), isReadingTold };
}

describe('ways into a conversation', () => {
  const ends: (() => unknown)[] = [];
  let world: World;
  let people = 0;
  before(async () => {
    world = await testWorld({ after: (end) => void ends.push(end as () => unknown) });
  });
  after(async () => {
    for (const end of ends) await end();
  });

  for (const [relation, relate] of Object.entries<Relation>(RELATIONS)) {
    test(`what reaches whom: ${relation}`, async () => {
      const arrivals: Record<string, Arrival | string> = {};
      for (const [name, way] of Object.entries(WAYS)) {
        const person = (): Promise<Person> => world.user(`person.${(people += 1)}`);
        const cast = { actor: await person(), target: await person(), third: await person() };
        await follow(cast.third, cast.actor);
        await relate(world, cast);
        arrivals[name] = await arrivalOf(world, cast, way);
      }
      const { direct, group } = EXPECTED[relation as keyof typeof RELATIONS]; // a name of this very object
      assert.deepEqual(arrivals, { direct, group, added: group });
    });
  }
});
