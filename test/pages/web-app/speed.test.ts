import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { publish } from '#test/support/content/hashtags.ts';
import { openAppAs, serveApp } from '#test/support/web-app/app-tab.ts';
import { testWorld } from '#test/support/world.ts';

const SCRIPT_BYTES_MAX = 200_000;

suite('speed of the web app', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('signing in and the feed need at most 200 kB of compressed script', async (t) => {
    const world = await testWorld(t);
    const mia = await world.user('mia');
    await publish(mia, 'Small is beautiful');
    const appUrl = await serveApp(t, world);
    const { page } = await openAppAs(t, browser, { appUrl, person: mia });
    await page.getByRole('article').getByText('Small is beautiful').waitFor();
    // All that loads beside and after the page counts.
    await page.waitForLoadState('networkidle');
    const sizes = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('.js'))
        .map((entry) => (entry as PerformanceResourceTiming).encodedBodySize),
    );
    const total = sizes.reduce((sum, size) => sum + size, 0);
    t.diagnostic(`${total} bytes of compressed script`);
    assert.ok(total > 0 && total <= SCRIPT_BYTES_MAX, `${total} bytes`);
  });
});
