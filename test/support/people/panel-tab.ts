import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { servePanel } from '@plaza/admin-panel';
import type { Browser, Page } from 'playwright-core';
import type { AdminRole } from '#domains/identity/admins/admins.types.ts';
import type { Actor } from '#test/support/actor.ts';
import { ADMIN_PASSWORD, ownAddress } from '#test/support/people/admin-factors.ts';
import { WAIT_MS } from '#test/support/web-app/app-tab.ts';
import type { World } from '#test/support/world.ts';

const BUILD_TIMEOUT_MS = 120_000;

export type Watched = {
  readonly page: Page;
  readonly panelUrl: string;
  readonly problems: string[];
  readonly origins: Set<string>;
};

/** A tab at the panel of a world, in which nothing goes wrong and no other origin is asked unnoticed. */
export async function openPanel(t: TestContext, browser: Browser, world: World): Promise<Watched> {
  const failures: unknown[] = [];
  const panel = await servePanel({
    host: '127.0.0.1',
    port: 0,
    apiUrl: world.adminUrl,
    onFailure: (error) => failures.push(error),
  });
  t.after(() => panel.close());
  const context = await browser.newContext({ locale: 'en-GB' });
  t.after(() => context.close());
  context.setDefaultTimeout(WAIT_MS);
  const page = await context.newPage();
  const problems: string[] = [];
  const origins = new Set<string>();
  page.on('request', (request) => origins.add(new URL(request.url()).origin));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  // The first request of a clone builds the files.
  await page.goto(panel.url, { timeout: BUILD_TIMEOUT_MS });
  assert.deepEqual(failures, []);
  return { page, panelUrl: panel.url, problems, origins };
}

/** Enters the first factor of an admin of a test. */
export const signInAs = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(ADMIN_PASSWORD);
  await page.keyboard.press('Enter');
};

export type AdminTab = Pick<Watched, 'page' | 'problems'> & {
  /** The same admin at the API. */
  readonly admin: Actor;
  /** Opens a page by its name in the bar. */
  readonly open: (name: string) => Promise<void>;
};

type TabOptions = { browser: Browser; world: World; at: string; role?: AdminRole };

/** An admin at one page of the panel, by default an owner. */
export async function adminTab(
  t: TestContext,
  { browser, world, at, role = 'OWNER' }: TabOptions,
): Promise<AdminTab> {
  const admin = await world.admin({ role });
  const { page, problems } = await openPanel(t, browser, world);
  await signInAs(page, await ownAddress(admin));
  const open = async (name: string): Promise<void> => {
    await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
  };
  await open(at);
  return { admin, page, problems, open };
}

/** Gives the reason in an open dialog and does its act. */
export async function actWithReason(page: Page, action: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason, for other admins').fill(reason);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}
