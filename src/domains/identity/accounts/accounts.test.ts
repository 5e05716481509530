import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { DEACTIVATE, OWN_ACCOUNT, REACTIVATE } from '#test/support/people/accounts.ts';
import type { Actor } from '#test/support/actor.ts';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { emittedNames, refused, unchanged } from '#test/support/unchanged.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

test('a deactivated user is invisible to all others until the account is reactivated', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await follow(ben, ada);
  const post = await publish(ada, 'Hello');
  const others = [ben, world.anonymous()];
  const before = await Promise.all(others.map((who) => everythingOf(who, ada, post)));
  assert.deepEqual(before[0], {
    user: { id: ada.id, username: 'ada', followerCount: 1 },
    byName: { id: ada.id },
    node: { id: ada.id },
    post: { id: post },
    userPosts: { nodes: [{ id: post }] },
  });

  const { deactivateAccount } = await ada.do(DEACTIVATE);
  assert.deepEqual(deactivateAccount, { me: { accountState: 'DEACTIVATED' }, errors: [] });
  for (const who of others) {
    assert.deepEqual(await everythingOf(who, ada, post), {
      user: null,
      byName: null,
      node: null,
      post: null,
      userPosts: null,
    });
  }
  assert.deepEqual((await ben.do('{ feed { nodes { id } } }')).feed.nodes, []);
  // The owner still reads their own data, on another device as well: signing in does not reactivate the account.
  const phone = await world.signIn(ada);
  assert.deepEqual(await phone.do(OWN_ACCOUNT), {
    me: { accountState: 'DEACTIVATED', deletionDueAt: null },
  });
  assert.equal((await phone.do('query ($id: ID!) { post(id: $id) { id } }', { id: post })).post.id, post);
  assert.deepEqual((await phone.do('{ feed { nodes { id } } }')).feed.nodes, [{ id: post }]);
  assert.equal((await everythingOf(ben, ada, post)).user, null);

  const { reactivateAccount } = await phone.do(REACTIVATE);
  assert.deepEqual(reactivateAccount, { me: { accountState: 'ACTIVE' }, errors: [] });
  assert.deepEqual(await Promise.all(others.map((who) => everythingOf(who, ada, post))), before);
  assert.equal((await ben.do('{ feed { nodes { id } } }')).feed.nodes.length, 1);
  const changes = (await emittedNames(world)).filter((name) => name === 'account.stateChanged');
  assert.equal(changes.length, 2);
});

test('repeating a deactivation or reactivation succeeds without a change', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  await unchanged(world, () => ada.do(REACTIVATE));
  await ada.do(DEACTIVATE);
  await unchanged(world, () => ada.do(DEACTIVATE));
  assert.deepEqual(await ada.do(OWN_ACCOUNT), { me: { accountState: 'DEACTIVATED', deletionDueAt: null } });
});

test('a deactivated user is answered byte for byte like an absent one', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const absent = toGlobalId('user', world.app.services.ids.next());
  await ada.do(DEACTIVATE);
  const documents = [
    'query ($id: ID!) { user(id: $id) { id username } }',
    'query ($id: ID!) { node(id: $id) { id } }',
    'query ($id: ID!) { userPosts(userId: $id) { nodes { id } } }',
    'mutation ($id: ID!) { followUser(input: { userId: $id }) { user { id } errors { code message path } } }',
    'mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code message path } } }',
    'mutation ($id: ID!) { startConversation(input: { userIds: [$id] }) { errors { code message path } } }',
  ];
  for (const document of documents) {
    const forHidden = await bytesOf(world, ben, document, ada.id);
    const forAbsent = await bytesOf(world, ben, document, absent);
    assert.equal(forHidden.replaceAll(ada.id, 'ID'), forAbsent.replaceAll(absent, 'ID'), document);
  }
});

test('a deactivated account cannot use any mutation that a restriction could stop', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const talk = await startWith(ada, ben);
  await ada.do(DEACTIVATE);
  const mutations: readonly [document: string, variables: object][] = [
    ['mutation { createPost(input: { text: "Hi" }) { post { id } ERRORS } }', {}],
    ['mutation ($id: ID!) { followUser(input: { userId: $id }) { user { id } ERRORS } }', { id: ben.id }],
    [
      'mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Hi" }) { message { id } ERRORS } }',
      { id: talk },
    ],
    [
      'mutation ($id: ID!) { startConversation(input: { userIds: [$id] }) { conversation { id } ERRORS } }',
      { id: ben.id },
    ],
  ];
  for (const [document, variables] of mutations) {
    const errors = 'errors { __typename code path ... on StateError { current allowed } }';
    assert.deepEqual(
      await refused(world, ada, document.replace('ERRORS', errors), { ...variables }),
      [
        {
          __typename: 'StateError',
          code: 'INVALID_STATE',
          path: null,
          current: 'DEACTIVATED',
          allowed: ['ACTIVE'],
        },
      ],
      document,
    );
  }
  // Mutations that protect or edit the account are still allowed.
  await ada.do('mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }', {
    id: ben.id,
  });
  await ada.do('mutation { updateProfile(input: { bio: "Away" }) { errors { code } } }');
  await ada.do(REACTIVATE);
  await publish(ada, 'Back');
});

test('a direct conversation is read-only while the other member is deactivated, and writable afterwards', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const talk = await startWith(ada, ben);
  await say(ada, talk, 'Hello');
  await ada.do(DEACTIVATE);
  const send = `mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Hi" }) {
    message { id } errors { code path } } }`;
  assert.deepEqual(await refused(world, ben, send, { id: talk }), [
    { code: 'INVALID_STATE', path: ['conversationId'] },
  ]);
  await ada.do(REACTIVATE);
  assert.equal(await say(ben, talk, 'Hi'), 2);
});

async function everythingOf(who: Actor, { id, username }: Person, post: string) {
  return who.do(
    `query ($id: ID!, $username: String!, $post: ID!) {
      user(id: $id) { id username followerCount } byName: user(username: $username) { id }
      node(id: $id) { id } post(id: $post) { id } userPosts(userId: $id) { nodes { id } } }`,
    { id, username, post },
  );
}

async function follow(follower: Person, followee: Person): Promise<void> {
  await follower.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', {
    id: followee.id,
  });
}

async function publish(author: Person, text: string): Promise<string> {
  const { createPost } = await author.do(
    'mutation ($text: String!) { createPost(input: { text: $text }) { post { id } errors { code } } }',
    { text },
  );
  return createPost.post.id;
}

async function bytesOf(world: World, who: Person, query: string, id: string): Promise<string> {
  const response = await fetch(world.url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/json',
      'x-forwarded-for': who.ip,
    },
    body: JSON.stringify({ query, variables: { id } }),
  });
  return `${response.status} ${await response.text()}`;
}
