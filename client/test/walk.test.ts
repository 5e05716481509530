import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { chromium, type Page, type WebSocketRoute } from 'playwright-core';
import sharp from 'sharp';
import { publish } from '../../test/support/content/hashtags.ts';
import { type Person, testWorld, type World } from '../../test/support/world.ts';
import { GENERATORS, installedProject, type Project, run } from './support/project.ts';
import { snippetsOf } from './support/snippets.ts';

const CHROMIUM = '/usr/bin/chromium';
const VITE = { module: 'esnext', moduleResolution: 'bundler', jsx: 'react-jsx', types: ['vite/client'] };
const WRONG_BY_MS = -30 * 60_000;

test(
  'the application of the README runs in a browser: feed, post, upload, messages, over a cut socket, a wrong clock and an expired token',
  { skip: existsSync(CHROMIUM) ? false : `SKIPPED: there is no ${CHROMIUM} on this machine` },
  async (t) => {
    const project = await installedProject(t, GENERATORS.vite);
    if (!project) return;
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    for (const text of ['one', 'two', 'three']) await publish(ada, text);
    const url = await servedApplication(t, project, world);
    const { page, feeds, sockets } = await openPage(t, url, world);

    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('three').click();
    await page.locator('h1', { hasText: /^2\d{3}-/ }).waitFor();
    assert.equal(await page.locator('p').count(), 2);
    assert.equal(feeds.length, 1);

    const size = await uploadPicture(page);
    const bar = page.locator('progress');
    const [sent, total] = [await bar.getAttribute('value'), await bar.getAttribute('max')].map(Number);
    assert.deepEqual([sent, size < Number(total)], [total, true]);

    await assertHearsAll(page, sockets, ada, ben);

    world.clock.advance('16m');
    await page.getByRole('button', { name: 'More' }).click();
    await page.locator('p', { hasText: 'one' }).waitFor();
    assert.deepEqual(await page.locator('p').allTextContents(), ['three', 'two', 'one']);
    await page.reload();
    await page.getByText('three').waitFor();
  },
);

/** Builds the application with its types checked. @returns where it is served */
async function servedApplication(t: TestContext, project: Project, world: World): Promise<string> {
  const code = (await snippetsOf('client/README.md')).get('main.tsx') ?? '';
  const lines = code.split('\n').filter((line) => line !== '');
  assert.ok(lines.length < 40, `the application has ${lines.length} lines`);
  await project.write('main.tsx', code);
  await project.write(
    'index.html',
    '<!doctype html><body><script type="module" src="/main.tsx"></script></body>',
  );
  await project.write('.env', `VITE_GRAPHQL_URL=${world.url}\n`);
  assert.equal(await project.typeErrors(['main.tsx'], VITE), '');
  await run('npx', ['vite', 'build', '--logLevel', 'error'], { cwd: project.directory });
  const server = createServer((request, response) => {
    const file = request.url?.startsWith('/assets/') ? request.url : '/index.html';
    void readFile(path.join(project.directory, 'dist', file)).then((content) => {
      response.setHeader('content-type', file.endsWith('.js') ? 'text/javascript' : 'text/html').end(content);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

/** Opens the application on a device with a wrong clock; records its requests for the feed, and its sockets. */
async function openPage(t: TestContext, url: string, world: World) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  t.after(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(20_000);
  await page.addInitScript(`{ const now = Date.now; Date.now = () => now() + ${WRONG_BY_MS}; }`);
  const feeds: string[] = [];
  page.on('request', (request) => {
    const body = request.postData() ?? '';
    if (body.includes('query Feed')) feeds.push(body);
  });
  const sockets: WebSocketRoute[] = [];
  await page.routeWebSocket(world.url.replace('http', 'ws'), (socket) => {
    sockets.push(socket);
    socket.connectToServer();
  });
  await page.goto(url);
  return { page, feeds, sockets };
}

/** @returns the size of the uploaded file */
async function uploadPicture(page: Page): Promise<number> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const image = sharp({ create: { width: 800, height: 600, channels: 3, background: 'grey', noise } });
  const buffer = await image.png().toBuffer();
  const answered = page.waitForResponse(
    (response) => response.request().headers()['content-type']?.startsWith('multipart/') ?? false,
  );
  await page.locator('input').setInputFiles({ name: 'noise.png', mimeType: 'image/png', buffer });
  const { data } = (await (await answered).json()) as {
    data: { uploadMedia: { media: { width: number } } };
  };
  assert.equal(data.uploadMedia.media.width, 800);
  return buffer.length;
}

/** Sends a message, cuts the socket, and sends another one while the page has none. */
async function assertHearsAll(
  page: Page,
  sockets: readonly WebSocketRoute[],
  ada: Person,
  ben: Person,
): Promise<void> {
  const { startConversation } = await ben.do(
    'mutation ($id: ID!) { startConversation(input: { userIds: [$id] }) { conversation { id } errors { code } } }',
    { id: ada.id },
  );
  const send = (text: string) =>
    ben.do('mutation ($input: SendMessageInput!) { sendMessage(input: $input) { errors { code } } }', {
      input: { conversationId: startConversation.conversation.id, text },
    });
  await send('Are you there?');
  await page.locator('output', { hasText: 'Are you there?' }).waitFor();
  const opened = sockets.length;
  await sockets.at(-1)?.close({ code: 4499, reason: 'cut' });
  await send('And now?');
  await page.locator('output', { hasText: 'And now?' }).waitFor();
  assert.equal(sockets.length, opened + 1);
}
