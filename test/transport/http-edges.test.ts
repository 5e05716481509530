import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { whenBusy } from '#test/support/when-busy.ts';
import { testWorld } from '#test/support/world.ts';

const BODY = '{"query":"{ __typename }"}';

test('a slow upload is ended at its timeout and leaves no file', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_UPLOAD_TIMEOUT_MS: '400' } });
  const { host, pathname } = new URL(world.url);
  const [hostname = '', port = ''] = host.split(':');
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  let answer = '';
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(
    `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\nauthorization: \r\ncontent-length: 100000\r\n` +
      'content-type: multipart/form-data; boundary=b\r\n\r\n--b\r\n',
  );
  const drip = setInterval(() => socket.write('x'), 50);
  t.after(() => clearInterval(drip));
  socket.on('error', () => clearInterval(drip));
  await closed;
  assert.match(answer, /^HTTP\/1\.1 408 /);
  assert.match(answer, /"code":"TIMEOUT"/);
  assert.deepEqual(await readdir(path.join(world.dataDir, 'uploads')), []);
});

// Browsers open connections ahead; each stop took the whole grace, and a rolling deployment as often as it has processes.
test('connections on which nothing was ever sent do not hold up a stop', async (t) => {
  const world = await testWorld(t, { env: { ADMIN_PORT: '0' } });
  for (const url of [world.url, world.adminUrl, world.opsUrl]) {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    t.after(() => socket.destroy());
    await once(socket, 'connect');
  }
  const startedMs = performance.now();
  await world.app.close();
  const tookMs = Math.round(performance.now() - startedMs);
  assert.ok(tookMs <= whenBusy(1_500), `the stop took ${tookMs} ms`);
});

test('headers that trickle in are refused at their time limit', async (t) => {
  const { url } = await testWorld(t, { env: { LIMIT_REQUEST_HEADERS_MS: '300' } });
  const { host, hostname, port, pathname } = new URL(url);
  const socket = connect(Number(port), hostname);
  t.after(() => socket.destroy());
  let answer = '';
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString()));
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\nx-slow: `);
  const drip = setInterval(() => socket.write('x'), 50);
  t.after(() => clearInterval(drip));
  await closed;
  assert.match(answer, /^HTTP\/1\.1 408 /);
  assert.match(answer, /"code":"TIMEOUT"/);
});

test('a compressed body is refused, whichever header declares the compression', async (t) => {
  const { url } = await testWorld(t);
  const message = 'Send application/json in UTF-8, uncompressed, or multipart/form-data.';
  for (const encoding of ['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'x']) {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      body: gzipSync(BODY),
    });
    const answer: unknown = await response.json();
    assert.deepEqual(
      { status: response.status, answer },
      { status: 415, answer: { errors: [{ message, extensions: { code: 'BAD_REQUEST' } }] } },
      encoding,
    );
  }
});

test('both endpoints serve a client that offers an upgrade to HTTP/2 by HTTP/1.1', async (t) => {
  const { url, adminUrl } = await testWorld(t);
  const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n';
  for (const endpoint of [url, adminUrl]) {
    const answer = await exchange(endpoint, `${head(endpoint, offer)}${BODY}`);
    assert.equal(answer.status, 200);
    assert.equal(answer.body, '{"data":{"__typename":"Query"}}');
  }
});

test('malformed requests are answered in the common error format', async (t) => {
  const { url } = await testWorld(t);
  const unreadable = { status: 400, body: errorBody('BAD_REQUEST', 'The request is malformed.') };
  assert.deepEqual(await exchange(url, '\x16\x03\x01\x00\xc2'), unreadable);
  assert.deepEqual(
    await exchange(url, 'POST /web/graphql HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n'),
    unreadable,
  );
  assert.deepEqual(await exchange(url, head(url, `Authorization: Bearer ${'x'.repeat(20_000)}\r\n`)), {
    status: 431,
    body: errorBody('PAYLOAD_TOO_LARGE', 'The headers are too large.'),
  });
  assert.deepEqual(await exchange(url, 'GET /media/%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'), {
    status: 400,
    body: errorBody('BAD_REQUEST', 'The path is malformed.'),
  });
});

const errorBody = (code: string, message: string): string =>
  JSON.stringify({ errors: [{ message, extensions: { code } }] });

/** The head of a POST of `BODY`. @param headers each with its line end */
function head(url: string, headers: string): string {
  const own = `Host: a\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n`;
  return `POST ${new URL(url).pathname} HTTP/1.1\r\n${own}${headers}\r\n`;
}

/** Sends raw bytes and reads until the answer is complete. */
async function exchange(url: string, bytes: string): Promise<{ status: number; body: string }> {
  const { port, hostname } = new URL(url);
  const socket = connect(Number(port), hostname);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  // The server may cut a request that it does not read to the end; the answer so far counts.
  socket.on('error', () => undefined);
  socket.write(bytes, 'latin1');
  while (!isComplete(text) && !socket.destroyed)
    await Promise.race([once(socket, 'data'), once(socket, 'close')]);
  socket.destroy();
  const [top = '', body = ''] = text.split('\r\n\r\n');
  return { status: Number(top.split(' ')[1]), body };
}

function isComplete(text: string): boolean {
  const [top = '', body] = text.split('\r\n\r\n');
  return body !== undefined && body.length >= Number(/content-length: (\d+)/i.exec(top)?.[1]);
}
