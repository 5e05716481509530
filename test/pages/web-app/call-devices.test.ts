import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { befriend } from '#test/support/messaging/calls.ts';
import { until } from '#test/support/processes.ts';
import { openAppAs, serveApp } from '#test/support/web-app/app-tab.ts';
import { EMBEDDED_CALLS, hearTones, showsPicture, sounding } from '#test/support/web-app/call-tab.ts';
import { assertAccessible } from '#test/support/web-app/money-tab.ts';
import { testWorld } from '#test/support/world.ts';

suite('devices of calls in the web app', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('devices are chosen before a call and during it, one that is gone is replaced, and a refused one is told', async (t) => {
    const world = await testWorld(t, { env: EMBEDDED_CALLS });
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    await befriend(ada, ben);
    const appUrl = await serveApp(t, world);
    const called = await openAppAs(t, browser, { appUrl, person: ada, at: '/settings/calls' });
    const { page } = called;
    await hearTones(page);
    await page.getByRole('switch', { name: 'Sound when it rings' }).click();
    await page.getByRole('button', { name: 'Try microphone and camera' }).click();
    await page.locator('video[aria-label="You"]').waitFor();
    await until(
      async () =>
        (await page
          .getByRole('meter')
          .evaluate((meter) => (meter instanceof HTMLMeterElement ? meter.value : 0))) > 0,
      'the microphone is heard',
    );
    await choose(page, 'Camera', 1);
    await assertAccessible(page);
    await page.reload();
    assert.equal(await page.getByRole('switch', { name: 'Sound when it rings' }).isChecked(), false);
    await until(
      async () => (await chosen(page, 'Camera')) === (await idOf(page, 'videoinput', 1)),
      'the choice stays',
    );

    const caller = await openAppAs(t, browser, { appUrl, person: ben, at: '/u/ada' });
    await refuseMicrophone(caller.page);
    await caller.page.getByRole('button', { name: 'Video call' }).click();
    await page.getByRole('alertdialog', { name: 'ben calls with picture' }).waitFor();
    await hide(page, true);
    await page.waitForFunction('document.title === "☎ ben calls with picture"');
    assert.equal(await sounding(page), 0);
    await hide(page, false);
    await page.waitForFunction('document.title === "Calls · Plaza"');
    await page.getByRole('button', { name: 'Accept' }).click();
    await caller.page.getByText('Nobody hears you: allow the microphone in the settings').waitFor();
    await assertAccessible(caller.page);
    await showsPicture(caller.page, 'ada');
    await showsPicture(page, 'ben');
    assert.equal(await usedBy(page), await idOf(page, 'videoinput', 1));

    await page.getByRole('button', { name: 'Microphone, camera, loudspeaker' }).click();
    // The second of the browser's devices gives depths and no pictures.
    await choose(page, 'Camera', 3);
    await choose(page, 'Microphone', 2);
    await choose(page, 'Loudspeaker', 1);
    await assertAccessible(page);
    await page.keyboard.press('Escape');
    await until(
      async () => (await usedBy(page)) === (await idOf(page, 'videoinput', 3)),
      'the other camera is used',
    );
    await showsPicture(caller.page, 'ada');
    const speaker = await page
      .locator('audio')
      .first()
      .evaluate((element) => (element instanceof HTMLAudioElement ? element.sinkId : ''));
    assert.equal(speaker, await idOf(page, 'audiooutput', 1));

    // A camera that is unplugged.
    await page.locator('video[aria-label="You"]').evaluate((element) => {
      if (!(element instanceof HTMLVideoElement) || !(element.srcObject instanceof MediaStream)) return;
      for (const track of element.srcObject.getTracks()) track.dispatchEvent(new Event('ended'));
    });
    await page.getByText('Camera unplugged. In use:').waitFor();
    await showsPicture(caller.page, 'ada');
    await page.getByRole('button', { name: 'Hang up' }).click();
    await caller.page.getByText('The call is over').waitFor();
    assert.deepEqual([...called.problems, ...caller.problems], []);
  });
});

const choose = (page: Page, label: string, index: number): Promise<unknown> =>
  page.getByLabel(label, { exact: true }).selectOption({ index });

const chosen = (page: Page, label: string): Promise<string> =>
  page.getByLabel(label, { exact: true }).inputValue();

/** Id of a device by its place among those of its kind, from 1. */
const idOf = (page: Page, kind: MediaDeviceKind, place: number): Promise<string> =>
  page.evaluate(
    async ([wanted, index]) => {
      const all = await navigator.mediaDevices.enumerateDevices();
      const own = all.filter((device) => device.kind === wanted && device.deviceId !== 'default');
      return own[index - 1]?.deviceId ?? '';
    },
    [kind, place] as const,
  );

/** Id of the camera whose picture the own tile shows. */
const usedBy = (page: Page): Promise<string> =>
  page
    .locator('video[aria-label="You"]')
    .evaluate((element) =>
      element instanceof HTMLVideoElement && element.srcObject instanceof MediaStream
        ? (element.srcObject.getVideoTracks()[0]?.getSettings().deviceId ?? '')
        : '',
    );

/** A page whose reader does not let it use the microphone; the browser of tests asks nobody. */
const refuseMicrophone = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (wanted) => {
      if (wanted?.audio) throw new DOMException('Permission denied', 'NotAllowedError');
      return open(wanted);
    };
  });

/** Tabs of tests are always visible: this one says that it is not. */
const hide = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);
