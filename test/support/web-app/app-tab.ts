import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { serveWebApp } from '@plaza/web-app';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Person, World } from '#test/support/world.ts';

const BUILD_TIMEOUT_MS = 120_000;
/** Without the column at the side, which shows the same people and hashtags as other screens. */
const NARROW = { width: 1_100, height: 800 };

export type AppTab = {
  readonly page: Page;
  readonly appUrl: string;
  /** Warnings of the console, errors of scripts and refusals of the content security policy. */
  readonly problems: string[];
  readonly origins: Set<string>;
};

/** The web app of a world on a port of its own, until the end of the test. */
export async function serveApp(t: Pick<TestContext, 'after'>, world: Pick<World, 'url'>): Promise<string> {
  const failures: unknown[] = [];
  const app = await serveWebApp({
    host: '127.0.0.1',
    port: 0,
    api: { httpUrl: world.url, wsUrl: world.url.replace('http', 'ws') },
    callServerUrl: null,
    demoPeople: async () => [],
    onFailure: (error) => failures.push(error),
  });
  t.after(async () => {
    await app.close();
    assert.deepEqual(failures, []);
  });
  return app.url;
}

/** Maximum time of a step of a story: most take a second, and half a minute beside other tests on a slow machine. */
export const WAIT_MS = 60_000;

/** A tab with storage of its own, that is: somebody's browser. */
export async function openTab(
  t: Pick<TestContext, 'after'>,
  browser: Browser,
  appUrl: string,
  options: BrowserContextOptions = {},
): Promise<AppTab> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: NARROW, ...options });
  t.after(() => context.close());
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  const origins = new Set<string>();
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'blob:' && protocol !== 'data:') origins.add(origin);
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  return { page, appUrl, problems, origins };
}

/** A person's tab of the app, signed in and at a screen: the feed unless another one is given. */
export async function openAppAs(
  t: Pick<TestContext, 'after'>,
  browser: Browser,
  {
    appUrl,
    person,
    at = '/',
    ...options
  }: { appUrl: string; person: Person; at?: string } & BrowserContextOptions,
): Promise<AppTab> {
  const tab = await openTab(t, browser, appUrl, options);
  const { page } = tab;
  // The first request of a clone builds the files.
  await page.goto(`${appUrl}/sign-in?to=${encodeURIComponent(at)}`, { timeout: BUILD_TIMEOUT_MS });
  await page.getByLabel('E-mail address').fill(person.email);
  await page.getByLabel('Password').fill(person.password);
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  return tab;
}
