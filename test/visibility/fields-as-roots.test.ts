import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { aboutComment, commentOn, DELETE_COMMENT, publish } from '#test/support/content/comments.ts';
import { block, leave, letIn, requestFrom, say, startWith } from '#test/support/messaging/messaging.ts';
import { give } from '#test/support/money/ledger.ts';
import { send, settle } from '#test/support/money/tips.ts';
import { follow } from '#test/support/people/people.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const COMMENTS = `{ edges { cursor node { id text isTombstone isPinned author { username } } } pageInfo { hasNextPage hasPreviousPage endCursor } }`;
const POST_FIELD = `query ($id: ID!, $first: Int, $after: String, $sort: CommentSort) {
  post(id: $id) { list: comments(first: $first, after: $after, sort: $sort) ${COMMENTS} } }`;
const POST_ROOT = `query ($id: ID!, $first: Int, $after: String, $sort: CommentSort) {
  list: postComments(postId: $id, first: $first, after: $after, sort: $sort) ${COMMENTS} }`;
const MESSAGES = `{ edges { cursor node { id seq content { __typename text } sender { username } } }
  pageInfo { hasNextPage hasPreviousPage startCursor endCursor } }`;
const PAGING =
  'query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) { INNER(first: $first, after: $after, last: $last, before: $before)';
const CHAT_FIELD = `${PAGING.replace('INNER', 'conversation(id: $id) { list: messages')} ${MESSAGES} } }`;
const CHAT_ROOT = `${PAGING.replace('INNER(', 'list: conversationMessages(conversationId: $id, ')} ${MESSAGES} }`;
const TIPPERS = '{ coins user { username } }';
const TIPPERS_FIELD = `query ($id: ID!, $period: TopTippersPeriod!) { user(id: $id) { list: topTippers(period: $period) ${TIPPERS} } }`;
const TIPPERS_ROOT = `query ($id: ID!, $period: TopTippersPeriod!) { list: topTippers(target: { userId: $id }, period: $period) ${TIPPERS} }`;

/** The list of a document, which stands at its top, or in an object that is null for callers who do not see it. */
async function listOf(caller: Actor, document: string, variables: object): Promise<Untyped> {
  const { data } = await caller.ask(document, { ...variables });
  if (data && 'list' in data) return data.list;
  const [parent] = Object.values<Untyped>(data ?? {});
  return parent?.list ?? null;
}

/** The field answers what the root field does, which is returned. */
async function same(caller: Actor, name: string, [field, root]: readonly [string, string], asked: object) {
  const expected = await listOf(caller, root, asked);
  assert.deepEqual(await listOf(caller, field, asked), expected, `${name}: ${JSON.stringify(asked)}`);
  return expected;
}

/** Callers who stand to `author` in every way. */
async function callersOf(world: World, author: Person): Promise<Record<string, Actor>> {
  const names = ['stranger', 'follower', 'blocked', 'blocker', 'restricted', 'suspended'] as const;
  const people = {} as Record<(typeof names)[number], Person>;
  for (const name of names) people[name] = await world.user(name);
  await follow(people.follower, author);
  await block(world, author, people.blocked);
  await block(world, people.blocker, author);
  for (const kind of ['COMMENTING', 'FOLLOWING', 'MESSAGING'] as const)
    await restrict(world, people.restricted, { kind });
  await restrict(world, people.suspended, { kind: 'SUSPENSION' });
  return { ...people, author, anonymous: world.anonymous() };
}

test('`Post.comments` is `postComments` for every caller, page by page, and takes its cursors', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const callers = await callersOf(world, ada);
  await follow(ben, ada);
  await follow(cleo, ada);
  const posts = [
    await publish(ada),
    await publish(ada, { text: 'Followers', visibility: 'FOLLOWERS' }),
    await publish(ada, { text: 'Me', visibility: 'PRIVATE' }),
  ];
  for (const postId of posts.slice(0, 2)) {
    const ids = [];
    for (const author of [ben, cleo, ada, ben, cleo]) ids.push(await commentOn(author, postId));
    const [deleted = '', pinned, hidden] = ids;
    await commentOn(cleo, postId, { parentId: deleted });
    await ben.do(DELETE_COMMENT, { id: deleted });
    await ada.do(aboutComment('pinComment'), { id: pinned });
    await ada.do(aboutComment('hideComment'), { id: hidden });
  }
  // Some comments are out of sight for one of the callers alone.
  await block(world, cleo, callers['follower'] as Person);
  const counts: Record<string, number[]> = {};
  for (const [name, caller] of Object.entries({ ...callers, ben, cleo })) {
    for (const id of posts) {
      const all = await same(caller, name, [POST_FIELD, POST_ROOT], { id, first: 100 });
      (counts[name] ??= []).push(all?.edges.length ?? -1);
      for (const sort of ['TOP', 'NEWEST', 'OLDEST']) {
        const page = await same(caller, name, [POST_FIELD, POST_ROOT], { id, first: 2, sort });
        if (!page) continue;
        const { endCursor: after } = page.pageInfo;
        await same(caller, name, [POST_FIELD, POST_ROOT], { id, first: 2, sort, after });
      }
    }
  }
  // Hidden comments are not listed, nor what a block hides; a tombstone with replies is.
  assert.deepEqual(counts, {
    stranger: [4, -1, -1],
    follower: [2, 2, -1],
    blocked: [-1, -1, -1],
    blocker: [-1, -1, -1],
    restricted: [4, -1, -1],
    suspended: [4, -1, -1],
    author: [5, 5, 0],
    anonymous: [4, -1, -1],
    ben: [4, 4, -1],
    cleo: [4, 4, -1],
  });
});

test('`Conversation.messages` is `conversationMessages` for every caller, both ways, and takes its cursors', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const [gone, invitee] = [await world.user('gone'), await world.user('invitee')];
  const stranger = await world.user('stranger');
  const direct = await startWith(ada, ben);
  const group = await startWith(ada, ben, cleo, gone);
  for (const id of [direct, group])
    for (let turn = 0; turn < 5; turn += 1) await say(ada, id, `Hello ${turn}`);
  await leave(world, gone, group);
  const asked = await requestFrom(ada, invitee, stranger);
  await say(ada, asked, 'Welcome');
  await ada.do(
    'mutation ($id: ID!) { clearConversation(input: { conversationId: $id }) { errors { code } } }',
    {
      id: direct,
    },
  );
  await block(world, ben, ada);
  await restrict(world, cleo, { kind: 'MESSAGING' });
  const callers = { ada, ben, cleo, gone, invitee, stranger, anonymous: world.anonymous() };
  const counts: Record<string, number[]> = {};
  const documents = [CHAT_FIELD, CHAT_ROOT] as const;
  for (const [name, caller] of Object.entries(callers)) {
    for (const id of [direct, group, asked]) {
      const all = await same(caller, name, documents, { id });
      (counts[name] ??= []).push(all?.edges.length ?? -1);
      const newest = await same(caller, name, documents, { id, first: 2 });
      await same(caller, name, documents, { id, first: 2, after: newest?.pageInfo.endCursor });
      const oldest = await same(caller, name, documents, { id, last: 2 });
      await same(caller, name, documents, { id, last: 2, before: oldest?.pageInfo.startCursor });
    }
  }
  assert.deepEqual(counts, {
    ada: [0, 5, 1],
    ben: [5, 5, -1],
    cleo: [-1, 5, -1],
    gone: [-1, -1, -1],
    invitee: [-1, -1, -1],
    stranger: [-1, -1, -1],
    anonymous: [-1, -1, -1],
  });
  await letIn(asked, invitee);
  assert.notEqual(await same(invitee, 'invitee', documents, { id: asked }), null);
});

test('`User.topTippers` is `topTippers` for every caller', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo, dora] = [
    await world.user('ada'),
    await world.user('ben'),
    await world.user('cleo'),
    await world.user('dora'),
  ];
  const callers = await callersOf(world, ada);
  for (const person of [ben, cleo, dora]) await give(world, person, 100);
  const target = { userId: ada.id };
  await send(ben, { target, amountCoins: 5 });
  await send(cleo, { target, amountCoins: 9 });
  assert.deepEqual((await send(dora, { target, amountCoins: 50, isAnonymous: true })).errors, []);
  await settle(world);
  await block(world, cleo, callers['follower'] as Person);
  const seen: Record<string, unknown> = {};
  for (const [name, caller] of Object.entries(callers)) {
    for (const period of ['DAY', 'WEEK', 'MONTH', 'ALL']) {
      const found = await same(caller, name, [TIPPERS_FIELD, TIPPERS_ROOT], { id: ada.id, period });
      seen[name] = found && found.map(({ coins, user }: Untyped) => `${user.username} ${coins}`);
    }
  }
  const both = ['cleo 9', 'ben 5'];
  assert.deepEqual(seen, {
    stranger: both,
    follower: ['ben 5'],
    blocked: null,
    blocker: null,
    restricted: both,
    suspended: null,
    author: both,
    anonymous: null,
  });
});

const CAN_FOLLOW = 'query ($id: ID!) { user(id: $id) { viewer { canFollow followState } } }';
const FOLLOW = 'mutation ($id: ID!) { followUser(input: { userId: $id }) { state errors { code } } }';

test('`canFollow` predicts for every caller whether `followUser` is accepted and changes something', async (t) => {
  const world = await testWorld(t);
  const [open, closed] = [await world.user('open'), await world.user('closed')];
  await closed.do('mutation { updatePrivacySettings(input: { isPrivate: true }) { errors { code } } }');
  const callers = await callersOf(world, open);
  const requester = await world.user('requester');
  const rejected = await world.user('rejected');
  for (const person of [requester, rejected]) await person.do(FOLLOW, { id: closed.id });
  await closed.do('mutation ($id: ID!) { rejectFollowRequest(input: { userId: $id }) { errors { code } } }', {
    id: rejected.id,
  });
  const seen: Record<string, unknown> = {};
  for (const [name, caller] of Object.entries({ ...callers, requester, rejected, closed })) {
    for (const target of [open, closed]) {
      const read = async () => (await caller.ask(CAN_FOLLOW, { id: target.id })).data?.user?.viewer ?? null;
      const before = await read();
      const answer = await caller.ask(FOLLOW, { id: target.id });
      const payload = answer.data?.followUser;
      const isChanged = payload?.errors.length === 0 && payload.state !== before?.followState;
      assert.equal(before?.canFollow ?? false, isChanged, `${name} and ${target.username}`);
      if (isChanged) assert.equal((await read()).canFollow, false, `${name} and ${target.username}, again`);
      seen[`${name} and ${target.username}`] = before && before.canFollow;
    }
  }
  assert.deepEqual(seen, {
    'stranger and open': true,
    'stranger and closed': true,
    'follower and open': false,
    'follower and closed': true,
    'blocked and open': null,
    'blocked and closed': true,
    'blocker and open': null,
    'blocker and closed': true,
    'restricted and open': false,
    'restricted and closed': false,
    'suspended and open': null,
    'suspended and closed': null,
    'author and open': false,
    'author and closed': true,
    'anonymous and open': null,
    'anonymous and closed': null,
    'requester and open': true,
    'requester and closed': false,
    'rejected and open': true,
    'rejected and closed': false,
    'closed and open': true,
    'closed and closed': false,
  });
});
