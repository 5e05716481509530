import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { gql } from '@apollo/client';
import { WebSocket as WsWebSocket } from 'ws';
import { createSocialClient } from '../src/client.ts';
import type { SocialClient, SocialClientOptions } from '../src/client.ts';
import type { TokenOptions } from '../src/access-token.ts';
import { startToyServer } from './server.ts';
import type { SeenRequest, ToyServer } from './server.ts';

const FEED = gql`
  query Feed {
    feed {
      nodes {
        id
      }
    }
  }
`;
const UPLOAD = gql`
  mutation Upload($file: Upload) {
    upload(file: $file)
  }
`;
const MESSAGE_ADDED = gql`
  subscription MessageAdded($after: String) {
    messageAdded(after: $after) {
      cursor
      text
    }
  }
`;

test('a request sends the bearer token, and an empty header without one', async (t) => {
  let token: string | null = 'token-of-alice';
  const { client, server } = await connect(t, { getToken: () => token });

  await client.apollo.query({ query: FEED });
  token = null;
  await client.apollo.query({ query: FEED, fetchPolicy: 'network-only' });

  assert.deepEqual(
    server.requests.map((request) => request.authorization),
    ['Bearer token-of-alice', ''],
  );
});

test('a file in the variables makes a multipart request, other requests are JSON', async (t) => {
  const { client, server } = await connect(t, { getToken: () => 'token-of-alice' });

  const stored = await client.apollo.mutate({
    mutation: UPLOAD,
    variables: { file: new File(['hello'], 'hello.txt', { type: 'text/plain' }) },
  });
  const plain = await client.apollo.mutate({ mutation: UPLOAD, variables: { file: null } });

  assert.deepEqual(stored.data, { upload: 'stored' });
  assert.deepEqual(plain.data, { upload: 'nothing to store' });
  const [multipart, json] = server.requests;
  assert.equal(json?.contentType, 'application/json');
  assert.equal(multipart?.contentType, 'multipart/form-data');
  assert.equal(multipart.authorization, 'Bearer token-of-alice');
  assert.ok(multipart.form);
  assert.deepEqual([...multipart.form.keys()], ['operations', 'map', '1']);
  assert.deepEqual(mapOf(multipart), { 1: ['variables.file'] });
  const file = multipart.form.get('1');
  assert.ok(file instanceof File);
  assert.deepEqual([file.name, file.type, await file.text()], ['hello.txt', 'text/plain', 'hello']);
});

test('a file deep in a list of inputs is found', async (t) => {
  const { client, server } = await connect(t, { getToken: () => null });

  await client.apollo.mutate({
    mutation: UPLOAD,
    variables: { file: { media: [{ alt: 'nothing' }, { content: new Blob(['deep']) }] } },
  });

  assert.deepEqual(mapOf(server.requests[0]), {
    1: ['variables.file.media.1.content'],
  });
});

test('a subscription uses only the socket and resumes after it was closed with a fresh token', async (t) => {
  let token = 'first-token';
  const { client, server } = await connect(t, { getToken: () => token });
  const texts: unknown[] = [];
  client.apollo.subscribe({ query: MESSAGE_ADDED }).subscribe(({ data }) => texts.push(data));
  await until(() => server.subscriptions.length === 1);

  server.emit({ cursor: 'c1', text: 'one' });
  server.emit({ cursor: null, text: 'not in the log' });
  await until(() => texts.length === 2);
  token = 'second-token';
  server.expireSockets();
  await until(() => server.subscriptions.length === 2);
  server.emit({ cursor: 'c2', text: 'two' });
  await until(() => texts.length === 3);

  assert.deepEqual(server.subscriptions, [{ after: null }, { after: 'c1' }]);
  assert.deepEqual(server.connections, [
    { authorization: 'Bearer first-token' },
    { authorization: 'Bearer second-token' },
  ]);
  assert.deepEqual(
    texts.map((data) => (data as { messageAdded: { text: string } }).messageAdded.text),
    ['one', 'not in the log', 'two'],
  );
  assert.deepEqual(server.requests, []);
});

test('`reconnect` opens the socket again as the current user', async (t) => {
  let token: string | null = null;
  const { client, server } = await connect(t, { getToken: () => token, webSocket: WsWebSocket });
  client.apollo.subscribe({ query: MESSAGE_ADDED }).subscribe(() => undefined);
  await until(() => server.subscriptions.length === 1);

  token = 'token-of-bob';
  client.reconnect();
  await until(() => server.subscriptions.length === 2);

  assert.deepEqual(server.connections, [
    { authorization: undefined },
    { authorization: 'Bearer token-of-bob' },
  ]);
});

test('a subscription with an initial cursor restarts there until an event moves it', async (t) => {
  const { client, server } = await connect(t, { getToken: () => 'token-of-alice' });
  client.apollo.subscribe({ query: MESSAGE_ADDED, variables: { after: 'c0' } }).subscribe(() => undefined);
  await until(() => server.subscriptions.length === 1);

  server.expireSockets();
  await until(() => server.subscriptions.length === 2);

  assert.deepEqual(server.subscriptions, [{ after: 'c0' }, { after: 'c0' }]);
});

test('a subscription survives a failing token exchange', async (t) => {
  const tokens = [
    () => 'the auth step asks first',
    () => {
      throw new Error('The identity provider is unavailable.');
    },
    () => 'token-of-alice',
  ];
  const { client, server } = await connect(t, { getToken: () => tokens.shift()?.() ?? null });
  const errors: unknown[] = [];
  client.apollo.subscribe({ query: MESSAGE_ADDED }).subscribe({ error: (error) => errors.push(error) });
  await until(() => server.subscriptions.length === 1);

  server.expireSockets();
  await until(() => server.subscriptions.length === 2);

  assert.deepEqual(errors, []);
  assert.deepEqual(server.connections, [
    { authorization: undefined },
    { authorization: 'Bearer token-of-alice' },
  ]);
});

test('the session is refreshed through the same client before its token expires', async (t) => {
  const expiring = `header.${Buffer.from('{"exp":1}').toString('base64url')}.signature`;
  const { client, server } = await connect(t, {
    getToken: () => expiring,
    refreshToken: async () => {
      await client.apollo.mutate({ mutation: UPLOAD, context: { isAnonymous: true } });
      return 'fresh';
    },
  });

  await client.apollo.query({ query: FEED });

  assert.deepEqual(
    server.requests.map((request) => request.authorization),
    ['', 'Bearer fresh'],
  );
});

async function connect(
  t: TestContext,
  options: SocialClientOptions & TokenOptions,
): Promise<{ client: SocialClient; server: ToyServer }> {
  const server = await startToyServer();
  const client = createSocialClient({ httpUrl: server.httpUrl, wsUrl: server.wsUrl, ...options });
  t.after(async () => {
    await client.close();
    await server.close();
  });
  return { client, server };
}

/** The variable path of each file of a multipart request. */
function mapOf(request: SeenRequest | undefined): unknown {
  const map = request?.form?.get('map');
  assert.ok(typeof map === 'string');
  return JSON.parse(map);
}

const WAIT_MAX_MS = 5_000;
const POLL_MS = 5;

async function until(isReached: () => boolean): Promise<void> {
  const endsAtMs = Date.now() + WAIT_MAX_MS;
  while (!isReached()) {
    assert.ok(Date.now() < endsAtMs, `not reached within ${WAIT_MAX_MS} ms: ${isReached.toString()}`);
    await delay(POLL_MS);
  }
}
