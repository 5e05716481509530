import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { befriend } from '#test/support/messaging/calls.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { until } from '#test/support/processes.ts';
import { openAppAs, serveApp } from '#test/support/web-app/app-tab.ts';
import { EMBEDDED_CALLS, heard, hearTones, seen, sounding } from '#test/support/web-app/call-tab.ts';
import { pressAt } from '#test/support/web-app/keyboard.ts';
import { assertAccessible } from '#test/support/web-app/money-tab.ts';
import { testWorld } from '#test/support/world.ts';

suite('calls in the web app', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('a call rings in one of many tabs, is answered by the keyboard and goes on while its people read and load pages again', async (t) => {
    const world = await testWorld(t, { env: EMBEDDED_CALLS });
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    await befriend(ada, ben);
    const appUrl = await serveApp(t, world);
    const caller = await openAppAs(t, browser, { appUrl, person: ada, at: '/u/ben' });
    const called = await openAppAs(t, browser, { appUrl, person: ben });
    for (const { page } of [caller, called]) await hearTones(page);
    const second = await called.page.context().newPage();
    await second.goto(`${appUrl}/notifications`);
    await second.getByRole('heading', { name: 'Notifications', level: 1 }).click();

    await caller.page.getByRole('button', { name: 'Video call' }).focus();
    await caller.page.keyboard.press('Enter');
    await caller.page.getByText('It rings.').waitFor();
    const ringing = 'ada calls with picture';
    for (const page of [second, called.page])
      await page.getByRole('alertdialog', { name: ringing }).waitFor();
    await until(async () => (await sounding(caller.page)) === 1, 'the caller hears that it rings');
    const rings = async (): Promise<number> => (await sounding(called.page)) + (await sounding(second));
    await until(async () => (await rings()) === 1, 'one tab of the called rings');
    await assertAccessible(second);
    await called.page.keyboard.press('Enter');
    await second.getByRole('alertdialog', { name: ringing }).waitFor({ state: 'detached' });
    await until(async () => (await rings()) + (await sounding(caller.page)) === 0, 'nothing rings any more');

    await seen(caller.page, 'ben');
    await seen(called.page, 'ada');
    await caller.page.getByText('2 in the call').waitFor();
    await assertAccessible(caller.page);
    await second.getByText('You are in it in another tab or on another device.').waitFor();

    await caller.page.getByRole('button', { name: 'Mute' }).click();
    await caller.page.getByRole('button', { name: 'Unmute' }).waitFor();
    await called.page.getByRole('figure').filter({ hasText: 'ada' }).getByText('muted').waitFor();
    await caller.page.getByRole('button', { name: 'Unmute' }).click();
    await caller.page.getByRole('button', { name: 'Camera off' }).click();
    await called.page.locator('video[aria-label="ada"]').waitFor({ state: 'hidden' });
    await caller.page.getByRole('button', { name: 'Camera on' }).click();

    // The call goes on below other screens, also of a page that is loaded again.
    await called.page.getByRole('link', { name: 'Messages' }).click();
    const bar = called.page.getByRole('region', { name: 'The call goes on' });
    await bar.getByRole('timer').waitFor();
    await heard(called.page);
    await assertAccessible(called.page);
    await bar.getByRole('button', { name: 'Mute' }).click();
    await caller.page.getByRole('figure').filter({ hasText: 'ben' }).getByText('muted').waitFor();
    await called.page.reload();
    await bar.getByRole('button', { name: 'Unmute' }).click();
    await heard(called.page);
    await bar.getByRole('link', { name: 'Back to the call' }).click();
    await seen(called.page, 'ada');
    await seen(caller.page, 'ben');
    // Another tab takes the call over, and the first one lets go of it.
    await second.getByRole('button', { name: 'Continue here' }).click();
    await called.page.getByRole('button', { name: 'Continue here' }).waitFor();
    await heard(second);

    await caller.page.getByRole('button', { name: 'Hang up' }).focus();
    await caller.page.keyboard.press('Space');
    for (const { page } of [called, caller]) await page.getByText('The call is over').waitFor();
    await second.getByRole('button', { name: 'Hang up' }).waitFor({ state: 'detached' });
    await caller.page.getByRole('radio', { name: '3 stars' }).focus();
    await caller.page.keyboard.press('Space');
    await caller.page.getByRole('checkbox', { name: 'Echo' }).check();
    await assertAccessible(caller.page);
    await pressAt(caller.page.getByRole('button', { name: 'Send the rating' }));
    await caller.page.getByText('Thank you for the rating.').waitFor();
    assert.deepEqual(await rowsOf(world, 'select stars, problems from call_ratings'), [
      { stars: 3, problems: ['ECHO'] },
    ]);

    await caller.page.goto(`${appUrl}/u/ben`);
    await pressAt(caller.page.getByRole('button', { name: 'Voice call' }));
    await second.getByRole('alertdialog', { name: 'ada calls', exact: true }).waitFor();
    await second.keyboard.press('Enter');
    await heard(caller.page);
    await heard(second);
    for (const page of [caller.page, second]) await page.getByRole('button', { name: 'Camera on' }).waitFor();
    assert.equal(await caller.page.locator('video:visible').count(), 0);
    await caller.page.getByRole('button', { name: 'Hang up' }).click();
    await caller.page.getByText('The call is over').waitFor();
    await caller.page.getByRole('link', { name: 'Messages' }).click();
    await pressAt(caller.page.getByRole('link', { name: 'Calls' }));
    const [newest, before] = [0, 1].map((index) =>
      caller.page.getByRole('main').getByRole('listitem').nth(index),
    );
    await newest?.getByText('Outgoing').waitFor();
    await newest?.getByRole('link', { name: 'ben' }).waitFor();
    assert.equal(await newest?.getByRole('img', { name: 'Video call' }).count(), 0);
    await before?.getByRole('img', { name: 'Video call' }).waitFor();
    await assertAccessible(caller.page);
    assert.deepEqual([...caller.problems, ...called.problems], []);
  });

  test('a host lets a viewer speak, silences them, invites them again and rings somebody else', async (t) => {
    const world = await testWorld(t, { env: EMBEDDED_CALLS });
    const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
    const dora = await world.user('dora');
    await befriend(ada, ben, cleo, dora);
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
    await host.page.getByRole('button', { name: 'Continue here' }).click();
    await host.page.getByRole('button', { name: 'Mute' }).waitFor();
    const viewer = await openAppAs(t, browser, { appUrl, person: ben, at });
    await viewer.page.getByRole('button', { name: 'Accept' }).click();
    await seen(viewer.page, 'ada');
    assert.equal(await viewer.page.getByRole('button', { name: 'Mute' }).count(), 0);
    await viewer.page.getByRole('button', { name: 'Ask to speak' }).click();
    await viewer.page.getByRole('button', { name: 'Take the request back' }).waitFor();
    await host.page.getByText('ben would like to speak').waitFor();
    await host.page.getByRole('heading', { name: '1 watching' }).waitFor();
    await host.page.getByRole('button', { name: 'More about ben' }).waitFor();
    await assertAccessible(host.page);
    await host.page.getByRole('button', { name: 'Let speak' }).click();
    // Nobody's microphone is opened by somebody else.
    await viewer.page.getByRole('button', { name: 'Unmute' }).click();
    await viewer.page.getByRole('button', { name: 'Camera on' }).click();
    await seen(host.page, 'ben');

    const act = async (name: string, act: string): Promise<void> => {
      await host.page.getByRole('button', { name: `More about ${name}` }).focus();
      await host.page.keyboard.press('Enter');
      await host.page.getByRole('menuitem', { name: act, exact: true }).press('Enter');
    };
    await act('ben', 'Turn the microphone off');
    await viewer.page.getByRole('button', { name: 'Unmute' }).waitFor();
    await act('ben', 'Watch only');
    await viewer.page.getByRole('button', { name: 'Ask to speak' }).waitFor();
    await act('ben', 'Invite to speak');
    await host.page.getByText('Invited to speak').waitFor();
    await assertAccessible(viewer.page);
    await viewer.page.getByRole('button', { name: 'Speak', exact: true }).click();
    await viewer.page.getByRole('button', { name: 'Unmute' }).waitFor();
    await host.page.getByRole('button', { name: 'Add people' }).click();
    await host.page.getByLabel('Search people').fill('dora');
    await host.page.getByRole('button', { name: /@dora/ }).waitFor();
    await assertAccessible(host.page);
    await host.page.getByRole('button', { name: /@dora/ }).click();
    await host.page.getByText('It rings at dora.').waitFor();
    await host.page.keyboard.press('Escape');
    await host.page.getByRole('button', { name: 'End for all' }).click();
    await viewer.page.getByText('The host has ended it.').waitFor();
    assert.deepEqual([...host.problems, ...viewer.problems], []);
  });
});
