import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { chromium } from 'playwright-core';
import { createExplorer } from '#api/explorer.ts';
import { post, startToyServer } from '#test/support/toy-server.ts';

const CHROMIUM = '/usr/bin/chromium';
const browserTest = {
  skip: existsSync(CHROMIUM) ? false : `SKIPPED: there is no ${CHROMIUM} on this machine`,
};

const explorer = createExplorer({
  title: 'Toy',
  subscriptionsPath: '/web/graphql',
  defaultQuery: '{ hello }',
});

test("a browser GET at the endpoint's path returns the explorer", async (t) => {
  const server = await startToyServer(t, { explorer });
  const response = await fetch(server.url, { headers: { accept: 'text/html,*/*' } });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  const html = await response.text();
  assert.match(html, /<title>Toy<\/title>/);
  assert.match(html, /"subscriptionsEndpoint":"\/web\/graphql"/);
  assert.doesNotMatch(html, /<(script|link)[^>]+(src|href)=["']?https?:/);
  assert.equal((await post(server, { query: '{ hello }' })).status, 200);
});

test('the explorer is compressed once and sent to clients that accept the encoding', async (t) => {
  const server = await startToyServer(t, { explorer });
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip' };
  const { rawPayload, headers: sent } = await server.fastify.inject({ url: '/web/graphql', headers });
  assert.equal(sent['content-encoding'], 'gzip');
  assert.match(gunzipSync(rawPayload).toString(), /<title>Toy<\/title>/);
});

test('the explorer works in a browser without requests to any other host', browserTest, async (t) => {
  const server = await startToyServer(t, { explorer });
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  t.after(() => browser.close());
  const page = await browser.newPage();
  const hosts = new Set<string>();
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url());
    if (protocol.startsWith('http') || protocol.startsWith('ws')) hosts.add(host);
  });
  await page.goto(server.url);
  await page.getByRole('button', { name: /execute query/i }).click();
  await page.getByText('hello world').waitFor({ timeout: 15_000 });
  assert.deepEqual([...hosts], [new URL(server.url).host]);
});
