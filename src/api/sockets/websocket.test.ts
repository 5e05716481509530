import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { createClient } from 'graphql-ws';
import type { Client } from 'graphql-ws';
import WebSocket from 'ws';
import { defaultLimits } from '#domains/modules.ts';
import type { Limits } from '#platform/kernel/limits.ts';
import { HOSTILE_DOCUMENTS } from '#test/support/transport/hostile-documents.ts';
import { toyLive } from '#test/support/transport/toy-live.ts';
import { silentLog, startToyServer, toyContext } from '#test/support/transport/toy-server.ts';
import { attachWebSocket } from './websocket.ts';
import type { WebSocketHandle } from './websocket.ts';

type Handle = WebSocketHandle & { readonly url: string; readonly signals: AbortSignal[] };

/** Tokens are `good`, or `good <milliseconds>` for one that expires after them; every good token is of the session `s1`. */
async function startSockets(t: TestContext, limits: Partial<Limits> = {}): Promise<Handle> {
  // The HTTP server waits for its sockets, so they have to be closed before it.
  const server = await startToyServer({ after: () => {} }, { limits });
  const signals: AbortSignal[] = [];
  const handle = attachWebSocket(server.fastify.server, {
    path: '/web/graphql',
    execution: server.execution,
    live: toyLive(server.execution),
    callerOf: () => ({ ip: '127.0.0.1', country: null, userAgent: 'test', languages: '' }),
    onClosed: () => undefined,
    refusals: () => undefined,
    limits: { ...defaultLimits, ...limits },
    networkOf: (request) => String(request.headers['x-network']),
    log: silentLog,
    authenticate: async (parameters) => {
      const [word, lifeMs] = String(parameters['token']).split(' ');
      if (word === 'broken') throw new Error('The database is unavailable.');
      if (word !== 'good') return 4403;
      return { sessionId: 's1', expiresAt: new Date(Date.now() + Number(lifeMs ?? 60_000)) };
    },
    contextOf: (session, _caller, signal) => {
      signals.push(signal);
      return toyContext({
        signal,
        user: { id: session.sessionId, sessionId: session.sessionId, tokenExpiresAt: session.expiresAt },
      });
    },
  });
  t.after(async () => {
    await handle.closeAll();
    await server.fastify.close();
  });
  return { ...handle, signals, url: server.url.replace('http', 'ws') };
}

function client(t: TestContext, handle: Handle, token: string | (() => string)): Client {
  const made = createClient({
    url: handle.url,
    webSocketImpl: WebSocket,
    retryAttempts: 3,
    retryWait: async () => {},
    connectionParams: () => ({ token: typeof token === 'string' ? token : token() }),
  });
  t.after(() => made.dispose());
  return made;
}

/** A raw socket without a client library, connected with a good token unless `token` is null. */
async function rawSocket(t: TestContext, handle: Handle, token: string | null = 'good'): Promise<WebSocket> {
  const socket = new WebSocket(handle.url, 'graphql-transport-ws');
  t.after(() => socket.terminate());
  await once(socket, 'open');
  if (token !== null) {
    socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }));
    assert.deepEqual(await nextMessage(socket), { type: 'connection_ack' });
  }
  return socket;
}

async function first(socket: WebSocket, event: string): Promise<unknown> {
  const values: unknown[] = await once(socket, event);
  return values[0];
}

async function nextMessage(socket: WebSocket): Promise<unknown> {
  const data = await first(socket, 'message');
  return JSON.parse(String(data));
}

async function closeCode(socket: WebSocket): Promise<number> {
  const code = await first(socket, 'close');
  return Number(code);
}

async function all(results: AsyncIterable<{ data?: unknown }>): Promise<unknown[]> {
  const list: unknown[] = [];
  for await (const result of results) list.push(result.data ?? result);
  return list;
}

const subscribeMessage = (id: string, query: string, variables?: object): string =>
  JSON.stringify({ id, type: 'subscribe', payload: { query, variables } });

test('queries, mutations and subscriptions work with the stock client', async (t) => {
  const alice = client(t, await startSockets(t), 'good');
  assert.deepEqual(await all(alice.iterate({ query: '{ whoami }' })), [{ whoami: 's1' }]);
  assert.deepEqual(await all(alice.iterate({ query: 'mutation { append(text: "a") }' })), [{ append: 'a' }]);
  const ticks = alice.iterate({
    query: 'subscription ($n: Int!) { ticks(count: $n) { number viewer } }',
    variables: { n: 2 },
  });
  assert.deepEqual(await all(ticks), [
    { ticks: { number: 1, viewer: 's1' } },
    { ticks: { number: 2, viewer: 's1' } },
  ]);
});

test('a client that was refused with 4403 reconnects with a fresh token', async (t) => {
  const handle = await startSockets(t);
  const tokens = ['stale', 'good'];
  const closes: unknown[] = [];
  const alice = client(t, handle, () => tokens.shift() ?? 'none');
  alice.on('closed', (event) => closes.push((event as { code: number }).code));
  assert.deepEqual(await all(alice.iterate({ query: '{ hello }' })), [{ hello: 'hello world' }]);
  assert.deepEqual(closes, [4403]);
});

test('a socket is closed with 4403 when its token expires', async (t) => {
  const socket = await rawSocket(t, await startSockets(t), 'good 40');
  assert.equal(await closeCode(socket), 4403);
});

test('the end of a session closes its sockets and aborts their operations', async (t) => {
  const handle = await startSockets(t);
  const socket = await rawSocket(t, handle);
  socket.send(subscribeMessage('1', 'subscription { never { number } }'));
  while (handle.counts().subscriptions === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  handle.closeSession('another');
  handle.closeSession('s1');
  assert.equal(await closeCode(socket), 4403);
  await new Promise((resolve) => setTimeout(resolve, 20));
  // The start of the subscription was over; its events are aborted.
  assert.deepEqual(
    handle.signals.map(({ aborted }) => aborted),
    [false, true],
  );
  assert.deepEqual(handle.counts(), { sockets: 0, subscriptions: 0 });
});

test('completing an operation aborts it and leaves the socket open', async (t) => {
  const handle = await startSockets(t);
  const socket = await rawSocket(t, handle);
  socket.send(subscribeMessage('1', 'subscription { never { number } }'));
  socket.send(subscribeMessage('2', '{ slow }'));
  while (handle.signals.length < 3) await new Promise((resolve) => setTimeout(resolve, 1));
  socket.send(JSON.stringify({ id: '1', type: 'complete' }));
  socket.send(JSON.stringify({ id: '2', type: 'complete' }));
  socket.send(subscribeMessage('3', '{ hello }'));
  assert.deepEqual(await nextMessage(socket), {
    id: '3',
    type: 'next',
    payload: { data: { hello: 'hello world' } },
  });
  assert.deepEqual(
    handle.signals.map(({ aborted }) => aborted),
    [false, true, true, false],
  );
  assert.equal(handle.counts().subscriptions, 0);
});

test('an invalid document is an error of its operation only', async (t) => {
  const socket = await rawSocket(t, await startSockets(t));
  const cases: [string, string][] = [
    ['{{{', 'GRAPHQL_PARSE_FAILED'],
    ['{ nope }', 'GRAPHQL_VALIDATION_FAILED'],
    ['query ($n: Int!) { sum(numbers: [$n]) }', 'BAD_USER_INPUT'],
    [
      `{ ${'a:hello '.repeat(3)} ${Array.from({ length: 40 }, (_, i) => `b${i}: hello`).join(' ')} }`,
      'QUERY_TOO_COMPLEX',
    ],
    ['subscription { refusedTicks { number } }', 'FORBIDDEN'],
  ];
  for (const [query, code] of cases) {
    socket.send(subscribeMessage('1', query));
    const message = (await nextMessage(socket)) as {
      type: string;
      payload: { extensions: { code: string } }[];
    };
    assert.deepEqual([query, message.type, message.payload[0]?.extensions.code], [query, 'error', code]);
  }
  assert.equal(socket.readyState, WebSocket.OPEN);
});

test('hostile documents get the same codes as over HTTP', async (t) => {
  const socket = await rawSocket(t, await startSockets(t));
  for (const [name, document, code] of HOSTILE_DOCUMENTS) {
    const message = subscribeMessage('1', document);
    // Longer messages close the socket before they are parsed.
    if (message.length > defaultLimits.socketMessageBytes || code === 'OK') continue;
    socket.send(message);
    const answer = (await nextMessage(socket)) as { payload: { extensions: { code: string } }[] };
    assert.deepEqual([name, answer.payload[0]?.extensions.code], [name, code]);
  }
});

test('a protocol violation closes the socket with its code', async (t) => {
  const handle = await startSockets(t);
  const cases: [string, string | Buffer, number][] = [
    ['a server’s message', '{"type":"connection_ack"}', 4400],
    ['another server’s message', '{"type":"next","id":"1","payload":{}}', 4400],
    ['no JSON', 'hello', 4400],
    ['a binary frame', Buffer.from('{"type":"ping"}'), 4400],
    ['deep JSON', `{"type":"ping","payload":{"a":${'['.repeat(10_000)}${']'.repeat(10_000)}}}`, 4400],
    ['a second init', '{"type":"connection_init"}', 4429],
    ['a message of 70 KiB', JSON.stringify({ type: 'ping', payload: { a: 'x'.repeat(70 * 1024) } }), 1009],
  ];
  for (const [name, message, code] of cases) {
    const socket = await rawSocket(t, handle);
    socket.send(message);
    assert.deepEqual([name, await closeCode(socket)], [name, code]);
  }
  const early = await rawSocket(t, handle, null);
  early.send(subscribeMessage('1', '{ hello }'));
  assert.equal(await closeCode(early), 4401);
});

test('a ping is answered with its payload', async (t) => {
  const socket = await rawSocket(t, await startSockets(t));
  for (const [ping, pong] of [
    [{ type: 'ping' }, { type: 'pong' }],
    [
      { type: 'ping', payload: { at: 1 } },
      { type: 'pong', payload: { at: 1 } },
    ],
  ]) {
    socket.send(JSON.stringify(ping));
    assert.deepEqual(await nextMessage(socket), pong);
  }
});

test('the id of an operation is free again once the operation is over', async (t) => {
  const handle = await startSockets(t);
  const socket = await rawSocket(t, handle);
  const messages: unknown[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())));
  const answered = async (count: number): Promise<void> => {
    while (messages.length < count) await once(socket, 'message');
  };
  socket.send(subscribeMessage('1', '{ hello }'));
  await answered(2);
  socket.send(subscribeMessage('1', '{ slow }'));
  socket.send(JSON.stringify({ id: '1', type: 'complete' }));
  socket.send(subscribeMessage('1', 'subscription { ticks(count: 1) { number } }'));
  await answered(4);
  assert.deepEqual(messages, [
    { id: '1', type: 'next', payload: { data: { hello: 'hello world' } } },
    { id: '1', type: 'complete' },
    { id: '1', type: 'next', payload: { data: { ticks: { number: 1 } } } },
    { id: '1', type: 'complete' },
  ]);
  socket.send(subscribeMessage('1', 'subscription { never { number } }'));
  socket.send(subscribeMessage('1', '{ hello }'));
  assert.equal(await closeCode(socket), 4409);
});

test('a socket without a token, with another protocol or at another path is refused', async (t) => {
  const handle = await startSockets(t);
  for (const [payload, code] of [
    [undefined, 4403],
    [{ token: 'bad' }, 4403],
    [{ token: 'good 0' }, 4403],
    [{ token: 'broken' }, 1013],
  ] as const) {
    const socket = await rawSocket(t, handle, null);
    socket.send(JSON.stringify({ type: 'connection_init', payload }));
    assert.equal(await closeCode(socket), code);
  }
  const none = new WebSocket(handle.url);
  assert.equal(await closeCode(none), 4406);
  const legacy = new WebSocket(handle.url, 'graphql-ws');
  const refused = await first(legacy, 'error');
  assert.match(String(refused), /no subprotocol/);
  const admin = new WebSocket(handle.url.replace('web', 'admin'), 'graphql-transport-ws');
  const notFound = await first(admin, 'error');
  assert.match(String(notFound), /Unexpected server response: 404/);
});

test('subscriptions per socket and sockets per session are limited', async (t) => {
  const handle = await startSockets(t, { socketSubscriptions: 1, sessionSockets: 1 });
  const socket = await rawSocket(t, handle);
  socket.send(subscribeMessage('1', 'subscription { never { number } }'));
  socket.send(subscribeMessage('2', '{ hello }'));
  assert.deepEqual(await nextMessage(socket), {
    id: '2',
    type: 'error',
    payload: [
      {
        message: 'Run at most 1 operations at once on a socket.',
        extensions: { code: 'LIMIT_REACHED', limit: 1 },
      },
    ],
  });
  const second = await rawSocket(t, handle, null);
  second.send(JSON.stringify({ type: 'connection_init', payload: { token: 'good' } }));
  assert.equal(await closeCode(second), 1013);
});

test('an operation that the client has completed counts until it is over', async (t) => {
  const handle = await startSockets(t, { socketSubscriptions: 1 });
  const socket = await rawSocket(t, handle);
  socket.send(subscribeMessage('1', 'mutation { append(text: "a", fail: false) }'));
  socket.send(JSON.stringify({ id: '1', type: 'complete' }));
  socket.send(subscribeMessage('2', '{ hello }'));
  const message = 'Run at most 1 operations at once on a socket.';
  const refusal = { message, extensions: { code: 'LIMIT_REACHED', limit: 1 } };
  assert.deepEqual(await nextMessage(socket), { id: '2', type: 'error', payload: [refusal] });
  for (let tries = 0; ; tries += 1) {
    socket.send(subscribeMessage(`a${tries}`, '{ hello }'));
    // All messages of the protocol have a type.
    const { type } = (await nextMessage(socket)) as { type: string };
    if (type === 'next') break;
    assert.ok(tries < 1_000, 'the operation is over at some time');
  }
});

test('sockets are limited by network, and fewer of them may stay silent', async (t) => {
  const handle = await startSockets(t, { networkSockets: 3, networkUnopenedSockets: 2 });
  const open = async (network: string, token: string | null): Promise<WebSocket> => {
    const socket = new WebSocket(handle.url, 'graphql-transport-ws', { headers: { 'x-network': network } });
    t.after(() => socket.terminate());
    await once(socket, 'open');
    if (token !== null) {
      socket.send(JSON.stringify({ type: 'connection_init', payload: { token } }));
      await nextMessage(socket);
    }
    return socket;
  };
  const refusal = /Unexpected server response: 429/;
  const silent = await open('a', null);
  await open('a', null);
  await assert.rejects(open('a', 'good'), refusal);
  await open('b', null);
  silent.send(JSON.stringify({ type: 'connection_init', payload: { token: 'good' } }));
  await nextMessage(silent);
  await open('a', 'good');
  await assert.rejects(open('a', 'good'), refusal);
  silent.close();
  await closeCode(silent);
  await open('a', 'good');
});

test('a client that stops reading is closed with 1013', async (t) => {
  const handle = await startSockets(t, { socketQueueBytes: 256 * 1024 });
  const socket = await rawSocket(t, handle);
  socket.pause();
  // Each subscription waits for its own messages to be sent; forty of them still overflow the shared queue.
  for (let id = 0; id < 40; id += 1) {
    socket.send(subscribeMessage(String(id), 'subscription { ticks(count: 4000, bytes: 20000) { text } }'));
  }
  const aborted = (): number => handle.signals.filter((signal) => signal.aborted).length;
  // Every subscription ends before the client reads again.
  while (aborted() < 40) await new Promise((resolve) => setTimeout(resolve, 5));
  socket.resume();
  assert.equal(await closeCode(socket), 1013);
});

test("a slow consumer's stream closes its socket, and a failing one ends only itself", async (t) => {
  const handle = await startSockets(t);
  const socket = await rawSocket(t, handle);
  socket.send(subscribeMessage('1', 'subscription { breaks(lagging: false) { number } }'));
  const failed = (await nextMessage(socket)) as { payload: { errors: { message: string }[] } };
  assert.equal(failed.payload.errors[0]?.message, 'The server failed.');
  assert.equal(socket.readyState, WebSocket.OPEN);
  socket.send(subscribeMessage('2', 'subscription { breaks(lagging: true) { number } }'));
  assert.equal(await closeCode(socket), 1013);
});

test('a stopping server closes sockets so that clients reconnect elsewhere', async (t) => {
  const handle = await startSockets(t);
  const socket = await rawSocket(t, handle);
  const closed = closeCode(socket);
  await handle.closeAll();
  assert.equal(await closed, 1012);
  const late = new WebSocket(handle.url, 'graphql-transport-ws');
  const refused = await first(late, 'error');
  assert.match(String(refused), /503/);
});
