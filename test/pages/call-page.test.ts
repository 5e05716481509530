import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { until } from '#test/support/processes.ts';
import { testWorld, type World } from '#test/support/world.ts';

/** A world as the first start leaves it, with a note of two people. */
async function firstWorld(t: TestContext, env: Record<string, string> = {}): Promise<World> {
  const world = await testWorld(t, {
    env: { TRUSTED_PROXIES: '0', CALL_SERVER: 'embedded', CALL_SERVER_PORTS: '46000-46999', ...env },
  });
  const users = [];
  for (const name of ['nora', 'mateo.ruiz']) {
    const { username, email, password } = await world.user(name);
    users.push({ username, email, password });
  }
  await writeFile(path.join(world.dataDir, 'first-run.json'), JSON.stringify({ admin: null, users }));
  return world;
}

const pageOf = (world: World): string => new URL('/call', world.url).href;

/** A tab of a browser of its own person, and what the policy of its page refuses. */
async function tabOf(t: TestContext, browser: Browser, world: World, violations: string[]): Promise<Page> {
  const context = await browser.newContext();
  t.after(() => context.close());
  const tab = await context.newPage();
  tab.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  await tab.goto(new URL('/', world.url).href);
  await tab.getByRole('link', { name: 'Call between two tabs' }).click();
  return tab;
}

/** Pictures that a tab has shown of the other person. */
const shownIn = (tab: Page): Promise<number> =>
  tab
    .locator('#other')
    .evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames);

test(
  'two people of the demo world call each other from two tabs by clicks, see each other and hang up',
  { skip: WITHOUT_CHROMIUM },
  async (t) => {
    const world = await firstWorld(t);
    const browser = await openBrowser();
    t.after(() => browser.close());
    const violations: string[] = [];
    const [first, second] = [
      await tabOf(t, browser, world, violations),
      await tabOf(t, browser, world, violations),
    ];
    await first.getByRole('button', { name: 'Be Nora' }).click();
    await first.getByText('You are nora. Nobody calls.').waitFor();
    await second.getByRole('button', { name: 'Be Mateo' }).click();
    await second.getByText('You are mateo.ruiz. Nobody calls.').waitFor();

    await first.getByRole('button', { name: 'Call', exact: true }).click();
    await first.getByText('It rings at Mateo’s.').waitFor();
    await second.getByText('Nora calls.').waitFor();
    await second.getByRole('button', { name: 'Accept' }).click();
    await first.getByText('You are in a call with Mateo.').waitFor();
    await second.getByText('You are in a call with Nora.').waitFor();
    await until(
      async () => (await shownIn(first)) > 20 && (await shownIn(second)) > 20,
      'both see each other',
    );

    await second.getByRole('button', { name: 'Hang up' }).click();
    for (const tab of [first, second]) await tab.getByText('Nobody calls.').waitFor();
    await first.getByRole('button', { name: 'Call', exact: true }).click();
    await second.getByRole('button', { name: 'Decline' }).click();
    for (const tab of [first, second]) {
      await tab.getByText('Nobody calls.').waitFor();
      assert.equal(await tab.locator('#problem').innerText(), '');
    }
    assert.deepEqual(violations, []);
  },
);

test('the page of calls signs nobody in but people of the note, and is not there for others', async (t) => {
  const world = await firstWorld(t);
  const { origin } = new URL(world.url);
  const open = (name: string) =>
    fetch(`${origin}/open-as/user/${name}`, { method: 'POST', headers: { origin } });
  const nora = await open('nora');
  const { session } = (await nora.json()) as { session: { account: { name: string } } };
  assert.deepEqual([nora.status, session.account.name], [200, 'nora']);
  await world.user('ada');
  for (const name of ['ada', 'nobody', 'admin']) assert.equal((await open(name)).status, 404, name);
  const headers = { accept: 'text/html', 'x-forwarded-for': '203.0.113.9' };
  assert.equal((await fetch(pageOf(world), { headers })).status, 404);
  assert.equal((await fetch(pageOf(world), { headers: { accept: 'text/html' } })).status, 200);

  const closed = await firstWorld(t, { DEMO: 'off' });
  assert.equal((await fetch(pageOf(closed), { headers: { accept: 'text/html' } })).status, 404);
});
