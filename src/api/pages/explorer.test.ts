import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { post, startToyServer } from '#test/support/transport/toy-server.ts';
import { createExplorer } from './explorer.ts';

const explorer = createExplorer({
  title: 'Toy <1>',
  path: '/web/graphql',
  tabs: [{ query: '{ hello }' }],
  takesFiles: false,
  session: { login: 'mutation { login }', refresh: 'mutation { refresh }', logout: 'mutation { logout }' },
});

test("a browser GET at the endpoint's path returns the explorer", async (t) => {
  const server = await startToyServer(t, { explorer });
  const response = await fetch(server.url, { headers: { accept: 'text/html,*/*' } });
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  const html = await response.text();
  assert.match(html, /<title>Toy &lt;1&gt;<\/title>/);
  assert.doesNotMatch(html, /<(script|link)[^>]+(src|href)=["']?https?:/);
  assert.equal((await post(server, { query: '{ hello }' })).status, 200);
});

test('the explorer runs its own scripts alone, and connects to its own origin alone', async (t) => {
  const server = await startToyServer(t, { explorer });
  const { headers } = await fetch(server.url, { headers: { accept: 'text/html' } });
  const policy = headers.get('content-security-policy') ?? '';
  const hash = "'sha256-[A-Za-z0-9+/]{43}='";
  assert.match(policy, new RegExp(`; script-src (${hash} ){4}blob:;`));
  assert.match(policy, /; connect-src 'self';/);
});

test('the explorer is compressed once and sent to clients that accept the encoding', async (t) => {
  const server = await startToyServer(t, { explorer });
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip' };
  const { rawPayload, headers: sent } = await server.fastify.inject({ url: '/web/graphql', headers });
  assert.equal(sent['content-encoding'], 'gzip');
  assert.match(gunzipSync(rawPayload).toString(), /<title>Toy &lt;1&gt;<\/title>/);
});
