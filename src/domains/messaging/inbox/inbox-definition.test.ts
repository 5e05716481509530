import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import { letIn, requestFrom, START, startWith } from '#test/support/messaging/messaging.ts';
import { randomOf } from '#test/support/random.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { copyDays } from '../conversations/activity.service.ts';

const INBOX = `query ($inbox: Inbox!, $first: Int!, $after: String) {
  myConversations(inbox: $inbox, first: $first, after: $after) { nodes { id } pageInfo { endCursor hasNextPage } } }`;
const SEEN = `query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Conversation { id updatedAt
  viewer { inbox isPinned isMarkedUnread isMuted unreadCount lastReadSeq } } } myUnreadCounts { conversationCount } }`;
const LISTED = `query ($id: ID!) { conversationMessages(conversationId: $id, first: 100) {
  nodes { seq sender { id } content { __typename } } } }`;
const MESSAGES = `query ($id: ID!) { conversationMessages(conversationId: $id, first: 5) { nodes { id } } }`;
const INBOXES = ['PRIMARY', 'REQUESTS', 'ARCHIVED'] as const;

const STEPS = 120;
const GROUPS = 5;

type Scene = {
  readonly world: World;
  readonly people: readonly Person[];
  readonly groups: readonly string[];
  readonly ids: string[];
  readonly pick: (below: number) => number;
  /** Whether the clock is that of a process which is behind the others. */
  isBehind: boolean;
};

test('while messages, readers, members, blocks and days change, each page and all counts of unread are those of their definitions', async (t) => {
  const seed = Math.floor(Math.random() * 2 ** 31);
  t.diagnostic(`seed ${seed}`);
  const scene = await begin(await testWorld(t), randomOf(seed));
  for (let step = 0; step < STEPS; step += 1) {
    const told = `seed ${seed}, step ${step}, ${await act(scene)}`;
    const { people, pick } = scene;
    for (const person of step === STEPS - 1 ? people : [of(people, pick)]) await compare(scene, person, told);
  }
});

const of = <T>(list: readonly T[], pick: Scene['pick']): T => list[pick(list.length)]!; // Below the length.

async function begin(world: World, pick: Scene['pick']): Promise<Scene> {
  const people: Person[] = [];
  for (const name of ['ada', 'ben', 'cleo', 'dora']) people.push(await world.user(name));
  const [ada, ben, cleo, dora] = people as [Person, Person, Person, Person];
  const groups: string[] = [];
  for (let made = 0; made < GROUPS; made += 1) groups.push(await startWith(ada, ben, cleo, dora));
  const ids = [
    ...groups,
    await startWith(ada, ben),
    await startWith(ben, cleo),
    await requestFrom(dora, ada),
  ];
  world.clock.advance(SKEW_MS);
  return { world, people, groups, ids, pick, isBehind: false };
}

/** @returns what was done, perhaps in vain */
async function act(scene: Scene): Promise<string> {
  const { world, people, groups, ids, pick } = scene;
  const [person, other] = [of(people, pick), of(people, pick)];
  const id = of(ids, pick);
  const groupId = of(groups, pick);
  const acts: readonly (readonly [chances: number, name: string, act: () => Promise<unknown>])[] = [
    [8, 'send', () => call(person, 'sendMessage', { conversationId: id, text: 'Hello' })],
    [8, 'read', () => read(scene, person, id)],
    [3, 'own', () => call(person, of(OWN_CHANGES, pick), { conversationId: id })],
    [2, 'clear', () => call(person, 'clearConversation', { conversationId: id })],
    [4, 'delete', () => remove(scene, person, id)],
    [2, 'block', () => call(person, 'blockUser', { userId: other.id })],
    [3, 'unblock', () => call(person, 'unblockUser', { userId: other.id })],
    [5, 'leave', () => call(person, 'leaveConversation', { conversationId: groupId })],
    [6, 'add', () => call(person, 'addParticipants', { conversationId: groupId, userIds: [other.id] })],
    [1, 'title', () => call(person, 'updateConversation', { conversationId: groupId, title: `${pick(99)}` })],
    [1, 'start', () => start(scene, person)],
    [1, 'accept', () => call(person, 'acceptConversation', { conversationId: id })],
    [3, 'midnight', () => moveToMidnight(scene)],
    [2, 'skew', async () => moveToOtherProcess(scene)],
    [1, 'days', () => advance(scene, (1 + pick(3)) * DAY_MS)],
    [2, 'copy', () => world.app.services.transaction((tx) => copyDays(tx))],
    [3, 'jobs', () => world.runJobs()],
  ];
  let place = pick(acts.reduce((sum, [chances]) => sum + chances, 0));
  const [, name, chosen] = acts.find(([chances]) => (place -= chances) < 0)!; // Below the sum.
  await chosen();
  return `${name} by ${person.username} of ${ids.indexOf(id)} or ${groups.indexOf(groupId)}`;
}

const OWN_CHANGES = [
  'pinConversation',
  'unpinConversation',
  'archiveConversation',
  'unarchiveConversation',
  'markConversationUnread',
  'muteConversation',
  'unmuteConversation',
] as const;

/** Difference between the clocks of two processes. */
const SKEW_MS = 20_000;

/** Calls a mutation, which may be refused. */
async function call(person: Person, name: string, input: Readonly<Record<string, unknown>>): Promise<void> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const { errors } = await person.ask(
    `mutation ($input: ${type}!) { ${name}(input: $input) { errors { code } } }`,
    { input },
  );
  assert.equal(errors, undefined, JSON.stringify(errors));
}

/** Starts a group with all others, unless one of them is blocked. */
async function start({ people, ids }: Scene, person: Person): Promise<void> {
  const others = people.filter((one) => one !== person);
  const { data } = await person.ask(START, { input: { userIds: others.map(({ id }) => id) } });
  const id: string | undefined = data.startConversation.conversation?.id;
  if (id === undefined) return;
  await letIn(id, ...others);
  ids.push(id);
}

async function read({ pick }: Scene, person: Person, id: string): Promise<void> {
  const { data } = await person.ask(MESSAGES, { id });
  const nodes: readonly Untyped[] = data?.conversationMessages?.nodes ?? [];
  if (nodes.length === 0) return;
  // Mostly to the end.
  const upToMessageId = nodes[Math.min(pick(3) === 0 ? pick(5) : 0, nodes.length - 1)].id;
  await call(person, 'markConversationRead', { conversationId: id, upToMessageId });
}

/** Deletes one of the newest messages, for everyone or for the person alone. */
async function remove({ pick }: Scene, person: Person, id: string): Promise<void> {
  const { data } = await person.ask(MESSAGES, { id });
  const nodes: readonly Untyped[] = data?.conversationMessages?.nodes ?? [];
  if (nodes.length === 0) return;
  const scope = pick(3) === 0 ? 'ME' : 'EVERYONE';
  await call(person, 'deleteMessage', { messageId: of(nodes, pick).id, scope });
}

/** Moves the clock to that of another process, which is behind, or back. */
function moveToOtherProcess(scene: Scene): void {
  scene.isBehind = !scene.isBehind;
  scene.world.clock.advance(scene.isBehind ? -SKEW_MS : SKEW_MS);
}

/** Moves the clock to shortly before or after a midnight (UTC). */
async function moveToMidnight(scene: Scene): Promise<void> {
  const { world, pick } = scene;
  const restMs = DAY_MS - (world.clock.now().getTime() % DAY_MS);
  await advance(scene, restMs + DAY_MS * pick(2) + (pick(2) === 0 ? -SKEW_MS / 2 : SKEW_MS / 2));
}

/** Tokens expire meanwhile, and the new ones are good for the clock that is behind. */
async function advance({ world, people }: Scene, ms: number): Promise<void> {
  world.clock.advance(ms - SKEW_MS);
  for (const person of people) person.token = (await world.signIn(person)).token;
  world.clock.advance(SKEW_MS);
}

type Seen = { readonly id: string; readonly updatedAt: string; readonly viewer: Untyped };

async function compare({ world, ids, pick }: Scene, person: Person, told: string): Promise<void> {
  const { nodes, myUnreadCounts } = await person.do(SEEN, { ids });
  const seen: readonly Seen[] = nodes.filter((node: Seen | null) => node !== null);
  for (const inbox of INBOXES) {
    const listed = seen.filter(({ viewer }) => viewer.inbox === inbox).toSorted(pinnedThenLatestFirst);
    assert.deepEqual(
      await walk(person, inbox, 1 + pick(6)),
      listed.map(({ id }) => id),
      `${told}: ${inbox} of ${person.username} at ${world.clock.now().toISOString()}`,
    );
  }
  const unread = seen.filter(
    ({ viewer: { inbox, isMarkedUnread, isMuted, unreadCount } }) =>
      inbox === 'PRIMARY' && !isMuted && (isMarkedUnread || unreadCount > 0),
  );
  assert.equal(myUnreadCounts.conversationCount, unread.length, `${told}: count of ${person.username}`);
  if (seen.length > 0) await compareUnread(person, of(seen, pick), told);
}

/** The definition of unread messages: those after the marker, of others, whose content the list shows. */
async function compareUnread(person: Person, { id, viewer }: Seen, told: string): Promise<void> {
  const { conversationMessages: listed }: Untyped = await person.do(LISTED, { id });
  const unread = (listed?.nodes ?? []).filter(
    ({ seq, sender, content: { __typename } }: Untyped) =>
      seq > viewer.lastReadSeq &&
      sender?.id !== person.id &&
      !['DeletedContent', 'UnavailableContent', 'SystemContent'].includes(__typename),
  );
  assert.equal(viewer.unreadCount, Math.min(99, unread.length), `${told}: unread of ${person.username}`);
}

/** The definition of the order: by pin, the time of the newest message and the id, all descending. */
function pinnedThenLatestFirst(one: Seen, other: Seen): number {
  const keyOf = ({ id, updatedAt, viewer }: Seen): string =>
    [viewer.isPinned ? 1 : 0, updatedAt, uuidOf(id)].join(' ');
  return keyOf(one) < keyOf(other) ? 1 : -1;
}

async function walk(person: Person, inbox: string, first: number): Promise<string[]> {
  const walked: string[] = [];
  let after: string | null = null;
  do {
    const { myConversations }: Untyped = await person.do(INBOX, { inbox, first, after });
    walked.push(...myConversations.nodes.map(({ id }: Untyped) => id));
    after = myConversations.pageInfo.hasNextPage ? myConversations.pageInfo.endCursor : null;
  } while (after !== null);
  return walked;
}
