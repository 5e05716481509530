import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { chromium } from 'playwright-core';
import { testWorld } from '#test/support/world.ts';

const CHROMIUM = '/usr/bin/chromium';
const browserTest = {
  skip: existsSync(CHROMIUM) ? false : `SKIPPED: there is no ${CHROMIUM} on this machine`,
};

test(
  'the explorer runs queries on both endpoints in a browser without access to other hosts',
  browserTest,
  async (t) => {
    const world = await testWorld(t);
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    t.after(() => browser.close());
    for (const [url, answer] of [
      [world.url, '"exploreFeed": {'],
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
  },
);

test('what the explorer of one endpoint keeps does not show in the other one', browserTest, async (t) => {
  const world = await testWorld(t);
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  t.after(() => browser.close());
  const page = await browser.newPage();
  const token = JSON.stringify({ Authorization: 'Bearer of-an-admin' });
  await page.goto(world.adminUrl);
  await page.locator('[aria-label="Headers"]').first().click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(token);
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('of-an-admin'));
  await page.goto(world.url);
  await page.getByRole('button', { name: /execute query/i }).waitFor();
  assert.equal(
    await page.evaluate(() => localStorage.getItem('graphiql:tabState')?.includes('of-an-admin') ?? false),
    false,
  );
  await page.goto(world.adminUrl);
  await page.getByRole('button', { name: /execute query/i }).waitFor();
  assert.equal(
    await page.evaluate(() => localStorage.getItem('graphiql:tabState')?.includes('of-an-admin') ?? false),
    true,
  );
});

test('a browser that has the explorer is not sent it again', async (t) => {
  const world = await testWorld(t);
  const first = await fetch(world.url, { headers: { accept: 'text/html' } });
  const etag = first.headers.get('etag') ?? '';
  assert.match(etag, /^W\/"[\w-]{43}"$/);
  const again = await fetch(world.url, { headers: { accept: 'text/html', 'if-none-match': etag } });
  assert.deepEqual([again.status, await again.text()], [304, '']);
});

test(
  'a subscription in the explorer shows an arriving message, with the token from its headers',
  browserTest,
  async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    const { startConversation } = await ada.do(
      'mutation ($id: ID!) { startConversation(input: { userIds: [$id] }) { conversation { id } errors { code } } }',
      { id: ben.id },
    );
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    t.after(() => browser.close());
    const page = await browser.newPage();
    const acknowledged = new Promise<void>((resolve) => {
      page.on('websocket', (socket) => {
        socket.on('framereceived', ({ payload }) => {
          if (String(payload).includes('connection_ack')) resolve();
        });
      });
    });
    const document = 'subscription { messageAdded { message { text } } }';
    await page.goto(`${world.url}?query=${encodeURIComponent(document)}`);
    await page.locator('[aria-label="Headers"]').first().click();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(JSON.stringify({ Authorization: `Bearer ${ben.token}` }));
    // The editor closes brackets and quotes automatically, after the typed ones.
    await page.keyboard.press('Delete');
    await page.keyboard.press('Delete');
    await page.waitForFunction(
      (token) => localStorage.getItem('graphiql:tabState')?.includes(token),
      String(ben.token),
    );
    await page.getByRole('button', { name: /execute query/i }).click();
    await acknowledged;
    // The page does not show when the server has its subscription, so messages are sent until one appears.
    const shown = page.getByText('Hello, explorer').first();
    for (let tries = 1; tries <= 10 && !(await shown.isVisible()); tries += 1) {
      await ada.do(
        'mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Hello, explorer" }) { errors { code } } }',
        { id: startConversation.conversation.id },
      );
      await shown.waitFor({ timeout: 1_000 }).catch(() => undefined);
    }
    assert.ok(await shown.isVisible());
  },
);
