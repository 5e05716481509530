import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { serveWebApp } from '@plaza/web-app';
import type { Page } from 'playwright-core';
import { findingsOf } from '#test/support/people/panel-findings.ts';
import type { Person, World } from '#test/support/world.ts';

/** The web app of a world with demo people, who pay by the cards of the sandbox, until the end of the test. */
export async function serveDemo(
  t: Pick<TestContext, 'after'>,
  world: World,
  people: readonly Person[],
): Promise<string> {
  const failures: unknown[] = [];
  const app = await serveWebApp({
    host: '127.0.0.1',
    port: 0,
    api: { httpUrl: world.url, wsUrl: world.url.replace('http', 'ws') },
    callServerUrl: null,
    demoPeople: async () => people.map(({ username, email, password }) => ({ username, email, password })),
    onFailure: (error) => failures.push(error),
  });
  t.after(async () => {
    await app.close();
    assert.deepEqual(failures, []);
  });
  return app.url;
}

/** Looks at a screen in light and in dark for what keeps people from using it. */
export async function assertAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    assert.deepEqual(await findingsOf(page), [], `${page.url()} in ${colorScheme}`);
  }
}

/** Saves a card of the sandbox in the dialog of a payment; the bank asks for this one. */
export async function addAskingCard(page: Page): Promise<void> {
  await page.getByRole('button', { name: '•••• 3184 the bank asks' }).click();
  await page.getByRole('button', { name: 'Yes, it is me' }).click();
  await page.getByRole('radio', { name: 'Visa •••• 3184' }).waitFor();
}
