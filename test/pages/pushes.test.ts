import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { publish, react, takeBack } from '#test/support/notifications/notifications.ts';
import { until } from '#test/support/processes.ts';
import { askFromPage, pushPages, withPushService } from '#test/support/push/push-pages.ts';
import { pushWorld, REGISTER_DEVICE } from '#test/support/push/push-world.ts';
import { runPushes } from '#test/support/push/pushed.ts';

const LIST = '{ myNotifications(first: 9) { nodes { id title isRead latestAt } } }';
const READ = `mutation ($upTo: DateTime!) {
  seen: markNotificationsSeen(input: { upTo: $upTo }) { errors { code } }
  read: markNotificationsRead(input: { upTo: $upTo }) { counts { unread { count } } errors { code } } }`;

test(
  'a page subscribes by the guide and shows what comes; another tab reads it, the badge falls, and what is taken back vanishes',
  { skip: WITHOUT_CHROMIUM },
  async (t) => {
    const { world, servers } = await pushWorld(t);
    const { received, tokenThat } = servers.WEB_PUSH;
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    const origin = await pushPages(t, world.url);
    const browser = await openBrowser();
    t.after(() => browser.close());
    const context = await browser.newContext();
    const { page, give } = await withPushService(context, origin, tokenThat('accepted'));

    const { pushSetup } = await askFromPage(page, ada, '{ pushSetup { webPushPublicKey } }');
    // The shape of the query.
    const { webPushPublicKey } = pushSetup as { webPushPublicKey: string };
    const token = await subscribe(page, webPushPublicKey);
    assert.equal(JSON.parse(token).applicationServerKey, servers.WEB_PUSH.publicKey);
    const input = { platform: 'WEB_PUSH', token, appId: '127.0.0.1', locale: 'en-GB' };
    const { registerPushDevice } = await askFromPage(page, ada, REGISTER_DEVICE, { input });
    // The shape of the mutation.
    assert.deepEqual((registerPushDevice as { errors: unknown[] }).errors, []);

    let given = 0;
    const deliver = async (): Promise<void> => {
      await runPushes(world);
      for (const push of received.slice(given)) {
        const badges = await badgesOf(page);
        await give(push);
        const { badge } = push.details;
        // Pushes are given one after the other, as push services do with those of one topic.
        if (badge !== null)
          await until(async () => (await badgesOf(page)).length > badges.length, 'the badge');
      }
      given = received.length;
    };

    const postId = await publish(ada, 'Good morning');
    await react(ben, postId);
    await deliver();
    assert.deepEqual(await shownOn(page), [['ben reacted to your post', 'Good morning', 'POST_REACTION']]);
    assert.deepEqual(await badgesOf(page), [1]);

    const tab = await context.newPage();
    await tab.goto(origin);
    const { myNotifications } = await askFromPage(tab, ada, LIST);
    // The shape of the query.
    const { nodes } = myNotifications as { nodes: { title: string; isRead: boolean; latestAt: string }[] };
    assert.deepEqual(
      nodes.map(({ title, isRead }) => [title, isRead]),
      [['ben reacted to your post', false]],
    );
    const marked = await askFromPage(tab, ada, READ, { upTo: nodes[0]?.latestAt });
    assert.deepEqual(marked, {
      seen: { errors: [] },
      read: { counts: { unread: { count: 0 } }, errors: [] },
    });
    await deliver();
    assert.deepEqual(await badgesOf(page), [1, 0]);
    assert.deepEqual(received.map(({ title, data }) => [title, data['type']]).at(-1), [null, 'BADGE']);

    await takeBack(ben, postId);
    await deliver();
    await until(async () => (await shownOn(page)).length === 0, 'nothing is shown any more');
  },
);

/** Does what the guide says, after a press of a button. @returns the token to register */
const subscribe = (page: Page, applicationServerKey: string): Promise<string> =>
  page.evaluate(async (key) => {
    const badges: number[] = [];
    Object.assign(globalThis, { badges });
    navigator.serviceWorker.addEventListener('message', ({ data }) => badges.push(Number(data)));
    navigator.serviceWorker.startMessages();
    const registration = await navigator.serviceWorker.register('/push.js');
    await navigator.serviceWorker.ready;
    const subscription = await registration.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: key,
    });
    return JSON.stringify(subscription);
  }, applicationServerKey);

/** Badges that the worker has set, in their order. */
const badgesOf = (page: Page): Promise<number[]> =>
  // The page has put them there.
  page.evaluate(() => (globalThis as unknown as { badges: number[] }).badges);

/** Title, body and type of what the device shows. */
const shownOn = (page: Page): Promise<unknown[][]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, data }) => [title, body, data.type]);
  });
