import type { Page } from 'playwright-core';
import { until } from '#test/support/processes.ts';

export const EMBEDDED_CALLS = {
  TRUSTED_PROXIES: '0',
  CALL_SERVER: 'embedded',
  CALL_SERVER_PORTS: '44100-44399',
};

/** Notes the tones that a page plays from its next load on, which is now. */
export async function hearTones(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    const contexts: AudioContext[] = [];
    const Native = AudioContext;
    Object.assign(globalThis, {
      contexts,
      AudioContext: class extends Native {
        constructor() {
          super();
          contexts.push(this);
        }
      },
    });
  });
  await page.reload();
  await page.getByRole('heading', { level: 1 }).click();
}

/** Number of tones that go on. */
export const sounding = (page: Page): Promise<number> =>
  page.evaluate('contexts.filter(({ state }) => state === "running").length');

/** Waits until a voice plays on, on whatever screen. */
export async function heard(page: Page): Promise<void> {
  const plays = (): Promise<boolean> =>
    page
      .locator('audio')
      .evaluateAll((elements) =>
        elements.some(
          (element) =>
            element instanceof HTMLAudioElement &&
            !element.paused &&
            element.srcObject instanceof MediaStream &&
            element.srcObject.getAudioTracks().some((track) => !track.muted),
        ),
      );
  await until(plays, 'somebody is heard');
}

/** Waits until further pictures of somebody are shown, and a voice is heard. */
export async function seen(page: Page, name: string): Promise<void> {
  await heard(page);
  await showsPicture(page, name);
}

/** Waits until further pictures of somebody are shown. */
export async function showsPicture(page: Page, name: string): Promise<void> {
  const video = page.locator(`video[aria-label="${name}"]`);
  await video.waitFor();
  const frames = (): Promise<number> =>
    video.evaluate((element) =>
      element instanceof HTMLVideoElement ? element.getVideoPlaybackQuality().totalVideoFrames : 0,
    );
  const before = await frames();
  await until(async () => (await frames()) > before + 2, `${name} is seen`);
}
