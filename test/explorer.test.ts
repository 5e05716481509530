import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { testWorld } from '#test/support/world.ts';

const CHROMIUM = '/usr/bin/chromium';
const browserTest = {
  skip: existsSync(CHROMIUM) ? false : `SKIPPED: there is no ${CHROMIUM} on this machine`,
};

test('a person explores both endpoints in a browser that reaches no other host', browserTest, async (t) => {
  const world = await testWorld(t);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  t.after(() => browser.close());
  for (const [url, answer] of [
    [world.url, '"pageSizeMax": 100'],
    [world.adminUrl, '"reason": "MISSING"'],
  ] as const) {
    const page = await browser.newPage();
    const hosts = new Set<string>();
    page.on('request', (request) => {
      const { protocol, host } = new URL(request.url());
      if (protocol.startsWith('http') || protocol.startsWith('ws')) hosts.add(host);
    });
    await page.goto(url);
    await page.getByRole('button', { name: /execute query/i }).click();
    await page.getByText(answer).waitFor({ timeout: 15_000 });
    assert.deepEqual([...hosts], [new URL(url).host], url);
    await page.close();
  }
});
