import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { findingsOf } from '#test/support/people/panel-findings.ts';

/** Asserts that a screen is accessible in light and in dark. */
export async function assertAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    assert.deepEqual(await findingsOf(page), [], `${colorScheme}: ${page.url()}`);
  }
}

/** Fails when something of the page is wider than its screen. */
export async function assertFits(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  assert.ok(overflow <= 0, `${overflow} px too wide: ${page.url()}`);
}
