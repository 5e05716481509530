import assert from 'node:assert/strict';
import { after, before, suite, test, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { createActor } from '#test/support/actor.ts';
import { openBrowser, WITHOUT_CHROMIUM } from '#test/support/calls/call-pages.ts';
import { publish } from '#test/support/content/hashtags.ts';
import { testDatabase } from '#test/support/database.ts';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { follow } from '#test/support/people/people.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { tcpProxy } from '#test/support/transport/tcp-proxy.ts';
import { openAppAs, serveApp } from '#test/support/web-app/app-tab.ts';
import { hasValue } from '#test/support/web-app/fields.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { register, testWorld } from '#test/support/world.ts';
import { dataFolder, plaza } from '../../start/plaza-process.ts';

const BACK_MS = 5_000;

const linesOf = (page: Page): Promise<string[]> =>
  page.getByRole('log').locator('.bubble .rich-text').allInnerTexts();

async function write(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
}

/** Waits until the conversation has these lines, each once and in their order, for no longer than a return may take. */
async function isBack(t: TestContext, page: Page, lines: readonly string[]): Promise<void> {
  const startedMs = performance.now();
  const isOver = (): boolean => performance.now() - startedMs > whenBusy(BACK_MS);
  while (!isDeepStrictEqual(await linesOf(page), lines) && !isOver());
  t.diagnostic(`back after ${Math.round(performance.now() - startedMs)} ms`);
  assert.deepEqual(await linesOf(page), lines);
  await page.getByText('Sending…').first().waitFor({ state: 'detached' });
  assert.deepEqual(await linesOf(page), lines);
}

suite('what the web app stands', { skip: WITHOUT_CHROMIUM }, () => {
  let browser: Browser;
  before(async () => {
    browser = await openBrowser();
  });
  after(() => browser.close());

  test('after a minute without a network and ten asleep everything is there once and in order, and nothing written is lost', async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    await follow(ben, ada);
    const id = await startWith(ada, ben);
    const postId = await publish(ada, 'Look at my garden');
    await say(ada, id, 'One');
    const { hostname, port } = new URL(world.url);
    const network = await tcpProxy(t, { hostname, port: Number(port) });
    const appUrl = await serveApp(t, { ...world, url: `http://127.0.0.1:${network.port}/web/graphql` });
    const { page } = await openAppAs(t, browser, { appUrl, person: ben, at: '/' });
    await page.clock.install();
    await page.goto(`${appUrl}/messages/${id}`);
    await page.getByRole('log').getByText('One').waitFor();
    await page.locator('.offline-bar').waitFor({ state: 'detached' });

    await network.cut();
    await say(ada, id, 'Two');
    await say(ada, id, 'Three');
    await write(page, 'Written without a network');
    await page.getByRole('textbox', { name: 'Message' }).fill('Half a thought');
    await page.clock.fastForward('01:00');
    await page.locator('.offline-bar').waitFor();
    await network.restore();
    await isBack(t, page, ['One', 'Two', 'Three', 'Written without a network']);
    await page.locator('.offline-bar').waitFor({ state: 'detached' });
    await hasValue(page.getByRole('textbox', { name: 'Message' }), 'Half a thought');

    // Connections that died while the lid was closed do not say so; timers come late, and each once.
    network.silence();
    await say(ada, id, 'Four');
    await say(ada, id, 'Five');
    await page.clock.fastForward('10:00');
    await isBack(t, page, ['One', 'Two', 'Three', 'Written without a network', 'Four', 'Five']);
    await hasValue(page.getByRole('textbox', { name: 'Message' }), 'Half a thought');

    await page.goto(`${appUrl}/posts/${postId}`);
    await page.getByRole('textbox', { name: 'Write a comment' }).fill('So gr');
    await network.cut();
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('alert').first().waitFor();
    await network.restore();
    await page.reload();
    const comment = page.getByRole('textbox', { name: 'Write a comment' });
    await hasValue(comment, 'So gr');
    await comment.fill('So green');
    await page.keyboard.press('Control+Enter');
    await page.getByRole('article', { name: 'Comment by ben' }).getByText('So green').waitFor();
    await hasValue(comment, '');
  });

  test('after a server that was killed is started again everything goes on, and nothing written is lost', async (t) => {
    const { connectionString } = await testDatabase(t);
    const [port, opsPort] = [await freePort(), await freePort()];
    const env = {
      DATABASE_URL: connectionString,
      DATA_DIR: await dataFolder(t),
      DEMO: 'off',
      WEB_APP: 'off',
      PORT: String(port),
      OPS_PORT: String(opsPort),
    };
    const start = async () => {
      const server = plaza(t, { args: ['serve'], env });
      await server.ready();
      return server;
    };
    const server = await start();
    const url = `http://127.0.0.1:${port}/web/graphql`;
    const person = (username: string) =>
      register(createActor(url, { token: null, onEnd: (end) => t.after(end) }), {
        username,
        connectionString,
      });
    const [ada, ben] = [await person('ada'), await person('ben')];
    const id = await startWith(ada, ben);
    await say(ada, id, 'One');
    const appUrl = await serveApp(t, { url });
    const { page } = await openAppAs(t, browser, { appUrl, person: ben, at: `/messages/${id}` });
    await page.getByRole('log').getByText('One').waitFor();

    server.kill('SIGKILL');
    await server.exited;
    await write(page, 'Written to nobody');
    await page.getByRole('textbox', { name: 'Message' }).fill('Half a thought');
    await page.locator('.offline-bar').waitFor();
    await start();
    await isBack(t, page, ['One', 'Written to nobody']);
    await say(ada, id, 'Two');
    await isBack(t, page, ['One', 'Written to nobody', 'Two']);
    await hasValue(page.getByRole('textbox', { name: 'Message' }), 'Half a thought');
  });
});
