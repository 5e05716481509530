import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WebSocket } from 'ws';
import { testWorld } from '#test/support/world.ts';

test('with ADMIN_PORT the admin endpoint is on a listener of its own, and nowhere else', async (t) => {
  const world = await testWorld(t, { env: { ADMIN_PORT: '0' } });
  const publicOrigin = new URL(world.url).origin;
  const adminOrigin = new URL(world.adminUrl).origin;
  assert.notEqual(publicOrigin, adminOrigin);

  const admin = await world.admin();
  assert.match((await admin.do('{ adminMe { email } }')).adminMe.email, /@example\.com$/);
  const ada = await world.user('ada');
  assert.equal((await ada.do('{ me { user { username } } }')).me.user.username, 'ada');

  const introspection = '{ __schema { queryType { name } } }';
  for (const url of [`${publicOrigin}/admin/graphql`, `${adminOrigin}/web/graphql`, `${adminOrigin}/`]) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: introspection }),
    });
    assert.equal(response.status, 404, url);
    assert.equal((await response.json()).errors[0].extensions.code, 'NOT_FOUND', url);
  }

  const socket = new WebSocket(`${adminOrigin.replace('http', 'ws')}/web/graphql`, 'graphql-transport-ws');
  const refused = await new Promise<number | undefined>((resolve) => {
    socket.once('unexpected-response', (_request, { statusCode }) => resolve(statusCode));
    socket.once('error', () => undefined);
  });
  socket.terminate();
  assert.equal(refused, 404);
});

test('without ADMIN_PORT both endpoints are on the public listener', async (t) => {
  const world = await testWorld(t);
  assert.equal(new URL(world.url).origin, new URL(world.adminUrl).origin);
  const admin = await world.admin();
  assert.match((await admin.do('{ adminMe { email } }')).adminMe.email, /@example\.com$/);
});
