import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverAudits } from 'graphql-http';
import { PRODUCTION_ENV } from '#test/support/production-env.ts';
import { testWorld } from '#test/support/world.ts';

/** Notices about operations by GET, which this API deliberately refuses. */
const GET_NOTICES = ['notice 5A70', 'notice 6A70', 'notice D6D5'];

test('both endpoints pass every audit of GraphQL over HTTP except operations by GET', async (t) => {
  const world = await testWorld(t);
  for (const url of [world.url, world.adminUrl]) {
    const complaints: string[] = [];
    for (const audit of serverAudits({ url })) {
      const result = await audit.fn();
      if (result.status !== 'ok') complaints.push(`${result.status} ${audit.id}`);
    }
    assert.deepEqual(complaints.toSorted(), GET_NOTICES, url);
  }
});

test('a large answer is compressed for clients that accept it, and outside production every origin is allowed', async (t) => {
  const world = await testWorld(t);
  const ask = (headers: Record<string, string>) =>
    fetch(world.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://front.example', ...headers },
      body: JSON.stringify({ query: '{ __schema { types { name description } } }' }),
    });
  const compressed = await ask({ 'accept-encoding': 'gzip' });
  assert.equal(compressed.headers.get('content-encoding'), 'gzip');
  assert.equal(compressed.headers.get('access-control-allow-origin'), '*');
  assert.equal(compressed.headers.get('access-control-allow-credentials'), null);
  const plain = await ask({ 'accept-encoding': 'identity' });
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.equal(await compressed.text(), await plain.text());
});

test('only configured origins are allowed once any is configured', async (t) => {
  const world = await testWorld(t, { env: { CORS_ORIGINS: 'https://front.example, https://admin.example' } });
  const allowed = async (origin: string): Promise<string | null> => {
    const response = await fetch(world.url, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    return response.headers.get('access-control-allow-origin');
  };
  assert.equal(await allowed('https://admin.example'), 'https://admin.example');
  assert.equal(await allowed('https://evil.example'), null);
});

test('any header may come from an allowed origin, and none from another', async (t) => {
  const world = await testWorld(t, { env: { CORS_ORIGINS: 'https://front.example' } });
  const headers = 'authorization,content-type,traceparent,sentry-trace,apollographql-client-name';
  const allowed = async (origin: string) => {
    const response = await fetch(world.url, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': headers,
      },
    });
    const allows = (name: string) => response.headers.get(`access-control-allow-${name}`);
    return [allows('origin'), allows('origin') && allows('headers')];
  };
  assert.deepEqual(await allowed('https://front.example'), ['https://front.example', headers]);
  assert.deepEqual(await allowed('https://evil.example'), [null, null]);
  const answer = await fetch(world.url, { method: 'POST', headers: { origin: 'https://front.example' } });
  assert.equal(answer.headers.get('access-control-expose-headers'), 'retry-after, date, x-request-id');
});

test('the hash of a document without the document is answered so that clients send the document', async (t) => {
  const world = await testWorld(t);
  const persistedQuery = { version: 1, sha256Hash: 'ab'.repeat(32) };
  for (const url of [world.url, world.adminUrl]) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ operationName: 'Feed', variables: {}, extensions: { persistedQuery } }),
    });
    assert.deepEqual(
      [response.status, await response.json()],
      [
        200,
        {
          errors: [
            {
              message: 'PersistedQueryNotSupported: send the document in `query`.',
              extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' },
            },
          ],
        },
      ],
    );
  }
});

test('an answer tells its statements and milliseconds when it is asked to, outside production alone', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const document = '{ user(username: "ada") { displayName } hashtag(name: "none") { name } }';
  const statements = await world.statementsOf(() => ada.ask(document));
  const { data, extensions } = await ada.ask(document, {}, { 'x-include-work': '1', 'x-include-cost': '1' });
  assert.deepEqual(data, { user: { displayName: 'ada' }, hashtag: null });
  assert.deepEqual(Object.keys(extensions), ['cost', 'work']);
  assert.equal(extensions.work.statements, statements);
  assert.ok(extensions.work.milliseconds > 0);
  assert.equal((await ada.ask(document)).extensions, undefined);

  const production = await testWorld(t, { env: PRODUCTION_ENV });
  const body = JSON.stringify({ query: '{ __typename }' });
  const headers = { 'content-type': 'application/json', 'x-include-work': '1' };
  const answer = await fetch(production.url, { method: 'POST', headers, body });
  assert.deepEqual(await answer.json(), { data: { __typename: 'Query' } });
});
