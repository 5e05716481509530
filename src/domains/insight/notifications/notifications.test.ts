import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Untyped } from '#test/support/actor.ts';
import {
  comment,
  counted,
  listed,
  notificationsOf,
  publish,
  react,
  takeBack,
} from '#test/support/notifications/notifications.ts';
import { follow } from '#test/support/people/people.ts';
import { testWorld } from '#test/support/world.ts';

test('reactions to a post share a notification, which counts and names those who reacted', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo, dan] = [
    await world.user('ada'),
    await world.user('ben'),
    await world.user('cleo'),
    await world.user('dan'),
  ];
  const postId = await publish(ada, 'Good morning');
  await react(ben, postId);
  await world.runJobs();
  world.clock.advance('1m');
  await react(cleo, postId);
  await react(ada, postId);
  world.clock.advance('1m');
  await react(dan, postId);
  await world.runJobs();
  const [only, ...others] = await notificationsOf(ada);
  assert.deepEqual(others, []);
  assert.deepEqual(
    { ...only, id: '' },
    {
      id: '',
      type: 'POST_REACTION',
      category: 'SOCIAL',
      actorCount: 3,
      title: 'dan and 2 others reacted to your post',
      body: 'Good morning',
      isRead: false,
      isSeen: false,
      actors: [{ username: 'dan' }, { username: 'cleo' }, { username: 'ben' }],
      target: { __typename: 'Post', id: postId },
    },
  );
  assert.deepEqual(await notificationsOf(ben), []);
  assert.deepEqual(await counted(ada), { unread: 1, unseen: 1 });
});

test('a reaction given and taken back twenty times is one notification, and in the end none', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publish(ada, 'Hi');
  const ids = new Set<string>();
  const seen = await ada.subscribe('subscription { notificationAdded { kind notificationId } }');
  for (let turn = 0; turn < 20; turn += 1) {
    await react(ben, postId);
    await world.runJobs();
    for (const { id } of await notificationsOf(ada)) ids.add(id);
    await takeBack(ben, postId);
    await world.runJobs();
    assert.deepEqual(await notificationsOf(ada), []);
    assert.deepEqual(await counted(ada), { unread: 0, unseen: 0 });
  }
  assert.equal(ids.size, 1);
  const first = (await seen.next()).data.notificationAdded;
  assert.deepEqual(first, { kind: 'NEW', notificationId: [...ids][0] });
  const raised = await world.app.services.db
    .selectFrom('event_log')
    .select('payload')
    .where('name', '=', 'notification.changed')
    .execute();
  // Devices are told for the first time once.
  const news = raised.filter(({ payload }) => {
    const { formerHighestActorCount: former, highestActorCount: highest } = payload as Untyped;
    return highest > former;
  });
  assert.equal(news.length, 1);
});

test('a group that is read is closed, and one of the next half day is another', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo, dan] = [
    await world.user('ada'),
    await world.user('ben'),
    await world.user('cleo'),
    await world.user('dan'),
  ];
  const postId = await publish(ada, 'Hi');
  await react(ben, postId);
  assert.deepEqual(await listed(world, ada), ['POST_REACTION ben']);
  const [{ id }] = (await notificationsOf(ada)) as [Untyped];
  const { markNotificationsRead } = await ada.do(
    'mutation ($ids: [ID!]) { markNotificationsRead(input: { ids: $ids }) { counts { unread { count isCapped } } errors { code } } }',
    { ids: [id] },
  );
  assert.deepEqual(markNotificationsRead, { counts: { unread: { count: 0, isCapped: false } }, errors: [] });
  world.clock.advance('1m');
  await react(cleo, postId);
  assert.deepEqual(await listed(world, ada), ['POST_REACTION cleo', 'POST_REACTION ben']);
  // Opened again beside the group that has followed it.
  const unread = await ada.do(
    'mutation ($id: ID!) { markNotificationUnread(input: { notificationId: $id }) { notification { isRead } errors { code } } }',
    { id },
  );
  assert.deepEqual(unread.markNotificationUnread, { notification: { isRead: false }, errors: [] });
  assert.deepEqual(await counted(ada), { unread: 2, unseen: 2 });
  world.clock.advance('12h');
  await react(await world.signIn(dan), postId);
  const [signIn, ...earlier] = await listed(world, await world.signIn(ada));
  assert.equal(signIn, 'NEW_SIGN_IN');
  assert.deepEqual(earlier, ['POST_REACTION dan', 'POST_REACTION cleo', 'POST_REACTION ben']);
});

test('looking at the list marks it as seen, reading up to a time as read, and deleting takes one away', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await follow(ben, ada);
  world.clock.advance('1m');
  const postId = await publish(ada, 'Hi');
  await react(cleo, postId);
  await world.runJobs();
  assert.deepEqual(await counted(ada), { unread: 2, unseen: 2 });
  const upTo = world.clock.now().toISOString();
  const seen = await ada.do(
    'mutation ($upTo: DateTime!) { markNotificationsSeen(input: { upTo: $upTo }) { counts { unread { count } unseen { count } } errors { code } } }',
    { upTo },
  );
  assert.deepEqual(seen.markNotificationsSeen.counts, { unread: { count: 2 }, unseen: { count: 0 } });
  world.clock.advance('1m');
  await react(ben, postId);
  await world.runJobs();
  assert.deepEqual(await counted(ada), { unread: 2, unseen: 1 });
  const [latest, earlier] = await notificationsOf(ada);
  assert.deepEqual([latest.isSeen, earlier.isSeen], [false, true]);
  await ada.do(
    'mutation ($upTo: DateTime!) { markNotificationsRead(input: { upTo: $upTo }) { errors { code } } }',
    {
      upTo,
    },
  );
  assert.deepEqual(await counted(ada), { unread: 1, unseen: 1 });
  const DELETE =
    'mutation ($id: ID!) { deleteNotification(input: { notificationId: $id }) { notificationId errors { code } } }';
  for (const who of [cleo, ada, ada]) {
    const { deleteNotification } = await who.do(DELETE, { id: latest.id });
    assert.deepEqual(deleteNotification, { notificationId: latest.id, errors: [] });
    if (who === cleo) assert.equal((await notificationsOf(ada)).length, 2);
  }
  assert.deepEqual(await listed(world, ada), ['FOLLOW ben']);
});

test('comments, replies and mentions are told to each once', async (t) => {
  const world = await testWorld(t);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  const postId = await publish(ada, 'Hi @ben');
  assert.deepEqual(await listed(world, ben), ['POST_MENTION ada']);
  const first = await comment(ben, postId, 'Hello @ada and @cleo');
  await comment(ben, postId, 'Once more');
  assert.deepEqual(await listed(world, ada), ['POST_COMMENT ben']);
  assert.deepEqual(await listed(world, cleo), ['COMMENT_MENTION ben']);
  const reply = await comment(cleo, postId, 'Hello @ben', first);
  assert.deepEqual(await listed(world, ben), ['COMMENT_REPLY cleo', 'POST_MENTION ada']);
  assert.deepEqual((await notificationsOf(ben))[0].target, { __typename: 'Comment', id: reply });
  const [group] = await notificationsOf(ada);
  assert.equal(group.title, 'cleo and ben commented on your post');
  const DELETE = 'mutation ($id: ID!) { deleteComment(input: { commentId: $id }) { errors { code } } }';
  await cleo.do(DELETE, { id: reply });
  assert.deepEqual(await listed(world, ben), ['POST_MENTION ada']);
  assert.deepEqual(await listed(world, ada), ['POST_COMMENT ben']);
  // The other comment stands.
  await ben.do(DELETE, { id: first });
  assert.deepEqual(await listed(world, ada), ['POST_COMMENT ben']);
  assert.deepEqual(await listed(world, cleo), []);
});

test('a title comes in the language of the client', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await follow(ben, ada);
  await world.runJobs();
  const titleIn = async (language: string): Promise<string> => {
    const response = await fetch(world.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${ada.token}`,
        'accept-language': language,
      },
      body: JSON.stringify({ query: '{ myNotifications { nodes { title } } }' }),
    });
    return (await response.json()).data.myNotifications.nodes[0].title;
  };
  assert.equal(await titleIn('de-AT,en;q=0.5'), 'ben folgt dir');
  assert.equal(await titleIn('fr, de;q=0.2, en;q=0.4'), 'ben followed you');
  assert.equal(await titleIn('*'), 'ben followed you');
});
