import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { follow } from '#test/support/people/people.ts';
import { until } from '#test/support/processes.ts';
import { openAppAs, serveApp } from '#test/support/web-app/app-tab.ts';
import { assertAccessible } from '#test/support/web-app/money-tab.ts';
import { testWorld } from '#test/support/world.ts';

suite('calls in the web app', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('a call rings in every tab, shows both people to each other, survives a reload and ends for both', async (t) => {
    const world = await testWorld(t, { env: EMBEDDED });
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    await follow(ada, ben);
    await follow(ben, ada);
    const appUrl = await serveApp(t, world);
    const caller = await openAppAs(t, browser, { appUrl, person: ada, at: '/u/ben' });
    const called = await openAppAs(t, browser, { appUrl, person: ben });
    const second = await called.page.context().newPage();
    await second.goto(`${appUrl}/notifications`);
    await second.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor();

    await caller.page.getByRole('button', { name: 'Call' }).click();
    await caller.page.getByText('It rings.').waitFor();
    const ringing = 'ada calls with picture';
    await second.getByRole('alertdialog', { name: ringing }).waitFor();
    await called.page.getByRole('alertdialog', { name: ringing }).waitFor();
    await assertAccessible(second);
    // The focus is on the button: a call is answered by the keyboard alone.
    await called.page.keyboard.press('Enter');
    await second.getByRole('alertdialog', { name: ringing }).waitFor({ state: 'detached' });

    await seen(caller.page, 'ben');
    await seen(called.page, 'ada');
    await caller.page.getByText('2 in the call').waitFor();
    await assertAccessible(caller.page);

    await caller.page.getByRole('button', { name: 'Mute' }).click();
    await caller.page.getByRole('button', { name: 'Unmute' }).waitFor();
    await called.page.getByRole('figure').filter({ hasText: 'ada' }).getByText('muted').waitFor();
    await caller.page.getByRole('button', { name: 'Unmute' }).click();
    await caller.page.getByRole('button', { name: 'Camera off' }).click();
    await called.page.locator('video[aria-label="ada"]').waitFor({ state: 'hidden' });
    await caller.page.getByRole('button', { name: 'Camera on' }).click();

    await called.page.reload();
    await seen(called.page, 'ada');
    await seen(caller.page, 'ben');

    await caller.page.getByRole('button', { name: 'Hang up' }).click();
    await called.page.getByText('The call is over').waitFor();
    await caller.page.getByText('The call is over').waitFor();
    await assertAccessible(caller.page);
    assert.deepEqual([...caller.problems, ...called.problems], []);
  });

  test('a viewer asks to speak, the host lets them, and both are seen', async (t) => {
    const world = await testWorld(t, { env: EMBEDDED });
    const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
    for (const person of [ben, cleo]) {
      await follow(ada, person);
      await follow(person, ada);
    }
    const { startConversation } = await ada.do(
      `mutation ($ids: [ID!]!) { startConversation(input: { userIds: $ids, kind: GROUP, title: "Choir" }) {
        conversation { id } errors { message } } }`,
      { ids: [ben.id, cleo.id] },
    );
    const { startCall } = await ada.do(
      `mutation ($id: ID!) { startCall(input: { conversationId: $id, kind: VIDEO, speaking: ON_REQUEST }) {
        call { id } errors { message } } }`,
      { id: startConversation.conversation.id },
    );
    const at = `/calls/${startCall.call.id}`;
    const appUrl = await serveApp(t, world);
    const host = await openAppAs(t, browser, { appUrl, person: ada, at });
    await host.page.getByRole('button', { name: 'Join' }).click();
    await host.page.getByRole('button', { name: 'Mute' }).waitFor();
    const viewer = await openAppAs(t, browser, { appUrl, person: ben, at });
    await viewer.page.getByRole('button', { name: 'Accept' }).click();
    await seen(viewer.page, 'ada');
    assert.equal(await viewer.page.getByRole('button', { name: 'Mute' }).count(), 0);
    await viewer.page.getByRole('button', { name: 'Ask to speak' }).click();
    await viewer.page.getByRole('button', { name: 'Take the request back' }).waitFor();
    await host.page.getByText('ben would like to speak').waitFor();
    await assertAccessible(host.page);
    await host.page.getByRole('button', { name: 'Let speak' }).click();
    // Nobody's microphone is opened by somebody else.
    await viewer.page.getByRole('button', { name: 'Unmute' }).click();
    await viewer.page.getByRole('button', { name: 'Camera on' }).click();
    await seen(host.page, 'ben');
    await host.page.getByRole('button', { name: 'End for all' }).click();
    await viewer.page.getByText('The host has ended it.').waitFor();
    assert.deepEqual([...host.problems, ...viewer.problems], []);
  });
});

const EMBEDDED = { TRUSTED_PROXIES: '0', CALL_SERVER: 'embedded', CALL_SERVER_PORTS: '44100-44399' };

/** Waits until somebody is heard, and further pictures of them are shown. */
async function seen(page: Page, name: string): Promise<void> {
  const video = page.locator(`video[aria-label="${name}"]`);
  await video.waitFor();
  const frames = (): Promise<number> =>
    video.evaluate((element) =>
      element instanceof HTMLVideoElement ? element.getVideoPlaybackQuality().totalVideoFrames : 0,
    );
  await until(
    () =>
      video.evaluate(
        (element) =>
          element instanceof HTMLVideoElement &&
          element.srcObject instanceof MediaStream &&
          element.srcObject.getAudioTracks().some((track) => !track.muted),
      ),
    `${name} is heard`,
  );
  const before = await frames();
  await until(async () => (await frames()) > before + 2, `${name} is seen`);
}
