import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { counted, publish, react } from '#test/support/notifications/notifications.ts';
import { until } from '#test/support/processes.ts';
import { pushWorld } from '#test/support/push/push-world.ts';
import { openAppAs, serveApp } from '#test/support/web-app/app-tab.ts';
import { assertAccessible } from '#test/support/web-app/money-tab.ts';
import { testWorld } from '#test/support/world.ts';

suite('notifications in the web app', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('what comes is in the open list at once; it is read by following, unread again, and deleted', async (t) => {
    const world = await testWorld(t);
    const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
    const postId = await publish(ada, 'Good morning');
    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: ada, at: '/notifications' });
    const rows = page.getByRole('main').getByRole('article');
    const reacted = page.getByRole('link', { name: /reacted to your post/ });
    await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();

    await react(ben, postId);
    await world.runJobs();
    await reacted.getByText('ben reacted to your post').waitFor();
    await react(cleo, postId);
    await world.runJobs();
    await reacted.getByText('cleo and ben reacted to your post').waitFor();
    assert.equal(await reacted.count(), 1);
    await until(async () => (await counted(ada)).unseen === 0, 'all of it is seen');
    await assertAccessible(page);

    await reacted.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${appUrl}/posts/${postId}`);
    await page.goBack();
    const row = rows.filter({ hasText: 'reacted to your post' });
    await row.waitFor();
    await row.getByText('Unread').waitFor({ state: 'detached' });
    await row.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Mark as unread' }).click();
    await row.getByText('Unread').waitFor();
    await page.getByRole('button', { name: 'Mark all read' }).click();
    await page.getByText('Unread').first().waitFor({ state: 'detached' });
    assert.deepEqual(await counted(ada), { unread: 0, unseen: 0 });
    await row.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    assert.deepEqual(problems, []);
  });

  test('quiet hours, kinds and this browser are set; the service worker passes the content security policy', async (t) => {
    const { world, servers } = await pushWorld(t);
    const { tokenThat } = servers.WEB_PUSH;
    const ada = await world.user('ada');
    const appUrl = await serveApp(t, world);
    const { page, problems } = await openAppAs(t, browser, { appUrl, person: ada });
    await page.context().grantPermissions(['notifications'], { origin: appUrl });
    // Stands in for the push service of the browser, which is at its maker.
    await page.addInitScript((token) => {
      PushManager.prototype.subscribe = async (options) => {
        const { applicationServerKey } = options ?? {};
        const known = { ...(JSON.parse(token) as object), applicationServerKey };
        return { toJSON: () => known } as unknown as PushSubscription;
      };
    }, tokenThat('accepted'));
    await page.goto(`${appUrl}/settings/notifications`);

    await page.getByRole('button', { name: 'Every night, 22 to 7' }).click();
    const monday = page.getByRole('group', { name: 'Quiet time 1' });
    await monday.getByLabel('From').fill('23:30');
    await page.getByRole('group', { name: 'Quiet time 7' }).getByRole('button').click();
    await page.getByRole('button', { name: 'Save' }).click();
    const quiet = '{ myNotificationSettings { quietHours { weekday startMinute endMinute } } }';
    const hours = async () => (await ada.do(quiet)).myNotificationSettings.quietHours;
    await until(async () => (await hours()).length === 6, 'the quiet hours are set');
    assert.deepEqual((await hours())[0], { weekday: 'MONDAY', startMinute: 1_410, endMinute: 420 });

    await page.getByRole('button', { name: 'For 8 hours' }).click();
    await page.getByText(/^Snoozed until /).waitFor();
    await page.getByRole('button', { name: 'End snoozing' }).click();
    await page.getByRole('button', { name: 'For 8 hours' }).waitFor();

    const pushesFollows = page.getByRole('checkbox', { name: 'New follower: Push' });
    assert.equal(await pushesFollows.isChecked(), true);
    await pushesFollows.click();
    await page.getByLabel('Repost: from whom').selectOption('FOLLOWED');
    const follows = async () =>
      (
        await ada.do('{ myNotificationSettings { preferences { type push audience } } }')
      ).myNotificationSettings.preferences.filter(({ type }: { type: string }) =>
        ['FOLLOW', 'POST_REPOST'].includes(type),
      );
    await until(async () => JSON.stringify(await follows()).includes('FOLLOWED'), 'both are set');
    assert.deepEqual(await follows(), [
      { type: 'FOLLOW', push: false, audience: 'EVERYBODY' },
      { type: 'POST_REPOST', push: true, audience: 'FOLLOWED' },
    ]);

    await page.getByRole('button', { name: 'Turn on in this browser' }).click();
    await page.getByText('This browser shows notifications.').waitFor();
    const { myPushDevices } = await ada.do('{ myPushDevices { nodes { platform appId } } }');
    assert.deepEqual(myPushDevices.nodes, [{ platform: 'WEB_PUSH', appId: '127.0.0.1' }]);
    await page.getByRole('button', { name: 'Send a test' }).click();
    await page.getByText('A test is on its way to 1 device.').waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('button', { name: 'Turn on in this browser' }).waitFor();
    assert.deepEqual(problems, []);
  });
});
