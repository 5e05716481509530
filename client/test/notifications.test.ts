import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { comment, publish, react, takeBack } from '../../test/support/notifications/notifications.ts';
import { type Person, testWorld } from '../../test/support/world.ts';
import { createSocialClient, type SocialClient } from '../src/client.ts';
import {
  DeleteNotificationDocument,
  MarkNotificationsReadDocument,
  MarkNotificationsSeenDocument,
  MarkNotificationUnreadDocument,
  MyNotificationsDocument,
  MyNotificationSettingsDocument,
  MyPushDevicesDocument,
  MyUnreadNotificationCountDocument,
  NotificationAddedDocument,
  RegisterPushDeviceDocument,
  SnoozeNotificationsDocument,
  UnregisterPushDeviceDocument,
  UpdateNotificationPreferencesDocument,
  UpdateNotificationSettingsDocument,
  UpdateQuietHoursDocument,
} from '../src/generated/graphql.ts';
import { until, urlsOf } from './support/clients.ts';

test('an open list follows reactions and comments, groups move to the top once, and what is taken back leaves', async (t) => {
  const { world, ada, ben, cleo, atAda, requests } = await scene(t);
  const [first, second] = [await publish(ada, 'One'), await publish(ada, 'Two')];
  const shown = await watchList(t, atAda);
  const counts = await watchCounts(t, atAda);
  assert.deepEqual([shown(), counts()], [[], [0, 0]]);
  const requestsBefore = requests();
  const happen = async (...acts: Promise<unknown>[]): Promise<void> => {
    await Promise.all(acts);
    await world.runJobs();
    world.clock.advance('1m');
  };

  await happen(react(ben, first));
  await until(() => shown().length === 1);
  assert.deepEqual([shown(), counts()], [['ben reacted to your post'], [1, 1]]);
  await happen(react(ben, second));
  await happen(comment(cleo, second, 'Well said'));
  await until(() => shown().length === 3);
  await happen(react(cleo, first));
  await until(() => shown()[0]?.startsWith('cleo') === true && shown()[0]?.includes('reacted') === true);
  assert.deepEqual(
    [shown(), counts()],
    [
      ['cleo and ben reacted to your post', 'cleo commented on your post', 'ben reacted to your post'],
      [3, 3],
    ],
  );

  // A group that becomes smaller has no later time, and stays where it is.
  await happen(takeBack(cleo, first));
  await until(() => shown()[0] === 'ben reacted to your post');
  await happen(takeBack(ben, second));
  await until(() => shown().length === 2);
  assert.deepEqual(
    [shown(), counts()],
    [
      ['ben reacted to your post', 'cleo commented on your post'],
      [2, 2],
    ],
  );
  assert.equal(requests(), requestsBefore);
});

test('what is older than the loaded pages comes with its page, and once', async (t) => {
  const { world, ada, ben, cleo, atAda } = await scene(t);
  const posts: string[] = [];
  for (const text of ['One', 'Two', 'Three']) {
    posts.push(await publish(ada, text));
    await react(ben, posts.at(-1) ?? '');
    await world.runJobs();
    world.clock.advance('1m');
  }
  const query = { query: MyNotificationsDocument, variables: { first: 2 } };
  const list = atAda.apollo.watchQuery(query);
  t.after(() => list.stop());
  list.subscribe({});
  const texts = () => list.getCurrentResult().data?.myNotifications?.edges?.map((edge) => edge?.node?.body);
  await until(() => texts()?.length === 2);
  await react(cleo, posts[0] ?? '');
  await world.runJobs();
  await until(() => texts()?.length === 3);
  assert.deepEqual(texts(), ['One', 'Three', 'Two']);
  const after = list.getCurrentResult().data?.myNotifications?.pageInfo?.endCursor ?? null;
  await list.fetchMore({ variables: { after } });
  assert.deepEqual(texts(), ['One', 'Three', 'Two']);
});

test('marks and deletions show at once in the list and in the counts', async (t) => {
  const { world, ada, ben, cleo, atAda } = await scene(t);
  const { apollo } = atAda;
  const postId = await publish(ada, 'One');
  await react(ben, postId);
  await world.runJobs();
  world.clock.advance('1m');
  await comment(cleo, postId, 'Well said');
  await world.runJobs();
  await watchList(t, atAda);
  const counts = await watchCounts(t, atAda);
  const flags = () => nodesOf(atAda).map(({ isRead, isSeen }) => [isRead, isSeen]);
  const [latest, earlier] = nodesOf(atAda);
  assert.ok(latest && earlier);
  assert.deepEqual(
    [flags(), counts()],
    [
      [
        [false, false],
        [false, false],
      ],
      [2, 2],
    ],
  );

  const seen = await apollo.mutate({
    mutation: MarkNotificationsSeenDocument,
    variables: { input: { upTo: latest.latestAt } },
  });
  assert.deepEqual(seen.data?.markNotificationsSeen?.errors, []);
  assert.deepEqual(
    [flags(), counts()],
    [
      [
        [false, true],
        [false, true],
      ],
      [2, 0],
    ],
  );
  await apollo.mutate({
    mutation: MarkNotificationsReadDocument,
    variables: { input: { ids: [latest.id] } },
  });
  assert.deepEqual(
    [flags(), counts()],
    [
      [
        [true, true],
        [false, true],
      ],
      [1, 0],
    ],
  );
  await apollo.mutate({
    mutation: MarkNotificationsReadDocument,
    variables: { input: { upTo: earlier.latestAt } },
  });
  assert.deepEqual(
    [flags(), counts()],
    [
      [
        [true, true],
        [true, true],
      ],
      [0, 0],
    ],
  );

  await apollo.mutate({
    mutation: MarkNotificationUnreadDocument,
    variables: { input: { notificationId: earlier.id } },
  });
  await until(() => counts()[0] === 1);
  assert.deepEqual(flags(), [
    [true, true],
    [false, true],
  ]);
  await apollo.mutate({
    mutation: DeleteNotificationDocument,
    variables: { input: { notificationId: earlier.id } },
  });
  await until(() => counts()[0] === 0);
  assert.deepEqual(
    nodesOf(atAda).map(({ id }) => id),
    [latest.id],
  );
  // A refusal changes nothing.
  const refused = await apollo.mutate({
    mutation: MarkNotificationUnreadDocument,
    variables: { input: { notificationId: earlier.id } },
  });
  assert.deepEqual(
    refused.data?.markNotificationUnread?.errors.map(({ code }) => code),
    ['NOT_FOUND'],
  );
  assert.deepEqual([flags(), counts()], [[[true, true]], [0, 0]]);
});

test('settings, quiet hours and snoozing show at once, and what is switched off enters no list', async (t) => {
  const { world, ada, ben, atAda } = await scene(t);
  const { apollo } = atAda;
  const watched = apollo.watchQuery({ query: MyNotificationSettingsDocument });
  t.after(() => watched.stop());
  watched.subscribe({});
  await until(() => watched.getCurrentResult().dataState === 'complete');
  const settings = () => {
    const found = watched.getCurrentResult().data?.myNotificationSettings;
    const { timeZone, digest, showsPreviews, snoozeExpiresAt, quietHours, preferences } = found ?? {};
    const reactions = preferences?.find((each) => each?.type === 'POST_REACTION');
    return [timeZone, digest, showsPreviews, snoozeExpiresAt, quietHours?.length, reactions?.inApp];
  };
  assert.deepEqual(settings(), ['UTC', 'NONE', true, null, 0, true]);
  const expiresAt = new Date(world.clock.now().getTime() + 3_600_000).toISOString();
  for (const sent of [
    apollo.mutate({
      mutation: UpdateNotificationSettingsDocument,
      variables: { input: { timeZone: 'Europe/Berlin', digest: 'DAILY', showsPreviews: false } },
    }),
    apollo.mutate({
      mutation: UpdateNotificationPreferencesDocument,
      variables: { input: { preferences: [{ type: 'POST_REACTION', inApp: false }] } },
    }),
    apollo.mutate({
      mutation: UpdateQuietHoursDocument,
      variables: { input: { intervals: [{ weekday: 'MONDAY', startMinute: 1_320, endMinute: 420 }] } },
    }),
    apollo.mutate({ mutation: SnoozeNotificationsDocument, variables: { input: { expiresAt } } }),
  ]) {
    for (const payload of Object.values((await sent).data ?? {})) {
      assert.deepEqual(typeof payload === 'object' && payload?.errors, []);
    }
  }
  assert.deepEqual(settings(), ['Europe/Berlin', 'DAILY', false, expiresAt, 1, false]);

  const shown = await watchList(t, atAda);
  const postId = await publish(ada, 'One');
  await react(ben, postId);
  await comment(ben, postId, 'Well said');
  await world.runJobs();
  await until(() => shown().length > 0);
  assert.deepEqual(shown(), ['ben commented on your post']);
});

test('titles come in the language that the application names, over the socket after it opens anew too', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  let language = 'de';
  const atAda = createSocialClient({
    ...urlsOf(world),
    getToken: () => ada.token,
    language: () => language,
  });
  t.after(() => atAda.close());
  const told: string[] = [];
  const following = atAda.apollo
    .subscribe({ query: NotificationAddedDocument, variables: { after: await cursorOf(ada) } })
    .subscribe(({ data }) => told.push(data?.notificationAdded?.notification?.title ?? ''));
  t.after(() => following.unsubscribe());
  const listed = async () =>
    (await atAda.apollo.query({ query: MyNotificationsDocument, fetchPolicy: 'no-cache' })).data
      ?.myNotifications?.edges?.[0]?.node?.title;

  await react(ben, await publish(ada, 'One'));
  await world.runJobs();
  await until(() => told.length === 1);
  assert.deepEqual(
    [told, await listed()],
    [['ben hat auf deinen Beitrag reagiert'], 'ben hat auf deinen Beitrag reagiert'],
  );
  language = 'en';
  atAda.reconnect();
  await comment(ben, await publish(ada, 'Two'), 'Well said');
  await world.runJobs();
  await until(() => told.length === 2);
  assert.deepEqual([told[1], await listed()], ['ben commented on your post', 'ben commented on your post']);
});

test('devices that are registered and unregistered show in the list of devices', async (t) => {
  const { atAda } = await scene(t);
  const { apollo } = atAda;
  const list = apollo.watchQuery({ query: MyPushDevicesDocument });
  t.after(() => list.stop());
  list.subscribe({});
  const devices = () =>
    list.getCurrentResult().data?.myPushDevices?.edges?.map((edge) => edge?.node?.appId) ?? [];
  await until(() => list.getCurrentResult().dataState === 'complete');
  const { data } = await apollo.mutate({
    mutation: RegisterPushDeviceDocument,
    variables: { input: { platform: 'FCM', token: 'token-1', appId: 'com.example.app', locale: 'en' } },
  });
  assert.deepEqual(data?.registerPushDevice?.errors, []);
  await until(() => devices().length === 1);
  assert.deepEqual(devices(), ['com.example.app']);
  const deviceId = data.registerPushDevice.device?.id ?? '';
  await apollo.mutate({ mutation: UnregisterPushDeviceDocument, variables: { input: { deviceId } } });
  assert.deepEqual(devices(), []);
});

async function scene(t: TestContext) {
  const world = await testWorld(t);
  const [ada, ben, cleo] = await Promise.all([world.user('ada'), world.user('ben'), world.user('cleo')]);
  let requests = 0;
  const atAda = createSocialClient({
    ...urlsOf(world),
    getToken: () => ada.token,
    fetch: (input, init) => {
      requests += 1;
      return fetch(input, init);
    },
  });
  t.after(() => atAda.close());
  const following = atAda.apollo
    .subscribe({ query: NotificationAddedDocument, variables: { after: await cursorOf(ada) } })
    .subscribe({});
  t.after(() => following.unsubscribe());
  return { world, ada, ben, cleo, atAda, requests: () => requests };
}

const cursorOf = async (person: Person): Promise<string> =>
  (await person.ask('{ eventCursor }')).data.eventCursor as string;

const nodesOf = ({ apollo }: SocialClient) =>
  apollo.cache
    .readQuery({ query: MyNotificationsDocument })
    ?.myNotifications?.edges?.flatMap((edge) => (edge?.node ? [edge.node] : [])) ?? [];

/** The titles of notifications as a screen shows them. */
async function watchList(t: TestContext, client: SocialClient): Promise<() => string[]> {
  const shown = client.apollo.watchQuery({ query: MyNotificationsDocument });
  t.after(() => shown.stop());
  shown.subscribe({});
  await until(() => shown.getCurrentResult().dataState === 'complete');
  return () =>
    shown.getCurrentResult().data?.myNotifications?.edges?.map((edge) => edge?.node?.title ?? '') ?? [];
}

/** Unread and unseen notifications as a badge shows them. */
async function watchCounts(t: TestContext, { apollo }: SocialClient): Promise<() => (number | undefined)[]> {
  const shown = apollo.watchQuery({ query: MyUnreadNotificationCountDocument });
  t.after(() => shown.stop());
  shown.subscribe({});
  await until(() => shown.getCurrentResult().dataState === 'complete');
  return () => {
    const counts = shown.getCurrentResult().data?.myUnreadNotificationCount;
    return [counts?.unread?.count, counts?.unseen?.count];
  };
}
